/** The regular expressions that the engine is written with: where they are, how often something may repeat in them, what they cost. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

export interface Literal {
  readonly file: string
  readonly line: number
  readonly pattern: string
  readonly flags: string
  /** It is tried behind each of its matches, as `split` and `g` do. */
  readonly goesOn?: true
}

const engine = ['src/engine/matching', 'src/engine/detect', 'src/engine/analysis', 'src/engine/policy']

interface Node {
  readonly type?: string
  readonly pattern?: string
  readonly flags?: string
  readonly value?: unknown
  readonly loc?: { readonly start: { readonly line: number } }
  readonly callee?: { readonly property?: { readonly name?: string } }
  readonly arguments?: readonly Node[]
}

/** Every literal of the engine, and every text that a pattern is put together from, without its flags. */
export const literals = (): readonly Literal[] =>
  engine.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .flatMap(name => literalsOf(join(folder, name).replaceAll('\\', '/'))),
  )

const literalsOf = (file: string): readonly Literal[] => {
  const found: Literal[] = []
  const divides = new Set<Node>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    const node = value as Node
    const line = node.loc?.start.line ?? 0
    if (node.callee?.property?.name === 'split') for (const argument of node.arguments ?? []) divides.add(argument)
    if (node.type === 'RegExpLiteral') {
      const { pattern = '', flags = '' } = node
      found.push({ file, line, pattern, flags, ...((flags.includes('g') || divides.has(node)) && { goesOn: true }) })
    }
    const text = node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? cooked(node.value) : undefined
    if (typeof text === 'string' && /\{\d+,\d+\}/.test(text)) found.push({ file, line, pattern: text, flags: 'text' })
    for (const [key, inner] of Object.entries(node)) if (key !== 'loc' && !/omments$/.test(key)) visit(inner)
  }
  visit(parse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: ['typescript'] }).program)
  return found
}

const cooked = (value: unknown): string | undefined => (value as { readonly cooked?: string } | undefined)?.cooked

const parser = new RegExpParser()

const treeOf = ({ pattern, flags }: Literal): AST.Pattern =>
  parser.parsePattern(pattern, 0, pattern.length, { unicode: flags.includes('u'), unicodeSets: flags.includes('v') })

/** Its quantifiers that end at a number, as written. `?`, `{3}` and `{1,2}` are forms of their own. */
export const boundedIn = (literal: Literal): readonly string[] => {
  if (literal.flags === 'text') return [...literal.pattern.matchAll(/.\{\d+,\d+\}/g)].map(match => match[0])
  const found: string[] = []
  visitRegExpAST(treeOf(literal), {
    onQuantifierEnter: ({ min, max, raw }) => {
      if (max !== Number.POSITIVE_INFINITY && max > Math.max(min, 2)) found.push(raw)
    },
  })
  return found
}

/** The texts of this length that are likeliest to make a backtracking engine try again from every place. */
export function* bombs(literal: Literal, length: number): Generator<string> {
  const parts: { readonly before: string; readonly pump: string }[] = []
  visitRegExpAST(treeOf(literal), {
    onQuantifierEnter: quantifier => {
      if (quantifier.max === Number.POSITIVE_INFINITY)
        parts.push({ before: prefix(quantifier), pump: sample(quantifier.element) })
    },
  })
  const seen = new Set<string>()
  for (const { before, pump } of parts)
    for (const unit of [
      pump,
      before,
      before + pump,
      `${before}${pump} `,
      `${before} `,
      `\n${before}`,
      `\n${before}${pump}`,
      `${before}\\`,
    ])
      if (unit !== '' && !seen.has(unit) && seen.add(unit)) {
        yield `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\u0001\n\u0001`
        yield `${before}${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\u0001\n\u0001`
      }
}

/** What stands before a part of a pattern, in one of the ways it can. */
const prefix = (node: AST.Element): string => {
  const { parent } = node
  if (parent.type === 'Quantifier') return prefix(parent)
  if (parent.type !== 'Alternative') return ''
  const own = parent.elements.slice(0, parent.elements.indexOf(node)).map(sample).join('')
  return parent.parent.type === 'Pattern' ? own : prefix(parent.parent as AST.Element) + own
}

/** One short text that a part of a pattern matches. */
const sample = (node: AST.Node): string => {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map(sample).join('')
    case 'Group':
    case 'CapturingGroup':
      return sample(node.alternatives.find(({ elements }) => elements.length > 0) ?? (node.alternatives[0] as AST.Alternative))
    case 'Quantifier':
      return sample(node.element).repeat(node.min)
    case 'Character':
      return node.raw === '^' || node.raw === '$' ? '' : String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass': {
      const test = new RegExp(`^${node.raw}$`, 'u' in node ? 'u' : '')
      return [...'a1 A/_-."\'=:[({\n\t\\;,~$%<>|&!?*@\0'].find(char => test.test(char)) ?? 'x'
    }
    default:
      return ''
  }
}
