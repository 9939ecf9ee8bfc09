/** The bundle in force, as a call reads it: through the cache of its compiled form, like a policy file. Loaded where a managed file names one. */

import { lstatSync } from 'node:fs'
import type { BundleConfig } from '../../core/config.ts'
import type { Failure, Result } from '../../core/failure.ts'
import { hash } from '../../core/hash.ts'
import type { PolicyFile } from '../../engine/policy/rules/types.ts'
import { readCompiled } from '../config/compiled.ts'
import type { Places } from '../config/places.ts'
import { read } from '../sources/machine/private-file.ts'

/** A bundle whose signature was checked, compiled. Plain JSON. */
export interface Kept {
  readonly name: string
  readonly version: string
  readonly counter: number
  readonly created: string
  readonly expires: string
  readonly signedBy: string
  readonly digest: string
  /** Whether its rollout covers this machine. */
  readonly mine: boolean
  /** Why this is not what a pull has put in force here: an older one, or another. */
  readonly misplaced?: string
  readonly policies: readonly PolicyFile[]
}

/** The bundle in force; or the newest one, whose rollout does not cover this machine yet. */
export type Role = 'active' | 'offered'

export interface Folder {
  readonly dir: string
  /** It belongs to the administrator: whoever may not write it does not pull. */
  readonly managed: boolean
}

/** The administrator's folder, where somebody has made it, else the account's. */
export const folderOf = ({ managed, bundle }: Places): Folder => {
  for (const folder of managed) {
    const dir = `${folder}/bundle`
    try {
      if (lstatSync(dir, { throwIfNoEntry: false }) === undefined) continue
    } catch {
      // It is there, and not for us to look at: nothing in its place counts.
    }
    return { dir, managed: true }
  }
  return { dir: bundle, managed: false }
}

export const fileOf = ({ dir }: Folder, role: Role): string => `${dir}/${role}.json`

/** Undefined where there is none. A change of file, keys or group has the signature checked anew. */
export const readKept = (
  folder: Folder,
  role: Role,
  bundle: BundleConfig,
  { state }: Places,
): Promise<Result<Kept | undefined>> => {
  const parse = async (text: string) => (await import('./compile.ts')).compile(text, bundle, folder, role)
  const layer = `bundle|${hash(JSON.stringify([bundle.keys, bundle.group]))}`
  return readCompiled<Kept>({ file: fileOf(folder, role), kind: 'policy', layer, parse }, folder.managed ? folder.dir : state)
}

export interface InForce {
  readonly files: readonly PolicyFile[]
  readonly failure: Failure | undefined
  readonly kept?: Kept
}

const noFiles: readonly PolicyFile[] = []

const unusable = (detail: string): Failure => ({ kind: 'bundle-unusable', detail })

/** What an expired bundle says still holds, beside the failure that it is; so does one that somebody has put back. */
export const readBundle = async (bundle: BundleConfig, places: Places, now = Date.now()): Promise<InForce> => {
  const folder = folderOf(places)
  const active = await readKept(folder, 'active', bundle, places)
  if (!active.ok) return { files: noFiles, failure: unusable(whyOf(active.failure)) }
  const kept = active.value
  if (kept !== undefined) {
    const why = isOver(kept, now) ? `expired on ${kept.expires.slice(0, 10)}` : kept.misplaced
    return {
      files: kept.policies,
      failure: why === undefined ? undefined : unusable(`${kept.name} ${kept.version} ${why}`),
      kept,
    }
  }
  // A machine whose turn has not come has nothing to miss.
  const offered = await readKept(folder, 'offered', bundle, places)
  const waits = offered.ok && offered.value !== undefined && !offered.value.mine && !isOver(offered.value, now)
  if (waits && (await import('./state.ts')).readState(folder)?.active !== undefined)
    return { files: noFiles, failure: unusable('the one that was in force here is gone: tfy-hook policy pull') }
  return { files: noFiles, failure: waits ? undefined : unusable('none has been pulled: tfy-hook policy pull') }
}

const isOver = ({ expires }: Kept, now: number): boolean => Date.parse(expires) <= now

const whyOf = (failure: Failure): string => ('detail' in failure ? failure.detail : failure.kind)

/** Longest time between two pulls: a clock that was set back must not hold the next one up for years. */
const longestMs = 8 * 86_400_000

/** Whether it is time to look for a newer one, and ours to do it. */
export const isDue = (places: Places, now = Date.now()): boolean => {
  const folder = folderOf(places)
  if (folder.managed && !isOurs(folder.dir)) return false
  const [, next] = /"nextAt":(\d+)/.exec(read(stateOf(folder), 65_536) ?? '') ?? []
  const left = Number(next ?? 0) - now
  return left <= 0 || left > longestMs
}

export const stateOf = ({ dir }: Folder): string => `${dir}/pull.json`

const isOurs = (dir: string): boolean => {
  try {
    return process.getuid === undefined || lstatSync(dir).uid === process.getuid()
  } catch {
    return false
  }
}
