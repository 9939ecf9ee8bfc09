/** Foreign text, made visible: what would paint, turn or hide letters is shown as the escape that a programmer knows. */

// Control characters, separators, bidi marks and overrides, zero-width characters, variation selectors, Unicode tags, unpaired surrogates.
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is looked for by itself
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

export interface Piece {
  readonly text: string
  readonly kind: 'plain' | 'escape' | 'mark'
}

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (character === '\r') return '\\r'
  if (code === 0x1b) return '\\e'
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

export const pieces = (text: string): readonly Piece[] => {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(unseen)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), kind: 'plain' })
    found.push({ text: escaped(match[0]), kind: 'escape' })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from), kind: 'plain' })
  return found
}

/** For titles, labels and attributes, which cannot hold marks. */
export const visible = (text: string): string =>
  pieces(text)
    .map(piece => piece.text)
    .join('')

/** One line: a break is told from what follows it. */
export const oneLine = (text: string): string => text.replace(/\r?\n/g, ' ⏎ ').replace(/\t/g, ' ')

/** The words that matter in a text, wherever they occur; longer ones first, so that a part does not hide the whole. */
export const marked = (text: string, words: readonly string[]): readonly Piece[] => {
  const wanted = [...new Set(words)].filter(word => word.length > 1).sort((a, b) => b.length - a.length)
  const found: Piece[] = []
  let [from, at] = [0, 0]
  const plain = (to: number): void => {
    if (to > from) found.push(...pieces(text.slice(from, to)))
  }
  while (at < text.length && found.length < 400) {
    const word = wanted.find(one => text.startsWith(one, at))
    if (word === undefined || (/\w/.test(text[at - 1] ?? '') && /^\w/.test(word))) {
      at++
      continue
    }
    plain(at)
    found.push({ text: visible(word), kind: 'mark' })
    at += word.length
    from = at
  }
  plain(text.length)
  return found
}

/** Longest stretch that is seen or not seen as one. */
const partLength = 800

/** A text in stretches that are short enough to be looked at; no character is torn. */
export const inParts = (text: string): readonly string[] => {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + partLength)
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to++
    found.push(text.slice(from, to))
    from = to
  }
  return found
}

/** A value as a shell takes it. */
export const quoted = (text: string): string => (/^[\w./:,~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

export const ago = (time: string, now: number): string => {
  const seconds = Math.round((now - Date.parse(time)) / 1000)
  if (Number.isNaN(seconds)) return ''
  if (seconds < 60) return seconds < 2 ? 'now' : `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`
}

/** Today the time alone, before that the day as well. */
export const clock = (time: string): string => {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '?'
  const two = (number: number): string => String(number).padStart(2, '0')
  const at = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return date.toDateString() === new Date().toDateString() ? at : `${two(date.getMonth() + 1)}-${two(date.getDate())} ${at}`
}

export const took = (ms: number | null): string =>
  ms === null ? '' : ms < 1_000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
