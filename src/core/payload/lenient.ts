/**
 * The second reading, for text that `readObject` refuses: what the payload may have meant. Nobody vouches for it, so it can establish a
 * deny and nothing else. It never throws, and is bounded in depth, in values, and in how much of a string it keeps.
 */

import { type JsonObject, type JsonValue, maxDepth } from '../json.ts'

const most = { readings: 8, values: 1_000_000, string: 1024 * 1024, variants: 4 * 1024 * 1024 } as const

/**
 * Every object that the text may stand for: each of several behind one another; of a key given twice, the last value and the first; with a
 * raw NUL left out, and with a line break in its place, since programs drop it or end there.
 */
export const readingsOf = (text: string): readonly JsonObject[] => {
  const found: JsonObject[] = []
  const small = text.length <= most.variants
  const texts = !text.includes('\0') ? [text] : [text.replaceAll('\0', ''), ...(small ? [text.replaceAll('\0', '\n')] : [])]
  for (const one of texts) {
    const last = objectsIn(one, 'last')
    found.push(...last.objects)
    if (last.repeated && small) found.push(...objectsIn(one, 'first').objects)
  }
  return found.filter(object => Object.keys(object).length > 0).slice(0, most.readings)
}

type Keep = 'first' | 'last'

const objectsIn = (text: string, keep: Keep): { readonly objects: readonly JsonObject[]; readonly repeated: boolean } => {
  const objects: JsonObject[] = []
  let repeated = false
  for (let at = text.indexOf('{'); at >= 0 && objects.length < most.readings; ) {
    const reader = new Reader(text, at, keep)
    objects.push(reader.object())
    repeated ||= reader.repeated
    at = text.indexOf('{', reader.at)
  }
  return { objects, repeated }
}

interface Frame {
  readonly into: Record<string, JsonValue> | JsonValue[]
  key: string | undefined
  /** How many more brackets are open below the deepest level kept: all that is in them goes into one list. */
  over: number
}

/** Brackets are taken as they come, commas and colons as blanks: a reader that gives up would let the rest of the call go unseen. */
class Reader {
  at: number
  repeated = false
  readonly #text: string
  readonly #keep: Keep
  readonly #frames: Frame[] = []
  #values = 0

  constructor(text: string, at: number, keep: Keep) {
    this.#text = text
    this.at = at
    this.#keep = keep
  }

  object(): JsonObject {
    const root: Record<string, JsonValue> = {}
    this.#frames.push({ into: root, key: undefined, over: 0 })
    this.at++
    while (this.at < this.#text.length && this.#frames.length > 0 && this.#values < most.values) this.#step()
    return root
  }

  #step(): void {
    this.at = this.#behind(this.at, isBlank)
    const sign = this.#text[this.at]
    if (sign === undefined) return
    if (sign === '{' || sign === '[') this.#open(sign === '{')
    else if (sign === '}' || sign === ']') this.#close()
    else this.#word(sign === '"' ? this.#string() : this.#bare())
  }

  #behind(from: number, is: (code: number) => boolean): number {
    let at = from
    while (at < this.#text.length && is(this.#text.charCodeAt(at))) at++
    return at
  }

  #open(object: boolean): void {
    this.at++
    const top = this.#frames.at(-1)
    if (top === undefined) return
    if (top.over > 0) {
      top.over++
      return
    }
    const deepest = this.#frames.length >= maxDepth - 1
    const into = object && !deepest ? {} : []
    this.#put(into)
    this.#frames.push({ into, key: undefined, over: deepest ? 1 : 0 })
  }

  #close(): void {
    this.at++
    const top = this.#frames.at(-1)
    if (top !== undefined && top.over > 1) top.over--
    else this.#frames.pop()
  }

  /** A key when a colon follows where one can stand, else a value. */
  #word(value: JsonValue): void {
    const top = this.#frames.at(-1)
    if (top === undefined) return
    const colon = this.#text[this.#behind(this.at, isSpace)] === ':'
    if (!Array.isArray(top.into) && top.key === undefined && colon) top.key = `${value}`
    else this.#put(value)
  }

  #put(value: JsonValue): void {
    this.#values++
    const top = this.#frames.at(-1)
    if (top === undefined) return
    if (Array.isArray(top.into)) {
      top.into.push(value)
      return
    }
    const key = top.key ?? ''
    top.key = undefined
    const known = Object.hasOwn(top.into, key)
    this.repeated ||= known
    // Defined, not assigned: `__proto__` is a key like any other.
    if (!known || this.#keep === 'last')
      Object.defineProperty(top.into, key, { value, configurable: true, enumerable: true, writable: true })
  }

  #string(): string {
    const from = this.at + 1
    let end = this.#text.indexOf('"', from)
    while (end >= 0 && this.#escaped(from, end)) end = this.#text.indexOf('"', end + 1)
    if (end < 0) end = this.#text.length
    this.at = end + 1
    return plain(cut(this.#text, from, end))
  }

  /** An odd number of backslashes stands before this place. */
  #escaped(from: number, end: number): boolean {
    let at = end
    while (at > from && this.#text[at - 1] === '\\') at--
    return (end - at) % 2 === 1
  }

  #bare(): JsonValue {
    const from = this.at
    this.at = Math.max(from + 1, this.#behind(from, isPart))
    const word = cut(this.#text, from, this.at)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    return /^-?\d{1,20}(?:\.\d{1,20})?$/.test(word) ? Number(word) : word
  }
}

const isSpace = (code: number): boolean => code <= 32
const isBlank = (code: number): boolean => code <= 32 || code === 44 || code === 58
/** Of a word without quotes: no blank, quote or bracket. */
const isPart = (code: number): boolean =>
  !isBlank(code) && code !== 34 && code !== 91 && code !== 93 && code !== 123 && code !== 125

/** The beginning and the end of what is too long: what is between them stays untold, like the rest of such a payload. */
const cut = (text: string, from: number, end: number): string =>
  end - from <= most.string
    ? text.slice(from, end)
    : `${text.slice(from, from + most.string / 2)}\n${text.slice(end - most.string / 2, end)}`

const plain = (raw: string): string => {
  if (!raw.includes('\\')) return raw
  try {
    const read: unknown = JSON.parse(`"${raw}"`)
    if (typeof read === 'string') return read
  } catch {
    // A raw line break, or an escape that is none.
  }
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code?: string, sign?: string) =>
    code === undefined ? (escapes[sign ?? ''] ?? sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
