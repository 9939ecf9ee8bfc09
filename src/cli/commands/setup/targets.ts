/** Which clients `init` registers at, in which scope, and what that changes. */

import { atLeast, type Ground, type Scope } from '../../../core/install.ts'
import type { Calls } from '../../../hook/audit/seen.ts'
import type { Advisory } from '../../../hook/bundle/advisories.ts'
import { registeredIn } from '../../../setup/doctor/registrations.ts'
import type { Guard } from '../../../setup/guard/answer.ts'
import type { World } from '../../../setup/guard/world.ts'
import type { Change } from '../../../setup/install/change.ts'
import type { Files } from '../../../setup/install/files.ts'
import { type Sighting, sight } from '../../../setup/install/find.ts'
import { inside } from '../../../setup/install/project.ts'
import { advisoryNotes } from '../health/advisories.ts'
import { noVersion, versionOf } from '../registration/client-version.ts'
import { filesAfter, type GroundOf, guardsFor } from '../registration/guards.ts'
import { takeInventory } from '../registration/inventory.ts'
import {
  changesFor,
  groundHere,
  type Installable,
  notesFor,
  type Outcome,
  type Settings,
  withinProject,
  writesFor,
} from '../registration/registrations.ts'
import { httpNotes } from './http-hook.ts'
import { ignoreNotes } from './ignored-files.ts'

export interface Target extends Installable {
  readonly ground: Ground
  /** Undefined for a client that was named and that nothing else speaks for. */
  readonly sighting: Sighting | undefined
  /** The organisation's file that registers us for every account already. */
  readonly deployed?: string | undefined
}

/** A client without that scope, and what it has instead. */
export interface Unsupported {
  readonly client: string
  readonly problem: string
}

/** Clients that are here, or were named. Where no scope is asked for: the user's, else the project's that the client was seen in. */
export const targetsFor = (
  clients: readonly Installable[],
  named: boolean,
  scope: Scope | undefined,
  groundOf: GroundOf = groundHere,
  http = false,
): { readonly targets: readonly Target[]; readonly unsupported: readonly Unsupported[] } => {
  const targets: Target[] = []
  const unsupported: Unsupported[] = []
  for (const { client, installation } of clients) {
    const { scopes } = installation
    const taken = scope ?? (scopes.includes('user') ? 'user' : 'project')
    const ground = groundOf(taken)
    const sighting = sight(installation, ground)
    if (sighting === undefined && !named) continue
    const none = !http || typeof installation.http === 'object' ? undefined : (installation.http ?? 'it has no HTTP hooks')
    // Who asks for nobody by name gets the clients that can.
    if (none !== undefined && !named) continue
    if (none !== undefined) unsupported.push({ client, problem: `not over HTTP: ${none}` })
    else if (scopes.includes(taken)) targets.push({ client, installation, ground, sighting })
    else unsupported.push({ client, problem: `it has no ${taken} scope; it has ${scopes.join(', ')}` })
  }
  return { targets, unsupported }
}

/** The managed file of a client that has us. Another entry beside it would ask twice about every action. */
export const deployedIn = ({ client, installation, reads, ground }: Target, files: Files): string | undefined => {
  if (!installation.scopes.includes('managed')) return undefined
  const settings: Settings = { program: ['/tfy-hook'], closed: true, budgetMs: 10_000 }
  try {
    const made = writesFor({ client, installation }, { ...ground, scope: 'managed' }, settings, undefined).map(({ file }) => file)
    const others = reads?.(ground.env, ground.home, []).filter(file => !inside(file, ground.home)) ?? []
    return [...made, ...others].find(file => registeredIn(file, files.read(file) ?? '', ground.system).length > 0)
  } catch {
    return undefined
  }
}

export const whereSeen = ({ sighting }: Target): string => sighting?.binary ?? sighting?.folder ?? 'not found here'

export interface Step {
  readonly client: string
  readonly ground: Ground
  readonly sighting: Sighting | undefined
  readonly version: readonly number[] | undefined
  /** Why the program that was found could not say its version. */
  readonly trouble: string | undefined
  readonly outcome: Outcome
  readonly notes: readonly string[]
  /** A session that is running reads its settings again. */
  readonly live: boolean
  /** Whether it will be guarded once this is written. */
  readonly guard?: Guard
}

export const stepsFor = async (
  targets: readonly Target[],
  settings: Settings,
  files: Files,
  ask: typeof versionOf = versionOf,
  advisories?: readonly Advisory[],
): Promise<readonly Step[]> => {
  const versions = await Promise.all(
    targets.map(({ installation, sighting, ground }) =>
      sighting?.binary === undefined ? noVersion : ask(installation, sighting.binary, ground),
    ),
  )
  const ignored = await Promise.all(targets.map(({ installation }) => ignoreNotes(installation)))
  const taken = new Map<string, { readonly client: string; readonly after: string | undefined }>()
  return targets.map(({ client, installation, ground, sighting, deployed }, i): Step => {
    const { numbers: version, problem: trouble } = versions[i] ?? noVersion
    const notes = [
      ...(installation.gaps?.(version) ?? []),
      ...advisoryNotes(client, version, advisories),
      ...notesFor(installation, ground),
      ...(ignored[i] ?? []),
    ]
    const writes = () => withinProject(writesFor({ client, installation }, ground, settings, version), ground)
    const late = tooOld(installation, settings, version)
    if (deployed !== undefined)
      notes.unshift(`It is registered for every account in ${deployed}. For this one as well: --scope user`)
    let outcome: Outcome =
      deployed !== undefined ? { changes: [] } : late === undefined ? changesFor(writes, files) : { problem: late }
    if ('changes' in outcome) notes.unshift(...aboutHttp(outcome.changes, settings, ground))
    if ('changes' in outcome) {
      const { changes } = outcome
      const other = changes.map(({ file, after }) => ({ after, first: taken.get(file) })).find(({ first }) => first !== undefined)
      // Who calls is seen in the payload, so that clients which read one file are served by one registration.
      if (other?.first !== undefined && other.first.after !== other.after) {
        notes.unshift(`It reads the same file as ${other.first.client}, and is registered with it.`)
        outcome = { changes: [] }
      } else for (const { file, after } of changes) if (!taken.has(file)) taken.set(file, { client, after })
    }
    return { client, ground, sighting, version, trouble, outcome, notes, live: installation.switches?.(ground).live === true }
  })
}

/** A server that is down must not open the door; who wants that says so. */
const tooOld = ({ http }: Installable['installation'], settings: Settings, version: Step['version']): string | undefined =>
  settings.http === undefined || !settings.closed || typeof http !== 'object' || version === undefined || atLeast(version, http)
    ? undefined
    : `version ${version.join('.')} lets every action go on while the server does not answer; ${http.join('.')} can fail closed. Update it, register the command, or say --fail-open.`

const aboutHttp = (changes: readonly Change[], { http }: Settings, ground: Ground): readonly string[] => {
  if (http !== undefined) return httpNotes(http)
  const before = changes.flatMap(({ file, before: text }) =>
    text === undefined || !file.endsWith('.json') ? [] : registeredIn(file, text, ground.system),
  )
  const url = before.flatMap(({ run }) => (run.kind === 'http' ? [run.url] : []))[0]
  return url === undefined
    ? []
    : [`It asked ${url} over HTTP; commands take its place. To keep it: tfy-hook init --transport http --url ${url}`]
}

/** Asked of the files as they will be, so that nobody is told of a registration that its client will not look at. */
export const withGuards = async (
  steps: readonly Step[],
  files: Files,
  calls: Calls,
  {
    groundOf = groundHere,
    world,
    coming,
  }: {
    readonly groundOf?: GroundOf
    readonly world?: (files: Files) => World
    /** The program that is put in its place with the changes. */
    readonly coming?: string | undefined
  } = {},
): Promise<readonly Step[]> => {
  if (steps.length === 0) return steps
  const changes = steps.flatMap(({ outcome }) => ('changes' in outcome ? outcome.changes : []))
  const after = filesAfter(files, changes)
  const inventory = await takeInventory(
    steps.map(({ client }) => client),
    after,
    groundOf,
  )
  const versions = inventory.map(({ client }) => steps.find(step => step.client === client)?.version)
  const guards = await guardsFor(inventory, {
    calls,
    audit: true,
    written: new Set(changes.flatMap(({ file, before, after: text }) => (before === text ? [] : [file]))),
    versions,
    files: after,
    coming,
    ...(world !== undefined && { world: world(after) }),
  })
  const byClient = new Map(inventory.map(({ client }, i) => [client, guards[i]]))
  return steps.map(step => {
    const guard = byClient.get(step.client)
    return guard === undefined ? step : { ...step, guard }
  })
}
