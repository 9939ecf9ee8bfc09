/** Which file a call opens, and for what. */

import type { Argument, CodeValue } from './evaluator/code.ts'
import type { Language } from './evaluator/lexer.ts'

/** The file, and the mode as `open` has it in most languages. */
export function openedBy(
  name: string,
  args: readonly Argument[],
  language: Language,
): readonly [file: CodeValue | undefined, mode: string] {
  const perl = language === 'perl'
  const first = name === 'sysopen' ? 1 : 0
  const file = (perl && name === 'open' && args.length > 1 ? args.at(-1) : args[first])?.value
  // `open(F, ">>file")`
  const [, sign, rest] =
    perl && args.length === (name === 'open' ? 2 : 1) ? (/^\s*(\+?[<>]*)\s*(.*)$/s.exec(file?.text ?? '') ?? []) : []
  if (file !== undefined && rest !== undefined) return [{ ...file, text: rest }, sign || 'r']
  return [file, modeOf(args.find(argument => argument.name === 'mode') ?? args[first + 1])]
}

/** `"a"`, `os.O_WRONLY | os.O_APPEND` */
function modeOf(argument: Argument | undefined): string {
  const flags = argument?.tokens.map(token => token.value).join(' ') ?? ''
  const [, access] = /^(?!.*\b(?:RDONLY|O_RDONLY|if|or|and)\b)(?:\w|[.:|() ])*\b(?:O_)?(WRONLY|RDWR)\b/.exec(flags) ?? []
  if (access === undefined) return argument?.value.text ?? 'r'
  return `${flags.includes('TRUNC') ? 'w' : 'a'}${access === 'RDWR' ? '+' : ''}`
}
