/** A YAML (or JSON) text with positions, and messages that say line, column, what was found and what was expected. */

import { CORE_SCHEMA, load } from 'js-yaml'
import { LineCounter, parseDocument } from 'yaml'
import { faultOf } from './yaml-faults.ts'

/** Whoever reads a document explains what is wrong in it. */
export { explain } from './explain.ts'

export interface Problem {
  readonly line: number
  readonly column: number
  readonly found: string
  readonly expected: string
  readonly suggestion?: string
  readonly message: string
  readonly severity: 'error' | 'warning'
  /** The name of the check that found it; absent for what the shape of the file says. */
  readonly code?: string
}

/** Longest message: what a terminal and a model read in one go. */
const longestMessage = 200

export interface Written {
  readonly value: unknown
  readonly problems: readonly Problem[]
  /** The problem at a place of the document. */
  readonly at: (path: readonly PropertyKey[], what: What) => Problem
  /** A single value as it stands in the text. */
  readonly source: (path: readonly PropertyKey[]) => string | undefined
}

export interface What {
  readonly found: string
  readonly expected: string
  readonly suggestion?: string | undefined
  readonly severity?: 'error' | 'warning'
  /** Points at the key instead of its value. */
  readonly key?: string
  /** Of a check: `found` and `expected` are sentences of their own. */
  readonly code?: string
}

/** Largest text read. */
const maxText = 1024 * 1024
const maxAliases = 64

/** From here on the reader that knows places takes seconds; the fast one goes first, and only what it objects to is read by the other. */
const long = 64 * 1024

/** Reads YAML or JSON, with the line and column of every node. Faults of syntax are problems, never thrown. */
export const readDocument = (text: string): Written => {
  const value = text.length > long && text.length <= maxText ? readFast(text) : undefined
  if (value === undefined) return readWhole(text)
  let whole: Written | undefined
  const slowly = (): Written => {
    whole ??= readWhole(text)
    return whole
  }
  return { value, problems: [], at: (path, what) => slowly().at(path, what), source: path => slowly().source(path) }
}

/** The value, or undefined where the two readers might differ: faults, aliases, tags, and a directive that names another version. */
export const readFast = (text: string): unknown => {
  if (/(?:^\ufeff?|[\r\n])%/.test(text)) return undefined
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: 0 })
  } catch {
    return undefined
  }
}

const readWhole = (text: string): Written => {
  const lines = new LineCounter()
  const problem = (offset: number, what: What): Problem => {
    const { line, col } = lines.linePos(offset)
    const { found, expected, suggestion, severity = 'error', code } = what
    const base = { line: Math.max(line, 1), column: Math.max(col, 1), found, expected, severity }
    return {
      ...base,
      ...(suggestion !== undefined && { suggestion }),
      ...(code !== undefined && { code }),
      message: sentence(what),
    }
  }
  const broken = (offset: number, found: string, expected: string): Written => ({
    value: undefined,
    problems: [problem(offset, { found, expected })],
    at: (_, what) => problem(0, what),
    source: () => undefined,
  })
  if (text.length > maxText) return broken(0, `${text.length} characters`, `at most ${maxText}`)
  try {
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false, stringKeys: true })
    const offsetOf = (path: readonly PropertyKey[], key: string | undefined): number => {
      for (let length = path.length; length >= 0; length--) {
        const node: unknown = document.getIn(path.slice(0, length), true)
        if (key !== undefined && length === path.length && isMap(node)) {
          const pair = node.items.find(item => item.key?.value === key)
          if (pair?.key?.range) return pair.key.range[0]
        }
        if (isNode(node)) return node.range[0]
      }
      return 0
    }
    // An unknown tag is no fault to the reader: a glob with `!` and no quotes would be gone.
    const faults = [...document.errors, ...document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')]
    const errors = faults.map(({ pos, code, message }) => {
      // A quote that nothing closes reaches to the end, and is looked for at its beginning.
      const [, quoteMark] = /^Missing closing (["'])quote/.exec(message) ?? []
      const at = quoteMark === undefined ? pos[0] : Math.max(text.lastIndexOf(quoteMark), 0)
      return problem(at, faultOf(code, message, text[at] ?? ''))
    })
    const at = (path: readonly PropertyKey[], what: What): Problem => problem(offsetOf(path, what.key), what)
    const source = (path: readonly PropertyKey[]): string | undefined => {
      const node: unknown = document.getIn(path, true)
      return isNode(node) && node.range[1] !== undefined ? text.slice(node.range[0], node.range[1]) : undefined
    }
    // What follows a fault on its line follows from it.
    const first = errors.filter((error, i) => errors.findIndex(({ line }) => line === error.line) === i)
    if (first.length > 0) return { value: undefined, problems: first, at, source }
    return { value: document.toJS({ maxAliasCount: maxAliases }), problems: [], at, source }
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    const alias = /^Unresolved alias .*: (.*)/.exec(why)?.[1]
    if (alias !== undefined)
      return broken(
        Math.max(text.indexOf(`*${alias}`), 0),
        `*${alias} without quotes, which YAML reads as a reference`,
        `"*${alias}" in quotes`,
      )
    if (why.startsWith('Excessive alias')) return broken(0, 'aliases that multiply without bound', 'each value written out')
    return broken(0, 'lists or mappings nested too deep', 'at most a few levels')
  }
}

/** What is wrong, then what to write instead; a long list of names gives way to the one that was meant. */
const sentence = ({ found, expected, suggestion, code }: What): string => {
  if (code !== undefined) return cut(`${found}; ${expected}`)
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}`
  const whole = `found ${found}, expected ${expected}${hint}`
  if (whole.length <= longestMessage) return whole
  return suggestion === undefined ? cut(whole) : cut(`found ${found}${hint}`)
}

const cut = (text: string): string => {
  if (text.length <= longestMessage) return text
  const end = text.lastIndexOf(' ', longestMessage - 2)
  return `${text.slice(0, end).replace(/[,;]$/, '')} …`
}

const isNode = (node: unknown): node is { readonly range: readonly number[] & { 0: number } } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)

interface Keyed {
  readonly key?: { readonly value?: unknown; readonly range?: readonly number[] & { 0: number } }
}
const isMap = (node: unknown): node is { readonly items: readonly Keyed[] } =>
  typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
