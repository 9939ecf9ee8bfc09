/** How the tables of this folder say what a call of a library's function comes to. */

import { HOLE } from '../../values/value.ts'
import type { Argument, Code, CodeValue } from '../model/code.ts'

/** A call, with none of its arguments one of several. */
export interface Called {
  /** `os.path.join`, as far as it is written or was imported. */
  readonly path: string
  /** Its last part. */
  readonly name: string
  readonly args: readonly Argument[]
  /** The first of them. */
  readonly first: CodeValue
  /** Those without a name. */
  readonly plain: readonly CodeValue[]
  /** The taint of all of them. */
  readonly bits: number
  readonly code: Code
}

/** Names of functions with blanks between them, and what a call by one of them comes to. */
export type Rows = readonly (readonly [names: string, comes: (call: Called) => CodeValue])[]

/** A text that nobody knows. */
export const open = (taint: number): CodeValue => ({ text: HOLE, taint })
