/** Reads what a client's own hook configuration says about our entry. Pure: text in, fail mode or time limits out. */

import { isObject, type JsonObject, numberAt, stringsAt } from '../../../core/json.ts'
import type { FailMode } from '../../../core/verdict.ts'

/**
 * `closed` when an entry that runs tfy-hook for this event satisfies `isClosed`. Looks through
 * `hooks.<event>[]`, also under names of their own, and, one level down, `hooks.<event>[].hooks[]`. Line comments are dropped first, as
 * Cursor does.
 */
export const closedHookEntry = (
  text: string,
  eventName: string,
  isClosed: (entry: JsonObject) => boolean,
): FailMode | undefined => {
  const entries = hookEntries(text, eventName)
  return entries.some(entry => runsUs(entry) && isClosed(entry)) ? 'closed' : undefined
}

/** The `timeout` of each entry that runs tfy-hook for this event. Most clients give it in seconds. */
export const hookTimeouts = (
  text: string,
  eventName: string,
  { key = 'timeout', unitMs = 1000 }: { readonly key?: string; readonly unitMs?: number } = {},
): readonly (number | undefined)[] =>
  hookEntries(text, eventName)
    .filter(runsUs)
    .map(entry => {
      const given = numberAt(entry, key)
      return given !== undefined && given > 0 ? given * unitMs : undefined
    })

/** The same where an event is registered under several names, and the limit in seconds stands under either of two keys. */
export const hookTimeoutsOf = (text: string, names: readonly string[], keys: readonly [string, string]) =>
  names.flatMap(name => {
    const second = hookTimeouts(text, name, { key: keys[1] })
    return hookTimeouts(text, name, { key: keys[0] }).map((limit, i) => limit ?? second[i])
  })

const hookEntries = (text: string, eventName: string): JsonObject[] => {
  const root = parse(text) ?? parse(text.replace(/\/\/.*$/gm, ''))
  // Two clients have files in which the events stand at the top.
  const hooks = isObject(root) ? (isObject(root.hooks) ? root.hooks : root) : {}
  // And one has sets of hooks, each with a name.
  const sets = [hooks, ...Object.values(hooks).filter(isObject)]
  const groups = sets.flatMap(set => {
    const found = Object.hasOwn(set, eventName) ? set[eventName] : undefined
    return Array.isArray(found) ? found : []
  })
  return [
    ...groups.flatMap(group =>
      isObject(group) ? [group, ...(Array.isArray(group.hooks) ? group.hooks.filter(isObject) : [])] : [],
    ),
    ...listed(root).filter(hook => hook.trigger === eventName),
  ]
}

/** One client's file is a list of hooks, each with its trigger and an action. */
const listed = (root: unknown): JsonObject[] =>
  isObject(root) && Array.isArray(root.hooks)
    ? root.hooks.filter(isObject).map(hook => ({ ...hook, ...(isObject(hook.action) && hook.action) }))
    : []

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const runsUs = (entry: JsonObject): boolean =>
  [entry.command, entry.bash, entry.powershell, entry.exec, entry.windows, ...stringsAt(entry, 'args')].some(
    part => typeof part === 'string' && part.includes('tfy-hook'),
  )
