/** Texts of several lines that begin below the line which names their end (Ruby: here documents; perlop: quote-like operators; PHP: heredoc, nowdoc). */

import type { Language, Token } from './lexer.ts'

export interface HereDocument {
  /** What stands in it, as it is written. */
  readonly body: string
  /** `"` where names in it are replaced, `'` where none is, a backtick where a shell runs it. */
  readonly quote: string
  /** Behind the word that names its end, where the line goes on. */
  readonly end: number
  /** Where its lines begin, and what stands behind them. */
  readonly from: number
  readonly to: number
}

const heads: Readonly<Partial<Record<Language, RegExp>>> = {
  ruby: /<<([~-]?)(?:(["'`])([^"'`\n]+)\2|([A-Z_a-z]\w*))/y,
  perl: /<<(~?)(?:[ \t]*(["'`])([^"'`\n]*)\2|([A-Za-z_]\w*))/y,
  php: /<<<()[ \t]*(?:(["'])([A-Za-z_]\w*)\2|([A-Za-z_]\w*))(?=\r?\n)/y,
}

/** Where lines begin that may end one, by what stands in them. */
export type Ends = ReadonlyMap<string, readonly number[]>

/** Of PHP the line goes on behind the word. */
const keyOf = (line: string, language: Language): string =>
  language === 'php' ? (/^\w*/.exec(line.trimStart())?.[0] ?? '') : line.trimStart().replace(/\r$/, '')

export function endsIn(source: string, language: Language): Ends {
  const ends = new Map<string, number[]>()
  let start = 0
  for (const line of source.split('\n')) {
    const key = keyOf(line, language)
    const starts = ends.get(key)
    if (starts === undefined) ends.set(key, [start])
    else starts.push(start)
    start += line.length + 1
  }
  return ends
}

/** The one that begins here; `after` is where the lines of another one on the same line end. */
export function hereDocument(
  source: string,
  at: number,
  language: Language,
  toEnds: () => Ends,
  after: number | undefined,
): HereDocument | undefined {
  const head = heads[language]
  if (head === undefined) return undefined
  head.lastIndex = at
  const [whole, indented, quote = '"', quotedName, bareName] = head.exec(source) ?? []
  if (whole === undefined) return undefined
  const name = quotedName ?? bareName ?? ''
  const line = source.indexOf('\n', at + whole.length)
  if (line < 0) return undefined
  const from = after ?? line + 1
  const mayBeIndented = language === 'php' || indented !== ''
  const start = toEnds()
    .get(name)
    ?.find(one => one >= from && (mayBeIndented || source.startsWith(name, one)))
  if (start === undefined) return undefined
  const word = source.indexOf(name, start) + name.length
  const next = source.indexOf('\n', word)
  const to = language === 'php' ? word : next < 0 ? source.length : next + 1
  // The last line end of a text is none of it in PHP.
  const stop = language === 'php' && start > from ? start - 1 : start
  return { body: source.slice(from, stop), quote, end: at + whole.length, from, to }
}

/**
 * Whether a value begins here. Behind one that has ended two signs of less shift or append, and what follows is code (`list <<NAME`): behind a
 * variable, a number, a text or a bracket, and in Ruby behind a name without an owner that is set somewhere.
 */
export function mayBegin(out: readonly Token[], isSet: (name: string) => boolean, language: Language): boolean {
  const before = out.at(-1)
  if (language === 'php' || before === undefined) return true
  if (before.kind === 'mark') return !/^[)\]}]$/.test(before.value)
  if (before.kind !== 'name') return false
  const owner = out.at(-2)
  if (/^[$@%]/.test(before.value)) return language === 'perl' && /^(?:print|printf|say)$/.test(owner?.value ?? '')
  if (language === 'perl' || owner?.value === '.') return true
  return !isSet(before.value)
}

/** Whether a name is given a value somewhere, as a variable, a parameter or what a loop holds. */
export const isSetIn = (source: string, name: string): boolean =>
  new RegExp(`\\b${name}\\s*(?:(?:[-+*/|&][-+*/|&]?)?=(?!=)|,)|[|(,]\\s*[*&]?${name}\\b`).test(source)

/** The same answer to the same name. */
export const remembered = (ask: (name: string) => boolean): ((name: string) => boolean) => {
  const known = new Map<string, boolean>()
  return name => {
    const answer = known.get(name) ?? ask(name)
    known.set(name, answer)
    return answer
  }
}
