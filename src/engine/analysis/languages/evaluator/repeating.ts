/** One expression for each of several values: comprehensions, and blocks that go through a list. */

import { bounds } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { type Code, type CodeValue, unknown, value } from '../model/code.ts'
import { elementOf, listOf } from '../model/collections.ts'
import { matching } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'

/** `E for x in [...]`: what E comes to for each. Which of them a condition leaves, nobody says: it is any of them. */
export function comprehension(inside: readonly Token[], code: Code): CodeValue | undefined {
  if (code.language !== 'python') return undefined
  const at = topLevel(inside, 'for')
  if (at <= 0 || inside[at + 1]?.kind !== 'name') return undefined
  const from = inside.slice(at)
  const end = topLevel(from, 'if')
  const list = from.slice(3, end < 0 ? undefined : end)
  const [name, body] = [(inside[at + 1] as Token).value, inside.slice(0, at)]
  if (namesVariables(list, 'in')) return eachOf([unknown], name, body, code)
  const over = code.evaluate(list, code)
  const items = from[2]?.value === 'in' && topLevel(from.slice(1), 'for') < 0 ? itemsOf(over, code) : undefined
  // What it may hold stays known of a list that was: others look for the characters that it spells.
  const all = items === undefined ? undefined : eachOf(items, name, body, code)
  if (all === undefined || (end >= 0 && over.items === undefined)) return { text: HOLE, taint: over.taint | taint.decoded }
  return end < 0 ? all : { text: HOLE, taint: all.taint, each: all.items ?? [] }
}

/** Names of the environment's variables, without what they hold: `in os.environ`, `in sorted(os.environ)`, `in process.env`. */
export const namesVariables = (over: readonly Token[], word: string): boolean => {
  const said = over.map(({ value }) => value).join('')
  return (
    /^(?:(?:sorted|list|set|tuple|iter)\()?os\.environ(?:\.keys\(\))?\)?$/.test(said) || (word === 'in' && said === 'process.env')
  )
}

/** The elements of a list, or the characters of a text. */
export function itemsOf({ items, text, taint: bits }: CodeValue, { language }: Code): readonly CodeValue[] | undefined {
  if (items !== undefined || text.includes(HOLE) || text.length > bounds.values) return items
  return language === 'python' || language === 'javascript' ? [...text].map(char => value(char, bits)) : undefined
}

function topLevel(all: readonly Token[], word: string): number {
  for (let at = 0; at < all.length; ) {
    const token = all[at] as Token
    if (token.kind === 'mark' && /^[([{]$/.test(token.value)) at = matching(all, at)
    else if (token.kind === 'name' && token.value === word) return at
    else at++
  }
  return -1
}

/** What an expression comes to with a name for each of the values. */
export function eachOf(items: readonly CodeValue[], name: string, body: readonly Token[], code: Code): CodeValue {
  const before = code.variables.get(name)
  const all = items.slice(0, bounds.values).map(item => {
    code.variables.set(name, item)
    return code.evaluate(body, code)
  })
  if (before === undefined) code.variables.delete(name)
  else code.variables.set(name, before)
  const bits = all.some(({ taint: one }) => (one & taint.decoded) !== 0) ? taint.decoded : 0
  const list = listOf(items.length > bounds.values ? [...all, unknown] : all, code)
  return { ...list, taint: list.taint | bits }
}

/** Does something while the parameters of a function, `(item, index) => …`, may be any of a list. */
export function withEach<Result>(list: CodeValue, inside: readonly Token[], code: Code, run: () => Result): Result {
  if (code.language !== 'javascript' || list.items === undefined) return run()
  const arrow = inside.findIndex(({ value: word }) => word === '=>')
  const names = inside.slice(0, Math.max(0, arrow)).filter(({ kind }) => kind === 'name')
  const before = names.map(({ value: name }) => [name, code.variables.get(name)] as const)
  for (const [name] of before) code.variables.set(name, elementOf(list))
  const result = run()
  for (const [name, old] of before)
    if (old === undefined) code.variables.delete(name)
    else code.variables.set(name, old)
  return result
}
