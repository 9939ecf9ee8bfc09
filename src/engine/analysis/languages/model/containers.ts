/** Lists of pairs, tables, and what is taken out of them one by one. */

import { bounds } from '../../values/bounds.ts'
import { HOLE } from '../../values/value.ts'
import { eachWay, either } from './branching.ts'
import { type Code, type CodeValue, unknown, value } from './code.ts'
import { elementOf, listOf } from './collections.ts'

/** `{a: 1}.items()`, `Object.entries(o)`: each key with its value. */
export const pairsOf = ({ fields }: CodeValue, code: Code): CodeValue | undefined =>
  fields === undefined || fields.size === 0
    ? undefined
    : listOf(
        [...fields].map(([key, held]) => listOf([value(key), held], code)),
        code,
      )

/** `new Map([['a', 1]])`, `dict([('a', 1)])`: the table that a list of pairs is. */
export function tableOf({ items }: CodeValue): CodeValue | undefined {
  if (items === undefined) return undefined
  const pairs = items.map(item => item.items ?? [])
  if (pairs.some(({ length }) => length !== 2) || pairs.length > bounds.fields) return undefined
  return { ...unknown, fields: new Map(pairs.map(([key = unknown, held = unknown]) => [key.text, held])) }
}

/** `enumerate(list)`, `zip(a, b)`: lists side by side, as long as the shortest. */
export function sideBySide(lists: readonly (CodeValue | undefined)[], code: Code): CodeValue {
  const lengths = lists.flatMap(list => list?.items?.length ?? [])
  const taint = lists.reduce((bits, list) => bits | (list?.taint ?? 0), 0)
  if (lengths.length === 0) return { text: HOLE, taint }
  const rows = Array.from({ length: Math.min(...lengths) }, (_, at) =>
    listOf(
      lists.map(list => list?.items?.[at] ?? unknown),
      code,
    ),
  )
  return listOf(rows, code)
}

/** What stands in a table under a key: where nobody knows that, any of it. */
export const fieldOf = (fields: ReadonlyMap<string, CodeValue>, key: CodeValue): CodeValue =>
  eachWay(key, ({ text }) => (text.includes(HOLE) ? either(...fields.values(), unknown) : (fields.get(text) ?? unknown)))

/** What stands at a place of a list, whichever list it is. */
export const placed = (list: CodeValue, at: number): CodeValue =>
  eachWay(list, one => one.items?.[at] ?? { ...unknown, taint: one.taint })

/** One of what a loop goes through: of some languages the values of a table. */
export const oneOf = (list: CodeValue, { language }: Code): CodeValue =>
  list.items === undefined && list.fields !== undefined && /^(?:php|ruby|lua)$/.test(language)
    ? either(...list.fields.values(), unknown)
    : elementOf(list)

/** `json.loads('{"a": 1}')`, `yaml.safe_load(text)`: what a text holds. */
export function parsed(text: string, isYaml: boolean, code: Code): CodeValue | undefined {
  if (text.includes(HOLE) || text.length > bounds.path) return undefined
  if (isYaml) return blockOf(linesOf(text), code)
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return heldIn(JSON.parse(text) as unknown, code)
  } catch {
    return undefined
  }
}

interface Line {
  readonly indent: number
  readonly text: string
}

const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap(line => {
    const comment = line.search(/(?:^|\s)#/)
    const bare = comment < 0 ? line : line.slice(0, comment)
    return bare.trim() === '' || bare.startsWith('---') ? [] : [{ indent: bare.search(/\S/), text: bare.trim() }]
  })

/** A block of YAML as it is mostly written: tables, lists and scalars in lines. */
function blockOf(lines: readonly Line[], code: Code, depth = 0): CodeValue | undefined {
  const [first] = lines
  if (first === undefined || depth > 8) return undefined
  const fields = new Map<string, CodeValue>()
  const items: CodeValue[] = []
  for (let at = 0; at < lines.length; ) {
    const { text } = lines[at] as Line
    let end = at + 1
    // A list may stand as far in as its key.
    const isKey = !text.startsWith('- ')
    while (end < lines.length && isInside(lines[end] as Line, first.indent, isKey)) end++
    const inside = lines.slice(at + 1, end)
    const [, key, rest = ''] = /^["']?([\w. /-]+?)["']?:(?:\s+(.*))?$/.exec(text) ?? []
    if (!isKey) {
      const own = { indent: first.indent + 2, text: text.slice(2).trim() }
      items.push(
        (/^["']?[\w. /-]+["']?:(?:\s|$)/.test(own.text) ? blockOf([own, ...inside], code, depth + 1) : undefined) ??
          scalar(own.text, code),
      )
    } else if (key === undefined) return undefined
    else
      fields.set(
        key,
        rest === '' || /^[|>]/.test(rest) ? (blockOf(inside, code, depth + 1) ?? whole(inside)) : scalar(rest, code),
      )
    at = end
  }
  return items.length > 0 ? listOf(items, code) : { ...unknown, fields }
}

const isInside = (line: Line, indent: number, isKey: boolean): boolean =>
  line.indent > indent || (isKey && line.indent === indent && line.text.startsWith('- '))

const whole = (lines: readonly Line[]): CodeValue => value(lines.map(({ text }) => text).join('\n'))

/** What is quoted with marks in it, an anchor, a tag or a list in a list is not read. */
function scalar(text: string, code: Code): CodeValue {
  const list = /^\[(.*)\]$/.exec(text)?.[1]
  if (list !== undefined)
    return listOf(
      list.split(',').map(item => scalar(item.trim(), code)),
      code,
    )
  const [, quoted] = /^'([^']*)'$|^"([^"\\]*)"$/.exec(text) ?? []
  const bare = quoted ?? /^"([^"\\]*)"$/.exec(text)?.[1] ?? (/^[\w./~][^"'[\]{}&*!|>%@`]*$/.test(text) ? text : undefined)
  return bare === undefined ? unknown : value(bare)
}

const heldIn = (data: unknown, code: Code): CodeValue => {
  if (typeof data === 'string') return value(data)
  if (Array.isArray(data)) {
    const items = data.slice(0, bounds.fields).map(item => heldIn(item, code))
    return listOf(items, code)
  }
  if (typeof data !== 'object' || data === null)
    return typeof data === 'number' ? { ...value(String(data)), number: true } : unknown
  return { ...unknown, fields: new Map(Object.entries(data).map(([key, held]) => [key, heldIn(held, code)])) }
}

/** The names of what an object holds, as far as it is written down. */
export const keysOf = ({ fields }: CodeValue, code: Code): CodeValue | undefined =>
  fields === undefined || fields.size === 0
    ? undefined
    : listOf(
        [...fields.keys()].map(key => value(key)),
        code,
      )
