/** A tool that removes a worktree does what `git worktree remove` does, which keeps uncommitted work unless it is forced. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { quoted } from '../values/value.ts'

/** The commands that say the same, or undefined when the arguments name no place. */
export const worktreesRemoved = (input: JsonObject): readonly string[] | undefined => {
  const all = Object.entries(input)
  const named = all.filter(([key]) => /worktree/i.test(key))
  const places = (
    named.length > 0 ? named : all.filter(([key]) => /path|dir|folder|target|name/i.test(key) && !/repo/i.test(key))
  )
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(value => typeof value === 'string' && value.trim() !== '')
  if (places.length === 0) return undefined
  const force = isForced(input) ? '--force ' : ''
  return places.map(place => `git worktree remove ${force}-- ${quoted(place as string)}`)
}

const isForced = (value: unknown): boolean =>
  isObject(value)
    ? Object.entries(value).some(([key, inner]) => (/force/i.test(key) ? inner !== false && inner !== 'false' : isForced(inner)))
    : Array.isArray(value)
      ? value.some(isForced)
      : typeof value === 'string' && /^(?:-f|--force)$|\s(?:-f|--force)\b/.test(value)
