/** What the last pulls brought, as a file beside the bundle says. */

import { readBounded } from '../config/bounded-file.ts'
import { read } from '../sources/machine/private-file.ts'
import { type Folder, stateOf } from './active.ts'
import { maxBytes } from './format.ts'

/** `waiting`: it is good, and its rollout does not cover this machine yet. */
export type Outcome = 'activated' | 'unchanged' | 'waiting' | 'refused' | 'unreachable'

export interface PullState {
  readonly url: string
  readonly at: number
  readonly outcome: Outcome
  readonly detail?: string
  /** When the source was last reached and what it had was good. */
  readonly good?: number
  readonly etag?: string
  /** Pulls in a row that did not reach it. */
  readonly failures: number
  readonly nextAt: number
  /** The newest that was ever accepted here. */
  readonly seen?: Seen
  /** What was put in force last: what is found in its place must not be older. */
  readonly active?: Pick<Seen, 'name' | 'counter'>
  /** Digest of the key list that was accepted, and of the keys that it comes from. */
  readonly list?: { readonly root: string; readonly digest: string }
}

export interface Seen {
  readonly name: string
  readonly counter: number
  readonly digest: string
}

export const textOf = (file: string): string | undefined => {
  try {
    return readBounded(file, maxBytes)
  } catch {
    return undefined
  }
}

export const readState = (folder: Folder): PullState | undefined => {
  try {
    const state = JSON.parse(read(stateOf(folder), 65_536) ?? textOf(stateOf(folder)) ?? 'null') as PullState | null
    return state ?? undefined
  } catch {
    return undefined
  }
}
