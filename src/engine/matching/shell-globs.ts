/** Pattern matching in linear space and at most quadratic time, without building regular expressions. */

/** Whether the whole of `text` matches `*`, `?` and `[...]`; `slashes` lets a star cross directories. */
export function matches(pattern: string, text: string, slashes = false): boolean {
  let at = 0
  let of = 0
  let starAt = -1
  let starOf = -1
  while (at < text.length) {
    const char = pattern[of]
    if (char === '*') {
      starOf = of++
      starAt = at
      continue
    }
    const size = char === undefined ? 0 : one(pattern, of, text[at] as string, slashes)
    if (size > 0) {
      of += size
      at++
      continue
    }
    if (starOf < 0 || (!slashes && text[starAt] === '/')) return false
    of = starOf + 1
    at = ++starAt
  }
  while (pattern[of] === '*') of++
  return of === pattern.length
}

/** How many pattern characters match this one character; 0 when none. */
function one(pattern: string, of: number, char: string, slashes: boolean): number {
  const head = pattern[of]
  if (head === '?') return char === '/' && !slashes ? 0 : 1
  if (head !== '[') return head === char ? 1 : 0
  const start = of + (/[!^]/.test(pattern[of + 1] ?? '') ? 2 : 1)
  const end = endOfClass(pattern, start)
  if (end < 0) return char === '[' ? 1 : 0
  return isInClass(pattern.slice(start, end), char) !== start > of + 1 ? end - of + 1 : 0
}

/** Where the `]` is that ends a class; one in front stands for itself, and `[:alpha:]` has its own. */
function endOfClass(pattern: string, start: number): number {
  for (let at = pattern[start] === ']' ? start + 1 : start; at < pattern.length; at++) {
    if (pattern[at] === ']') return at
    const kind = pattern[at] === '[' ? pattern[at + 1] : undefined
    if (kind === ':' || kind === '.' || kind === '=') {
      const close = pattern.indexOf(`${kind}]`, at + 2)
      if (close > 0) at = close + 1
    }
  }
  return -1
}

const kinds: Readonly<Record<string, RegExp>> = {
  alpha: /\p{L}/u,
  digit: /\d/,
  alnum: /[\p{L}\d]/u,
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[\dA-Fa-f]/,
  graph: /[^\s\p{C}]/u,
  print: /\P{C}/u,
  word: /\w/,
}

function isInClass(body: string, char: string): boolean {
  for (let at = 0; at < body.length; at++) {
    const special = /^\[([:.=])(.+?)\1\]/s.exec(body.slice(at, at + 20))
    if (special !== null) {
      if (special[1] === ':' ? kinds[special[2] as string]?.test(char) === true : special[2] === char) return true
      at += special[0].length - 1
    } else if (body[at + 1] === '-' && at + 2 < body.length) {
      if (char >= (body[at] as string) && char <= (body[at + 2] as string)) return true
      at += 2
    } else if (char === body[at]) return true
  }
  return false
}

/** Whether a pattern may match some name that begins so. */
export function mayBegin(pattern: string, start: string): boolean {
  let states = new Set([0])
  for (const char of start) {
    const next = new Set<number>()
    for (const from of states) {
      let of = from
      while (pattern[of] === '*') {
        next.add(of)
        of++
      }
      const size = of < pattern.length ? one(pattern, of, char, false) : 0
      if (size > 0) next.add(of + size)
    }
    if (next.size === 0) return false
    states = next
  }
  return true
}

/** One pattern that `@(a|b)` and its like come to, and whether it matches nothing else. */
export interface Alternative {
  readonly pattern: string
  readonly exact: boolean
}

const most = 64

/** A part of a path, `@(a|b)`, `?(a)` and zsh's `(a|b)` written out. What repeats or excludes may be anything. */
export function alternatives(part: string): readonly Alternative[] {
  const done: Alternative[] = []
  const open: Alternative[] = [{ pattern: part, exact: true }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { pattern, exact } = next
    const at = pattern.indexOf('(')
    const end = at < 0 ? -1 : closing(pattern, at)
    if (end < 0) done.push(next)
    else if (done.length + open.length > most) done.push({ pattern: '*', exact: false })
    else {
      const sign = /[?*+@!]/.test(pattern[at - 1] ?? '') ? pattern[at - 1] : ''
      const before = pattern.slice(0, at - (sign === '' ? 0 : 1))
      const after = pattern.slice(end + 1)
      if (sign === '*' || sign === '+' || sign === '!') open.push({ pattern: `${before}*${after}`, exact: false })
      else {
        if (sign === '?') open.push({ pattern: before + after, exact })
        for (const choice of choicesOf(pattern.slice(at + 1, end))) open.push({ pattern: before + choice + after, exact })
      }
    }
  }
  return done
}

function closing(pattern: string, open: number): number {
  let depth = 0
  for (let at = open; at < pattern.length; at++) {
    if (pattern[at] === '(') depth++
    else if (pattern[at] === ')' && --depth === 0) return at
  }
  return -1
}

function choicesOf(body: string): readonly string[] {
  const all: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '(') depth++
    else if (body[at] === ')') depth--
    else if (body[at] === '|' && depth === 0) {
      all.push(body.slice(start, at))
      start = at + 1
    }
  }
  return [...all, body.slice(start)]
}
