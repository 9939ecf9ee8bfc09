/** Reads the known keys of a gateway's answer, in either spelling, and notes what has the wrong type. */

import { has, isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'

/** Every key that is read, and its other spelling. A table, since a pattern would have to be compiled on each call. */
const spellings = {
  action: 'action',
  additionalContext: 'additional_context',
  agentMessage: 'agent_message',
  behavior: 'behavior',
  contain: 'contain',
  continue: 'continue',
  data: 'data',
  decision: 'decision',
  error: 'error',
  executionTime: 'execution_time',
  guardrailChecks: 'guardrail_checks',
  hookSpecificOutput: 'hook_specific_output',
  id: 'id',
  message: 'message',
  permission: 'permission',
  permissionDecision: 'permission_decision',
  permissionDecisionReason: 'permission_decision_reason',
  reason: 'reason',
  stopReason: 'stop_reason',
  suppressOutput: 'suppress_output',
  systemMessage: 'system_message',
  updatedInput: 'updated_input',
  updatedMCPToolOutput: 'updated_mcp_tool_output',
  updatedOutput: 'updated_output',
  updatedToolOutput: 'updated_tool_output',
  userMessage: 'user_message',
  verdict: 'verdict',
} as const

export type Key = keyof typeof spellings

/** Does an object hold this key, in either spelling? */
export const knows = (object: JsonObject, key: Key): boolean => has(object, key) || has(object, spellings[key])

export interface Fields {
  readonly text: (object: JsonObject, key: Key) => string | undefined
  readonly flag: (object: JsonObject, key: Key) => boolean | undefined
  readonly object: (object: JsonObject, key: Key) => JsonObject | undefined
  readonly value: (object: JsonObject, key: Key) => JsonValue | undefined
  readonly note: (fault: string) => void
  /** The first thing that was wrong; undefined when all was well. */
  readonly fault: () => string | undefined
}

/** A null counts as absent: many serialisers write one for "nothing". */
export const fieldsReader = (): Fields => {
  let first: string | undefined
  const note = (fault: string): void => {
    first ??= fault
  }
  const value = (object: JsonObject, key: Key): JsonValue | undefined => {
    const snake = spellings[key]
    const a = has(object, key) ? (object[key] ?? undefined) : undefined
    const b = snake !== key && has(object, snake) ? (object[snake] ?? undefined) : undefined
    if (a !== undefined && b !== undefined && !same(a, b)) note(`${key} and ${snake} differ`)
    return a ?? b
  }
  const typed =
    <T extends JsonValue>(guard: (value: JsonValue) => value is T, name: string) =>
    (object: JsonObject, key: Key): T | undefined => {
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
