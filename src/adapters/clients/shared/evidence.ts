/** What can be read off a payload before it is known whose it is: names, modes, keys, folders, tools. */

import { has, type JsonObject, stringAt } from '../../../core/json.ts'
import { claudeEvents, cursorEvents, folders, tools } from './evidence.gen.ts'

/** The event name; what is not a string, or longer than any name, is none. */
export const eventName = (payload: JsonObject): string | undefined => shortAt(payload, 'hook_event_name', 100)

/** A string that is as short as its kind can be: a hostile payload must not make detection slow. */
export const shortAt = (payload: JsonObject, key: string, length: number): string | undefined => {
  const value = stringAt(payload, key)
  return value !== undefined && value.length <= length ? value : undefined
}

/** A name such as `PreToolUse`, the spelling that Claude Code began and a dozen clients took over. */
export const isPascal = (name: string | undefined): boolean => {
  if (name === undefined || name.length < 2) return false
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    const upper = code >= 65 && code <= 90
    if (!upper && (i === 0 || code < 97 || code > 122)) return false
  }
  return true
}

/** A name such as `pre_tool_use`. */
export const isSnake = (name: string | undefined): boolean => name !== undefined && /^[a-z]+(_[a-z]+)*$/.test(name)

/** None of the keys is there, whatever their value. */
export const lacks = (payload: JsonObject, ...keys: readonly string[]): boolean => !keys.some(key => has(payload, key))

export const permissionMode = (payload: JsonObject): string | undefined => stringAt(payload, 'permission_mode')

/** A clock reading as text. Copilot's camelCase dialect sends a number instead. */
export const isoTimestamp = (payload: JsonObject): boolean => /^\d{4}-\d\d-\d\dT/.test(stringAt(payload, 'timestamp') ?? '')

/** Whose folder the transcript lies in: the last folder on the path that belongs to a client. */
export const transcriptOwner = (payload: JsonObject): string | undefined => {
  const given = shortAt(payload, 'transcript_path', 4096)
  if (given === undefined) return undefined
  if (last?.path !== given) last = { path: given, owner: ownerOf(given) }
  return last.owner
}

/** Several ask about the same path, one behind the other. */
let last: { readonly path: string; readonly owner: string | undefined } | undefined

const ownerOf = (given: string): string | undefined => {
  // Searched, not split: the first regular expression of a process costs more than the rest of detection together.
  const path = given.includes('\\') ? given.replaceAll('\\', '/') : given
  let owner: string | undefined
  let at = -1
  for (const [folder, id] of folders) {
    const found = path.lastIndexOf(folder)
    if (found > at) {
      at = found
      owner = id
    }
  }
  if (owner !== undefined) return owner
  // Codex 0.169.0 with another CODEX_HOME: the dated session file keeps its name.
  return path.includes('/rollout-') && /\/sessions\/\d{4}\/\d\d\/\d\d\/rollout-[^/]+$/.test(path) ? 'codex' : undefined
}

/** The client whose tool this is, for names that Claude Code does not use. */
export const toolOwner = (payload: JsonObject): string | undefined => {
  const tool = shortAt(payload, 'tool_name', 300)
  if (tool === undefined) return undefined
  if (Object.hasOwn(tools, tool)) return tools[tool]
  return tool.startsWith('@') && tool.includes('/') ? 'kiro' : undefined
}

export const isCursorEventName = (name: string | undefined): boolean => name !== undefined && cursorEvents.has(name)
export const isClaudeEventName = (name: string | undefined): boolean => name !== undefined && claudeEvents.has(name)
