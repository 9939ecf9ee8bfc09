/**
 * Whether a client is guarded here and now: per client and scope, one of three answers, each with its reasons. `init`, `doctor`, `status`
 * and whatever shows it elsewhere ask this and nothing else.
 */

import { createHash } from 'node:crypto'
import type { ClientAdapter } from '../core/adapter.ts'
import { atLeast, type Ground, type Installation, type Scope } from '../core/install.ts'
import type { Facts, Reads, Switch, Switches } from '../core/switches.ts'
import { httpFindings } from '../doctor/http-findings.ts'
import { commandIn, programFindings, shellOf } from '../doctor/program.ts'
import { complete, type Place, type Subject } from '../doctor/registration-findings.ts'
import { inside } from '../install/project.ts'
import { settingsIn } from './parse.ts'
import { refusalOf } from './reading.ts'
import { type Settings, settingsOf, valueAt } from './settings.ts'
import type { World } from './world.ts'

export type Answer = 'guarded' | 'not guarded' | 'cannot be known'

export interface Reason {
  /** As the findings of `doctor`: `registration.off`. */
  readonly id: string
  readonly answer: Exclude<Answer, 'guarded'>
  /** The switch of the adapter, where it is one. */
  readonly switch?: string
  /** One sentence without its full stop, with the file, variable or store in it. */
  readonly because: string
  readonly fix: string
}

/** One registration: the files of one scope. */
export interface Scoped {
  readonly scope: Scope
  readonly files: readonly string[]
  /** Another client's files, which this one reads as well. */
  readonly borrowed: boolean
  readonly answer: Answer
  readonly reasons: readonly Reason[]
}

export interface Guard {
  readonly answer: Answer
  /** Of the answer; of a registration that another one makes up for, they stand in `scopes`. */
  readonly reasons: readonly Reason[]
  readonly scopes: readonly Scoped[]
}

export interface Seen extends Subject {
  readonly installation: Installation
  readonly ground: Ground
  readonly unreadable: readonly { readonly file: string; readonly problem: string }[]
  readonly version: readonly number[] | undefined
  /** Whether the audit log has a call of it. */
  readonly called: boolean
}

export const guardOf = (seen: Seen, world: World): Guard => {
  const own = seen.places.filter(({ owner, registered }) => owner === undefined && registered.length > 0)
  const through = seen.places.filter(({ owner, registered }) => owner !== undefined && registered.length > 0)
  const scopes = [
    ...byScope(own, seen).map(([scope, places]) => scopedOf(scope, places, seen, world)),
    ...(own.length > 0 || seen.practice?.importsClaude === undefined
      ? []
      : byScope(through, seen).map(([scope, places]) => borrowedOf(scope, places, seen, world))),
  ]
  const answer = strongest(scopes.map(scoped => scoped.answer))
  if (answer !== undefined)
    return { answer, reasons: scopes.flatMap(({ reasons }) => reasons.filter(given => given.answer === answer)), scopes }
  const reasons = unregistered(seen)
  return { answer: strongest(reasons.map(given => given.answer)) ?? 'not guarded', reasons, scopes }
}

/** One registration that works is enough. */
const strongest = (answers: readonly Answer[]): Answer | undefined =>
  (['guarded', 'cannot be known', 'not guarded'] as const).find(answer => answers.includes(answer))

const layerOf = ({ file, scope }: Place, { ground: { root, home } }: Seen): Scope => {
  if (scope === 'project' || scope === 'user' || scope === 'managed') return scope
  if (inside(file, root) && !inside(home, root)) return 'project'
  return inside(file, home) ? 'user' : 'managed'
}

const byScope = (places: readonly Place[], seen: Seen): readonly (readonly [Scope, readonly Place[]])[] => {
  const scopes = [...new Set(places.map(place => layerOf(place, seen)))]
  return scopes.map(scope => [scope, places.filter(place => layerOf(place, seen) === scope)])
}

const concluded = (scope: Scope, places: readonly Place[], borrowed: boolean, reasons: readonly Reason[]): Scoped => ({
  scope,
  files: places.map(({ file }) => file),
  borrowed,
  answer: worst(reasons),
  reasons,
})

const worst = (reasons: readonly Reason[]): Answer =>
  (['not guarded', 'cannot be known'] as const).find(answer => reasons.some(reason => reason.answer === answer)) ?? 'guarded'

const scopedOf = (scope: Scope, places: readonly Place[], seen: Seen, world: World): Scoped =>
  concluded(scope, places, false, [
    ...refused(places, seen, world),
    ...idle(
      places.map(place => ({ ...place, scope })),
      seen,
      world,
    ),
    ...switchedOff(scope, places, seen, world),
  ])

const borrowedOf = (scope: Scope, places: readonly Place[], seen: Seen, world: World): Scoped => {
  const { adapter, practice } = seen
  const file = places[0]?.file ?? ''
  const bySetting: Reason = {
    id: 'registration.borrowed',
    answer: 'cannot be known',
    because: `${adapter.title} reads ${file} only where a setting of its own says so`,
    fix: init(adapter),
  }
  return concluded(scope, places, true, [
    ...(practice?.importsClaude === 'always' ? [] : [bySetting]),
    ...switchedOff(scope, places, seen, world),
  ])
}

const init = ({ id }: ClientAdapter): string => `tfy-hook init --client ${id}`

const unregistered = ({ adapter, binary, folder, called, unreadable }: Seen): readonly Reason[] => {
  const broken = unreadable.map(
    ({ file, problem }): Reason => ({
      id: 'registration.unreadable',
      answer: 'not guarded',
      because: `${file} cannot be read: ${problem}`,
      fix: `Correct the file, then: ${init(adapter)}`,
    }),
  )
  if (broken.length > 0) return broken
  const here = binary ?? (called ? 'it has called before' : undefined)
  if (here === undefined && folder !== undefined)
    return [
      {
        id: 'registration.none',
        answer: 'cannot be known',
        because: `it is not registered; there is ${folder}, and no program of ${adapter.title} on the PATH`,
        fix: `If ${adapter.title} is used here: ${init(adapter)}`,
      },
    ]
  const because = here === undefined ? 'it is not registered' : `it is here (${here}) and not registered`
  return [{ id: 'registration.missing', answer: 'not guarded', because, fix: init(adapter) }]
}

/** Files that the client drops whole. */
const refused = (places: readonly Place[], seen: Seen, world: World): readonly Reason[] => {
  const { adapter, ground } = seen
  const reading = seen.installation.switches?.(ground).reading
  if (reading === undefined) return []
  return places.flatMap(({ file, text }): readonly Reason[] => {
    if (!file.endsWith('.json')) return []
    const refusal = reading.noLinks && world.linked(file, ground.root) ? 'a link leads to it' : refusalOf(reading, text)
    if (refusal === undefined) return []
    const because = `${adapter.title} drops ${file} whole: ${refusal}`
    return [
      {
        id: 'registration.refused',
        answer: 'not guarded',
        because,
        fix: `Correct ${file}, then: tfy-hook doctor --client ${adapter.id}`,
      },
    ]
  })
}

/** Entries that cannot ask: switched off one by one, for no tool that matters, or with a program that is not there. */
const idle = (places: readonly Place[], seen: Seen, { fault }: World): readonly Reason[] => {
  const { adapter, practice, ground } = seen
  const shell = shellOf(practice, ground.system)
  const off = places.flatMap(({ file, registered }): readonly Reason[] => {
    const events = registered.filter(entry => entry.off).map(({ event }) => event)
    if (events.length === 0) return []
    const because = `${file} switches off our entry for ${events.join(', ')}`
    return [{ id: 'registration.off', answer: 'not guarded', because, fix: init(adapter) }]
  })
  const blind = complete({ ...seen, places })
  const gone = places.flatMap(({ file, registered }) =>
    registered.flatMap(entry => programFindings(adapter.id, commandIn(entry, shell), file, fault)),
  )
  // Lists of addresses stand in other files as well.
  const settings = seen.places.filter(({ registered }) => registered.length === 0)
  const found = [...blind, ...gone, ...httpFindings({ ...seen, places: [...places, ...settings] })].filter(
    ({ severity }) => severity === 'bad',
  )
  const once = new Map(found.map(finding => [finding.what, finding]))
  return [
    ...off,
    ...[...once.values()].map(
      ({ id, what, mend }): Reason => ({
        id,
        answer: 'not guarded',
        because: what.replace(/\.$/, ''),
        fix: mend ?? init(adapter),
      }),
    ),
  ]
}

/** What the adapter says as data. */
const switchedOff = (scope: Scope, places: readonly Place[], seen: Seen, world: World): readonly Reason[] => {
  const { adapter, version } = seen
  const ground: Ground = { ...seen.ground, scope }
  const said = seen.installation.switches?.(ground)
  if (said === undefined) return []
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
  return [...old, ...unread, ...said.list.flatMap(one => thrown(one, said, { settings, ground, places, seen, world }))]
}

interface Around {
  readonly settings: Settings
  readonly ground: Ground
  readonly places: readonly Place[]
  readonly seen: Seen
  readonly world: World
}

const thrown = (one: Switch, said: Switches, around: Around): readonly Reason[] => {
  const { settings, ground, places, seen, world } = around
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
      if (given !== undefined && one.off(given))
        return [off(`${one.name} is set in this environment`, `unset ${one.name}, and find out what sets it`)]
      const sets = settings.held.filter(({ value }) => {
        const set = said.env === undefined ? undefined : valueAt(value, [...said.env, one.name])
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
          called: seen.called,
          ...readsOf(world),
          list: dir => listed(dir, world),
          sha256: text => createHash('sha256').update(text).digest('hex'),
        }
        const found = one.sees(facts)
        if (found === undefined) return []
        const { answer, because, fix } = found
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

const readsOf = (world: World): Reads => ({
  json: name => readAs(name, 'json', world),
  toml: name => readAs(name, 'toml', world),
})

const readAs = (file: string, kind: 'json' | 'toml', { read }: World) => {
  try {
    const text = read(file)
    return text === undefined ? undefined : settingsIn(text, kind)
  } catch {
    return undefined
  }
}
