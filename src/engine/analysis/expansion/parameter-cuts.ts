/** What is cut from, replaced in or made of the value of a parameter. */

import { matches } from '../../matching/shell-globs.ts'
import { type Analysis, bounds, type Expander, fork, joined, spent, tooLong } from '../values/analysis.ts'
import { HOLE, hole, nothing, type Value, type Variable } from '../values/value.ts'
import { escapes } from './printf.ts'

/** A script that expands a text as a prompt is: quotes in it are signs like others. */
export const asPrompt = (text: string): string => `: <<END_OF_PROMPT\n${text}\nEND_OF_PROMPT`

/** `${x@E}` reads escapes, `${x@P}` runs what is inside. */
export function transform(field: Value, kind: string, on: Expander): Value {
  const { text } = field
  if (text.includes(HOLE)) return field
  if (kind === 'E') return { ...field, text: escapes(text) }
  if (kind === 'U') return { ...field, text: text.toUpperCase() }
  if (kind === 'u') return { ...field, text: text.slice(0, 1).toUpperCase() + text.slice(1) }
  if (kind === 'L') return { ...field, text: text.toLowerCase() }
  if (kind !== 'P' || !/[$`]/.test(text)) return field
  on.analysis.script(asPrompt(text), fork(on.env), nothing)
  return hole(field.written, field.taint)
}

export function map(value: Variable, change: (field: Value) => Value): Variable

export function map(value: Variable | undefined, change: (field: Value) => Value): Variable | undefined

export function map(value: Variable | undefined, change: (field: Value) => Value): Variable | undefined {
  if (value === undefined) return undefined
  // A part of a file's path is another place.
  return { ...value, fields: value.fields.map(field => ({ ...change(field), files: undefined })) }
}

/** `${x#pattern}`, `${x%pattern}` and their doubled forms. A hole in the text or the pattern leaves a hole. */
export function remove(field: Value, operator: string, pattern: string, analysis: Analysis): Value {
  const { text } = field
  if (text.includes(HOLE) || pattern.includes(HOLE)) return hole(field.written, field.taint)
  const front = operator[0] === '#'
  if (!/[*?[\\(]/.test(pattern)) {
    if (!(front ? text.startsWith(pattern) : text.endsWith(pattern))) return field
    return { ...field, text: front ? text.slice(pattern.length) : text.slice(0, text.length - pattern.length) }
  }
  if (text.length > bounds.cut || pattern.length > bounds.pattern) tooLong(analysis)
  else if (!spent(analysis, text.length >> 4)) return cut(field, front, operator.length === 2, pattern)
  return hole(field.written, field.taint)
}

function cut(field: Value, front: boolean, longest: boolean, pattern: string): Value {
  const { text } = field
  for (let step = 0; step <= text.length; step++) {
    const size = longest ? text.length - step : step
    const piece = front ? text.slice(0, size) : text.slice(text.length - size)
    if (matches(pattern, piece, true)) return { ...field, text: front ? text.slice(size) : text.slice(0, text.length - size) }
  }
  return field
}

/** `${x/pattern/replacement}` and its forms. A hole in the text or the pattern leaves a hole. */
export function replace(field: Value, operator: string, pattern: string, replacement: string, analysis: Analysis): Value {
  const { text } = field
  if (text.includes(HOLE)) return field
  const set = operator === '//' ? /^\[([^\]!^-][^\]-]*)\]$/.exec(pattern)?.[1] : undefined
  if (set !== undefined && !replacement.includes(HOLE))
    return { ...field, text: joined(pieces(text, set), replacement, analysis) }
  if (/[*?[]/.test(pattern) || pattern.includes(HOLE) || replacement.includes(HOLE)) return hole(field.written, field.taint)
  if (pattern === '') return field
  if (operator === '//') return { ...field, text: joined(text.split(pattern), replacement, analysis) }
  if (operator === '/#')
    return text.startsWith(pattern) ? { ...field, text: joined([replacement, text.slice(pattern.length)], '', analysis) } : field
  if (operator === '/%')
    return text.endsWith(pattern)
      ? { ...field, text: joined([text.slice(0, -pattern.length), replacement], '', analysis) }
      : field
  const at = text.indexOf(pattern)
  return at < 0
    ? field
    : { ...field, text: joined([text.slice(0, at), replacement, text.slice(at + pattern.length)], '', analysis) }
}

/** A text cut at each of some characters. */
function pieces(text: string, characters: string): string[] {
  const out = ['']
  for (const char of text) {
    if (characters.includes(char)) out.push('')
    else out[out.length - 1] += char
  }
  return out
}
