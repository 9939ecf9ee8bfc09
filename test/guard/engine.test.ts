/** What keeps a client from calling us, as its adapter has it, is what the engine lets no agent throw: by command, by a file, by `.env`. */

import { describe, expect, it } from 'vitest'
import { judge } from '../../scripts/corpus/judge.ts'
import type { Row } from '../../scripts/corpus/row.ts'
import { installables } from '../../src/cli/commands/registration/registrations.ts'
import type { Env } from '../../src/core/client.ts'
import { type Ground, type Hook, scopes } from '../../src/core/install.ts'
import type { JsonValue } from '../../src/core/json.ts'
import type { Facts, Setting, Switches } from '../../src/core/switches.ts'

const all = await installables()
const home = '/home/dev'
const root = '/home/dev/work/shop'

const hook: Hook = {
  command: () => ({ executable: '/opt/tfy-hook', args: [] }),
  budgetMs: 20_000,
  version: [99],
  closed: true,
}

/** Variables that say where the system has its folders, or who somebody is: no client alone goes by them. */
const systems = ['ProgramData', 'APPDATA', 'USER', 'HOME', 'LOCALAPPDATA', 'XDG_CONFIG_HOME', 'USERPROFILE']

/** Every variable that an adapter's code asks for, on its way to any answer. */
const askedFor = (switches: Switches, ground: Ground, asked: () => void): void => {
  const facts: Facts = {
    ground,
    file: `${home}/settings.json`,
    events: ['PreToolUse'],
    called: false,
    json: () => undefined,
    toml: () => undefined,
    list: () => [],
    sha256: () => '',
  }
  for (const one of switches.list) if (one.kind === 'condition') one.sees(facts)
  asked()
}

const recorded = new Map<string, Set<string>>()
for (const { client, installation, reads } of all) {
  const names = new Set<string>()
  const env: Env = new Proxy(
    {},
    {
      get: (_, name) => {
        names.add(String(name))
        return undefined
      },
    },
  )
  for (const scope of installation.scopes) {
    const ground: Ground = { scope, system: 'linux', env, home, root }
    installation.folders(ground)
    installation.writes(ground, hook)
    reads?.(env, home, [root])
    const switches = installation.switches?.(ground)
    if (switches === undefined) continue
    askedFor(switches, ground, () => {
      for (const one of switches.list) if (one.kind === 'variable') names.add(one.name)
    })
  }
  recorded.set(client, names)
}

const values = ['/srv/elsewhere', '1', 'true', 'off', 'false', '0']

const refuses = async (row: Row): Promise<boolean> => ['deny', 'ask'].includes((await judge(row, 'must-deny')).outcome)

const variables = all.flatMap(({ client, installation }) =>
  [...(recorded.get(client) ?? [])]
    .filter(name => !systems.includes(name))
    .map(name => ({ client, name, program: installation.binaries[0] ?? client, installation })),
)

/** Names that other programs use as well: in a file they say nothing of a client. */
const common = ['PLUGINS']

const offValues = (client: string, name: string): readonly string[] => {
  const installation = all.find(found => found.client === client)?.installation
  const switches = installation?.switches?.({ scope: 'user', system: 'linux', env: {}, home, root })
  const one = switches?.list.find(each => each.kind === 'variable' && each.name === name)
  return one?.kind === 'variable' ? values.filter(one.off) : []
}

describe.each(variables)('$client: $name', ({ client, name, program }) => {
  const ways = (value: string): readonly Row[] => [
    { shell: `${name}=${value} ${program} -p x` },
    { shell: `env ${name}=${value} ${program} -p x` },
    { shell: `export ${name}=${value}` },
    ...(common.includes(name)
      ? []
      : [
          { shell: `echo ${name}=${value} >> .env` },
          { write: '.env', content: `A=1\n${name}=${value}\n` },
          { write: '.envrc', content: `export ${name}=${value}\n` },
        ]),
  ]
  it('is refused', async () => {
    const sure = offValues(client, name)
    const rows = await Promise.all(
      (sure.length === 0 ? values : sure).map(async value => ({
        value,
        through: (await Promise.all(ways(value).map(async row => ((await refuses(row)) ? [] : [row])))).flat(),
      })),
    )
    // Where only code knows what the variable does, one of the values is what matters.
    const best = rows.sort((a, b) => a.through.length - b.through.length)
    expect(sure.length === 0 ? best[0]?.through : rows.flatMap(({ through }) => through)).toEqual([])
  })
})
const flags = all.flatMap(({ client, installation }) => {
  const said = installation.switches?.({ scope: 'user', system: 'linux', env: {}, home, root }).flags ?? []
  return said.map(flag => ({ client, flag, program: installation.binaries[0] ?? client }))
})

it.each(flags)('$client $flag is refused, before a prompt and behind it', async ({ flag, program }) => {
  const rows: readonly Row[] = [{ shell: `${program} ${flag} -p x` }, { shell: `${program} -p x ${flag}` }]
  expect((await Promise.all(rows.map(async row => ((await refuses(row)) ? [] : [row])))).flat()).toEqual([])
})

const candidates: readonly JsonValue[] = [true, false, ['hooks'], ['tfy-hook'], ['other'], 'true', 1]
const thrown = ({ at, off }: Setting): JsonValue | undefined => {
  const value = candidates.find(off)
  return value === undefined ? undefined : at.reduceRight((inner: JsonValue, key) => ({ [key]: inner }), value)
}

const files = all.flatMap(({ client, installation }) =>
  scopes
    .filter(scope => installation.scopes.includes(scope))
    .flatMap(scope => {
      const switches = installation.switches?.({ scope, system: 'linux', env: {}, home, root })
      const settings = switches?.list.filter(one => one.kind === 'setting') ?? []
      return (switches?.sources ?? [])
        .filter(({ kind }) => kind === 'json' || kind === 'toml')
        .map(({ at, layer }) => {
          const own = settings.find(({ layers }) => layers === undefined || layers.includes(layer))
          return { client, at, content: JSON.stringify((own && thrown(own)) ?? { a: 1 }) }
        })
    }),
)
const once = [...new Map(files.map(each => [`${each.client} ${each.at}`, each])).values()]

it.each(once)('$client: $at', async ({ at, content }) => {
  const rows: readonly Row[] = [{ write: at, content }, { shell: `printf %s '${content}' > '${at}'` }]
  expect((await Promise.all(rows.map(async row => ((await refuses(row)) ? [] : [row])))).flat()).toEqual([])
})
