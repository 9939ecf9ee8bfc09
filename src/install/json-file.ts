/**
 * Our entries in somebody's JSON file, with or without comments. Pure: text in, text out. Only the places of our own entries are touched, in
 * the file's own indentation and line ends.
 */

import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Entry, Write } from '../core/install.ts'
import { isObject, type JsonValue } from '../core/json.ts'
import { entryRunsUs } from './ours.ts'

type Entries = Extract<Write, { kind: 'entries' }>
type Path = readonly (string | number)[]

/** The file says something else than these edits are made for. The message names the place. */
export class NotEditable extends Error {
  override readonly name = 'NotEditable'
}

const bom = '\ufeff'

/** The text with exactly these entries of ours. `undefined` is a file that does not exist yet. */
export const withEntries = (before: string | undefined, { entries, needs = [] }: Pick<Entries, 'entries' | 'needs'>): string => {
  const file = open(before === undefined || before.trim() === '' || before.trim() === bom ? '{}\n' : before)
  for (const { at, value } of needs) if (file.find(at) === undefined) file.put(at, value)
  const lists = new Map<string, { at: readonly string[]; wanted: Entry[] }>()
  for (const entry of entries) {
    const key = JSON.stringify(entry.at)
    lists.set(key, { at: entry.at, wanted: [...(lists.get(key)?.wanted ?? []), entry] })
  }
  for (const at of file.listsWithOurs()) if (!lists.has(JSON.stringify(at))) file.removeOurs(at)
  for (const { at, wanted } of lists.values()) {
    const present = file.ours(at)
    const same =
      present.length === wanted.length && present.every(({ value, whole }, i) => whole && equal(value, wanted[i]?.value))
    if (same) continue
    file.removeOurs(at, 'keep the list')
    for (const { value } of wanted) file.append(at, value)
  }
  return file.text()
}

/** The text without any entry of ours, and without the lists and objects that only held them. The same text when there is none. */
export const withoutEntries = (before: string): string => {
  const file = open(before)
  for (const at of file.listsWithOurs()) file.removeOurs(at)
  return file.text()
}

/** Where entries of ours stand, as keys from the root to their list, with each entry as it is. */
export const oursIn = (text: string): readonly { readonly at: readonly string[]; readonly value: JsonValue }[] => {
  const file = open(text)
  return file.listsWithOurs().flatMap(at => file.ours(at).map(({ value }) => ({ at, value })))
}

const open = (given: string) => {
  const mark = given.startsWith(bom) ? bom : ''
  let text = given.slice(mark.length)
  parsed(text)
  const form = formOf(text)
  const find = (path: Path): Node | undefined => {
    let node: Node | undefined = parsed(text)
    for (const step of path) {
      if (node?.type === 'array' && typeof step === 'number') node = node.children?.[step]
      else node = memberOf(node, String(step))
    }
    return node
  }
  /** Adds a value where nothing stands, with the objects that lead there. */
  const put = (at: readonly string[], value: JsonValue) => {
    const missing = at.findIndex((_, depth) => find(at.slice(0, depth + 1)) === undefined)
    const inside = find(at.slice(0, missing))
    if (missing < 0 || inside === undefined) return
    const nested = at.slice(missing + 1).reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value)
    text = withLast(text, inside, { key: at[missing], value: nested }, form)
  }
  const take = (path: Path) => {
    const node = find(path)
    if (node !== undefined) text = without(text, node.parent?.type === 'property' ? node.parent : node)
  }
  const listAt = (at: readonly string[]): readonly Node[] => {
    for (let depth = 1; depth <= at.length; depth++) {
      const node = find(at.slice(0, depth))
      if (node === undefined) return []
      const want = depth === at.length ? 'array' : 'object'
      if (node.type !== want)
        throw new NotEditable(
          `${at.slice(0, depth).join('.')} is no ${want === 'array' ? 'list' : 'object'} (${placeOf(text, node.offset)})`,
        )
    }
    return find(at)?.children ?? []
  }
  const ours = (at: readonly string[]) =>
    listAt(at).flatMap((node, index) => {
      const value = jsonOf(node)
      const inner = innerOurs(value)
      if (!entryRunsUs(value) && inner.length === 0) return []
      // A group that somebody has put a handler of theirs into is not ours to take out.
      const whole = entryRunsUs(value) || inner.length === innerOf(value).length
      return [{ index, value, whole, inner }]
    })
  const removeOurs = (at: readonly string[], list: 'keep the list' | 'and what it empties' = 'and what it empties') => {
    for (const { index, whole, inner } of ours(at).reverse()) {
      if (whole) take([...at, index])
      else for (const handler of [...inner].reverse()) take([...at, index, 'hooks', handler])
    }
    if (list === 'keep the list') return
    for (let depth = at.length; depth > 0; depth--) {
      const node = find(at.slice(0, depth))
      if (node === undefined || (node.children?.length ?? 0) > 0 || hasComment(text, node)) return
      take(at.slice(0, depth))
    }
  }
  return {
    text: () => mark + text,
    find,
    ours,
    put,
    append: (at: readonly string[], value: JsonValue) => {
      listAt(at)
      const list = find(at)
      if (list === undefined) put(at, [value])
      else text = withLast(text, list, { value }, form)
    },
    removeOurs,
    listsWithOurs: () => arraysIn(parsed(text), []).filter(at => ours(at).length > 0),
  }
}

/** Throws with the place when the text is not an object in JSON, comments and trailing commas allowed. */
const parsed = (text: string): Node => {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (first !== undefined) throw new NotEditable(`${printParseErrorCode(first.error)} (${placeOf(text, first.offset)})`)
  if (root?.type !== 'object') throw new NotEditable('the file is not one JSON object')
  const twice = duplicateIn(root)
  if (twice !== undefined) throw new NotEditable(`a key stands twice (${placeOf(text, twice.offset)})`)
  return root
}

/** A key that stands twice: readers differ in which one counts, so no edit is safe. Looked for where hooks are. */
const duplicateIn = (node: Node, depth = 3): Node | undefined => {
  const seen = new Set<string>()
  for (const property of node.type === 'object' ? (node.children ?? []) : []) {
    const [key, value] = property.children ?? []
    if (key === undefined) continue
    if (seen.has(String(key.value))) return key
    seen.add(String(key.value))
    const inner = value === undefined || depth === 0 ? undefined : duplicateIn(value, depth - 1)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** The text without one member of an object or element of a list: with its comma and the blanks in front of it, never with a comment. */
const without = (text: string, node: Node): string => {
  const siblings = node.parent?.children ?? []
  const index = siblings.indexOf(node)
  const end = node.offset + node.length
  const comma = commaAfter(text, end)
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  if (next !== undefined) {
    const from = comma === undefined ? end : comma + 1
    return text.slice(0, node.offset) + text.slice(from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0))
  }
  const head = text.slice(0, node.offset).trimEnd()
  const tail = text.slice(comma === undefined ? end : comma + 1)
  const before = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length)
  // A trailing comma behind it stays behind the one in front.
  return (before === undefined || comma !== undefined ? head : head.slice(0, before) + head.slice(before + 1)) + tail
}

interface Form {
  readonly eol: string
  readonly unit: string
}

interface Addition {
  /** Of a member; an element has none. */
  readonly key?: string | undefined
  readonly value: JsonValue
}

/** The text with one more member or element at the end, behind whatever is said about the last. Nothing else moves. */
const withLast = (text: string, container: Node, { key, value }: Addition, form: Form): string => {
  const label = key === undefined ? '' : `${JSON.stringify(key)}: `
  const compact = label + JSON.stringify(value)
  const broken = (indent: string): string =>
    label + JSON.stringify(value, null, form.unit).replaceAll('\n', `${form.eol}${indent}`)
  const close = container.offset + container.length - 1
  const [first, last] = [container.children?.at(0), container.children?.at(-1)]
  if (first === undefined || last === undefined) {
    const inner = text.slice(container.offset + 1, close)
    const outer = indentAt(text, container.offset)
    const indent = outer + form.unit
    const head = text.slice(0, container.offset + 1) + inner.trimEnd()
    if (!/\n/.test(inner) && (/\S/.test(inner) || /\n/.test(text.trim()) === (container.parent === undefined)))
      return `${head}${inner.trim() === '' ? '' : ' '}${compact}${/\S/.test(inner) ? ' ' : ''}${text.slice(close)}`
    return `${head}${form.eol}${indent}${broken(indent)}${form.eol}${outer}${text.slice(close)}`
  }
  const end = last.offset + last.length
  // Where the last one has a comma behind it, ours gets one, too.
  const comma = commaAfter(text, end)
  if (!/\n/.test(text.slice(container.offset, first.offset)))
    return comma === undefined
      ? `${text.slice(0, end)}, ${compact}${text.slice(end)}`
      : `${text.slice(0, comma + 1)} ${compact},${text.slice(comma + 1)}`
  const indent = indentAt(text, first.offset)
  const rest = text.slice(end, close)
  return `${text.slice(0, end)}${comma === undefined ? ',' : ''}${rest.trimEnd()}${form.eol}${indent}${broken(indent)}${comma === undefined ? '' : ','}${/\s*$/.exec(rest)?.[0] ?? ''}${text.slice(close)}`
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

/** Where the comma after a value stands; undefined when something else, or nothing, comes first. */
const commaAfter = (text: string, offset: number): number | undefined => {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined
}

const memberOf = (node: Node | undefined, key: string): Node | undefined =>
  node?.type === 'object' ? node.children?.find(property => property.children?.[0]?.value === key)?.children?.[1] : undefined

const jsonOf = (node: Node): JsonValue => {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf)
  if (node.type !== 'object') return node.value
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [
      String(key?.value),
      value === undefined ? null : jsonOf(value),
    ]),
  )
}

/** Lists within the first levels of a file: hooks stand no deeper. */
const arraysIn = (node: Node, at: readonly string[]): readonly (readonly string[])[] => {
  if (node.type === 'array') return [at]
  if (node.type !== 'object' || at.length > 3) return []
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    value === undefined ? [] : arraysIn(value, [...at, String(key?.value)]),
  )
}

const innerOf = (value: JsonValue): readonly JsonValue[] => (isObject(value) && Array.isArray(value.hooks) ? value.hooks : [])

const innerOurs = (value: JsonValue): readonly number[] =>
  innerOf(value).flatMap((handler, index) => (entryRunsUs(handler) ? [index] : []))

const hasComment = (text: string, { offset, length }: Node): boolean => /\S/.test(text.slice(offset + 1, offset + length - 1))

const equal = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => sorted(a) === sorted(b)

const sorted = (value: JsonValue | undefined): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  )

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** The file's own indentation and line ends. */
const formOf = (text: string): Form => ({
  eol: text.includes('\r\n') ? '\r\n' : '\n',
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
})
