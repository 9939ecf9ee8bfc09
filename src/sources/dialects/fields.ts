/** Reads the known keys of a gateway's answer, in either spelling, and notes what has the wrong type. */

import { has, isObject, type JsonObject, type JsonValue } from '../../core/json.ts'

export interface Fields {
  readonly text: (object: JsonObject, key: string) => string | undefined
  readonly flag: (object: JsonObject, key: string) => boolean | undefined
  readonly object: (object: JsonObject, key: string) => JsonObject | undefined
  readonly value: (object: JsonObject, key: string) => JsonValue | undefined
  readonly note: (fault: string) => void
  /** The first thing that was wrong; undefined when all was well. */
  readonly fault: () => string | undefined
}

/** Keys are given in camelCase. A null counts as absent: many serialisers write one for "nothing". */
export const fieldsReader = (): Fields => {
  let first: string | undefined
  const note = (fault: string): void => {
    first ??= fault
  }
  const value = (object: JsonObject, key: string): JsonValue | undefined => {
    const snake = snakeCase(key)
    const a = has(object, key) ? (object[key] ?? undefined) : undefined
    const b = snake !== key && has(object, snake) ? (object[snake] ?? undefined) : undefined
    if (a !== undefined && b !== undefined && !same(a, b)) note(`${key} and ${snake} differ`)
    return a ?? b
  }
  const typed =
    <T extends JsonValue>(guard: (value: JsonValue) => value is T, name: string) =>
    (object: JsonObject, key: string): T | undefined => {
      const found = value(object, key)
      if (found === undefined || guard(found)) return found
      note(`${key} is not ${name}`)
      return undefined
    }
  const text = typed((value): value is string => typeof value === 'string', 'a string')
  return {
    value,
    note,
    text: (object, key) => {
      const found = text(object, key)
      return found === undefined || found.trim() === '' ? undefined : found
    },
    flag: typed((value): value is boolean => typeof value === 'boolean', 'a boolean'),
    object: typed((value): value is JsonObject => isObject(value), 'an object'),
    fault: () => first,
  }
}

/** Deep equality of JSON values, whatever the order of keys. */
export const same = (a: JsonValue, b: JsonValue): boolean => {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => {
      const [left, right] = [a[key], b[key]]
      return has(b, key) && left !== undefined && right !== undefined && same(left, right)
    })
  )
}

const snakeCase = (key: string): string => key.replace(/MCP|[A-Z]/g, letters => `_${letters.toLowerCase()}`)
