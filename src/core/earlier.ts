/** What a session did before this call: the words under which it is noted, and asked for. */

import type { NormalizedHookEvent } from './event.ts'
import { hash } from './hash.ts'

/** What rules may ask about. */
export const happenings = ['read-secret', 'downloaded', 'wrote-runnable'] as const
export type Happening = (typeof happenings)[number]

export interface Earlier {
  /** How often this was noted. */
  readonly times: (word: string) => number
  /** False when part of the memory cannot be read: what is not found there may have happened all the same. */
  readonly sure: boolean
  /** What stands before the colon of any word; undefined where nobody looked. */
  readonly kinds?: { readonly has: (kind: string) => boolean }
}

export const nothingEarlier: Earlier = { times: () => 0, sure: true }

/** A place is noted by a number that is made of its path, which tells nobody else what it is. */
export const placeWord = (kind: 'holds-secret' | 'holds-sources' | 'downloaded' | 'unpacked' | 'wrote', path: string): string =>
  `${kind}:${hash(path)}`

/** One and the same call, whatever blanks it is written with. */
export const refusalWord = ({ subject, toolName = '', content }: NormalizedHookEvent): string =>
  `refused:${hash(`${subject}\n${toolName}\n${content.slice(0, 65_536).trim().replace(/\s+/g, ' ')}`)}`
