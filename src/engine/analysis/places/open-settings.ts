/** Settings that let everybody in, or a check look away. */

import { openings } from './open-settings.gen.ts'

/** A row of `src/engine/knowledge/places/open-settings.yaml`. */
export interface Opening {
  readonly where: RegExp
  readonly says: RegExp
  readonly finding: 'cloud.access-change' | 'permissions.security-off'
  /** The page that says so. */
  readonly source: string
  /** A text that opens, and one that does not. */
  readonly stop: string
  readonly allow: string
}

/** What a new text of such a file opens. */
export const opensBy = (path: string, text: string): Opening['finding'] | undefined =>
  openings.find(({ where, says }) => where.test(path) && says.test(text))?.finding

/** By its name alone. */
export const mayOpen = (path: string): boolean => openings.some(({ where }) => where.test(path))
