/** The answers of `src/guard` for the clients of an inventory: what `init`, `doctor` and `status` say about them. */

import { type Calls, callsSeen, type Means } from '../../audit/seen.ts'
import { marksCalls } from '../../clients/shared/own-calls.ts'
import type { Ground, Scope } from '../../core/install.ts'
import { practices } from '../../doctor/client-calls.ts'
import { serversOf } from '../../doctor/http-client.ts'
import { faultOf } from '../../doctor/program.ts'
import type { Guard } from '../../guard/answer.ts'
import { guardOf } from '../../guard/model.ts'
import { storesFor } from '../../guard/stores.ts'
import { type World, worldOf } from '../../guard/world.ts'
import type { Files } from '../../install/files.ts'
import type { ClientState } from './inventory.ts'

export interface GuardFacts {
  readonly calls: Calls
  /** Whether calls leave a line in the audit log. */
  readonly audit: boolean
  readonly versions: readonly (readonly number[] | undefined)[]
  readonly files: Pick<Files, 'read' | 'list'>
  /** Files that are about to be written. */
  readonly written?: ReadonlySet<string>
  /** A program that will be there once everything is written. */
  readonly coming?: string | undefined
  /** Another world than this machine's, for tests. */
  readonly world?: World
}

/** Names of events in several spellings. */
const plain = (event: string): string => event.replace(/[^A-Za-z]/g, '').toLowerCase()

const isTool: Means['isTool'] = (client, event) => practices[client]?.events.some(name => plain(name) === plain(event)) ?? true

/** The calls of the clients, as the audit log has them. */
export const callsIn = (stateDir: string): Calls => callsSeen(stateDir, { marks: marksCalls, isTool })

/** The same at a server, where a token vouches for who calls and nothing for the client. */
export const callsServed = (stateDir: string): Calls => callsSeen(stateDir, { marks: () => false, isTool })

/** In the order of the inventory. */
export const guardsFor = async (
  inventory: readonly ClientState[],
  { calls, audit, versions, files, written, coming, world }: GuardFacts,
): Promise<readonly Guard[]> => {
  const here = world ?? worldOf(files, await storesHere(inventory))
  const { fault = faultOf } = here
  const around: World = {
    ...here,
    ...(coming !== undefined && { fault: (path, runs) => (path === coming ? undefined : fault(path, runs)) }),
    ...(here.changed !== undefined && { changed: file => (written?.has(file) ? Date.now() : here.changed?.(file)) }),
  }
  const logged = { on: audit, complete: calls.complete }
  return inventory.map((one, i) =>
    guardOf({ ...one, version: versions[i], calls: calls.byClient.get(one.client), logged }, around),
  )
}

/** This machine, with whoever answers on it. */
export const worldHere = async (inventory: readonly ClientState[], files: GuardFacts['files']): Promise<World> => {
  const places = inventory.flatMap(one => one.places)
  const [stores, servers] = await Promise.all([storesHere(inventory), serversOf(places)])
  return { ...worldOf(files, stores), servers }
}

const storesHere = async (inventory: readonly ClientState[]): Promise<World['stores']> => {
  const [first] = inventory
  if (first === undefined) return new Map()
  const sources = inventory.flatMap(({ installation, ground }) => installation.switches?.(ground).sources ?? [])
  return storesFor(sources, first.ground)
}

/** Files as they would be after some changes, for those who ask before anything is written. */
export const filesAfter = (
  files: Files,
  changes: readonly { readonly file: string; readonly after: string | undefined }[],
): Files => {
  const written = new Map(changes.map(({ file, after }) => [file, after]))
  return { ...files, read: file => (written.has(file) ? written.get(file) : files.read(file)) }
}

/** Another place than where this process is, for tests. */
export type GroundOf = (scope: Scope) => Ground
