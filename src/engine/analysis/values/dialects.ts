/**
 * Where shells read one text differently: the text again, as another shell reads it, written so that our reader, which reads bash, sees
 * the same. What the other shell refuses is left as it stands: nothing of it runs there.
 */

import type { Shell } from './analysis.ts'
import { called, manners } from './dialects.gen.ts'
import { Reader } from './rereading.ts'

/** What a shell lacks, or does in its own way. Measured by `test/shells`. */
export interface Manner {
  /** `((` is two subshells. */
  readonly parens?: true
  /** `[[` is a program, and `function` too. */
  readonly words?: true
  readonly function?: true
  /** `&>` is `&` and `>`. */
  readonly background?: true
  /** `$[`, `$'` and `$"` begin with a dollar sign and no more. */
  readonly bracket?: true
  readonly ansi?: true
  readonly locale?: true
  /** `'` in `"${x:-'}"` is a character like any other: behind these signs. */
  readonly quote?: RegExp
  /** Behind what is no sign to it, `'` is such a character without quotes around as well. */
  readonly careless?: RegExp
  readonly zsh?: true
}

export const everyShell = Object.keys(manners) as readonly Shell[]

/** Who may be called by this name; any, when it is the name of none. */
export const shellsCalled = (program: string): readonly Shell[] =>
  Object.hasOwn(called, program) ? (called[program] as readonly Shell[]) : everyShell

/** Whether a program of this name, with or without its folder, is a shell. */
export const isShell = (program: string): boolean => {
  const name = program.replace(/^.*\//, '')
  return name === 'fish' || (name !== 'Bash' && Object.hasOwn(called, name))
}

/** Signs that some shell reads in its own way. A text without them is read once, and most have none of the characters either. */
const inSigns = ['(', '&>', '[[', '$', '=', 'function', 'set -A', 'echo']
const signs = /\(\(|&>|\[\[|\bfunction\b|\$['"[=~^+{]|(?:^|[\s;&|(])=|[\w*?\]}/.=]\(|\bset -A\b|\becho\b/

interface Reading {
  readonly shells: readonly Shell[]
  /** Undefined when too much is in each other. */
  readonly text: string | undefined
}

/** Which of these shells read the text otherwise than bash, and how. */
export function readings(source: string, shells: readonly Shell[]): readonly Reading[] {
  if (!inSigns.some(sign => source.includes(sign)) || !signs.test(source)) return []
  const escapes = source.includes('\\') && /\becho\b/.test(source)
  const found = new Map<string, Reading>()
  for (const shell of shells) {
    if (shell === 'bash') continue
    const text = new Reader(source, manners[shell]).read()
    const printsEscapes = escapes && echoesEscapes(shell)
    if (text === source && !printsEscapes) continue
    const key = `${printsEscapes}${text}`
    found.set(key, { text, shells: [...(found.get(key)?.shells ?? []), shell] })
  }
  return [...found.values()]
}

/** Whose `echo` reads `\n` without being asked. */
export const echoesEscapes = (shell: Shell): boolean => shell === 'dash' || shell === 'mksh' || shell === 'zsh'
