/** Changes to what goes in or comes out: exact, or not at all. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { Rewrite } from '../../../core/verdict.ts'
import { covers, detect, familiesOf, mask } from '../../detect/detect.ts'
import type { Rule } from '../rules/types.ts'
import type { Facts } from './facts.ts'

/** Replaces one argument of the only command in the text; undefined when it cannot be done exactly. */
export const rewriteCommand = (rule: Rule, facts: Facts): Rewrite | undefined => {
  const { event } = facts
  const [from, to] = rule.rewrite?.args.replace ?? []
  if (from === undefined || to === undefined || event.subject !== 'shell') return undefined
  if ((facts.shell()?.invocations.length ?? 0) !== 1 || !plain.test(event.content) || !word.test(to)) return undefined
  const words = event.content.split(/( +)/)
  const at = words.indexOf(from)
  if (at < 1 || words.indexOf(from, at + 1) >= 0) return undefined
  words[at] = to
  const changed = Object.keys(event.structuredInput).filter(key => event.structuredInput[key] === event.content)
  const key = changed[0]
  if (key === undefined || changed.length !== 1) return undefined
  return { of: 'input', input: { ...event.structuredInput, [key]: words.join('') }, changed: [key] }
}

// Only words and spaces: no quotes, variables, separators or redirections, so that splitting at spaces is what a shell does.
const plain = /^[A-Za-z0-9_@%+=:,./ -]+$/
const word = /^[A-Za-z0-9_@%+=:,./-]+$/

/** The output with everything masked that the named detectors find; undefined when something would remain. */
export const redactOutput = (event: NormalizedHookEvent, names: readonly string[]): Rewrite | undefined => {
  if (event.subject !== 'output' || names.length === 0) return undefined
  const output = maskLeaves((event.toolOutput ?? event.content) as JsonValue, names, 0)
  const rest = typeof output === 'string' ? output : JSON.stringify(output)
  const remains = names.some(name => familiesOf(name).some(family => detect(rest, family).some(({ kind }) => covers(name, kind))))
  return remains ? undefined : { of: 'output', output }
}

/** Strings are masked, everything else keeps its shape. */
const maskLeaves = (value: JsonValue, names: readonly string[], depth: number): JsonValue => {
  if (typeof value === 'string') return mask(value, names)
  if (depth > 64) return '[removed: nested too deep]'
  if (Array.isArray(value)) return value.map(item => maskLeaves(item, names, depth + 1))
  if (!isObject(value)) return value
  const masked: Record<string, JsonValue> = Object.create(null)
  for (const [key, item] of Object.entries(value)) masked[key] = maskLeaves(item, names, depth + 1)
  return { ...masked } satisfies JsonObject
}
