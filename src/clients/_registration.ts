/** Reads what a client's own hook configuration says about our entry. Pure: text in, fail mode or time limits out. */

import { isObject, type JsonObject, numberAt, stringsAt } from '../core/json.ts'
import type { FailMode } from '../core/verdict.ts'

/**
 * `closed` when an entry that runs tfy-hook for this event satisfies `isClosed`. Looks through
 * `hooks.<event>[]` and, one level down, `hooks.<event>[].hooks[]`. Line comments are dropped first, as Cursor does.
 */
export const closedHookEntry = (
  text: string,
  eventName: string,
  isClosed: (entry: JsonObject) => boolean,
): FailMode | undefined => {
  const entries = hookEntries(text, eventName)
  return entries.some(entry => runsUs(entry) && isClosed(entry)) ? 'closed' : undefined
}

/** The `timeout` of each entry that runs tfy-hook for this event, given in seconds by every client so far. */
export const hookTimeouts = (text: string, eventName: string): readonly (number | undefined)[] =>
  hookEntries(text, eventName)
    .filter(runsUs)
    .map(entry => {
      const seconds = numberAt(entry, 'timeout')
      return seconds !== undefined && seconds > 0 ? seconds * 1000 : undefined
    })

const hookEntries = (text: string, eventName: string): JsonObject[] => {
  const root = parse(text) ?? parse(text.replace(/\/\/.*$/gm, ''))
  const hooks = isObject(root) && isObject(root.hooks) ? root.hooks : {}
  const groups = Object.hasOwn(hooks, eventName) ? hooks[eventName] : undefined
  if (!Array.isArray(groups)) return []
  return groups.flatMap(group =>
    isObject(group) ? [group, ...(Array.isArray(group.hooks) ? group.hooks.filter(isObject) : [])] : [],
  )
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const runsUs = (entry: JsonObject): boolean =>
  [entry.command, ...stringsAt(entry, 'args')].some(part => typeof part === 'string' && part.includes('tfy-hook'))
