/** `printf`, because payloads are assembled with it. */

import { type Analysis, joined } from '../values/analysis.ts'
import { HOLE, hole, literal, type Value } from '../values/value.ts'

/** What `printf` prints, the format repeated until its words are used up. */
export function expandPrintf(args: readonly Value[], analysis: Analysis): Value {
  const format = args[0]
  if (format === undefined) return literal('')
  if (format.text.includes(HOLE)) return hole(format.written, format.taint)
  const values = args.slice(1)
  const parts: string[] = []
  let next = 0
  do {
    const before = next
    once(format.text, () => values[next++]?.text, parts)
    if (next === before) break
  } while (next < values.length)
  const out = joined(parts, '', analysis)
  const bits = args.reduce((all, word) => all | word.taint, 0)
  return {
    ...literal(out),
    taint: bits,
    unknown: out.includes(HOLE) ? (values.find(value => value.unknown !== undefined)?.unknown ?? format.written) : undefined,
  }
}

function once(format: string, argument: () => string | undefined, parts: string[]): void {
  let out = ''
  const flush = (text: string): void => {
    parts.push(out, text)
    out = ''
  }
  for (let index = 0; index < format.length; index++) {
    const char = format[index] as string
    if (char === '\\') {
      const [text, size] = escapeAt(format, index)
      out += text
      index += size - 1
    } else if (char === '%') {
      let end = index + 1
      while (end < format.length && /[-+ #0\d.*]/.test(format[end] as string)) end++
      const kind = format[end]
      index = end
      if (kind === '%') out += '%'
      else if (kind === 'b') flush(escapes(argument() ?? ''))
      else if (kind === 'c') out += (argument() ?? '')[0] ?? ''
      else if (kind === 'd' || kind === 'i' || kind === 'u' || kind === 's' || kind === 'q') flush(argument() ?? '')
      else if (kind === 'x' || kind === 'o') out += Number(argument() ?? 0).toString(kind === 'x' ? 16 : 8)
      else out += HOLE
    } else out += char
  }
  parts.push(out)
}

/** Reads backslash escapes as `printf` and `echo -e` do: octal, `\xHH`, `\uHHHH`. */
export function escapes(text: string): string {
  let out = ''
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== '\\') {
      out += text[index]
      continue
    }
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
  return [value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : '', code[0].length]
}
