/**
 * Whether a client is guarded here and now: per client and scope, one of three answers, each with its reasons. `init`, `doctor`, `status`
 * and whatever shows it elsewhere ask this and nothing else.
 */

import type { ClientAdapter } from '../../core/adapter.ts'
import type { Scope } from '../../core/install.ts'
import type { Finding } from '../doctor/finding.ts'
import { startsServer } from '../doctor/http-client.ts'
import { httpFindings } from '../doctor/http-findings.ts'
import { commandIn, programFindings, shellOf } from '../doctor/program.ts'
import { complete, type Place } from '../doctor/registration-findings.ts'
import { inside } from '../install/project.ts'
import type { Answer, Guard, Reason, Scoped, Seen } from './answer.ts'
import { unseen } from './evidence.ts'
import { refusalOf } from './reading.ts'
import { replaced } from './surroundings.ts'
import { switchedOff } from './switches.ts'
import type { World } from './world.ts'

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

const scopedOf = (scope: Scope, places: readonly Place[], seen: Seen, world: World): Scoped => {
  const doubt = unseen(scope, places, seen, world)
  const known = [
    ...refused(places, seen, world),
    ...idle(
      places.map(place => ({ ...place, scope })),
      seen,
      world,
    ),
    ...replaced(scope, places, seen, world),
    ...unserved(places, seen, world),
    ...switchedOff({ scope, places, called: doubt === undefined && seen.calls !== undefined }, seen, world),
  ]
  return concluded(scope, places, false, orUnseen(known, doubt))
}

/** What is known to keep it from being run is told first. */
const orUnseen = (known: readonly Reason[], doubt: Reason | undefined): readonly Reason[] =>
  known.length > 0 || doubt === undefined ? known : [doubt]

const borrowedOf = (scope: Scope, places: readonly Place[], seen: Seen, world: World): Scoped => {
  const { adapter, practice } = seen
  const doubt = unseen(scope, places, seen, world)
  const file = places[0]?.file ?? ''
  const bySetting: Reason = {
    id: 'registration.borrowed',
    answer: 'cannot be known',
    because: `${adapter.title} reads ${file} only where a setting of its own says so`,
    fix: init(adapter),
  }
  const known = [
    ...(practice?.importsClaude === 'always' ? [] : [bySetting]),
    ...switchedOff({ scope, places, called: doubt === undefined && seen.calls !== undefined }, seen, world),
  ]
  return concluded(scope, places, true, orUnseen(known, doubt))
}

const init = ({ id }: ClientAdapter): string => `tfy-hook init --client ${id}`

const unregistered = ({ adapter, binary, folder, calls, unreadable }: Seen): readonly Reason[] => {
  const broken = unreadable.map(
    ({ file, problem }): Reason => ({
      id: 'registration.unreadable',
      answer: 'not guarded',
      because: `${file} cannot be read: ${problem}`,
      fix: `Correct the file, then: ${init(adapter)}`,
    }),
  )
  if (broken.length > 0) return broken
  const here = binary ?? (calls === undefined ? undefined : 'it has called before')
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
  return places.flatMap(({ file, text, scope }): readonly Reason[] => {
    if (!file.endsWith('.json')) return []
    const refusal = reading.noLinks && world.linked(file, ground.root) ? 'a link leads to it' : refusalOf(reading, text, scope)
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

const isBad = ({ severity }: Finding): boolean => severity === 'bad'

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
  const found = [...blind, ...[...gone, ...httpFindings({ ...seen, places: [...places, ...settings] })].filter(isBad)]
  const once = new Map(found.map(finding => [finding.what, finding]))
  return [
    ...off,
    ...[...once.values()].map(
      ({ id, what, fix }): Reason => ({
        id,
        answer: 'not guarded',
        because: what.replace(/\.$/, ''),
        fix: fix ?? init(adapter),
      }),
    ),
  ]
}

/** Entries that ask an address where nobody is, or somebody else. A closed form stops what gets no answer. */
const unserved = (places: readonly Place[], { adapter }: Seen, { servers }: World): readonly Reason[] => {
  const entries = places
    .flatMap(({ registered }) => registered)
    .filter(({ event }) => adapter.events[event]?.can.deny === 'block')
  const found = entries.flatMap(({ run, closed }): readonly Reason[] => {
    const server = run.kind === 'http' ? servers?.get(run.url) : undefined
    if (run.kind !== 'http' || server === undefined || server === 'ours' || (server === 'gone' && closed)) return []
    const fix = startsServer(run.url)
    return server === 'gone'
      ? [
          {
            id: 'registration.server',
            answer: 'not guarded',
            because: `Nobody answers at ${run.url}, and ${adapter.title} goes on`,
            fix,
          },
        ]
      : [
          {
            id: 'registration.server',
            answer: 'cannot be known',
            because: `What answers at ${run.url} does not say that it is tfy-hook`,
            fix: `End that program, then: ${fix}`,
          },
        ]
  })
  return [...new Map(found.map(reason => [reason.because, reason])).values()]
}
