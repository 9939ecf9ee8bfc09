/** Mutants of a source: the same text with one token changed, where a mistake of ours would be. */

import { createHash } from 'node:crypto'
import { type ParserOptions, parse } from '@babel/parser'

export interface Mutant {
  readonly file: string
  readonly line: number
  /** The text of that line, by which a mutant is known while others are written above it. */
  readonly around: string
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
  /** The body of the function around it, a block or an expression; none for what is evaluated when the module is loaded. */
  readonly inside: Span | undefined
}

export interface Span {
  readonly start: number
  readonly end: number
  readonly block: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const options: ParserOptions = { sourceType: 'module', plugins: ['typescript'], tokens: true }

const operators: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '+',
}

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  min: 'max',
  max: 'min',
  shift: 'pop',
  filter: 'slice',
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Nothing in them is ours to change: what they name must exist. */
const foreign = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

/** What is said to a person: no verdict hangs on it. */
const isSentence = (text: string): boolean => /^[A-Z].* .*\.$/.test(text)

export const mutantsOf = (file: string, source: string): readonly Mutant[] => {
  const found: Mutant[] = []
  const lines = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  let inside: Span | undefined
  const chained = new Set<number>()
  const put = (start: number, end: number, after: string): void => {
    const line = lines.findLastIndex(begin => begin <= start) + 1
    const begin = lines[line - 1] ?? 0
    const around = `${start - begin} ${source.slice(begin, (lines[line] ?? source.length + 1) - 1)}`
    found.push({ file, line, around, start, end, before: source.slice(start, end), after, inside })
  }
  const between = (left: Node, right: Node, operator: string): void => {
    const after = operators[operator]
    const at = source.indexOf(operator, left.end)
    if (after !== undefined && at !== -1 && at < right.start) put(at, at + operator.length, after)
  }

  const mutate = (node: Node): void => {
    switch (node.type) {
      case 'LogicalExpression':
      case 'BinaryExpression':
        if (isNode(node.left) && isNode(node.right)) {
          const { left, right, operator } = node
          if (operator !== '??') between(left, right, String(operator))
          else {
            // `??` stands beside no other without brackets.
            const inner = [left, right].filter(({ type }) => type === 'LogicalExpression')
            for (const each of inner) chained.add(each.start)
            if (inner.length === 0 && !chained.has(node.start)) between(left, right, '??')
          }
        }
        return
      case 'UnaryExpression':
        if (node.operator === '!') put(node.start, node.start + 1, '')
        return
      case 'BooleanLiteral':
        put(node.start, node.end, node.value === true ? 'false' : 'true')
        return
      case 'NumericLiteral':
        put(node.start, node.end, String(Number(node.value) + 1))
        return
      case 'StringLiteral':
        wordsOf(node)
        return
      case 'RegExpLiteral':
        patternOf(node)
        return
      case 'IfStatement':
        // An early return that is dropped.
        if (isNode(node.test) && !isNode(node.alternate)) put(node.test.start, node.test.end, 'false')
        return
      case 'ConditionalExpression':
        if (isNode(node.test)) put(node.test.start, node.test.end, `!(${source.slice(node.test.start, node.test.end)})`)
        return
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const { property } = node
        const after = isNode(property) && property.type === 'Identifier' ? methods[String(property.name)] : undefined
        if (after !== undefined && isNode(property)) put(property.start, property.end, after)
        return
      }
      case 'ExpressionStatement':
        if (isNode(node.expression) && node.expression.type === 'CallExpression') put(node.start, node.end, 'void 0')
        return
      default:
    }
  }

  /** A list of words loses its last one, any other text is emptied: an option letter, a name of a program. */
  const wordsOf = ({ start, end, value }: Node): void => {
    const text = String(value)
    if (text === '' || isSentence(text)) return
    const quote = source[start] ?? "'"
    put(start, end, /^[\w-]+(?: [\w-]+)+$/.test(text) ? quote + text.slice(0, text.lastIndexOf(' ')) + quote : quote + quote)
  }

  /** A pattern loses an anchor or the end of what it matches. */
  const patternOf = ({ start, end, pattern, flags }: Node): void => {
    const text = String(pattern)
    if (text.startsWith('^')) put(start, end, `/${text.slice(1)}/${flags}`)
    else if (text.endsWith('$') && !text.endsWith('\\$')) put(start, end, `/${text.slice(0, -1)}/${flags}`)
  }

  const visit = (node: Node): void => {
    if (foreign.has(node.type) || /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return
    mutate(node)
    const around = inside
    if (/Function|Method$/.test(node.type) && isNode(node.body)) {
      const { start, end, type } = node.body
      inside = { start, end, block: type === 'BlockStatement' }
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'loc' || key === 'tokens' || /omments$/.test(key) || key === 'typeAnnotation' || key === 'typeParameters')
        continue
      // A key of an object is a name; what it names is mutated.
      if (key === 'key' && node.computed !== true) continue
      if (Array.isArray(value)) value.filter(isNode).forEach(visit)
      else if (isNode(value)) visit(value)
    }
    inside = around
  }
  visit(parse(source, options).program as unknown as Node)
  return found.filter(({ after, before }) => after !== before)
}

/** So many of them, the same for a seed: what else is written or taken away changes no more than a few. */
export const some = (mutants: readonly Mutant[], count: number, seed: string): readonly Mutant[] =>
  mutants
    .map(mutant => {
      const { file, around, after } = mutant
      return { mutant, rank: createHash('sha256').update([seed, file, around, after].join('\n')).digest('hex') }
    })
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
