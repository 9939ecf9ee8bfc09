/** Lists of program names beside the records: each is knowledge that a record should hold, and none may be added. */

import { readdirSync, readFileSync } from 'node:fs'
import { parse } from '@babel/parser'
import { yamlAt } from '../../scripts/gen/knowledge/literal.ts'
import { programs } from '../../src/engine/analysis/programs/programs.gen.ts'

const folder = 'src/engine/'
const known: ReadonlySet<string> = new Set(
  Object.values(programs)
    .flatMap(names => names.trim().split(' '))
    .filter(name => name.length > 2),
)

/** So many names make a list. */
const enough = 8

const namesIn = (text: string): number => new Set(text.split(/[^\w.-]+/).filter(word => known.has(word))).size

interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The text of a literal, or of all literals in an array. */
const textOf = (node: Node): string | undefined => {
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type === 'RegExpLiteral') return String(node.pattern)
  if (node.type === 'TemplateElement') return String((node.value as { raw: string }).raw)
  if (node.type !== 'ArrayExpression') return undefined
  return (node.elements as unknown[]).map(element => (isNode(element) ? (textOf(element) ?? '') : '')).join(' ')
}

const listsIn = (node: Node, found: number[]): void => {
  const text = textOf(node)
  if (text !== undefined && namesIn(text) >= enough) {
    found.push(Number((node.loc as { start: { line: number } }).start.line))
    return
  }
  for (const [key, value] of Object.entries(node)) {
    // What a record is declared for.
    if (key === 'key') continue
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) listsIn(inner, found)
  }
}

/** Lists in tables of knowledge that are no records of programs: a text, or the texts of a list. */
const listsInData = (value: unknown): number => {
  const texts = Array.isArray(value) && value.every(item => typeof item === 'string') ? value.join(' ') : value
  if (typeof texts === 'string') return namesIn(texts) >= enough ? 1 : 0
  if (texts instanceof RegExp) return namesIn(texts.source) >= enough ? 1 : 0
  if (typeof texts !== 'object' || texts === null) return 0
  return Object.values(texts instanceof Set ? [[...texts]] : texts).reduce((sum: number, inner) => sum + listsInData(inner), 0)
}

/** `file:count` of the tables that hold such lists. */
export const programListsInData = (): readonly (readonly [file: string, count: number])[] =>
  readdirSync(`${folder}knowledge`, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.yaml') && !name.startsWith('programs/'))
    .map(name => [name, listsInData(yamlAt(`${folder}knowledge/${name}`))] as const)
    .filter(([, count]) => count > 0)

/** `file:line` of each list. */
export const programLists = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.ts') && !/\.(?:test|gen)\.ts$/.test(name))
    .flatMap(name => {
      const found: number[] = []
      const ast = parse(readFileSync(folder + name, 'utf8'), { sourceType: 'module', plugins: ['typescript'] })
      listsIn(ast.program as unknown as Node, found)
      return found.map(line => `${name}:${line}`)
    })
    .sort()

/** Names that more than one family declares. */
export const declaredTwice = async (): Promise<readonly string[]> => {
  const families = new Map<string, number>()
  for (const part of ['code', 'everyday', 'foreign', 'hosted', 'machine', 'remote']) {
    const path = `../../${folder}analysis/programs/parts/${part}.ts`
    const loaded = (await import(path)) as { readonly families: Readonly<Record<string, object>> }
    for (const family of new Set(Object.values(loaded.families)))
      for (const name of new Set(Object.keys(family).flatMap(names => names.split(' '))))
        families.set(name, (families.get(name) ?? 0) + 1)
  }
  return [...families].flatMap(([name, count]) => (count > 1 ? [name] : [])).sort()
}
