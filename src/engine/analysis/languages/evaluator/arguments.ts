/** The arguments of a call. */

import type { Argument, Code } from '../model/code.ts'
import { split } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'
import { comprehension } from './repeating.ts'

/** The arguments between two brackets, or after a call without brackets. */
export function argumentsOf(all: readonly Token[], code: Code): Argument[] {
  const out: Argument[] = []
  const chars = comprehension(all, code) ?? (isBareCall(all, code) ? code.evaluate(all, code) : undefined)
  if (chars !== undefined) return [{ name: undefined, value: chars, tokens: all }]
  for (const part of split(all, ',')) {
    if (part.length === 0) continue
    const stars = spreadAt(part)
    if (stars > 0 && part.length > stars) {
      const spread = code.evaluate(part.slice(stars), code)
      // `**{'path': x}`
      if (
        code.language === 'python' &&
        stars > 0 &&
        part
          .slice(0, stars)
          .map(({ value: mark }) => mark)
          .join('') === '**' &&
        spread.fields !== undefined
      ) {
        for (const [name, item] of spread.fields) out.push({ name, value: item, tokens: [] })
        continue
      }
      for (const item of spread.items ?? [spread]) out.push({ name: undefined, value: item, tokens: part })
      continue
    }
    const [first, second] = part
    const named =
      first?.kind === 'name' &&
      second?.kind === 'mark' &&
      (second.value === '=' || second.value === ':' || (second.value === '=>' && code.language !== 'javascript')) &&
      part.length > 2
    out.push({ name: named ? first.value : undefined, value: code.evaluate(named ? part.slice(2) : part, code), tokens: part })
  }
  return out
}

/** `join " ", @a` without brackets takes all that follows. */
const isBareCall = ([first, next]: readonly Token[], { language }: Code): boolean =>
  language === 'perl' &&
  first?.kind === 'name' &&
  /^(?:join|sprintf|reverse|map)$/.test(first.value) &&
  next !== undefined &&
  next.value !== '('

/** Marks in front of a list that is taken apart: `*a`, `...a`. */
export function spreadAt(part: readonly Token[]): number {
  let at = 0
  while (at < 3 && part[at]?.kind === 'mark' && /^[*.]+$/.test(part[at]?.value ?? '')) at++
  return at
}
