/** Integer arithmetic of the shell, as far as names and numbers carry it. */

import { type Analysis, bounds, type Environment, referred, spent } from '../values/analysis.ts'
import { hole, literal, type Value, type Variable } from '../values/value.ts'

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
  const tokens = source.match(word) ?? []
  let at = 0
  const atom = (): number | undefined => {
    const token = tokens[at++]
    if (token === undefined) return undefined
    if (/^[-+!~]$/.test(token)) {
      const right = atom()
      return right === undefined ? undefined : unary[token]?.(right)
    }
    if (token === '(') {
      inside++
      const value = isDeep() ? undefined : choice()
      inside--
      return tokens[at++] === ')' ? value : undefined
    }
    if (/^\d/.test(token)) return numberOf(token)
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(token)?.[1]
    const text = name === undefined ? undefined : textOf(name)
    return text === undefined || text === source ? undefined : calculate(text, textOf, analysis, depth + 1)
  }
  const level = (rank: number): number | undefined => {
    const operators = binary[rank]
    let left = operators === undefined ? atom() : level(rank + 1)
    while (operators !== undefined && left !== undefined && Object.hasOwn(operators, tokens[at] ?? '')) {
      const operate = operators[tokens[at++] as string]
      const right = level(rank + 1)
      // From right to left, which nobody writes without brackets.
      const isChain = rank === binary.length - 1 && tokens[at] === '**'
      const made: number | undefined = right === undefined || isChain ? undefined : operate?.(left, right)
      left = Number.isSafeInteger(made) ? made : undefined
    }
    return left
  }
  const choice = (): number | undefined => {
    const asked = level(0)
    if (tokens[at] !== '?') return asked
    at++
    const yes = choice()
    if (tokens[at++] !== ':') return undefined
    const no = choice()
    return asked === undefined ? undefined : asked === 0 ? no : yes
  }
  const result = choice()
  return at === tokens.length && result !== undefined && Number.isSafeInteger(result) ? result : undefined
}

const word = /\$?\{?[A-Za-z_]\w*\}?|\d+#[\w@]+|0[xX][0-9a-fA-F]+|\d+|\*\*|\+\+|--|<<|>>|[<>=!]=|&&|\|\||\S/g

/** Decimal, octal, hexadecimal, and with a base in front. */
function numberOf(token: string): number | undefined {
  const [, base, digits = token] = /^(\d+)#(\w+)$/.exec(token) ?? []
  if (base === undefined) return /^0\d/.test(token) ? Number.parseInt(token, 8) : Number(token)
  const value = Number(base) < 2 || Number(base) > 36 ? Number.NaN : Number.parseInt(digits, Number(base))
  return Number.isNaN(value) ? undefined : value
}

const unary: Readonly<Record<string, (right: number) => number>> = {
  '-': right => -right,
  '+': right => right,
  '!': right => Number(right === 0),
  '~': right => -right - 1,
}

type Operate = (left: number, right: number) => number | undefined

/** The loosest first. Bits of what has more than 31 of them are not followed. */
const bits =
  (operate: (left: number, right: number) => number): Operate =>
  (left, right) =>
    left < 0 || right < 0 || left > 0x3fffffff || right > 0x3fffffff ? undefined : operate(left, right)
const shifted =
  (operate: (left: number, right: number) => number): Operate =>
  (left, right) =>
    right > 31 ? undefined : bits(operate)(left, right)
const binary: readonly Readonly<Record<string, Operate>>[] = [
  { '||': (left, right) => Number(left !== 0 || right !== 0) },
  { '&&': (left, right) => Number(left !== 0 && right !== 0) },
  { '|': bits((left, right) => left | right) },
  { '^': bits((left, right) => left ^ right) },
  { '&': bits((left, right) => left & right) },
  { '==': (left, right) => Number(left === right), '!=': (left, right) => Number(left !== right) },
  {
    '<': (left, right) => Number(left < right),
    '>': (left, right) => Number(left > right),
    '<=': (left, right) => Number(left <= right),
    '>=': (left, right) => Number(left >= right),
  },
  { '<<': shifted((left, right) => left * 2 ** right), '>>': shifted((left, right) => Math.floor(left / 2 ** right)) },
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  {
    '*': (left, right) => left * right,
    '/': (left, right) => (right === 0 ? undefined : Math.trunc(left / right)),
    '%': (left, right) => (right === 0 ? undefined : left % right),
  },
  { '**': (left, right) => left ** right },
]

/** What an expression may come to, where variables in it may be several things; undefined for what cannot be told. */
export function calculations(
  source: string,
  of: (name: string) => Variable | undefined,
  analysis: Analysis,
): readonly (number | undefined)[] {
  const several: (readonly [string, readonly Value[]])[] = []
  let ways = 1
  const textOf =
    (picked: ReadonlyMap<string, Value>) =>
    (name: string): string | undefined => {
      const held = of(name)
      const own = picked.get(name) ?? (held?.array === false && held.fields.length > 1 ? undefined : held?.fields[0])
      if (own === undefined && held !== undefined && !several.some(([known]) => known === name)) {
        several.push([name, held.fields])
        ways *= held.fields.length
      }
      return own?.text
    }
  const first = calculate(source, textOf(new Map()), analysis)
  // Those that a value names are found one after the other.
  for (let found = 0; found < several.length && ways <= bounds.values; ) {
    found = several.length
    const made = new Set<number | undefined>()
    for (let way = 0; way < ways; way++) {
      let rest = way
      const picked = new Map<string, Value>()
      for (const [name, fields] of several.slice(0, found)) {
        picked.set(name, fields[rest % fields.length] as Value)
        rest = Math.floor(rest / fields.length)
      }
      made.add(calculate(source, textOf(picked), analysis))
    }
    if (several.length === found) return [...made]
  }
  return several.length === 0 ? [first] : [undefined]
}

/** Variables that arithmetic changes have a value nobody follows. */
export function assignArithmetic(source: string, env: Environment): void {
  for (const match of source.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|(?<!\w)([A-Za-z_]\w*)\s*(?:\+\+|--|[-+*/%&|^]?=(?!=))/g)) {
    const name = referred(match[1] ?? (match[2] as string), env)
    const number =
      match[2] === undefined ? undefined : /^=\s*(-?\d+)\s*(?:,|$)/.exec(source.slice(source.indexOf('=', match.index)))
    const simple = number?.[1] !== undefined && match[0].endsWith('=') && /\w\s*=$/.test(match[0])
    env.variables.set(name, { fields: [simple ? literal(number[1] as string) : hole(`$${name}`)], array: false })
  }
}
