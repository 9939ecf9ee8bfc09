/** `printf`, because payloads are assembled with it. */

import { type Analysis, joined } from '../values/analysis.ts'
import { integerOf, isPlain, numbered, padded } from '../values/formats.ts'
import { HOLE, hole, literal, NUL, taint, type Value, withLetters } from '../values/value.ts'

/** What `printf` prints, the format repeated until its words are used up. */
export function expandPrintf(args: readonly Value[], analysis: Analysis): Value {
  const format = args[0]
  if (format === undefined) return literal('')
  if (format.text.includes(HOLE)) return hole(format.written, format.taint)
  const bits = args.reduce((all, word) => all | (word.glob ? word.taint | taint.counted : word.taint), 0)
  // Digits that stand for others make other characters.
  const escapes = (format.taint & taint.counted) !== 0 && format.text.includes('\\')
  if (escapes || ((bits & taint.counted) !== 0 && /%[^a-z%]*[boxXcqQ]/.test(format.text))) return hole(format.written, bits)
  const values = args.slice(1)
  const parts: string[] = []
  let next = 0
  do {
    const before = next
    once(format.text, () => values[next++]?.text, parts)
    if (next === before) break
  } while (next < values.length)
  const out = joined(parts, '', analysis)
  return {
    ...literal(out),
    taint: bits,
    unknown: out.includes(HOLE) ? (values.find(value => value.unknown !== undefined)?.unknown ?? format.written) : undefined,
  }
}

function once(format: string, argument: () => string | undefined, parts: string[]): void {
  let out = ''
  for (let index = 0; index < format.length; index++) {
    const char = format[index] as string
    if (char === '\\') {
      const [text, size] = format[index + 1] === 'c' ? [HOLE, 2] : escapeAt(format, index)
      out += text
      index += size - 1
    } else if (char === '%') {
      conversion.lastIndex = index
      const [whole, flags = '', width = '', precision, kind = ''] = conversion.exec(format) ?? ['%']
      index += whole.length - 1
      parts.push(out)
      out = ''
      if (kind === '%') out = '%'
      else {
        const size = (given: string | undefined): number | undefined =>
          given === '*' ? integerOf(argument() ?? '0') : given === undefined ? -1 : Number(given)
        const [least, most] = [size(width === '' ? '0' : width), size(precision)]
        const text = least === undefined || most === undefined ? HOLE : converted(kind, flags, most, argument() ?? '')
        parts.push(least === 0 || text.includes(HOLE) ? text : isPlain(text) ? padded(text, least ?? 0, flags, kind) : HOLE)
      }
    } else out += char
  }
  parts.push(out)
}

const conversion = /%([-+ #0]*)(\d{1,3}|\*)?(?:\.(\*|\d{0,3}))?([a-zA-Z%]?)/y

/** `most`: characters of a text, digits of a number; -1 where nothing is said of it. */
function converted(kind: string, flags: string, most: number, text: string): string {
  const cut = (whole: string): string => (most < 0 ? whole : whole.slice(0, most))
  // Some count bytes, some characters.
  const isCounted = most >= 0 || kind === 'c'
  // What is known beside what is not stays.
  if (most < 0 && kind === 's') return text
  if (most < 0 && kind === 'b') return text.split(HOLE).map(escapes).join(HOLE)
  if (text.includes(HOLE) || flags.includes('#') || (isCounted && !isPlain(text))) return HOLE
  if (kind === 's') return cut(text)
  if (kind === 'b') return cut(escapes(text))
  if (kind === 'c') return text.slice(0, 1)
  if (kind === 'q')
    return text.includes('\n') || !isPlain(text) || most >= 0
      ? HOLE
      : text === ''
        ? "''"
        : text.replace(/[^\w@%+=:,./-]/g, '\\$&')
  return /^[diuoxX]$/.test(kind) ? numbered(kind, flags, most, integerOf(text)) : HOLE
}

/** Reads backslash escapes as `printf` and `echo -e` do: octal, `\xHH`, `\uHHHH`. */
export function escapes(text: string): string {
  let out = ''
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== '\\') {
      out += text[index]
      continue
    }
    // Nothing of it is put out any more.
    if (text[index + 1] === 'c') return out
    // A quote needs no escape here, and keeps its backslash.
    const [piece, size] = /['"]/.test(text[index + 1] ?? '') ? ['\\', 1] : escapeAt(text, index)
    out += piece
    index += size - 1
  }
  return out
}

const simple: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  "'": "'",
  '"': '"',
}

/** The character an escape stands for, and how many characters it takes. */
function escapeAt(text: string, at: number): [string, number] {
  const head = text[at + 1] ?? ''
  const plain = simple[head]
  if (plain !== undefined) return [plain, 2]
  const code = /^\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3}))/.exec(text.slice(at, at + 10))
  if (code === null) return ['\\', 1]
  const value = code[4] === undefined ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16) : Number.parseInt(code[4], 8)
  return [value === 0 ? NUL : value <= 0x10ffff ? withLetters(String.fromCodePoint(value)) : '', code[0].length]
}
