/** As much of JSON Schema as clients use for their settings. */

import { isObject, type JsonValue } from '../../core/json.ts'
import { claudeSettings } from './claude-settings.gen.ts'

type Type = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

export type Schema =
  | true
  | {
      readonly type?: Type | readonly Type[]
      readonly enum?: readonly JsonValue[]
      readonly anyOf?: readonly Schema[]
      readonly properties?: Readonly<Record<string, Schema>>
      readonly required?: readonly string[]
      readonly additionalProperties?: Schema
      readonly items?: Schema
      readonly minItems?: number
      readonly minLength?: number
      readonly minimum?: number
      readonly maximum?: number
      readonly exclusiveMinimum?: number
    }

/** By the name that an adapter gives. */
export const schemas: Readonly<Record<string, Schema>> = { 'claude-code': claudeSettings }

/** The path of a value that does not fit, the first one; undefined where all do. */
export const misfit = (schema: Schema, value: JsonValue, at: readonly string[] = []): string | undefined => {
  if (schema === true) return undefined
  const { anyOf, properties = {}, additionalProperties = true } = schema
  const here = at.join('.') || 'the whole'
  if (anyOf?.every(branch => misfit(branch, value, at) !== undefined)) return here
  if (schema.type !== undefined && ![schema.type].flat().some(type => isOf(value, type))) return here
  if (schema.enum !== undefined && !schema.enum.includes(value)) return here
  if (typeof value === 'string') return value.length < (schema.minLength ?? 0) ? here : undefined
  if (typeof value === 'number') {
    const { minimum = value, maximum = value, exclusiveMinimum = -Infinity } = schema
    return value < minimum || value > maximum || value <= exclusiveMinimum ? here : undefined
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return here
    return firstOf(value.map((item, i) => () => misfit(schema.items ?? true, item, [...at, String(i)])))
  }
  if (!isObject(value)) return undefined
  const missing = schema.required?.find(key => !Object.hasOwn(value, key))
  if (missing !== undefined) return [...at, missing].join('.')
  return firstOf(
    Object.entries(value).map(
      ([key, one]) =>
        () =>
          misfit(Object.hasOwn(properties, key) ? (properties[key] ?? true) : additionalProperties, one, [...at, key]),
    ),
  )
}

const firstOf = (checks: readonly (() => string | undefined)[]): string | undefined => {
  for (const check of checks) {
    const found = check()
    if (found !== undefined) return found
  }
  return undefined
}

const isOf = (value: JsonValue, type: Type): boolean => {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}
