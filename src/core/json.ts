/** The JSON vocabulary and the strict reader for text that somebody else wrote. */

import { isSound } from './tokens/marks.ts'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Deepest nesting accepted in any JSON text. Real payloads stay below 20. */
export const maxDepth = 256

export type JsonFault = 'empty' | 'not-json' | 'not-object' | 'too-deep' | 'duplicate-key' | 'raw-nul' | 'text-behind'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The own string under `key`, or undefined. Inherited names such as `constructor` never count. */
export const stringAt = (object: JsonObject, key: string): string | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The own object under `key`, or undefined. */
export const objectAt = (object: JsonObject, key: string): JsonObject | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return isObject(value) ? value : undefined
}

export const numberAt = (object: JsonObject, key: string): number | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'number' ? value : undefined
}

export const stringsAt = (object: JsonObject, key: string): readonly string[] => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

export const has = (object: JsonObject, key: string): boolean => Object.hasOwn(object, key)

/**
 * Reads one JSON object from text. Bytes before the first `{` (byte order marks, shell noise) are skipped;
 * anything but white space after the value is a fault. Nesting beyond `maxDepth` and a key given twice are
 * faults as well: two readers may disagree about them, and the laxer reading must not win. `lenient.ts` reads what is refused here.
 */
export const readObject = (text: string): JsonObject | JsonFault => {
  const start = text.indexOf('{')
  if (start < 0) return text.trim() === '' ? 'empty' : 'not-json'
  const before = text.slice(0, start).trimStart()
  if (before.startsWith('[') || before.startsWith('"')) return 'not-object'
  const body = start === 0 ? text : text.slice(start)
  const fault = isSound(body) ? undefined : scan(body)
  if (fault !== undefined) return fault
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : 'not-object'
  } catch {
    return body.includes('\0') ? 'raw-nul' : 'not-json'
  }
}

const quote = 34

/** Where it stands next, or the text ends. */
const next = (text: string, sign: string, from: number): number => {
  const found = text.indexOf(sign, from)
  return found < 0 ? text.length : found
}

/** One pass over the text: nesting, repeated keys, and where it ends. It judges structure only; JSON.parse judges the rest. */
const scan = (text: string): JsonFault | undefined => {
  const keys: (Set<string> | undefined)[] = []
  let expectKey = false
  // The next of each is searched once: a loop over every letter would be the longest part of a short call.
  let [ends, slash] = [-1, -1]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      const from = ++i
      let escaped = false
      for (;;) {
        if (ends < i) ends = next(text, '"', i)
        if (slash < i) slash = next(text, '\\', i)
        if (slash > ends || slash === text.length) break
        escaped = true
        i = slash + 2
      }
      i = Math.max(i, ends)
      if (expectKey) {
        expectKey = false
        const seen = keys[keys.length - 1]
        const raw = text.slice(from, i)
        const key = escaped ? unescapeKey(raw) : raw
        if (seen?.has(key)) return 'duplicate-key'
        seen?.add(key)
      }
    } else if (code === 123) {
      keys.push(new Set())
      expectKey = true
    } else if (code === 91) {
      keys.push(undefined)
      expectKey = false
    } else if (code === 125 || code === 93) {
      keys.pop()
      expectKey = false
      if (keys.length === 0) return text.slice(i + 1).trim() === '' ? undefined : 'text-behind'
    } else if (code === 44) {
      expectKey = keys[keys.length - 1] !== undefined
    }
    if (keys.length > maxDepth) return 'too-deep'
  }
  return undefined
}

const unescapeKey = (raw: string): string => {
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    return raw
  }
}
