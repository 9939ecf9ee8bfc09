/** Reads a tool's input by what the tool is, whatever its client calls the fields. */

import type { NormalizedHookEvent, Subject, ToolType } from './event.ts'
import { has, isObject, type JsonObject, type JsonValue, readObject, stringAt } from './json.ts'
import { contentKeys, pathKeys } from './tool-keys.gen.ts'

type ToolView = Pick<NormalizedHookEvent, 'subject' | 'content' | 'paths' | 'urls'> &
  Partial<Pick<NormalizedHookEvent, 'agentType' | 'unread'>>

const subjects: Record<ToolType, Subject> = {
  shell: 'shell',
  'file-read': 'file-read',
  'file-write': 'file-write',
  'file-edit': 'file-write',
  mcp: 'mcp',
  web: 'web',
  agent: 'agent',
  other: 'tool',
}

// Every spelling seen in a recorded payload or a client's source.
const commandKeys = ['command', 'cmd', 'chars', 'commands', 'command_line', 'CommandLine']
const searchKeys = ['pattern', 'patterns', 'glob', 'glob_pattern', 'query', 'regex', 'queries', 'Query', 'Pattern']
const addressKeys = ['url', 'uri', 'Url', 'urls']
const urlKeys = [...addressKeys, 'query', 'prompt']
const agentKeys = ['subagent_type', 'subagentType', 'agent_type', 'description', 'prompt', 'task', 'message', 'items']

/**
 * The primary text, paths and addresses of one tool call. A shell or file tool whose fields have other names is judged by every string
 * it carries: a renamed field must not make a call invisible.
 */
export const viewTool = (type: ToolType, input: JsonObject): ToolView => {
  const subject = subjects[type]
  const paths = pathsOf(type, input)
  switch (type) {
    case 'shell': {
      const commands = [...pick(input, known(input, commandKeys)), ...commandKeys.flatMap(key => wrappedIn(input[key]))]
      return {
        subject,
        content: commands.join('\n'),
        paths: [],
        urls: [],
        ...(commands.length === 0 && { unread: 'the command' }),
      }
    }
    case 'file-read':
      return {
        subject,
        content: [...paths, ...partsOf(input).flatMap(part => pick(part, searchKeys))].join('\n'),
        paths,
        urls: [],
      }
    case 'file-write':
    case 'file-edit': {
      const text = partsOf(input).flatMap(part => pick(part, contentKeys))
      const unread = paths.length === 0 ? { unread: 'the path' } : {}
      return { subject, content: (text.length > 0 ? text : paths).join('\n'), paths, urls: [], ...unread }
    }
    case 'web': {
      const parts = partsOf(input)
      const given = parts.flatMap(part => pick(part, addressKeys))
      return {
        subject,
        content: parts.flatMap(part => pick(part, urlKeys)).join('\n'),
        paths,
        // A tool without a field for it takes the address out of what it is told.
        urls: given.length > 0 ? given : parts.flatMap(part => pick(part, ['prompt'])).flatMap(addressesIn),
      }
    }
    case 'agent': {
      const agentType = stringAt(input, 'subagent_type') ?? stringAt(input, 'subagentType') ?? stringAt(input, 'agent_type')
      const content = agentKeys.flatMap(key => (has(input, key) ? textOf(input[key]) : [])).join('\n') || textOf(input)
      return { subject, content, paths, urls: [], ...(agentType !== undefined && { agentType }) }
    }
    case 'mcp':
    case 'other':
      return { subject, content: JSON.stringify(input), paths, urls: pick(input, addressKeys) }
    default:
      return type satisfies never
  }
}

const addressesIn = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter(word => word.includes('://'))
    .map(word => word.replace(/^[^a-z]+/i, ''))

/** Every string inside a value, in order, one per line: what a model would read of it. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node === 'string') found.push(node)
    else if (Array.isArray(node)) node.forEach(walk)
    else if (isObject(node)) Object.values(node).forEach(walk)
  }
  walk(value)
  return found.join('\n')
}

/**
 * A tool's arguments. Cursor sends those of MCP calls as JSON inside a string. Plain text is one argument without a name; what looks like
 * JSON and cannot be read with certainty is not read at all.
 */
export const argumentsIn = (value: JsonValue | undefined): JsonObject | undefined => {
  if (value === undefined || value === null) return {}
  if (isObject(value)) return value
  if (typeof value !== 'string') return { input: value }
  const read = unpack(value)
  if (read !== undefined) return read
  return /^\s*[{[]/.test(value) ? undefined : { input: value }
}

/** A value that may be JSON inside a string (Cursor's tool output). */
export const unpack = (value: JsonValue | undefined): JsonObject | undefined => {
  if (isObject(value)) return value
  if (typeof value !== 'string') return undefined
  const read = readObject(value)
  return typeof read === 'string' ? undefined : read
}

/**
 * The payload with another input wherever this one stands: under a key of its own or of an object in it, as it is or as JSON inside a
 * string. Undefined when it stands nowhere whole.
 */
export const exchanged = (payload: JsonObject, input: JsonObject, next: JsonObject, depth = 2): JsonObject | undefined => {
  const written = JSON.stringify(input)
  let found = false
  const other = (value: JsonValue): JsonValue => {
    if (value === input || (typeof value === 'string' && value.startsWith('{') && JSON.stringify(unpack(value)) === written)) {
      found = true
      return value === input ? next : JSON.stringify(next)
    }
    const inner = depth > 1 && isObject(value) ? exchanged(value, input, next, depth - 1) : undefined
    found ||= inner !== undefined
    return inner ?? value
  }
  const changed = Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, other(value)]))
  return found ? changed : undefined
}

/** Splits `mcp__server__tool`. The server has no double underscore; the tool may. */
export const splitMcpName = (name: string): { server: string; tool: string } | undefined => {
  if (!name.startsWith('mcp__')) return undefined
  const at = name.indexOf('__', 5)
  return at < 0 ? undefined : { server: name.slice(5, at), tool: name.slice(at + 2) }
}

/** The same without the mark in front, as several clients name them: `server__tool`. */
export const splitServedName = (name: string): ReturnType<typeof splitMcpName> =>
  splitMcpName(name.startsWith('mcp__') ? name : `mcp__${name}`)

const isOld = (key: string): boolean => /^old|^TargetContent$/i.test(key)

/** What a file gets, without what it is put in place of. */
export const newTextsOf = (input: JsonObject): readonly string[] => textsOf(input, key => !isOld(key))

/** What an edit replaces. */
export const oldTextsOf = (input: JsonObject): readonly string[] => textsOf(input, isOld)

const textsOf = (input: JsonObject, which: (key: string) => boolean): readonly string[] => {
  const keys = contentKeys.filter(which)
  return partsOf(input).flatMap(part => pick(part, keys))
}

const pathsOf = (type: ToolType, input: JsonObject): readonly string[] => {
  if (type === 'mcp' || type === 'web' || type === 'agent') return []
  if (type === 'other' || type === 'shell') return pick(input, pathKeys)
  const named = partsOf(input).flatMap(part => pick(part, pathKeys))
  if (named.length > 0) return named
  const guessed = pick(input, known(input, pathKeys, [...contentKeys, ...searchKeys]))
  // A search that names no folder is one of where it runs; what else it is given may be an option (`output_mode`).
  return guessed.length > 0 && pick(input, searchKeys).length > 0 ? ['.', ...guessed] : guessed
}

/** `keys` when the input has one of them, else whatever keys it does have, but for `others`. */
const known = (input: JsonObject, keys: readonly string[], others: readonly string[] = []): readonly string[] =>
  pick(input, keys).length > 0 ? keys : Object.keys(input).filter(key => !others.includes(key))

/** Commands in objects, where a text or a list of words is usual. */
const wrappedIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(item => (typeof item === 'string' ? [] : wrappedIn(item)))
    : isObject(value)
      ? Object.values(value).flatMap(inner =>
          typeof inner === 'string'
            ? inner
            : Array.isArray(inner) && inner.every(word => typeof word === 'string')
              ? inner.join(' ')
              : wrappedIn(inner),
        )
      : []

const pick = (input: JsonObject, keys: readonly string[]): string[] => {
  const found: string[] = []
  for (const key of keys) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value === 'string') found.push(value)
    else if (Array.isArray(value)) found.push(...value.filter(item => typeof item === 'string'))
  }
  return found
}

/** The input, and the objects in it, also in lists: several edits, several reads, several requests. */
const partsOf = (input: JsonObject): readonly JsonObject[] => [
  input,
  ...Object.entries(input).flatMap(([key, given]) => {
    const value = key === 'edits' && typeof given === 'string' ? listIn(given) : given
    return Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : []
  }),
]

/** A list that a model has written as a text. */
const listIn = (text: string): JsonValue => {
  if (!/^\s*\[/.test(text)) return text
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
