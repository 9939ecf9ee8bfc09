/** Which file a call opens, and for what. */

import type { Argument, CodeValue } from '../model/code.ts'
import type { Language } from '../tokens/lexer.ts'

/** The file, and the mode as `open` has it in most languages. */
export function openedBy(
  name: string,
  args: readonly Argument[],
  language: Language,
): readonly [file: CodeValue | undefined, mode: string] {
  const perl = language === 'perl'
  const first = name === 'sysopen' ? 1 : 0
  const inOrder = args.filter(argument => argument.name === undefined)
  const named = (key: string): Argument | undefined => args.find(argument => argument.name === key)
  const file = (perl && name === 'open' && args.length > 1 ? args.at(-1) : (named('file') ?? inOrder[first]))?.value
  // `open(F, ">>file")`
  const [, sign, rest] =
    perl && args.length === (name === 'open' ? 2 : 1) ? (/^\s*(\+?[<>]*)\s*(.*)$/s.exec(file?.text ?? '') ?? []) : []
  if (file !== undefined && rest !== undefined) return [{ ...file, text: rest }, sign || 'r']
  // `fileinput.input(file, inplace=True)`
  const inPlace = named('inplace')?.tokens[0]?.value
  if (/^(?:input|FileInput)$/.test(name)) return [file, inPlace === undefined || /^(?:False|0)$/.test(inPlace) ? 'r' : 'r+']
  // `<:raw`, `r:BOM|UTF-8`, `w,ccs=UTF-8`: what a mode ends with says how the bytes are read, and not what it is for.
  const mode = modeOf(named('mode') ?? inOrder[first + (named('file') === undefined ? 1 : 0)])
  // `open(file, **how)`: it may be any.
  const isOpen = language === 'python' && args.some(({ tokens }) => tokens[0]?.value.startsWith('**') === true)
  return [file, isOpen ? 'r+' : mode.replace(/[:,].*$/s, '').trim()]
}

/** The number that `O_WRONLY | O_APPEND` stands for, of Linux. */
const numbered = (flags: number): string =>
  (flags & 3) === 0 ? 'r' : `${(flags & 0o1000) > 0 ? 'w' : 'a'}${(flags & 3) === 2 ? '+' : ''}`

/** `"a"`, `os.O_WRONLY | os.O_APPEND` */
function modeOf(argument: Argument | undefined): string {
  const flags = argument?.tokens.map(token => token.value).join(' ') ?? ''
  const [, access] = /^(?!.*\b(?:RDONLY|O_RDONLY|if|or|and)\b)(?:\w|[.:|() ])*\b(?:O_)?(WRONLY|RDWR)\b/.exec(flags) ?? []
  const text = argument?.value.text ?? 'r'
  if (access === undefined)
    return /^(?:0x[\da-f]+|\d+)$/i.test(text) ? numbered(/^0\d/.test(text) ? Number.parseInt(text, 8) : Number(text)) : text
  return `${flags.includes('TRUNC') ? 'w' : 'a'}${access === 'RDWR' ? '+' : ''}`
}
