/** Adds to a list of a YAML file that people write: comments, order and spacing stay as they are. */

import { isMap, isSeq, parseDocument, stringify } from 'yaml'
import type { JsonObject } from '../../../core/json.ts'

/** Undefined where the text is of a form in which that would change more. */
export const withItems = (text: string, key: string, items: readonly JsonObject[]): string | undefined => {
  const written = parseDocument(text)
  const { contents } = written
  if (written.errors.length > 0 || (contents !== null && (!isMap(contents) || contents.flow === true))) return undefined
  const list = isMap(contents) ? contents.get(key, true) : undefined
  let after: string
  if (list === undefined) after = `${ended(text)}${text.trim() === '' ? '' : '\n'}${stringify({ [key]: items }, form)}`
  else if (isSeq(list) && list.flow !== true && list.range) {
    const lines = text.slice(0, list.range[1]).split('\n')
    // As far in as the items that are there.
    const column = list.range[0] - text.lastIndexOf('\n', list.range[0] - 1) - 1
    const own = stringify(items, form).replace(/^(?=.)/gm, ' '.repeat(column))
    after = `${ended(lines.join('\n'))}${own}${text.slice(list.range[1])}`
  } else return undefined
  return same(after, written.toJS(), key, items) ? after : undefined
}

/** Nobody writes anchors into a policy. */
const form = { lineWidth: 0, aliasDuplicateObjects: false } as const

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** The old document with the items at the end of its list, and nothing else. */
const same = (after: string, before: unknown, key: string, items: readonly JsonObject[]): boolean => {
  const read = parseDocument(after)
  if (read.errors.length > 0) return false
  const old = (before ?? {}) as Record<string, unknown>
  const list = Array.isArray(old[key]) ? old[key] : []
  return canonical(read.toJS()) === canonical({ ...old, [key]: [...list, ...items] })
}

/** Keys in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, found: unknown) =>
    typeof found === 'object' && found !== null && !Array.isArray(found)
      ? Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
      : found,
  )
