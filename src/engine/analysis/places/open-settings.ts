/** Settings that let everybody in, or a check look away. */

import { openings } from './open-settings.gen.ts'

/** A row of `src/engine/knowledge/places/open-settings.yaml`. */
export interface Opening {
  readonly where: RegExp
  readonly says: RegExp
  /** Between the same braces. */
  readonly also?: RegExp
  readonly finding: 'cloud.access-change' | 'permissions.security-off'
  /** The page that says so. */
  readonly source: string
  /** A text that opens, and one that does not. */
  readonly stop: string
  readonly allow: string
}

/** What a new text of such a file opens. */
export const opensBy = (path: string, text: string): Opening['finding'] | undefined =>
  openings.find(({ where, ...one }) => where.test(path) && holds(one, text))?.finding

export const holds = ({ says, also }: Pick<Opening, 'says' | 'also'>, text: string): boolean =>
  also === undefined ? says.test(text) : text.split(/[{}]/).some(piece => says.test(piece) && also.test(piece))

/** By its name alone. */
export const mayOpen = (path: string): boolean => openings.some(({ where }) => where.test(path))
