/** What a schema found wrong in a file, in sentences for whoever wrote it. */

import type { z } from 'zod'
import type { Problem, Written } from './document.ts'
import { suggested } from './suggest.ts'

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
  oncePerFault(issues, written, language, base).flatMap(issue => {
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
            expected: known.length === 1 ? onlyForm(known[0], path, language) : (home ?? `one of ${known.join(', ')}`),
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
        if (
          isMapping(value) &&
          issue.errors.every(branch => branch.some(each => each.code === 'invalid_type' && each.path.length === 0))
        )
          return [
            written.at(path, {
              found: 'a mapping',
              expected: `a text or a list${'not' in value ? `; to deny it write not: { ${String(path.at(-1))}: … } beside it` : ''}`,
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

/** A key under another name is one fault: that the right one is missing follows from it. */
const oncePerFault = (
  issues: readonly z.core.$ZodIssue[],
  written: Written,
  language: Known,
  base: readonly PropertyKey[],
): readonly z.core.$ZodIssue[] => {
  const meant = issues.flatMap(issue => {
    if (issue.code !== 'unrecognized_keys') return []
    const path = [...base, ...issue.path]
    const known = language.keysAt(path)
    return issue.keys.map(key => [...path, known.length > 1 ? suggested(key, known) : known[0]].join('/'))
  })
  return issues.filter(({ path }) => {
    const full = [...base, ...path]
    return valueAt(written.value, full) !== undefined || !meant.includes(full.join('/'))
  })
}

/** Of a mapping that has one key. */
const onlyForm = (key: string | undefined, path: readonly PropertyKey[], language: Known): string =>
  key === 'not' ? 'a text, a list, or not: and one of them' : `${key}${exampleAt(path, language)}`

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

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
