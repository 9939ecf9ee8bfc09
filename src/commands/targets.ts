/** Which clients `init` registers at, in which scope, and what that changes. */

import type { Ground, Scope } from '../core/install.ts'
import type { Files } from '../install/files.ts'
import { type Sighting, sight } from '../install/find.ts'
import {
  changesFor,
  groundHere,
  type Installable,
  type Outcome,
  type Settings,
  withinProject,
  writesFor,
} from './registrations.ts'
import { versionOf } from './versions.ts'

export interface Target extends Installable {
  readonly ground: Ground
  /** Undefined for a client that was named and that nothing else speaks for. */
  readonly sighting: Sighting | undefined
}

/** A client without that scope, and what it has instead. */
export interface Unfit {
  readonly client: string
  readonly problem: string
}

/** Clients that are here, or were named. Where no scope is asked for: the user's, else the project's that the client was seen in. */
export const targetsFor = (
  clients: readonly Installable[],
  named: boolean,
  scope: Scope | undefined,
): { readonly targets: readonly Target[]; readonly unfit: readonly Unfit[] } => {
  const targets: Target[] = []
  const unfit: Unfit[] = []
  for (const { client, installation } of clients) {
    const { scopes } = installation
    const taken = scope ?? (scopes.includes('user') ? 'user' : 'project')
    const ground = groundHere(taken)
    const sighting = sight(installation, ground)
    if (sighting === undefined && !named) continue
    if (scopes.includes(taken)) targets.push({ client, installation, ground, sighting })
    else unfit.push({ client, problem: `it has no ${taken} scope; it has ${scopes.join(', ')}` })
  }
  return { targets, unfit }
}

export const whereSeen = ({ sighting }: Target): string => sighting?.binary ?? sighting?.folder ?? 'not found here'

export interface Step {
  readonly client: string
  readonly ground: Ground
  readonly sighting: Sighting | undefined
  readonly version: readonly number[] | undefined
  readonly outcome: Outcome
  readonly notes: readonly string[]
}

export const stepsFor = async (targets: readonly Target[], settings: Settings, files: Files): Promise<readonly Step[]> => {
  const versions = await Promise.all(
    targets.map(({ sighting, ground }) => (sighting?.binary === undefined ? undefined : versionOf(sighting.binary, ground))),
  )
  const taken = new Map<string, { readonly client: string; readonly after: string | undefined }>()
  return targets.map(({ client, installation, ground, sighting }, i): Step => {
    const version = versions[i]
    const notes = [...(installation.notes?.(ground) ?? [])]
    const writes = () => withinProject(writesFor({ client, installation }, ground, settings, version), ground)
    let outcome = changesFor(writes, files)
    if ('changes' in outcome) {
      const { changes } = outcome
      const other = changes.map(({ file, after }) => ({ after, first: taken.get(file) })).find(({ first }) => first !== undefined)
      // Who calls is seen in the payload, so that clients which read one file are served by one registration.
      if (other?.first !== undefined && other.first.after !== other.after) {
        notes.unshift(`It reads the same file as ${other.first.client}, and is registered with it.`)
        outcome = { changes: [] }
      } else for (const { file, after } of changes) if (!taken.has(file)) taken.set(file, { client, after })
    }
    return { client, ground, sighting, version, outcome, notes }
  })
}
