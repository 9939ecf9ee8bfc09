/**
 * Globs by hand, because a project's policy is foreign text: the time is bounded by pattern times subject, whatever both say,
 * where a compiled regular expression could be made to backtrack without end.
 */

import { caseless } from './path-identity.ts'

/** `*` and `?` match within a segment, `**` across segments, `[a-z]` and `{a,b}` as in a shell. */
export const pathGlob = (pattern: string, ignoreCase: boolean): ((path: string) => boolean) => {
  const fold = (text: string): string => (ignoreCase ? caseless(text) : text)
  const forms = braces(fold(pattern)).map(form => form.split('/').filter((segment, i) => segment !== '' || i === 0))
  return path => {
    const segments = fold(path).split('/')
    return forms.some(form => matchSegments(form, segments))
  }
}

/** A glob over a plain string: `*` matches anything, `/` included. */
export const textGlob = (pattern: string, text: string, ignoreCase = false): boolean => {
  const [glob, subject] = ignoreCase ? [pattern.toLowerCase(), text.toLowerCase()] : [pattern, text]
  if (glob === '*' || glob === subject) return true
  if (!magic.test(glob)) return false
  return braces(glob).some(form => matchText(form, subject))
}

/** One of many such globs, case ignored, for tables that are asked again: what a glob ends with is looked at first. */
export const anyGlob = (patterns: readonly string[]): ((lower: string) => boolean) => {
  const forms = patterns.flatMap(pattern => braces(pattern.toLowerCase()))
  const ends = forms.map(form => form.slice(form.search(/[^*?[\]\\]*$/)))
  return lower => forms.some((form, n) => lower.endsWith(ends[n] ?? '') && matchText(form, lower))
}

const magic = /[*?[{]/
export const hasMagic = (pattern: string): boolean => magic.test(pattern)

const maxForms = 64

/** `{a,b}` written out, outermost first, at most `maxForms` forms; what is over the bound stays literal. */
export const braces = (pattern: string): string[] => {
  const done: string[] = []
  const open = [pattern]
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    const group = /\{([^{}]*,[^{}]*)\}/.exec(form)
    if (group === null || done.length + open.length > maxForms) {
      done.push(form)
      continue
    }
    const before = form.slice(0, group.index)
    const after = form.slice(group.index + group[0].length)
    for (const choice of (group[1] ?? '').split(',')) open.push(before + choice + after)
  }
  return done
}

/** Greedy with one point of return: the last `**`. Linear in pattern times path. */
const matchSegments = (form: readonly string[], path: readonly string[]): boolean => {
  let f = 0
  let p = 0
  let starF = -1
  let starP = 0
  while (p < path.length) {
    const segment = form[f]
    if (segment === '**') {
      starF = f++
      starP = p
    } else if (segment !== undefined && matchText(segment, path[p] ?? '')) {
      f++
      p++
    } else if (starF >= 0) {
      f = starF + 1
      p = ++starP
    } else return false
  }
  while (form[f] === '**') f++
  return f === form.length
}

const matchText = (glob: string, text: string): boolean => {
  let g = 0
  let t = 0
  let starG = -1
  let starT = 0
  while (t < text.length) {
    const char = glob[g]
    if (char === '*') {
      starG = g++
      starT = t
      continue
    }
    const width = char === undefined ? 0 : matchOne(glob, g, text[t] ?? '')
    if (width > 0) {
      g += width
      t++
    } else if (starG >= 0) {
      g = starG + 1
      t = ++starT
    } else return false
  }
  while (glob[g] === '*') g++
  return g === glob.length
}

/** Characters of the glob that match this one character of text; 0 when they do not. */
const matchOne = (glob: string, at: number, char: string): number => {
  const first = glob[at]
  if (first === '?') return 1
  if (first === '\\' && at + 1 < glob.length) return glob[at + 1] === char ? 2 : 0
  if (first !== '[') return first === char ? 1 : 0
  const end = glob.indexOf(']', at + 2)
  if (end < 0) return first === char ? 1 : 0
  const negated = glob[at + 1] === '!' || glob[at + 1] === '^'
  let found = false
  for (let i = at + (negated ? 2 : 1); i < end; i++) {
    const from = glob[i] ?? ''
    if (glob[i + 1] === '-' && i + 2 < end) {
      found ||= char >= from && char <= (glob[i + 2] ?? '')
      i += 2
    } else found ||= char === from
  }
  return found === negated ? 0 : end - at + 1
}
