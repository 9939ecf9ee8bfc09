/** Calls that carry a list: several commands, files, questions or requests at once, and whatever a model may write in place of one. */

import type { ToolType } from '../../../core/event.ts'
import { has, isObject, type JsonObject, type JsonValue, readObject, stringAt } from '../../../core/json.ts'
import { toolCall, type View } from './view.ts'

/** `rephrased`: the client's own form is another, so that a changed input could not be handed back. */
interface Given {
  readonly input: JsonObject | undefined
  readonly rephrased: boolean
}

const lists: readonly string[] = ['commands', 'files', 'file_paths', 'paths', 'queries', 'requests']

/** The input as it is, or as an object of texts in which what was no text is JSON. */
export const given = (type: ToolType, name: string, whole: JsonValue | undefined, texts: JsonValue | undefined): Given => {
  if (isObject(whole)) return { input: whole, rephrased: false }
  if (whole !== undefined && whole !== null) return { input: { [listOf(type, name)]: whole }, rephrased: true }
  if (!isObject(texts)) return { input: undefined, rephrased: true }
  const entries = Object.entries(texts).map(([key, value]) => [key, lists.includes(key) ? unpacked(value) : value] as const)
  return { input: Object.fromEntries(entries), rephrased: true }
}

/** Under which key a bare list, or its only item, stands in the full form. */
const listOf = (type: ToolType, name: string): string => {
  if (type === 'shell') return 'commands'
  if (type === 'web') return 'requests'
  return type === 'file-read' ? (name.startsWith('search') ? 'queries' : 'files') : 'input'
}

const unpacked = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  const read = readObject(`{"value":${value}}`)
  return typeof read === 'string' || Object.keys(read).length !== 1 ? value : (read.value ?? value)
}

/** A tool call in which a command may be a program with its words, and which says what it is about. */
export const listed = (type: ToolType, name: string, input: JsonObject | undefined): View => {
  const seen = toolCall(name, type, input)
  if (input === undefined) return seen
  if (type === 'shell') return commands(seen, input)
  // A list is lost where only objects are handed on, and a renamed key where only known ones are.
  const empty = type !== 'mcp' && type !== 'other' && Object.keys(input).length === 0
  return empty ? { ...seen, unread: 'the arguments' } : seen
}

const commands = (seen: View, input: JsonObject): View => {
  const written = input.commands ?? (has(input, 'args') ? input : undefined)
  const value = written === undefined ? undefined : unpacked(written)
  const items: readonly JsonValue[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  if (value === written && items.every(item => typeof item === 'string')) return seen
  const lines = items.map(lineOf)
  if (lines.includes(undefined)) return { ...seen, unread: 'one of the commands' }
  const { unread: _, ...read } = seen
  // A list that came as a text may also be run as that text.
  return { ...read, content: [...(typeof written === 'string' ? [written] : []), ...lines].join('\n') }
}

/** A program runs without a shell, so its words are quoted. Its name is not: what looks like a command there is read as one. */
const lineOf = (item: JsonValue): string | undefined => {
  if (!isObject(item)) return typeof item === 'string' ? item : undefined
  const program = stringAt(item, 'command')
  const words: readonly JsonValue[] = Array.isArray(item.args)
    ? item.args
    : item.args === undefined || item.args === null
      ? []
      : [false]
  if (program === undefined || !words.every(word => typeof word === 'string')) return undefined
  return [program, ...words.map(quoted)].join(' ')
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
