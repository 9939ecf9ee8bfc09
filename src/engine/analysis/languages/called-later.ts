/** Functions that are called after what they use has been set anew. */

import { hasMarks } from './evaluator/branching.ts'
import type { Language, Token } from './evaluator/lexer.ts'
import { type Body, bodiesIn, bodyAround, ownerOf, type Program } from './evaluator/scopes.ts'

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

/** Where the bodies of functions stand that name something which is set again behind them: they are to be read once more. */
export function calledLater(all: readonly Token[], language: Language): readonly Body[] {
  const program = bodiesIn(all, language)
  let end = 0
  return program.bodies.filter(body => {
    if (body.from < end || !usesLater(all.slice(body.from, body.to), body, program)) return false
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
