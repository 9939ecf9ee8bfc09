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
  const end = pattern.indexOf(']', of + 2)
  if (end < 0) return char === '[' ? 1 : 0
  let body = pattern.slice(of + 1, end)
  const negated = body[0] === '!' || body[0] === '^'
  if (negated) body = body.slice(1)
  let inside = false
  for (let index = 0; index < body.length; index++) {
    const low = body[index] as string
    if (body[index + 1] === '-' && index + 2 < body.length) {
      if (char >= low && char <= (body[index + 2] as string)) inside = true
      index += 2
    } else if (char === low) inside = true
  }
  return inside !== negated ? end - of + 1 : 0
}
