/** Tokens between brackets, and parted by a mark. */

import type { Token } from './lexer.ts'

/** The index after the bracket that matches the one at `open`. */
export function matching(all: readonly Token[], open: number): number {
  const token = all[open]
  return token?.kind === 'mark' && token.span !== undefined ? Math.min(open + token.span, all.length) : all.length
}

export function split(all: readonly Token[], mark: string): Token[][] {
  const parts: Token[][] = []
  let start = 0
  for (let at = 0; at < all.length; ) {
    const token = all[at] as Token
    if (token.kind !== 'mark') {
      at++
      continue
    }
    const { value } = token
    const end = value === '(' || value === '[' || value === '{' ? matching(all, at) : at + 1
    if (value === mark && token.member !== true) {
      parts.push(all.slice(start, at))
      start = end
    }
    at = end
  }
  parts.push(all.slice(start))
  return parts
}

/** Where the statement ends that goes on at `from`. */
export function statementEnd(all: readonly Token[], from: number): number {
  let end = from
  while (end < all.length) {
    const token = all[end] as Token
    if (token.kind === 'mark') {
      if (token.value === ';') return end
      if (token.value === '(' || token.value === '[' || token.value === '{') {
        end = matching(all, end)
        continue
      }
      if (token.value === '}' || token.value === ')') return end
    }
    end++
  }
  return end
}
