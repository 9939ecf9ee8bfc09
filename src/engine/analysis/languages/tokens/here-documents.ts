/** Texts of several lines that begin below the line which names their end (Ruby: here documents; perlop: quote-like operators; PHP: heredoc, nowdoc). */

import type { Language } from './lexer.ts'

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
