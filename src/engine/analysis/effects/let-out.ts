/** What a program lets out of all that it read, files and input alike. Nobody has seen what a program showed only to one that keeps it. */

import type { Redirection } from 'unbash'
import { areVariables } from '../places/secret-names.ts'
import type { Analysis, Call } from '../values/analysis.ts'
import type { Effect, Invocation, LetOut } from '../values/facts.ts'
import { isKnown, literal, type Stream, taint, type Value } from '../values/value.ts'

/** A word that nobody knows, or that holds a secret itself, may come out in a complaint. */
const isPlain = (word: Value): boolean => isKnown(word) && word.taint === 0

/** Notes what the program lets out; its output, where that is less than the content. */
export function letsOut(call: Call, what: LetOut): Stream {
  if (call.invocation.elsewhere) return { text: undefined, taint: call.stdin.taint }
  if (call.args.every(isPlain)) call.invocation.lets = what
  return { text: undefined, taint: 0 }
}

/** Whether what is read are variables, of which a name is no secret: files with a line `NAME=value` for each, or what came in. */
export function readsVariables({ stdin, invocation }: Call, files: readonly Value[]): boolean {
  if (invocation.elsewhere) return false
  if (files.length > 0) return areVariables(files)
  return (stdin.taint & taint.secret) === 0 ? (stdin.taint & taint.environment) !== 0 : areVariables(stdin.from ?? [])
}

/** What readers in front have shown to the next program alone. */
export interface Front {
  readonly effects: readonly Effect[]
  /** Line by line, as it stands. */
  readonly lines: boolean
}

export const noFront: Front = { effects: [], lines: true }

const finding = 'secrets.read-credentials'

/** Behind one more part of a pipeline, of which `one` is the only program. */
export function behind(front: Front, one: Invocation | undefined, analysis: Analysis): Front {
  if (one?.lets === undefined) return noFront
  if (one.lets === 'lines' || one.lets === 'content') {
    const own = analysis.effects.filter(effect => effect.finding === finding && effect.invocation === one)
    return { effects: [...front.effects, ...own, ...(one.fed ?? [])], lines: front.lines && one.lets === 'lines' }
  }
  // A name, or a digest, of a part that was cut out may be the secret.
  if (front.lines || one.lets === 'count' || one.lets === 'nothing') forget(front.effects, analysis)
  return noFront
}

/** Whether it lets out less than what it read. */
export const keeps = ({ lets }: Invocation): boolean => lets !== undefined && lets !== 'lines' && lets !== 'content'

/** What redirections gave a program: what was found of it, and the files whose lines it is. */
interface Fed {
  readonly effects: readonly Effect[]
  readonly from?: readonly Value[]
}

export const unfed: Fed = { effects: [] }

/** Behind one program with its redirections: what these gave it, and where its output went. */
export function settled(one: Invocation | undefined, fed: Fed, output: Value | undefined, analysis: Analysis): void {
  if (one?.lets === undefined) return
  if (keeps(one) || output?.text === '/dev/null') {
    const own = analysis.effects.filter(effect => effect.finding === finding && effect.invocation === one)
    forget([...own, ...fed.effects], analysis)
  } else if (output === undefined) one.fed = fed.effects
  else one.lets = undefined
}

function forget(effects: readonly Effect[], analysis: Analysis): void {
  for (const effect of effects) {
    const at = analysis.effects.indexOf(effect)
    if (at >= 0) analysis.effects.splice(at, 1)
  }
}

/** What the redirections of a command gave it of credentials: files, and the output of one reader in a here-string. */
export function fedBy(redirects: readonly Redirection[], effects: number, invocations: number, analysis: Analysis): Fed {
  if (analysis.effects.length === effects) return unfed
  const [one, ...more] = analysis.invocations.slice(invocations)
  const found = analysis.effects
    .slice(effects)
    .filter(effect => effect.finding === finding && (effect.invocation === one || effect.invocation === undefined))
  if (one === undefined) return { effects: found }
  if (more.length > 0 || redirects.length > 1 || !/^<<[<-]?$/.test(redirects[0]?.operator ?? '')) return unfed
  if (one.lets === 'content') return { effects: found }
  const from = found.flatMap(({ targets }) => targets).flatMap(({ path }) => (path === undefined ? [] : [literal(path)]))
  return one.lets === 'lines' ? { effects: found, from } : unfed
}
