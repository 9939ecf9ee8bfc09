/** A gateway's changed input or redacted output, as the whole replacement that a verdict holds. */

import type { Dialect } from '../../../core/config.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { Rewrite } from '../../../core/verdict.ts'
import { type Fields, type Key, same } from './fields.ts'
import { isToldAs, isTranslated, ownName } from './translate.ts'

/** A change that the client has no name for. */
export const lost = 'lost'

/** After the tool the output counts, before it the input; the other one would come too late or too early. */
export const readRewrite = (
  answer: JsonObject,
  nested: JsonObject,
  event: NormalizedHookEvent,
  fields: Fields,
  dialect: Dialect,
): Rewrite | typeof lost | undefined => {
  const input = inputOf(answer, nested, event, fields, dialect)
  const output = one([nested, answer], ['updatedToolOutput', 'updatedMCPToolOutput', 'updatedOutput'], fields)
  const redacted: Rewrite | undefined = output === undefined ? undefined : { of: 'output', output }
  return event.category === 'output' || event.category === 'mcp-post' ? (redacted ?? input) : (input ?? redacted)
}

/** Some clients replace the input and others merge: the gateway's keys go over the whole of it. */
const inputOf = (
  answer: JsonObject,
  nested: JsonObject,
  event: NormalizedHookEvent,
  fields: Fields,
  dialect: Dialect,
): Rewrite | typeof lost | undefined => {
  const request = fields.object(nested, 'decision')
  const given = one(request === undefined ? [nested, answer] : [nested, answer, request], ['updatedInput'], fields)
  if (given === undefined) return undefined
  if (!isObject(given)) {
    fields.note('updatedInput is not an object')
    return undefined
  }
  const before = event.structuredInput
  const update = isTranslated(dialect, event) ? inOwnNames(given, event) : given
  if (update === undefined) return lost
  const changed = Object.entries(update).flatMap(([key, value]) => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    return old !== undefined && same(old, value) ? [] : [key]
  })
  return changed.length === 0 ? undefined : { of: 'input', input: { ...before, ...update }, changed }
}

/** Unchanged copies of an argument fall away: beside the changed one they would undo it. */
const inOwnNames = (given: JsonObject, event: NormalizedHookEvent): JsonObject | undefined => {
  const own: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(given)) {
    const name = ownName(event, key)
    const old = name === undefined ? undefined : event.structuredInput[name]
    if (name === undefined) {
      // Claude's name for something the client has under none, sent back as it was.
      if (isToldAs(event, key, value)) continue
      return undefined
    }
    if (old === undefined || !same(old, value)) own[name] = value
  }
  return own
}

/** The one value given under any of the keys; two that differ are a fault. */
const one = (objects: readonly JsonObject[], keys: readonly Key[], fields: Fields): JsonValue | undefined => {
  const found = objects.flatMap(object => keys.map(key => fields.value(object, key))).filter(value => value !== undefined)
  const [first] = found
  if (first !== undefined && found.some(value => !same(first, value))) fields.note(`${keys[0]} is given twice and differs`)
  return first
}
