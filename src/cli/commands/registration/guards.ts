/** The answers of `src/setup/guard` for the clients of an inventory: what `init`, `doctor` and `status` say about them. */

import { marksCalls } from '../../../adapters/clients/shared/own-calls.ts'
import type { Ground, Scope } from '../../../core/install.ts'
import { type Calls, callsSeen, type Means } from '../../../hook/audit/seen.ts'
import { practices } from '../../../setup/doctor/client-calls.ts'
import { serversOf } from '../../../setup/doctor/http-client.ts'
import { faultOf } from '../../../setup/doctor/program.ts'
import type { Guard } from '../../../setup/guard/answer.ts'
import { guardOf } from '../../../setup/guard/model.ts'
import { storesFor } from '../../../setup/guard/stores.ts'
import { type World, worldOf } from '../../../setup/guard/world.ts'
import type { Files } from '../../../setup/install/files.ts'
import type { ClientState } from './inventory.ts'

interface GuardFacts {
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

export const isTool: Means['isTool'] = (client, event) => {
  const practice = practices[client]
  return practice === undefined || [...practice.events, practice.alias ?? ''].some(name => plain(name) === plain(event))
}

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
