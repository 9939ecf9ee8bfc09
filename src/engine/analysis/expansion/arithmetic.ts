/** Integer arithmetic of the shell, as far as names and numbers carry it. */

import { type Analysis, bounds, spent } from '../values/analysis.ts'

/** The value of an expression, or undefined. `textOf` gives the text of a variable. */
export function calculate(
  source: string,
  textOf: (name: string) => string | undefined,
  analysis: Analysis,
  depth = 0,
): number | undefined {
  let inside = depth
  const isDeep = (): boolean => (analysis.exhausted ||= inside > bounds.depth)
  if (isDeep() || spent(analysis, depth + (source.length >> 6))) return undefined
  const tokens = source.match(/\$?\{?[A-Za-z_]\w*\}?|0[xX][0-9a-fA-F]+|\d+|\*\*|<<|>>|[-+*/%()]|\S/g) ?? []
  let at = 0
  const atom = (): number | undefined => {
    const token = tokens[at++]
    if (token === '-' || token === '+') {
      const right = atom()
      return right === undefined ? undefined : token === '-' ? -right : right
    }
    if (token === '(') {
      inside++
      const value = isDeep() ? undefined : sum()
      inside--
      return tokens[at++] === ')' ? value : undefined
    }
    if (token === undefined) return undefined
    if (/^\d/.test(token)) return /^0\d/.test(token) ? Number.parseInt(token, 8) : Number(token)
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(token)?.[1]
    const text = name === undefined ? undefined : textOf(name)
    return text === undefined || text === source ? undefined : calculate(text, textOf, analysis, depth + 1)
  }
  const product = (): number | undefined => {
    let left = atom()
    while (left !== undefined && /^[*/%]$|^\*\*$/.test(tokens[at] ?? '')) {
      const operator = tokens[at++]
      const right = atom()
      if (right === undefined || (right === 0 && operator !== '*' && operator !== '**')) return undefined
      left =
        operator === '*'
          ? left * right
          : operator === '**'
            ? left ** right
            : operator === '/'
              ? Math.trunc(left / right)
              : left % right
    }
    return left
  }
  const sum = (): number | undefined => {
    let left = product()
    while (left !== undefined && (tokens[at] === '+' || tokens[at] === '-')) {
      const operator = tokens[at++]
      const right = product()
      left = right === undefined ? undefined : operator === '+' ? left + right : left - right
    }
    return left
  }
  const result = sum()
  return at === tokens.length && result !== undefined && Number.isSafeInteger(result) ? result : undefined
}
