/** How each scripting language is given its code. */

import type { Language } from '../../languages/tokens/lexer.ts'
import { interpreters } from './languages.gen.ts'

export interface Interpreter {
  readonly language: Language
  /** Options whose value is code. */
  readonly code: readonly string[]
  /** Other options that take a value. */
  readonly valued: string
  /** A subcommand before the code (`deno eval`). */
  readonly evals?: string
  /** Subcommands before a file (`dart run x.dart`), with a space between. */
  readonly verbs?: string
}

export const python = interpreters.python as Interpreter
