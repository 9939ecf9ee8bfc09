/** Brace expansion on source text: `{a,b}`, `{1..9}`, nested, quotes respected. */

import { bounds } from '../values/analysis.ts'

/** All products in order, or undefined when there are more than the bound. */
export function expandBraces(source: string): string[] | undefined {
  let done: string[] = ['']
  let index = 0
  let plain = ''
  const append = (alternatives: readonly string[]): boolean => {
    if (done.length * alternatives.length > bounds.braces) return false
    const next: string[] = []
    for (const head of done) for (const tail of alternatives) next.push(head + tail)
    done = next
    return true
  }
  while (index < source.length) {
    const char = source[index] as string
    if (char === '{' && source[index - 1] !== '$') {
      const end = closing(source, index)
      const inside = end < 0 ? undefined : alternativesOf(source.slice(index + 1, end))
      if (inside !== undefined) {
        if (!append([plain]) || !append(inside)) return undefined
        plain = ''
        index = end + 1
        continue
      }
    }
    const next = skip(source, index)
    plain += source.slice(index, next)
    index = next
  }
  append([plain])
  return done
}

/** Any of the numbers of a long range, as a pattern. */
export const anyNumber = '[-0-9]*'

function alternativesOf(body: string): string[] | undefined {
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body)
  if (range !== null) return rangeOf(range[1] as string, range[2] as string, Number(range[3] ?? 1))
  const parts: string[] = []
  let start = 0
  for (let index = 0; index < body.length; ) {
    const char = body[index]
    if (char === ',') {
      parts.push(body.slice(start, index))
      start = index + 1
      index++
    } else if (char === '{') {
      const end = closing(body, index)
      index = end < 0 ? index + 1 : end + 1
    } else index = skip(body, index)
  }
  if (parts.length === 0) return undefined
  parts.push(body.slice(start))
  const all: string[] = []
  for (const part of parts) {
    for (const product of expandBraces(part) ?? [part]) all.push(product)
    if (all.length > bounds.braces) return all.slice(0, bounds.braces + 1)
  }
  return all
}

function rangeOf(from: string, to: string, step: number): string[] | undefined {
  const numeric = /\d$/.test(from)
  if (numeric !== /\d$/.test(to)) return undefined
  const first = numeric ? Number(from) : from.charCodeAt(0)
  const last = numeric ? Number(to) : to.charCodeAt(0)
  const stride = Math.max(1, Math.abs(step)) * (first <= last ? 1 : -1)
  // A long one is its ends and any number between them: more values tell no more.
  if (numeric && Math.abs(last - first) / Math.abs(stride) >= bounds.values) return [from, anyNumber, to]
  const values: string[] = []
  for (let value = first; stride > 0 ? value <= last : value >= last; value += stride) {
    values.push(numeric ? String(value) : String.fromCharCode(value))
    if (values.length > bounds.braces) break
  }
  return values
}

/** The index of the brace that closes the one at `open`, or -1. */
function closing(source: string, open: number): number {
  let depth = 0
  for (let index = open; index < source.length; ) {
    const char = source[index]
    if (char === '{') depth++
    if (char === '}' && --depth === 0) return index
    index = skip(source, index)
  }
  return -1
}

/** The index after the character, quotation or `${...}` that starts at `index`. */
function skip(source: string, index: number): number {
  const char = source[index]
  if (char === '\\') return Math.min(index + 2, source.length)
  if (char === "'" || char === '"') {
    for (let at = index + 1; at < source.length; at++) {
      if (source[at] === char) return at + 1
      if (char === '"' && source[at] === '\\') at++
    }
    return source.length
  }
  if (char === '$' && (source[index + 1] === '{' || source[index + 1] === '(')) {
    const open = source[index + 1] as string
    const close = open === '{' ? '}' : ')'
    let depth = 0
    for (let at = index + 1; at < source.length; at++) {
      if (source[at] === open) depth++
      else if (source[at] === close && --depth === 0) return at + 1
    }
    return source.length
  }
  return index + 1
}
