/** Whether a client takes its own settings file as it stands: what it refuses it refuses whole, and mostly in silence. */

import { realpathSync } from 'node:fs'
import type { ClientAdapter } from '../core/adapter.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { bad, type Finding } from './finding.ts'

interface Strictness {
  readonly comments: 'none' | 'lines' | 'all'
  /** A project's file behind a link is not read. */
  readonly noLinks?: true
  readonly check?: (root: JsonObject, adapter: ClientAdapter) => string | undefined
}

/** Clients whose reader is known. Of the others only what no reader takes is said. */
const readers: Readonly<Record<string, Strictness>> = {
  // Measured; a file is taken or left as a whole.
  cursor: {
    comments: 'lines',
    noLinks: true,
    check: ({ version, hooks }, { events }) => {
      if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'it has no whole number as "version"'
      if (!isObject(hooks)) return 'its "hooks" are no object'
      for (const [event, entries] of Object.entries(hooks)) {
        if (!Object.hasOwn(events, event)) return `it does not know the event ${event}`
        if (!Array.isArray(entries)) return `${event} is no list`
        const fault = entries.map(entryFault).find(found => found !== undefined)
        if (fault !== undefined) return `an entry of ${event} ${fault}`
      }
      return undefined
    },
  },
  'claude-code': { comments: 'none' },
  codex: { comments: 'none' },
  proxyai: { comments: 'none' },
  windsurf: { comments: 'none' },
  kiro: { comments: 'none' },
}

const entryFault = (entry: unknown): string | undefined => {
  if (!isObject(entry)) return 'is no object'
  if (entry.type !== 'prompt' && (typeof entry.command !== 'string' || entry.command === '')) return 'has no command'
  if (entry.timeout !== undefined && !(typeof entry.timeout === 'number' && entry.timeout > 0))
    return 'has a timeout that is no number above 0'
  if (entry.failClosed !== undefined && typeof entry.failClosed !== 'boolean') return 'has a failClosed that is not true or false'
  if (entry.matcher !== undefined && !isPattern(entry.matcher)) return 'has a matcher that is no regular expression'
  return undefined
}

const isPattern = (matcher: unknown): boolean => {
  if (typeof matcher !== 'string') return false
  try {
    if (matcher !== '*') new RegExp(matcher)
    return true
  } catch {
    return false
  }
}

/** Why the client drops this file; undefined when it takes it, as far as is known. */
export const refusalOf = (adapter: ClientAdapter, text: string): string | undefined => {
  const reader = readers[adapter.id]
  if (reader === undefined) return undefined
  if (text.startsWith('\ufeff')) return 'it begins with a byte order mark'
  const read = jsonIn(reader.comments === 'none' ? text : text.replace(/\/\/.*$/gm, ''))
  if (read === undefined)
    return jsonIn(text) === undefined
      ? 'it is not JSON in this client’s sense (a comment, or a comma too many)'
      : 'the client cuts lines at //, also inside a text such as a URL'
  if (!isObject(read)) return 'it is not one object'
  return reader.check?.(read, adapter)
}

export const acceptance = (adapter: ClientAdapter, file: string, text: string, root: string): readonly Finding[] => {
  const refusal = readers[adapter.id]?.noLinks && linked(file, root) ? 'a link leads to it' : refusalOf(adapter, text)
  if (refusal === undefined) return []
  return [
    bad(
      'registration.refused',
      `${adapter.title} drops ${file} whole: ${refusal}.`,
      'No hook in it runs, ours and others alike, and the client says nothing.',
      `Mend ${file}, then: tfy-hook doctor --client ${adapter.id}`,
    ),
  ]
}

/** Whether anything between the project and its file is a link. */
const linked = (file: string, root: string): boolean => {
  if (!file.startsWith(`${root}/`)) return false
  try {
    return realpathSync(file) !== `${realpathSync(root)}${file.slice(root.length)}`
  } catch {
    return false
  }
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
