/** Which of an adapter's switches is thrown, in whatever file, variable or folder it stands. */

import { createHash } from 'node:crypto'
import type { Env } from '../../core/client.ts'
import { atLeast, type Ground, type Scope } from '../../core/install.ts'
import type { Facts, Reading, Reads, Switch, Switches } from '../../core/switches.ts'
import type { Place } from '../doctor/registration-findings.ts'
import type { Reason, Seen } from './answer.ts'
import { settingsIn, variablesIn } from './parse.ts'
import { type Settings, settingsOf, valueAt } from './settings.ts'
import type { World } from './world.ts'

export interface Registration {
  readonly scope: Scope
  readonly places: readonly Place[]
  /** A call vouches for it. */
  readonly called: boolean
}

export const switchedOff = ({ scope, places, called }: Registration, seen: Seen, world: World): readonly Reason[] => {
  const { adapter, version } = seen
  const bare = seen.installation.switches?.({ ...seen.ground, scope })
  if (bare === undefined) return []
  const { env, files } = environmentOf(bare, seen.ground.env, world)
  const ground: Ground = { ...seen.ground, scope, env }
  const said = files.size === 0 ? bare : (seen.installation.switches?.(ground) ?? bare)
  const settings = settingsOf(said.sources, said.reading, world)
  const known = new Set(places.map(({ file }) => file))
  const old: readonly Reason[] =
    version === undefined || said.since === undefined || atLeast(version, said.since)
      ? []
      : [
          {
            id: 'client.old',
            answer: 'not guarded',
            switch: 'since',
            because: `${adapter.title} ${version.join('.')} does not run our hooks; that takes ${said.since.join('.')} or newer`,
            fix: `Update ${adapter.title}`,
          },
        ]
  const unread = settings.unread
    // A registered file that is refused has been told.
    .filter(({ where }) => !known.has(where))
    .map(
      ({ where, problem }): Reason => ({
        id: 'registration.unknown',
        answer: 'cannot be known',
        because: `${where} cannot be read (${problem}), and it may switch hooks off`,
        fix: `Correct ${where}, then: tfy-hook doctor --client ${adapter.id}`,
      }),
    )
  return [
    ...old,
    ...unread,
    ...said.list.flatMap(one =>
      thrown(one, said, { settings, ground, files, bare, places, called, env: seen.ground.env, world }),
    ),
  ]
}

/** The environment as the client has it once it has read its files of variables, and where each of those comes from. */
export const environmentOf = (
  { dotenv }: Pick<Switches, 'dotenv'>,
  env: Env,
  world: World,
): { readonly env: Env; readonly files: ReadonlyMap<string, string> } => {
  const files = new Map<string, string>()
  if (dotenv === undefined) return { env, files }
  const merged: Record<string, string | undefined> = { ...env }
  const textOf = (file: string): string | undefined => {
    try {
      return world.read(file)
    } catch {
      return undefined
    }
  }
  const nearest = dotenv.nearest.find(file => textOf(file) !== undefined)
  for (const file of [...(nearest === undefined ? [] : [nearest]), ...dotenv.others])
    for (const [name, value] of Object.entries(variablesIn(textOf(file) ?? '')))
      if (!merged[name] && !dotenv.tooLate?.includes(name)) {
        merged[name] = value
        files.set(name, file)
      }
  return { env: merged, files }
}

interface Around {
  readonly settings: Settings
  /** With what files of variables say, which `bare` was asked without. */
  readonly ground: Ground
  readonly files: ReadonlyMap<string, string>
  readonly bare: Switches
  readonly places: readonly Place[]
  readonly called: boolean
  /** Without those files. */
  readonly env: Env
  readonly world: World
}

const thrown = (one: Switch, switches: Switches, around: Around): readonly Reason[] => {
  const { settings, ground, files, bare, places, called, env, world } = around
  const spared = 'spares' in one && one.spares?.includes(ground.scope)
  if (spared) return []
  const off = (because: string, fix: string): Reason => ({
    id: 'registration.off',
    answer: 'not guarded',
    switch: one.id,
    because,
    fix,
  })
  switch (one.kind) {
    case 'setting': {
      const values = settings.held.flatMap(({ source, where, value }) => {
        const found = one.layers === undefined || one.layers.includes(source.layer) ? valueAt(value, one.at) : undefined
        if (found === undefined) return []
        const { unsure } = source
        return [{ where, off: one.off(found), unsure: typeof unsure === 'function' ? unsure(readsOf(world)) : unsure }]
      })
      const sure = values.filter(({ unsure }) => unsure === undefined)
      const which = one.counts === 'first' ? sure[0] : sure.find(value => value.off)
      if (which?.off) return [off(`${which.where} sets ${one.says}`, `Remove ${one.at.join('.')} from ${which.where}`)]
      return values.flatMap(({ where, off: thrown, unsure }): readonly Reason[] =>
        thrown && unsure !== undefined
          ? [
              {
                ...off(`${where} sets ${one.says}, ${unsure}`, `Remove ${one.at.join('.')} from ${where}`),
                id: 'registration.unknown',
                answer: 'cannot be known',
              },
            ]
          : [],
      )
    }
    case 'variable': {
      const given = ground.env[one.name]
      const said = files.get(one.name)
      if (given !== undefined && said !== undefined && one.off(given))
        return [off(`${said} sets ${one.name}`, `Remove ${one.name} from ${said}`)]
      if (given !== undefined && one.off(given))
        return [off(`${one.name} is set in this environment`, `unset ${one.name}, and find out what sets it`)]
      const sets = settings.held.filter(({ value }) => {
        const set = switches.env === undefined ? undefined : valueAt(value, [...switches.env, one.name])
        return typeof set === 'string' && one.off(set)
      })
      const through = sets.find(({ source }) => source.layer !== 'project') ?? sets[0]
      if (through === undefined) return []
      const { where, source } = through
      const found = off(`${where} sets ${one.name}`, `Remove ${one.name} from ${where}`)
      // What a project sets counts in a trusted folder at most.
      return [source.layer === 'project' ? { ...found, id: 'registration.unknown', answer: 'cannot be known' } : found]
    }
    case 'condition':
      return places.flatMap(({ file, registered }) => {
        const facts: Facts = {
          ground,
          file,
          events: registered.map(({ event }) => event),
          called,
          ...readsOf(world, switches.reading),
          list: dir => listed(dir, world),
          sha256: text => createHash('sha256').update(text).digest('hex'),
        }
        const found = one.sees(facts)
        if (found === undefined) return []
        const { answer, fix } = found
        const without = files.size === 0 ? one : bare.list.find(({ id }) => id === one.id)
        const plain = without?.kind === 'condition' ? without.sees({ ...facts, ground: { ...ground, env } }) : found
        const because =
          plain?.because === found.because ? found.because : `${found.because} (${[...new Set(files.values())].join(', ')})`
        return [
          { id: answer === 'not guarded' ? 'registration.off' : 'registration.unknown', answer, switch: one.id, because, fix },
        ]
      })
    default:
      return one satisfies never
  }
}

const listed = (dir: string, { list }: World): readonly string[] => {
  try {
    return list(dir)
  } catch {
    return []
  }
}

const readsOf = (world: World, reading?: Reading): Reads => ({
  json: name => readAs(name, 'json', world, reading !== undefined && reading.bom !== 'skipped'),
  toml: name => readAs(name, 'toml', world),
})

/** `plain`: the client drops a file with a byte order mark. */
const readAs = (file: string, kind: 'json' | 'toml', { read }: World, plain = false) => {
  try {
    const text = read(file)
    return text === undefined || (plain && text.startsWith('\ufeff')) ? undefined : settingsIn(text, kind)
  } catch {
    return undefined
  }
}
