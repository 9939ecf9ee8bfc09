/** A YAML (or JSON) text with positions, and messages that say line, column, what was found and what was expected. */

import { CORE_SCHEMA, load } from 'js-yaml'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { suggested } from './suggest.ts'
import { faultOf } from './yaml-faults.ts'

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

/** What a language knows of itself, for its messages. */
export interface Known {
  /** The names allowed at a path. */
  readonly keysAt: (path: readonly PropertyKey[]) => readonly string[]
  /** Where a name belongs that is not allowed there. */
  readonly homeOf?: (key: string) => string | undefined
  /** How a value of such a key looks. */
  readonly examples?: Readonly<Record<string, string>>
}

/** Turns what zod found into our sentences. */
export const explain = (
  issues: readonly z.core.$ZodIssue[],
  written: Written,
  language: Known,
  base: readonly PropertyKey[] = [],
): Problem[] =>
  issues.flatMap(issue => {
    const path = [...base, ...issue.path]
    const value = valueAt(written.value, path)
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map(key => {
          const known = language.keysAt(path)
          const suggestion = suggested(key, known)
          const home = suggestion === undefined ? language.homeOf?.(key) : undefined
          return written.at(path, {
            key,
            found: `the unknown key ${quote(key)}`,
            expected: home ?? `one of ${known.join(', ')}`,
            suggestion,
          })
        })
      case 'invalid_value':
        return [
          written.at(path, {
            found: foundAt(value, path),
            expected: options(issue.values, value),
            suggestion: suggest(value, issue.values),
          }),
        ]
      case 'invalid_union':
        // One of its keys says which of the forms it is, and says none of them.
        if (issue.errors.length === 0 && 'options' in issue && Array.isArray(issue.options))
          return [
            written.at(path, {
              found: foundAt(value, path),
              expected: options(issue.options, value),
              suggestion: suggest(value, issue.options),
            }),
          ]
        return explain(closest(issue.errors), written, language, path)
      case 'invalid_type': {
        const misread = issue.expected === 'string' && /^(?:number|boolean|bigint)$/.test(typeof value)
        const kind = typeof value === 'boolean' ? 'a boolean' : 'a number'
        return [
          misread
            ? written.at(path, {
                found: `${written.source(path) ?? String(value)}, which YAML reads as ${kind}`,
                expected: 'a text; put it in quotes',
              })
            : written.at(path, {
                found: foundAt(value, path),
                expected: `${typeName(issue.expected, path)}${exampleAt(path, language)}`,
              }),
        ]
      }
      case 'invalid_format':
        return [
          written.at(path, {
            found: show(value),
            expected: formatName(issue.format, path),
            suggestion: path.includes('flags') ? asFlag(String(value)) : undefined,
          }),
        ]
      case 'too_small':
        return [
          written.at(path, {
            found: show(value),
            expected:
              issue.origin === 'array'
                ? Array.isArray(value) && value.length > 0
                  ? `${issue.minimum} entries${exampleAt(path, language)}`
                  : 'at least one entry'
                : issue.origin === 'string'
                  ? 'a text that says something'
                  : `at least ${issue.minimum}`,
          }),
        ]
      case 'too_big':
        return [written.at(path, { found: show(value), expected: `at most ${issue.maximum}` })]
      case 'custom':
        return [
          written.at(path, {
            found: issue.message,
            expected: /lookaround|backreference/.test(issue.message)
              ? 'a pattern without it'
              : issue.message.includes('repeats')
                ? 'smaller repeats, or + and *'
                : issue.message.includes('everything')
                  ? 'what to look for'
                  : 'one, with \\ before a sign that is meant itself',
          }),
        ]
      default:
        return [written.at(path, { found: show(value), expected: issue.message })]
    }
  })

/** Of the ways a value could have been meant, the one it comes nearest to: the deepest fault, else the longest list of names. */
const closest = (branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] => {
  const score = (issues: readonly z.core.$ZodIssue[]): number =>
    Math.max(0, ...issues.map(issue => issue.path.length * 10 + (issue.code === 'invalid_type' ? 0 : 5)))
  return [...branches].sort((a, b) => score(b) - score(a))[0] ?? []
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    value,
  )

const quote = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`

/** A value as a message quotes it: short, on one line. */
export const show = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return typeof value === 'object' ? 'a mapping' : String(value)
}

const foundAt = (value: unknown, path: readonly PropertyKey[]): string =>
  value === undefined && path.length > 0 ? `no "${String(path.at(-1))}"` : show(value)

const options = (values: readonly unknown[], value: unknown): string => {
  if (values.length > 1) return `one of ${values.map(String).join(', ')}`
  const quotes = typeof value === 'string' && typeof values[0] === 'number' ? ' without quotes' : ''
  return `${show(values[0])}${quotes}`
}

const suggest = (value: unknown, values: readonly unknown[]): string | undefined =>
  typeof value === 'string' && typeof values[0] === 'string' ? suggested(value, values.map(String)) : undefined

/** Of the name that stands in the file, or that encloses a place without one. */
const exampleAt = (path: readonly PropertyKey[], { examples = {} }: Known): string => {
  const key = path.at(-1)
  const example =
    path.length === 0 ? 'version: 1' : typeof key === 'string' && Object.hasOwn(examples, key) ? examples[key] : undefined
  return example === undefined ? '' : `, such as ${example}`
}

const typeName = (expected: string, path: readonly PropertyKey[]): string =>
  ({
    object: 'a mapping',
    record: 'a mapping',
    array: 'a list',
    string: 'a text',
    boolean: 'true or false',
    number: /Ms$/.test(String(path.at(-1))) ? 'a number of milliseconds' : 'a number',
    int: 'a whole number',
    tuple: 'a list of two texts',
  })[expected] ?? expected

const ofBundle: Readonly<Record<string, string>> = {
  url: 'https://…, oci://registry/name:tag or the absolute path of a file',
  keys: 'a public key of ed25519, as minisign or PEM writes it',
  every: 'a time such as 30m, 1h or 1d',
}

/** `--context dev` as a policy writes it. */
const asFlag = (text: string): string | undefined => {
  const [, name, value] = /^(--?[^\s=-][^\s=]*)[\s=]+(\S+)$/.exec(text) ?? []
  return name === undefined ? undefined : `${name}=${value}`
}

const formatName = (format: string, path: readonly PropertyKey[]): string => {
  if (format === 'date') return 'a date such as 2027-01-31'
  if (path.includes('guardrails'))
    return 'a selector of the gateway, <group>/<config>, in a list or in one for each event or guardrail type'
  if (path.at(-1) === 'id') return 'an id of the form pack.rule, in lower case'
  if (path[0] === 'export') return 'https://, for syslog tls://; http:// and tcp:// on loopback only; a file by its absolute path'
  if (format === 'starts_with') return 'a path that starts with /'
  if (path[0] === 'bundle' && Object.hasOwn(ofBundle, String(path[1]))) return ofBundle[String(path[1])] ?? ''
  if (path[0] === 'state') return 'an address such as redis://127.0.0.1:6379'
  if (path.includes('links')) return 'an address such as https://wiki.example.com/rules'
  if (path.at(-1) === 'url') return 'an address such as https://gateway.example.com'
  return path.includes('flags') ? 'a flag such as --force or --context=dev' : `a valid ${format}`
}
