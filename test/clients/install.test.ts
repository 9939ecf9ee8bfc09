/** Every adapter's registration, on every ground: what it writes runs us, for events that are its own, with time to answer. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { describe, expect, it } from 'vitest'
import type { ClientAdapter } from '../../src/core/adapter.ts'
import { type Ground, type Hook, type System, scopes, type Write } from '../../src/core/install.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/core/json.ts'
import { registrations } from '../../src/engine/analysis/places/guard-list.gen.ts'
import { loadAll, recognise } from '../../src/hook/recognise.ts'
import { withEntriesOf, withoutEntriesIn } from '../../src/setup/install/entries.ts'
import { fixturesOf } from './oracles/fixtures.ts'

const sources = join(import.meta.dirname, '../../src/adapters/clients')
const clients: readonly ClientAdapter[] = (
  await Promise.all(
    readdirSync(sources)
      .filter(file => /^[a-z][a-z-]*\.ts$/.test(file))
      .map(async file => (await import(pathToFileURL(join(sources, file)).href)).default),
  )
).filter(client => 'events' in client)

const systems: readonly System[] = ['linux', 'darwin', 'win32']
const budgetMs = 20_000

const groundOf = (system: System, scope: Ground['scope']): Ground =>
  system === 'win32'
    ? {
        scope,
        system,
        env: { ProgramData: 'D:\\ProgramData', APPDATA: 'C:\\Users\\Ada King\\AppData\\Roaming' },
        home: 'C:\\Users\\Ada King',
        root: 'D:\\work\\shop',
      }
    : { scope, system, env: {}, home: '/home/ada king', root: '/srv/shop' }

const hookFor = (client: string, executable: string, version: Hook['version'] = [99]): Hook => ({
  command: name => ({ executable, args: ['--client', client, '--event', name, '--fail-closed'] }),
  budgetMs,
  version,
  closed: true,
})

const executables: Readonly<Record<System, readonly string[]>> = {
  linux: ['/opt/tfy-hook', '/home/ada king/bin/tfy-hook', "/opt/ada's/tfy-hook"],
  darwin: ['/usr/local/bin/tfy-hook', '/Users/ada king/bin/tfy-hook'],
  win32: ['C:\\tools\\tfy-hook.exe', 'C:\\Users\\Ada King\\tfy-hook.exe', "C:\\Ada's (x86)\\tfy-hook.exe"],
}

/** The words that a shell makes of a text: what stands between blanks, with quotes taken off. */
const wordsOf = (text: string, system: System): readonly string[] => {
  if (system !== 'win32')
    return [...text.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
      word.replace(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ''),
    )
  const bare = text.replace(/^& /, '').replace(/; exit \$LASTEXITCODE$/, '')
  return text.startsWith('& ')
    ? [...bare.matchAll(/(?:'(?:[^']|'')*'|[^\s'])+/g)].map(([word]) => word.replace(/^'(.*)'$/, '$1').replaceAll("''", "'"))
    : [...bare.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replaceAll('"', ''))
}

interface Told {
  readonly words: readonly string[]
  /** The event's name where the client finds this command. */
  readonly under: string
}

/** Every command in a value, with the key of the list it stands in. */
const toldIn = (value: JsonValue, system: System, under = ''): readonly Told[] => {
  if (Array.isArray(value)) return value.flatMap(item => toldIn(item, system, under))
  if (!isObject(value)) return []
  const { command, args } = value
  const program = value.exec ?? command
  if (typeof program === 'string' && Array.isArray(args)) return [{ words: [program, ...args.map(String)], under }]
  const texts = [command, value.bash, value.powershell].filter(text => typeof text === 'string')
  const own = [value.trigger, value.event].find(name => typeof name === 'string') ?? under
  return [
    ...texts.map(text => ({ words: wordsOf(text, system), under: own })),
    ...Object.entries(value).flatMap(([key, inner]) => toldIn(inner, system, ['hooks', 'action'].includes(key) ? own : key)),
  ]
}

const textOf = (write: Exclude<Write, { kind: 'bridge' }>): string =>
  write.kind === 'entries' ? withEntriesOf(undefined, write) : write.text

const isToml = ({ file }: { readonly file: string }): boolean => file.endsWith('.toml')

const valueIn = (write: { readonly file: string }, text: string): JsonValue =>
  isToml(write) ? (getStaticTOMLValue(parseTOML(text)) as JsonValue) : JSON.parse(text)

const slashed = (path: string): string => path.replaceAll('\\', '/')
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replace(/^_/, '')

const grounds = clients.flatMap(client =>
  scopes
    .filter(scope => client.install.scopes.includes(scope))
    .flatMap(scope => systems.map(system => [client.id, scope, system, client] as const)),
)

describe.each(grounds)('%s, %s, %s', (id, scope, system, client) => {
  const ground = groundOf(system, scope)
  const said = id === 'vscode' ? 'copilot-cli' : id

  // Blanks that this client has no quotes for are refused, see below.
  const given = executables[system].filter(path => !(id === 'droid' && system === 'win32' && path.includes(' ')))

  it.each(given)('runs %s for its own events, each once', executable => {
    const writes = client.install.writes(ground, hookFor(id, executable))
    expect(writes).not.toEqual([])
    for (const write of writes) {
      if (write.kind === 'bridge') {
        expect(slashed(write.folder)).toMatch(/^(\/|[A-Z]:\/)/)
        continue
      }
      const text = textOf(write)
      const told =
        write.kind === 'file' && !write.file.endsWith('.json')
          ? [{ words: scriptWords(text, system), under: /([^/]*?)(\.ps1)?$/.exec(write.file)?.[1] ?? '' }]
          : toldIn(valueIn(write, text), system)
      // One client wants a plugin’s name in a file of its own.
      if (write.file.endsWith('/plugin.json')) continue
      expect(told).not.toEqual([])
      const events = told.map(({ words, under }) => {
        expect(words).toEqual([executable, '--client', said, '--event', under, '--fail-closed'])
        return under
      })
      const known = Object.keys(clients.find(other => other.id === said)?.events ?? {})
      for (const name of events) expect(known.includes(name) || known.includes(snake(name)), name).toBe(true)
      expect(new Set(events).size * (write.kind === 'entries' && text.includes('LASTEXITCODE') ? 2 : 1)).toBe(events.length)
    }
  })

  it('leaves room for our own budget, in files that are looked at for it', () => {
    for (const write of client.install.writes(ground, hookFor(id, executables[system][0] ?? ''))) {
      if (write.kind === 'bridge' || client.registration === undefined || write.file.endsWith('/plugin.json')) continue
      const files = client.registration.files(ground.env, ground.home, [ground.root]).map(slashed)
      if (scope !== 'managed' || system !== 'win32') expect(files).toContain(slashed(write.file))
      const text = textOf(write)
      const names = toldIn(valueIn(write, text), system).map(({ under }) => under)
      // Where a file serves two clients, each looks for its own spelling.
      const asked = said === id ? names : ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart', 'Stop']
      const limits = asked.map(name => client.registration?.timeouts(text, name) ?? [])
      for (const found of limits) expect(found).toHaveLength(/"?timeout/.test(text) ? 1 : 0)
      for (const limit of limits.flat()) expect((limit ?? 0) * 0.8).toBeGreaterThanOrEqual(budgetMs)
    }
  })

  it('stands where the guard looks after it', () => {
    for (const write of client.install.writes(ground, hookFor(id, executables[system][0] ?? ''))) {
      const place = slashed(write.kind === 'bridge' ? `${write.folder}/tfy-hook.ts` : write.file)
      expect(
        registrations.filter(part => part !== '/tfy-hook').some(part => place.includes(part)),
        place,
      ).toBe(true)
    }
  })

  it('is taken out again without a trace', () => {
    for (const write of client.install.writes(ground, hookFor(id, executables[system][0] ?? ''))) {
      if (write.kind !== 'entries') continue
      const mine = isToml(write) ? 'mine = 1\n' : '{ "mine": 1 }'
      const removed = withoutEntriesIn(write.file, withEntriesOf(mine, { ...write, needs: [] }))
      expect(valueIn(write, removed)).toEqual({ mine: 1 })
    }
  })

  it('says what is left to do in whole sentences', () => {
    for (const note of client.install.notes?.(ground) ?? []) expect(note).toMatch(/^[A-Z].+\.$/)
  })
})

const scriptWords = (text: string, system: System): readonly string[] => {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return wordsOf(line.replace(/^exec |^\$input \| /, ''), system)
}

describe('what only some can be given', () => {
  const writes =
    (id: string, executable: string, version?: Hook['version'], system: System = 'linux') =>
    () =>
      clients.find(client => client.id === id)?.install.writes(groundOf(system, 'user'), hookFor(id, executable, version))

  it('a variable for the client itself', () => expect(writes('auggie', '/opt/${HOME}/tfy-hook')).toThrow(RangeError))
  it('a variable’s name in a path', () => expect(writes('grok', '/opt/$HOME/tfy-hook')).toThrow(RangeError))
  it('a blank in a path', () => {
    expect(writes('antigravity', '/opt/my tools/tfy-hook', [1, 0, 9])).toThrow(RangeError)
    expect(writes('antigravity', '/opt/my tools/tfy-hook', [1, 1])).not.toThrow()
    expect(writes('antigravity', '/opt/tfy-hook', [1, 0, 9])).not.toThrow()
  })
  it('a blank in a path on Windows', () =>
    expect(writes('droid', 'C:\\Users\\Ada King\\tfy-hook.exe', [1], 'win32')).toThrow(RangeError))
  it('an address in a path', () => expect(writes('cursor', '/opt//tfy-hook')).toThrow(RangeError))
})

describe('one file for two clients', () => {
  it.each(['project', 'user'] as const)('says the same for both: %s', scope => {
    const ground = groundOf('linux', scope)
    const [copilot, vscode] = ['copilot-cli', 'vscode'].map(id =>
      clients.find(client => client.id === id)?.install.writes(ground, hookFor(id, '/opt/tfy-hook')),
    )
    expect(vscode).toEqual(copilot)
  })

  it.each(fixturesOf('vscode').filter(({ stdin }) => isObject(stdin)))(
    'declares one of them and knows the other: $file',
    async ({ stdin, env = {} }) => {
      await loadAll()
      const found = recognise(stdin as JsonObject, { env, hints: { client: 'copilot-cli' } })
      expect(found.ok && found.value.id).toBe('vscode')
    },
  )
})

describe.each(clients.map(client => [client.id, client] as const))('the page of %s', (id, client) => {
  const page = readFileSync(join(import.meta.dirname, `../../docs/clients/${id}.md`), 'utf8')

  it('says what is registered, and by hand nothing else', () => {
    expect(page).toContain(`\`tfy-hook init --client ${id}\``)
    const names = new Set<string>()
    const hook = hookFor(id, '/opt/tfy-hook')
    const command: Hook['command'] = name => {
      // One version of one client spells its events in small letters.
      names.add(snake(name))
      return hook.command(name)
    }
    for (const scope of client.install.scopes) client.install.writes(groundOf('linux', scope), { ...hook, command })
    const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, block = '']) => JSON.parse(block) as JsonValue)
    const tables = [...page.matchAll(/^```toml\n([\s\S]*?)^```$/gm)].map(([, block = '']) => valueIn({ file: '.toml' }, block))
    const told = [...blocks, ...tables].flatMap(block => toldIn(block, 'linux'))
    expect(told.length > 0).toBe(names.size > 0 && id !== 'cline')
    for (const { under } of told) if (under !== 'statusLine') expect(names).toContain(snake(under))
  })
})
