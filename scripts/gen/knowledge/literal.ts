/** Values from YAML as TypeScript. */

import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, defineScalarTag, defineSequenceTag, load, mergeTag } from 'js-yaml'
import { at } from '../../project/project.ts'

/** `!re '^a+$'`, or with flags `!re '/^a+$/i'`. */
const regex = defineScalarTag('!re', {
  resolve: text => {
    const [, body = text, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? []
    return new RegExp(body, flags)
  },
  identify: () => false,
})

const set = defineSequenceTag('!set', {
  create: () => new Set<unknown>(),
  addItem: (items, item) => {
    items.add(item)
  },
  identify: () => false,
})

const schema = CORE_SCHEMA.withTags(regex, set, mergeTag)

export const yamlAt = (path: string): unknown => load(readFileSync(at(path), 'utf8'), { schema })

export const keyOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `'${name.replace(/[\\']/g, '\\$&')}'`)

const heightOf = (value: unknown): number =>
  typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(heightOf))

/** Shorter texts are as good as their names. */
const longText = 60

/** What stands in several places under one anchor, and every long text that does, is written once and has a name. */
export const sharedIn = (data: unknown): ReadonlyMap<unknown, string> => {
  const seen = new Set<unknown>()
  const shared = new Map<unknown, string>()
  const visit = (value: unknown): void => {
    const isText = typeof value === 'string' && value.length > longText
    if (!isText && (typeof value !== 'object' || value === null)) return
    if (!seen.has(value)) for (const inner of isText ? [] : Object.values(value)) visit(inner)
    else if (!shared.has(value)) shared.set(value, `${isText ? 'text' : Array.isArray(value) ? 'row' : 'form'}${shared.size}`)
    seen.add(value)
  }
  visit(data)
  // What holds another comes behind it.
  return new Map([...shared].sort(([a], [b]) => heightOf(a) - heightOf(b)))
}

/** A value in one line. `field` writes a pair of an object where it is not to be written as it stands. */
export const literalOf = (
  value: unknown,
  shared: ReadonlyMap<unknown, string>,
  field?: (name: string, value: unknown) => string | undefined,
  top = false,
): string => {
  const inner = (item: unknown): string => literalOf(item, shared, field)
  const name = shared.get(value)
  if (name !== undefined && !top) return name
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`
  if (value instanceof Set) return `new Set(${inner([...value])})`
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return String(value)
  const pairs = Object.entries(value).map(([key, item]) => field?.(key, item) ?? `${keyOf(key)}: ${inner(item)}`)
  return `{ ${pairs.filter(pair => pair !== '').join(', ')} }`
}

/** A value with each of its members in a line. */
export const linesOf = (value: unknown, shared: ReadonlyMap<unknown, string>): string => {
  if (typeof value !== 'object' || value === null || value instanceof RegExp || value instanceof Set)
    return literalOf(value, shared)
  if (Array.isArray(value)) return `[\n${value.map(item => `  ${literalOf(item, shared)},\n`).join('')}]`
  return `{\n${Object.entries(value)
    .map(([key, item]) => `  ${keyOf(key)}: ${literalOf(item, shared)},\n`)
    .join('')}}`
}
