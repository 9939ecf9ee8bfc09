/** One analysis: what has been found so far, and the bounds on the work. */

import type { Function as FunctionNode, SyntaxNode } from 'unbash'
import type { Host } from '../../matching/host.ts'
import { bounds } from './bounds.ts'
import type { Effect, Invocation, PathTarget, WrittenFile } from './facts.ts'
import { type FindingId, findings } from './findings.ts'
import { HOLE, type Sink, type Stream, type Text, type Variable } from './text.ts'

export { bounds }

/** Links of one analysis. */
export interface Links {
  /** Made by the command: what the name leads to, both absolute, the name folded. */
  readonly made: Map<string, string>
  /** What the file system said. */
  readonly seen: Map<string, string>
  /** Of those made, the mounts: what deletes one deletes what it shows. */
  readonly mounts: Set<string>
}

/** What a shell remembers between commands. */
export interface Scope {
  /** Absolute and normalised; undefined when it cannot be known. */
  cwd: string | undefined
  variables: Map<string, Variable>
  functions: Map<string, FunctionNode>
  aliases: Map<string, string>
  positional: readonly Text[]
  /** Variables of the function that runs, which end with it. */
  readonly locals?: Set<string>
  readonly depth: number
  readonly wrappers: readonly string[]
  /** Runs on another machine or in a container: its paths are not ours. */
  readonly remote: boolean
}

/** Knowledge of the analyser that is loaded when a command needs it. */
export type Part = 'code' | 'foreign' | 'hosted' | 'machine' | 'remote'

export interface Session {
  readonly host: Host
  /** Of a source, and of any one text. */
  readonly longest: number
  readonly roots: readonly string[]
  /** Where the session runs, by its client's word. Some clients start this guard there. */
  readonly folder: string | undefined
  readonly invocations: Invocation[]
  readonly effects: Effect[]
  readonly reads: PathTarget[]
  readonly writes: PathTarget[]
  readonly deletes: PathTarget[]
  readonly hosts: string[]
  /** Files this script wrote: what they hold, by absolute path. */
  readonly files: Map<string, Stream>
  /** Lines that patches put into files. */
  readonly patched: WrittenFile[]
  readonly links: Links
  /** What happens with what is written to a descriptor, by number. */
  readonly sinks?: Map<string, Sink>
  /** What runs when the shell ends (`trap ... EXIT`). */
  readonly pending: (() => void)[]
  /** The standard input that `exec <` set. */
  input?: Stream | undefined
  /** What happens with all that is printed, which `exec >` set. */
  output?: Sink | undefined
  /** Every command is printed as it runs (`set -x`), what a sourced file assigns included. */
  traced?: boolean
  /** Folders that got what a downloaded archive holds. */
  unpacked?: string[]
  /** Functions that may not have been defined, and what their name meant before. */
  readonly unsure: Map<FunctionNode, FunctionNode | undefined>
  /** How many loops around take a second turn. */
  turns?: number
  /** How many loops are around: in one, `read` gets line after line. */
  loops?: number
  steps: number
  /** When the time for this analysis is over, by `performance.now()`. */
  readonly deadline?: number
  exhausted: boolean
  /** Parts that were needed and are not loaded: this analysis has to be done again. */
  readonly wanted: Set<Part>
  /** Analyses what was parsed: a substitution, or the body of a function. */
  run(node: SyntaxNode, scope: Scope, stdin: Stream): Stream
  /** Analyses shell source as if it ran here. */
  script(source: string, scope: Scope, stdin: Stream, dialect?: 'powershell'): Stream
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

/** Where words are expanded. */
export type Expander = Pick<Call, 'scope' | 'session'>

export type Handler = (call: Call) => Stream | undefined

export interface EffectDetails {
  readonly targets?: readonly PathTarget[]
  readonly hosts?: readonly string[]
  readonly certainty?: Effect['certainty']
  readonly unknown?: string | undefined
  readonly branch?: string | undefined
  readonly remote?: string | undefined
}

/** Records an effect once per finding and what a rule may tell apart: its targets, hosts, branch and remote. */
export function record(session: Session, finding: FindingId, details: EffectDetails = {}, invocation?: Invocation): void {
  const targets = details.targets ?? []
  const certainty = details.certainty ?? (details.unknown === undefined ? 'proved-dangerous' : 'could-not-tell')
  // What is ordinary must not crowd out what is not.
  if (session.effects.length >= bounds.effects * (certainty === 'proved-ordinary' ? 1 : 2)) return
  for (const effect of session.effects)
    if (effect.finding === finding && effect.certainty === certainty && isSame(effect, targets, details)) return
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

function isSame(effect: Effect, targets: readonly PathTarget[], { hosts = [], branch, remote }: EffectDetails): boolean {
  return (
    effect.branch === branch &&
    effect.remote === remote &&
    effect.targets.length === targets.length &&
    effect.targets.every((target, at) => target.path === targets[at]?.path) &&
    effect.hosts.length === hosts.length &&
    effect.hosts.every((host, at) => host === hosts[at])
  )
}

export function find(call: Call, finding: FindingId, details: EffectDetails = {}): void {
  record(call.session, finding, details, call.invocation)
}

/** Counts a step of work; true when the analysis has to end. */
export function spent(session: Session, steps = 1): boolean {
  const before = session.steps
  session.steps += steps
  if (session.steps > (session.wanted.size === 0 ? bounds.invocations : bounds.again)) session.exhausted = true
  else if (before >> 4 !== session.steps >> 4 || steps > 1) late(session)
  return session.exhausted
}

/** Whether the time is over. */
export function late(session: Session): boolean {
  return isOver(session) || session.exhausted
}

/** The same where an analysis that passed another bound still goes on, for what the rest may show. */
export function isOver(session: Session): boolean {
  const over = session.deadline !== undefined && performance.now() > session.deadline
  if (over) session.exhausted = true
  return over
}

/** Every text that is put together from others is put together here: beyond the bound it is unknown, and that is said. */
export function joined(parts: readonly string[], between: string, session: Session): string {
  let size = 0
  for (const part of parts) {
    size += part.length + between.length
    if (size > session.longest + between.length) return tooLong(session)
  }
  return parts.length === 1 ? (parts[0] as string) : parts.join(between)
}

export function tooLong(session: Session): string {
  record(session, 'execution.unknown-command', { unknown: 'a text longer than any command' })
  return HOLE
}

/** The first of a list; the rest, when it is too long, is not silently left out. */
export function atMost<T>(list: readonly T[], limit: number, session: Session): readonly T[] {
  if (list.length <= limit) return list
  record(session, 'execution.unknown-command', { unknown: 'a list longer than any command' })
  return list.slice(0, limit)
}

/** What a file holds; when that is longer than any text, the rest is not silently left out. */
export function textAt(path: string, session: Session): string | undefined {
  const text = session.host.readText(path, bounds.length + 1)
  if (text === undefined || text.length <= bounds.length) return text
  tooLong(session)
  return text.slice(0, bounds.length)
}

/** The variable that a name stands for, through `declare -n`. */
export function referred(name: string, scope: Scope): string {
  let found = name
  for (let step = 0; step <= scope.variables.size; step++) {
    const next = scope.variables.get(found)?.refers
    if (next === undefined) return found
    found = next
  }
  return found
}

/** In front of the name of an alias that zsh replaces anywhere on a line (`alias -g`). */
export const globalAlias = '\0'

/** Where an analysis begins: nothing is set. */
export function emptyScope(cwd: string | undefined): Scope {
  return {
    cwd,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: [],
    depth: 0,
    wrappers: [],
    remote: false,
  }
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

/** The scope of what a wrapper runs. */
export function wrapped(call: Call, remote = call.scope.remote): Scope {
  return fork(call.scope, {
    wrappers: [...call.scope.wrappers, call.program],
    remote,
    ...(remote && !call.scope.remote ? { cwd: undefined } : {}),
  })
}
