/** One analysis: what has been found so far, and the bounds on the work. */

import type { Function as FunctionNode } from 'unbash'
import type { Effect, Host, Invocation, PathTarget } from '../types.ts'
import { type FindingId, findings } from './findings.ts'
import type { Links } from './links.ts'
import type { Stream, Text } from './text.ts'

export const bounds = { length: 65_536, depth: 12, invocations: 2_000, braces: 256, values: 64, effects: 500 } as const

/** A variable. Several fields are an array, or the values it may have after a branch. */
export interface Variable {
  readonly fields: readonly Text[]
  readonly array: boolean
}

/** What a shell remembers between commands. */
export interface Scope {
  /** Absolute and normalised; undefined when it cannot be known. */
  cwd: string | undefined
  variables: Map<string, Variable>
  functions: Map<string, FunctionNode>
  aliases: Map<string, string>
  positional: readonly Text[]
  readonly depth: number
  readonly wrappers: readonly string[]
  /** Runs on another machine or in a container: its paths are not ours. */
  readonly remote: boolean
}

export interface Session {
  readonly host: Host
  readonly roots: readonly string[]
  readonly invocations: Invocation[]
  readonly effects: Effect[]
  readonly reads: PathTarget[]
  readonly writes: PathTarget[]
  readonly deletes: PathTarget[]
  readonly hosts: string[]
  /** Files this script wrote: what they hold, by absolute path. */
  readonly files: Map<string, Stream>
  readonly links: Links
  /** What runs when the shell ends (`trap ... EXIT`). */
  readonly pending: (() => void)[]
  steps: number
  /** When the time for this analysis is over, by `performance.now()`. */
  readonly deadline?: number
  exhausted: boolean
  /** Analyses shell source as if it ran here. */
  script(source: string, scope: Scope, stdin: Stream): Stream
  /** Analyses a command given as words. */
  words(words: readonly Text[], scope: Scope, stdin: Stream): Stream
}

/** One program run, as its handler sees it. */
export interface Call {
  readonly program: string
  readonly args: readonly Text[]
  readonly scope: Scope
  readonly stdin: Stream
  readonly session: Session
  readonly invocation: Invocation
  /** Where the standard output goes when it is redirected to a file. */
  readonly output: Text | undefined
}

export type Handler = (call: Call) => Stream | undefined

export interface EffectDetails {
  readonly targets?: readonly PathTarget[]
  readonly hosts?: readonly string[]
  readonly certainty?: Effect['certainty']
  readonly unknown?: string | undefined
  readonly branch?: string | undefined
  readonly remote?: string | undefined
}

/** Records an effect once per finding and first target. */
export function record(session: Session, finding: FindingId, details: EffectDetails = {}, invocation?: Invocation): void {
  if (session.effects.length >= bounds.effects) return
  const targets = details.targets ?? []
  const certainty = details.certainty ?? (details.unknown === undefined ? 'proved-dangerous' : 'could-not-tell')
  for (const effect of session.effects) {
    if (effect.finding === finding && effect.certainty === certainty && effect.targets[0]?.path === targets[0]?.path) return
  }
  session.effects.push({
    kind: findings[finding].kind,
    finding,
    certainty,
    targets,
    hosts: details.hosts ?? [],
    ...(details.branch === undefined ? {} : { branch: details.branch }),
    ...(details.remote === undefined ? {} : { remote: details.remote }),
    ...(invocation === undefined ? {} : { invocation }),
    ...(certainty === 'could-not-tell' ? { unknown: details.unknown ?? 'part of the command' } : {}),
  })
}

export function find(call: Call, finding: FindingId, details: EffectDetails = {}): void {
  record(call.session, finding, details, call.invocation)
}

/** A scope for a subshell: changes in it are not seen outside. */
export function fork(scope: Scope, changes: Partial<Scope> = {}): Scope {
  return {
    cwd: scope.cwd,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
    positional: scope.positional,
    depth: scope.depth + 1,
    wrappers: scope.wrappers,
    remote: scope.remote,
    ...changes,
  }
}
