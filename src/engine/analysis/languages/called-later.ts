/** Functions that are called after what they use has been set anew. */

import { hasMarks } from './model/branching.ts'
import type { Own } from './model/code.ts'
import type { Language, Token } from './tokens/lexer.ts'
import { type Body, bodiesIn, bodyAround, ownerOf, type Program } from './tokens/scopes.ts'

const usesLater = (tokens: readonly Token[], body: Body, program: Program): boolean => {
  const isLater = (name: string): boolean => {
    const owner = ownerOf(name, body)
    return owner !== body && ((owner ?? program).set.get(name) ?? -1) >= body.to
  }
  return tokens.some(({ kind, value }) => {
    if (kind === 'name') return isLater(value)
    return kind === 'text' && hasMarks(value) && (value.match(/[$@]?[A-Za-z_]\w*/g) ?? []).some(isLater)
  })
}

/**
 * Where the bodies of functions stand that name something which is set again behind them, or call a function that does: they are to be read once
 * more. `called` are those that are followed where they are called.
 */
export function calledLater(all: readonly Token[], language: Language, called: readonly Own[]): readonly Body[] {
  const program = bodiesIn(all, language)
  const bodies = new Map(program.bodies.map(body => [body.from, body]))
  const late = new Set<string>()
  const callsLate = (tokens: readonly Token[]): boolean =>
    late.size > 0 && tokens.some(({ kind, value }) => kind === 'name' && late.has(value))
  for (const { name, from, to } of called) {
    const body = bodies.get(from)
    if (body !== undefined && usesLater(all.slice(from, to), body, program)) late.add(name)
  }
  for (let before = 0; before < late.size; ) {
    before = late.size
    for (const { name, from, to } of called) if (!late.has(name) && callsLate(all.slice(from, to))) late.add(name)
  }
  let end = 0
  return program.bodies.filter(body => {
    const tokens = body.from < end ? [] : all.slice(body.from, body.to)
    if (body.from < end || !(usesLater(tokens, body, program) || callsLate(tokens))) return false
    end = body.to
    return true
  })
}

/** Whether what stands on the right of an assignment at `at` may be something else by the time that its function is called. */
export function isOpenYet(all: readonly Token[], at: number, right: readonly Token[], language: Language): boolean {
  const program = bodiesIn(all, language)
  for (let body = bodyAround(program, at); body !== undefined; body = body.outer) if (usesLater(right, body, program)) return true
  return false
}
