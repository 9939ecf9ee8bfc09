/**
 * The policies in force, held in memory and looked at again on disk at most every `recheckMs`. A file that breaks keeps its last good
 * content in force, and is a failure beside it until it is fixed.
 */

import type { BundleConfig } from '../../core/config.ts'
import { describe, type Failure } from '../../core/failure.ts'
import type { PolicyFile } from '../../engine/policy/rules/types.ts'
import { type InForce, readBundle } from '../../hook/bundle/active.ts'
import type { Places } from '../../hook/config/places.ts'
import { type Policies, type PolicyPlace, policyPlaces, readPolicy } from '../../hook/config.ts'
import { absent, recheckMs, stampOf } from './file-stamp.ts'

interface Entry {
  readonly stamp: string
  /** Changes whenever the file was read again. */
  readonly version: number
  readonly value: PolicyFile | undefined
  readonly failure: Failure | undefined
}

export interface PolicyStore {
  readonly read: (roots: readonly string[], cwd: string | undefined) => Promise<Policies>
  /** The layers that every event has: managed and user. */
  readonly base: () => Promise<Policies>
  /** What is on disk counts with the next read. */
  readonly forget: () => void
}

/** Workspaces remembered; beyond it the oldest is read again. */
const most = 512
/** What an event may name, in places and in characters. */
const mostRoots = 64
const mostNamed = 16_384
const tooMany: Failure = { kind: 'engine-limit', detail: 'the places that the event names are too many' }

export const policyStore = (
  places: Places,
  onReload: (place: PolicyPlace, failure: Failure | undefined) => void,
  bundleNamed: () => Promise<BundleConfig | undefined> = async () => undefined,
): PolicyStore => {
  const entries = new Map<string, Entry>()
  const known = new Map<string, { readonly at: number; readonly found: Promise<Policies> }>()
  // One array per set of files, whatever the workspace: the engine keeps its plan by the array.
  const sets = new Map<string, Policies>()
  let versions = 0
  let lastBundle: InForce = { files: [], failure: undefined }

  const entryOf = async (place: PolicyPlace): Promise<Entry> => {
    const key = `${place.layer}|${place.file}`
    const stamp = stampOf(place.file)
    const before = entries.get(key)
    if (before?.stamp === stamp) return before
    const read = stamp === absent ? undefined : await readPolicy(place, places.state)
    const entry: Entry =
      read === undefined
        ? { stamp, version: 0, value: undefined, failure: undefined }
        : read.ok
          ? { stamp, version: ++versions, value: read.value, failure: undefined }
          : { stamp, version: ++versions, value: before?.value, failure: read.failure }
    bounded(entries, key, entry, most * 8)
    if (before !== undefined || entry.failure !== undefined) onReload(place, entry.failure)
    return entry
  }

  const gather = async (roots: readonly string[], cwd: string | undefined): Promise<Policies> => {
    const files: PolicyFile[] = []
    let failure: Failure | undefined
    let key = ''
    for (const place of policyPlaces(places, roots, cwd)) {
      const entry = await entryOf(place)
      failure ??= entry.failure
      if (entry.value !== undefined) files.push(entry.value)
      if (entry.version > 0) key += `${entry.version},`
    }
    const bundle = await bundleNamed()
    if (bundle !== undefined) {
      const found = await readBundle(bundle, places)
      if (found.failure === undefined || found.kept !== undefined) lastBundle = found
      files.push(...lastBundle.files)
      failure ??= found.failure
      key += `${lastBundle.kept?.digest} ${found.failure === undefined ? '' : describe(found.failure)}`
    }
    const same = sets.get(key)
    if (same !== undefined) return same
    const fresh = { files, failure, bundle: bundle === undefined ? undefined : lastBundle.kept }
    bounded(sets, key, fresh, 64)
    return fresh
  }

  const read = (roots: readonly string[], cwd: string | undefined): Promise<Policies> => {
    // Each place costs a look at the disk, and its name stays in memory.
    const named = roots.reduce((sum, root) => sum + root.length, cwd?.length ?? 0)
    if (roots.length > mostRoots || named > mostNamed) return base().then(policies => ({ ...policies, failure: tooMany }))
    const key = JSON.stringify([roots, cwd])
    const now = performance.now()
    const last = known.get(key)
    if (last !== undefined && now - last.at < recheckMs) return last.found
    const found = gather(roots, cwd)
    bounded(known, key, { at: now, found }, most)
    return found
  }

  const base = (): Promise<Policies> => read([], undefined)
  return { read, base, forget: () => known.clear() }
}

/** Sets a value as the newest and lets the oldest go. */
const bounded = <T>(map: Map<string, T>, key: string, value: T, limit: number): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size <= limit) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
