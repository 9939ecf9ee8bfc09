/** Tokens between brackets, and parted by a mark. */

import type { Token } from './lexer.ts'

/** The index after the bracket that matches the one at `open`. */
export function matching(all: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < all.length; at++) {
    const token = all[at] as Token
    if (token.kind !== 'mark') continue
    if (token.value === '(' || token.value === '[' || token.value === '{') depth++
    else if ((token.value === ')' || token.value === ']' || token.value === '}') && --depth === 0) return at + 1
  }
  return all.length
}

export function split(all: readonly Token[], at: string): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of all) {
    if (token.kind === 'mark') {
      if (token.value === '(' || token.value === '[' || token.value === '{') depth++
      else if (token.value === ')' || token.value === ']' || token.value === '}') depth--
      else if (token.value === at && depth === 0) {
        parts.push([])
        continue
      }
    }
    parts.at(-1)?.push(token)
  }
  return parts
}
