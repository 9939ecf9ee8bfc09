/**
 * Our entries in somebody's JSON file, with or without comments. Pure: text in, text out. Only the places of our own entries are touched, in
 * the file's own indentation and line ends.
 */

import type { Node } from 'jsonc-parser'
import type { Entry, Write } from '../../core/install.ts'
import { isObject, type JsonValue } from '../../core/json.ts'
import { formOf, hasComment, jsonOf, NotEditable, nodeAt, type Path, parsed, placeOf, withLast, without } from './json-text.ts'
import { entryRunsUs, mark } from './own-registrations.ts'

type Entries = Extract<Write, { kind: 'entries' }>

const bom = '\ufeff'

/** The text with exactly these entries of ours. `undefined` is a file that does not exist yet. */
export const withEntries = (
  before: string | undefined,
  { entries, needs = [], joins = [] }: Pick<Entries, 'entries' | 'needs' | 'joins'>,
): string => {
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
  file.leave(joins)
  for (const { at, value } of joins) file.join(at, value)
  return file.text()
}

/** The text without any entry of ours, and without the lists and objects that only held them. The same text when there is none. */
export const withoutEntries = (before: string): string => {
  const file = open(before)
  for (const at of file.listsWithOurs()) file.removeOurs(at)
  file.leave([])
  return file.text()
}

/** Where entries of ours stand, as keys from the root to their list, with each entry as it is. */
export const oursIn = (text: string): readonly { readonly at: readonly string[]; readonly value: JsonValue }[] => {
  const file = open(text)
  return file.listsWithOurs().flatMap(at => file.ours(at).map(({ value }) => ({ at, value })))
}

const open = (given: string) => {
  const start = given.startsWith(bom) ? bom : ''
  let text = given.slice(start.length)
  const form = formOf(text)
  let tree = { of: text, root: parsed(text) }
  const root = (): Node => {
    if (tree.of !== text) tree = { of: text, root: parsed(text) }
    return tree.root
  }
  const find = (path: Path): Node | undefined => nodeAt(root(), path)
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
  const ours = (at: readonly string[]) => oursAmong(listAt(at))
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
  // Before anything is taken out. An address that somebody has written beside an entry without our mark is theirs.
  const addresses = marked(root())
  return {
    text: () => start + text,
    /** Puts a text into a list at the top, where there is such a list and it lacks it. */
    join: (at: string, value: string) => {
      const list = find([at])
      if (list?.type !== 'array' || list.children?.some(item => item.value === value)) return
      text = withLast(text, list, { value }, form)
    },
    /** Takes our addresses out of the lists at the top. An empty list stays, since it says something else than none. */
    leave: (kept: readonly { readonly value: string }[]) => {
      for (const [index, item] of [...(find([allowedUrls])?.children ?? []).entries()].reverse())
        if (addresses.has(item.value) && !kept.some(({ value }) => value === item.value)) take([allowedUrls, index])
    },
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
    listsWithOurs: () => {
      const found = arraysIn(root(), []).map(({ at, list }) => ({ at, count: oursAmong(list.children ?? []).length }))
      if (found.reduce((sum, { count }) => sum + count, 0) > mostOurs)
        throw new NotEditable(`more than ${mostOurs} entries run tfy-hook`)
      return found.flatMap(({ at, count }) => (count > 0 ? [at] : []))
    },
  }
}

/** Where Claude Code lists the addresses that it asks. */
const allowedUrls = 'allowedHttpHookUrls'

const marked = (root: Node): ReadonlySet<unknown> =>
  new Set(
    arraysIn(root, [])
      .flatMap(({ list }) => list.children ?? [])
      .map(jsonOf)
      .flatMap(value => [value, ...innerOf(value)])
      .flatMap(entry => (isObject(entry) && isObject(entry.headers) && mark in entry.headers ? [entry.url] : [])),
  )

/** Every edit reads the text again, and nobody has written that many by hand. */
const mostOurs = 500

const oursAmong = (nodes: readonly Node[]) =>
  nodes.flatMap((node, index) => {
    const value = jsonOf(node)
    const inner = innerOurs(value)
    if (!entryRunsUs(value) && inner.length === 0) return []
    // A group that somebody has put a handler of theirs into is not ours to take out.
    const whole = entryRunsUs(value) || inner.length === innerOf(value).length
    return [{ index, value, whole, inner }]
  })

/** Lists within the first levels of a file: hooks stand no deeper. */
const arraysIn = (node: Node, at: readonly string[]): readonly { readonly at: readonly string[]; readonly list: Node }[] => {
  if (node.type === 'array') return [{ at, list: node }]
  if (node.type !== 'object' || at.length > 3) return []
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    value === undefined ? [] : arraysIn(value, [...at, String(key?.value)]),
  )
}

const innerOf = (value: JsonValue): readonly JsonValue[] => (isObject(value) && Array.isArray(value.hooks) ? value.hooks : [])

const innerOurs = (value: JsonValue): readonly number[] =>
  innerOf(value).flatMap((handler, index) => (entryRunsUs(handler) ? [index] : []))

const equal = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => sorted(a) === sorted(b)

const sorted = (value: JsonValue | undefined): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  )
