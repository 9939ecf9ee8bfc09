/** What a check has to say about one place of a policy, and what the checks share. */

import { isNot, listOf, type Tested } from '../language/written-when.ts'

/** The names of the checks, for those who filter by them. */
export type Code =
  | 'never-holds'
  | 'no-effect'
  | 'shadowed'
  | 'expired'
  | 'opens'
  | 'opens-guard'
  | 'locked'
  | 'unknown-rule'
  | 'costly-pattern'
  | 'unknown-flag'
  | 'misread'

export interface Note {
  readonly path: readonly PropertyKey[]
  readonly code: Code
  readonly severity: 'error' | 'warning'
  /** What is wrong; no capital, no full stop. */
  readonly wrong: string
  /** What to write in its place. */
  readonly instead: string
  readonly key?: string
}

/** A name as messages quote it. */
export const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** What a condition names, whether it wants it or not. */
export const values = (value: Tested<string> | undefined): readonly string[] =>
  value === undefined ? [] : listOf(isNot(value) ? value.not : value)

/** Equal as data. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
