/**
 * Regular expressions that people write in `when.text`, in linear time. A pattern with one way to match a place goes to the
 * native engine; anything that could backtrack goes to re2js, which is loaded only then (3.5 ms cold).
 */

import { folding, indexedFrom } from '../../../core/tokens/marks.ts'

export type TextMatcher = (content: string) => boolean

/** Longest pattern accepted. */
const maxLength = 2000

/** Says what is wrong with a pattern, or undefined. The linear engine has to be loaded: each pattern is tried by the one that will run it. */
export const patternProblem = (source: string): string | undefined => {
  if (source === '') return 'an empty pattern, which would match everything'
  if (source.length > maxLength) return `a pattern longer than ${maxLength} characters`
  const { body, flags } = splitFlags(source)
  const shape = read(body)
  if (shape.lookaround) return 'lookaround, which cannot run in linear time'
  if (shape.backreference) return 'a backreference, which cannot run in linear time'
  try {
    new RegExp(body, flags)
  } catch (error) {
    const why = error instanceof Error ? (/: ([^:]+)$/.exec(error.message)?.[1] ?? '').toLowerCase() : ''
    return `a pattern that is not a regular expression${why === '' ? '' : ` (${why})`}`
  }
  try {
    compilePattern(source)
  } catch {
    return 'a pattern whose repeats are too large for linear time'
  }
  return undefined
}

/** True when the native engine would need more than a bounded number of tries per place. */
export const needsLinearEngine = (source: string): boolean => {
  const shape = shapeOf(source)
  return shape.unbounded || shape.ways > 64
}

/** A fixed text that every match contains, folded to lower case; empty when there is none. */
export const requiredText = (source: string): string => shapeOf(source).literal.toLowerCase()

interface LinearEngine {
  readonly compile: (source: string, flags: number) => { readonly test: (text: string) => boolean }
}

let engine: LinearEngine | undefined

/** Loads re2js once. Call it before `compilePattern` when some pattern needs it. */
export const loadLinearEngine = async (): Promise<void> => {
  if (engine !== undefined) return
  const { RE2JS } = await import('re2js')
  engine = {
    compile: (source, flags) => {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(source), flags)
      return { test: text => compiled.test(text) }
    },
  }
}

/** Throws when the pattern is not valid, which validation has excluded. */
export const compilePattern = (source: string): TextMatcher => {
  const { body, flags } = splitFlags(source)
  if (!needsLinearEngine(source)) {
    const native = new RegExp(body, flags)
    return content => native.test(content)
  }
  if (engine === undefined) throw new Error('the linear engine is not loaded')
  const bits = (flags.includes('i') ? 1 : 0) | (flags.includes('s') ? 2 : 0) | (flags.includes('m') ? 4 : 0)
  const compiled = engine.compile(body, bits)
  return content => compiled.test(content)
}

/** `(?i)` and friends at the start, as RE2 writes them. */
const splitFlags = (source: string): { body: string; flags: string } => {
  const match = /^\(\?([ims]{1,3})\)/.exec(source)
  return match === null
    ? { body: source, flags: '' }
    : { body: source.slice(match[0].length), flags: [...new Set(match[1])].join('') }
}

interface Shape {
  lookaround: boolean
  backreference: boolean
  unbounded: boolean
  /** Upper bound of the ways to match at one place. */
  ways: number
  literal: string
}

const shapes = new Map<string, Shape>()
const plainWords = /^[A-Za-z0-9 _-]+$/

const shapeOf = (source: string): Shape => {
  const known = shapes.get(source)
  if (known !== undefined) return known
  const shape: Shape = plainWords.test(source)
    ? { lookaround: false, backreference: false, unbounded: false, ways: 1, literal: source }
    : read(splitFlags(source).body)
  shapes.set(source, shape)
  return shape
}

/** One pass over a pattern. It errs towards "could backtrack". */
const read = (body: string): Shape => {
  const shape: Shape = { lookaround: false, backreference: false, unbounded: false, ways: 1, literal: '' }
  let run = ''
  let depth = 0
  let alternation = false
  const end = (): void => {
    if (run.length > shape.literal.length) shape.literal = run
    run = ''
  }
  for (let i = 0; i < body.length; i++) {
    const char = body[i] ?? ''
    if (char === '\\') {
      const next = body[i + 1] ?? ''
      if (/[1-9]/.test(next) || (next === 'k' && body[i + 2] === '<')) shape.backreference = true
      i++
      if (depth === 0 && /[^A-Za-z0-9]/.test(next)) run += next
      else end()
    } else if (char === '[') {
      end()
      i = classEnd(body, i)
    } else if (char === '(') {
      end()
      depth++
      if (/^\(\?(?:=|!|<=|<!)/.test(body.slice(i, i + 4))) shape.lookaround = true
      if (body[i + 1] === '?') i = Math.max(i, body[i + 2] === '<' ? body.indexOf('>', i) : i + 2)
    } else if (char === ')') {
      end()
      depth--
    } else if (char === '|') {
      end()
      shape.ways++
      shape.ways *= 2
      if (depth === 0) alternation = true
    } else if (char === '*' || char === '+' || char === '?' || char === '{') {
      const repeat = quantifier(body, i)
      if (repeat === undefined) {
        run += char
        continue
      }
      if (repeat.min === 0) run = run.slice(0, -1)
      end()
      if (repeat.max === undefined) shape.unbounded = true
      else shape.ways *= body[i - 1] === ')' ? 2 ** Math.min(repeat.max, 20) : repeat.max - repeat.min + 1
      i = repeat.end
    } else if (char === '.' || char === '^' || char === '$') end()
    else if (depth === 0 && char < '\u0080') run += char
    else end()
  }
  end()
  if (alternation) shape.literal = ''
  return shape
}

const classEnd = (body: string, from: number): number => {
  for (let i = from + 1; i < body.length; i++) {
    if (body[i] === '\\') i++
    else if (body[i] === ']') return i
  }
  return body.length
}

/** The quantifier that starts at `from`; a following `?` (lazy) belongs to it. */
const quantifier = (body: string, from: number): { min: number; max: number | undefined; end: number } | undefined => {
  const lazy = (at: number): number => (body[at + 1] === '?' ? at + 1 : at)
  switch (body[from]) {
    case '*':
      return { min: 0, max: undefined, end: lazy(from) }
    case '+':
      return { min: 1, max: undefined, end: lazy(from) }
    case '?':
      return { min: 0, max: 1, end: lazy(from) }
    default: {
      const match = /^\{(\d+)(,(\d*))?\}/.exec(body.slice(from, from + 24))
      if (match === null) return undefined
      const min = Number(match[1])
      const max = match[2] === undefined ? min : match[3] === '' ? undefined : Number(match[3])
      return { min, max, end: lazy(from + match[0].length - 1) }
    }
  }
}

/** Below this many text rules looking for each is cheaper than an index. */
const fewRules = 24

/**
 * Says quickly that a text cannot occur in the content: every three characters in a row are marked in a bitmap, so that
 * thousands of rules that cannot match cost a few look-ups each, whatever the length of the content.
 */
export const contentFilter = (content: string, rules: number): ((required: string) => boolean) => {
  if (rules < fewRules || content.length < indexedFrom) return folding(content)
  const folded = content.toLowerCase()
  const marks = new Uint8Array(1 << 18)
  const slot = (text: string, i: number): number =>
    (Math.imul(text.charCodeAt(i), 0x9e3779b1) ^
      Math.imul(text.charCodeAt(i + 1), 0x85ebca6b) ^
      Math.imul(text.charCodeAt(i + 2), 0xc2b2ae35)) >>>
    14
  for (let i = 0; i + 2 < folded.length; i++) marks[slot(folded, i)] = 1
  return required => {
    for (let i = 0; i + 2 < required.length; i++) if (marks[slot(required, i)] === 0) return false
    return folded.includes(required)
  }
}
