/**
 * Our entries in somebody's TOML file: tables of an array of tables, added behind everything else and taken out whole. Pure: text in, text out.
 * No other byte is touched.
 */

import { type AST, getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import type { Entry } from '../../core/install.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { NotEditable } from './json-text.ts'
import { entryRunsUs } from './own-registrations.ts'

const bom = '\ufeff'

interface Table {
  /** Keys from the root to the list. */
  readonly at: readonly string[]
  readonly value: JsonValue
  /** Where it stands; none for a value inside another. */
  readonly range: readonly [number, number] | undefined
}

/** The text with exactly these entries of ours. `undefined` is a file that does not exist yet. */
export const withTables = (before: string | undefined, entries: readonly Entry[]): string => {
  const text = before ?? ''
  const ours = oursAmong(tablesIn(text))
  if (equal(ours, entries)) return text
  const [mark, rest] = split(withoutTables(text))
  for (const { at } of entries) refuseValues(rest, at)
  const eol = /\r?\n/.exec(rest)?.[0] ?? '\n'
  const blocks = entries.map(({ at, value }) => blockOf(at, value, eol)).join(eol)
  if (rest.trim() === '') return mark + blocks
  return `${mark}${rest}${/\n$/.test(rest) ? '' : eol}${eol}${blocks}`
}

/** A new file with what it needs beside our entries, in tables in front of them. */
export const newTables = (entries: readonly Entry[], needs: Needs = []): string => {
  const tables = new Map<string, string[]>()
  for (const { at, value } of needs) {
    const table = at.slice(0, -1).map(keyOf).join('.')
    tables.set(table, [...(tables.get(table) ?? []), `${keyOf(at.at(-1) ?? '')} = ${written(value)}\n`])
  }
  const said = [...tables].map(([table, lines]) => `${table === '' ? '' : `[${table}]\n`}${lines.join('')}\n`)
  return said.join('') + withTables(undefined, entries)
}

type Needs = readonly { readonly at: readonly string[]; readonly value: JsonValue }[]

/** The text without any entry of ours. The same text when there is none. */
export const withoutTables = (before: string): string => {
  const [mark, text] = split(before)
  let left = text
  for (const { at, value, range } of oursAmong(tablesIn(text)).toReversed()) {
    if (!entryRunsUs(value) && !handlersIn(value).every(entryRunsUs))
      throw new NotEditable(
        `an entry of ${at.join('.')} runs another program as well; write each in a [[${at.join('.')}]] of its own`,
      )
    if (range === undefined)
      throw new NotEditable(`${at.join('.')} is a list in one value; write each of its entries as [[${at.join('.')}]]`)
    left = left.slice(0, blankBefore(left, lineStart(left, range[0]))) + left.slice(lineEnd(left, range[1]))
  }
  return mark + left
}

/** Where entries of ours stand, as keys from the root to their list, with each entry as it is. */
export const oursInTables = (text: string): readonly { readonly at: readonly string[]; readonly value: JsonValue }[] =>
  oursAmong(tablesIn(text)).map(({ at, value }) => ({ at, value }))

/** The whole file as a value. */
export const tablesOf = (text: string): JsonValue => plain(getStaticTOMLValue(parsed(split(text)[1])))

const split = (text: string): readonly [mark: string, rest: string] =>
  text.startsWith(bom) ? [bom, text.slice(bom.length)] : ['', text]

/** Every table of an array of tables, and every object in a list that is a value, in the order of the file. */
const tablesIn = (given: string): readonly Table[] => {
  const [, text] = split(given)
  const program = parsed(text)
  return program.body[0].body.flatMap((node): readonly Table[] => {
    if (node.type === 'TOMLTable' && node.kind === 'array') {
      const at = node.resolvedKey.filter(key => typeof key === 'string')
      return [{ at, value: plain(inTable(node)), range: node.range }]
    }
    if (node.type !== 'TOMLKeyValue') return []
    const at = keysOf(node.key)
    const value = plain(getStaticTOMLValue(node.value))
    return Array.isArray(value) ? value.map(item => ({ at, value: item, range: undefined })) : []
  })
}

const parsed = (text: string): AST.TOMLProgram => {
  try {
    return parseTOML(text)
  } catch (error) {
    const line = error instanceof Error && 'lineNumber' in error ? ` (line ${String(error.lineNumber)})` : ''
    throw new NotEditable(`${error instanceof Error ? error.message : 'it cannot be read'}${line}`)
  }
}

const inTable = (table: AST.TOMLTable): JsonObject =>
  Object.fromEntries(table.body.map(({ key, value }) => [keysOf(key).join('.'), plain(getStaticTOMLValue(value))]))

const keysOf = ({ keys }: AST.TOMLKey): readonly string[] =>
  keys.map(key => (key.type === 'TOMLBare' ? key.name : String(key.value)))

/** Dates and numbers that JSON does not have say nothing about an entry of ours. */
const plain = (value: unknown): JsonValue =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item)) ?? 'null')

/** A table that runs us, or a group of handlers of which one does. */
const oursAmong = (tables: readonly Table[]): readonly Table[] =>
  tables.filter(({ value }) => entryRunsUs(value) || handlersIn(value).some(entryRunsUs))

const handlersIn = (value: JsonValue): readonly JsonValue[] =>
  isObject(value) && Array.isArray(value.hooks) ? (value.hooks as readonly JsonValue[]) : []

/** A list that is a value takes no tables behind it. */
const refuseValues = (text: string, at: readonly string[]): void => {
  for (const node of parsed(text).body[0].body)
    if (node.type === 'TOMLKeyValue' && keysOf(node.key).join('.') === at.join('.'))
      throw new NotEditable(`${at.join('.')} is a list in one value; write each of its entries as [[${at.join('.')}]]`)
}

const equal = (ours: readonly Table[], entries: readonly Entry[]): boolean =>
  ours.length === entries.length &&
  ours.every(({ at, value, range }, i) => {
    const wanted = entries[i]
    return range !== undefined && at.join('.') === wanted?.at.join('.') && sorted(value) === sorted(wanted.value)
  })

const sorted = (value: JsonValue): string => JSON.stringify(isObject(value) ? Object.entries(value).sort() : value)

const blockOf = (at: readonly string[], value: JsonObject, eol: string): string =>
  [`[[${at.map(keyOf).join('.')}]]`, ...Object.entries(value).map(([key, item]) => `${keyOf(key)} = ${written(item)}`), ''].join(
    eol,
  )

/** A text as a basic string: JSON's escapes are TOML's, but for one character that JSON leaves as it is. An object stands in one line. */
const written = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${keyOf(key)} = ${written(item)}`)
    .join(', ')} }`
}

const keyOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : written(key))

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** The blank line that was put in front, if it is there. */
const blankBefore = (text: string, offset: number): number => {
  const line = lineStart(text, offset - 1)
  return offset > 0 && text.slice(line, offset).trim() === '' ? line : offset
}
