/** One analysis: what has been found so far, and the bounds on the work. */

import type { Function as FunctionNode, SyntaxNode } from 'unbash'
import type { Host } from '../../matching/host.ts'
import { bounds } from './bounds.ts'
import { type Budget, isSpent } from './budget.ts'
import type { Effect, Invocation, PathTarget, WrittenFile } from './facts.ts'
import { findings } from './findings.gen.ts'
import type { FindingId } from './findings.ts'
import { hasTrait } from './traits.ts'
import { HOLE, type Sink, type Stream, taint, type Value, type Variable } from './value.ts'

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

/** Shells that read one text differently; `posix` is bash where it is called `sh`. */
export type Shell = 'bash' | 'posix' | 'dash' | 'ash' | 'mksh' | 'zsh'

/** The environment: what a shell remembers between commands. */
export interface Environment {
  /** Absolute and normalised; undefined when it cannot be known, or is one of several. */
  cwd: string | undefined
  /** The folders that it is one of. */
  cwds?: readonly string[] | undefined
  variables: Map<string, Variable>
  functions: Map<string, FunctionNode>
  aliases: Map<string, string>
  positional: readonly Value[]
  /** Variables of the function that runs, which end with it: false for those that a branch may have declared. */
  readonly locals?: Map<string, boolean>
  /** How things stood where a function, a loop or a file that is read may have ended before its end. */
  readonly ends: Pick<Environment, 'cwd' | 'cwds' | 'variables' | 'functions' | 'positional' | 'locals'>[]
  readonly depth: number
  readonly wrappers: readonly string[]
  /** Runs on another machine or in a container: its paths are not ours. */
  readonly remote: boolean
  /** Goes on when the call has ended: a job in the background that nothing in its script ends. */
  readonly outlives?: boolean | undefined
  /** Who may be reading; any shell where nothing says so. */
  readonly shells?: readonly Shell[] | undefined
}

/** What a script has changed in a repository of git. Replaced, never changed: a command that was judged keeps the one it found. */
export interface Checkout {
  /** What may have been checked out, in order. */
  readonly heads: readonly { readonly ref: string | undefined; readonly isSure: boolean; readonly by?: Chain | undefined }[]
  readonly config: readonly (readonly [key: string, value: string])[]
  /** Refs that were made. */
  readonly refs: readonly string[]
}

/** Commands joined by `&&`, as long as each of them must have succeeded. */
export interface Chain {
  isWhole: boolean
}

/** Knowledge of the analyser that is loaded when a command needs it. */
export type Part = 'code' | 'foreign' | 'hosted' | 'machine' | 'names' | 'remote'

export interface Analysis {
  readonly host: Host
  /** Whether a program of this name has a record. */
  readonly isProgram: (name: string) => boolean
  /** Of a source, and of any one text. */
  readonly longest: number
  readonly roots: readonly string[]
  /** Where the session runs, by its client's word. Some clients start this guard there. */
  readonly folder: string | undefined
  /** Here-documents, as they are written. */
  documents?: string[]
  readonly invocations: Invocation[]
  readonly effects: Effect[]
  readonly reads: PathTarget[]
  readonly writes: PathTarget[]
  readonly deletes: PathTarget[]
  readonly hosts: string[]
  /** Something comes from what a stranger has filed at a host that everybody uses. */
  fromStranger?: boolean
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
  /** Patterns match names that begin with a dot as well (`shopt -s dotglob`). */
  dots?: boolean
  /** A file may stay as it is where one is written: `set -C`, and blocks of which nobody knows whether they run. */
  spares?: boolean
  /** Why it is not sure that what is looked at now happens at all. */
  doubt?: string
  /** Every command is printed as it runs (`set -x`), what a sourced file assigns included. */
  traced?: boolean
  /** What was made readonly, perhaps in a branch: whatever is assigned, this may be what it holds. */
  fixed?: Map<string, Variable>
  /** Folders that got what a downloaded archive holds. */
  unpacked?: string[]
  /** Functions that may not have been defined, and what their name meant before. */
  readonly unsure: Map<FunctionNode, FunctionNode | undefined>
  /** Repositories that this text has made in temporary folders, and how much was deleted and written before git last ran there. */
  begun?: Map<string, { readonly deletes: number; readonly writes: number }>
  /** Ports of this machine at which it has started containers that keep nothing. */
  served?: Set<string>
  /** It has made a worktree, which shares its repository, or has said that files lie elsewhere. */
  worktrees?: true
  /** By folder of git; `''` for one that nobody knows. */
  checkouts?: ReadonlyMap<string, Checkout>
  /** The chain that the command itself stands in. */
  chain?: Chain | undefined
  /** The only command of the subshell that was entered last. */
  alone?: SyntaxNode | undefined
  /** How many loops around take a second turn. */
  turns?: number
  /** Turns in each other of the loops that are taken turn by turn. */
  unrolled?: number
  /** How things stood as each call of a function began, of those that have not ended. */
  inside?: Map<FunctionNode, readonly Environment['ends'][number][]>
  /** Depth of the blocks of PowerShell that count as if they had set nothing anew. */
  keptFrom?: number | undefined
  /** Blocks of PowerShell that were called, and how many calls of each have not ended. */
  called?: Map<string, number>
  /** `set -a`: what is set goes to programs. */
  allExported?: boolean
  /** Ways in each other of the commands that run once for each thing that their variables may be. */
  ways?: number
  /** How many loops are around: in one, `read` gets line after line. */
  loops?: number
  steps: number
  /** When the time for this analysis is over. */
  readonly budget?: Budget
  exhausted: boolean
  /** Runs a file that an earlier call wrote, or that may not run: what is proved of it counts, and nothing else. */
  recalled?: boolean
  /** What this script wrote and a program that it started may have run. */
  started?: Set<Stream>
  /** Parts that were needed and are not loaded: this analysis has to be done again. */
  readonly wanted: Set<Part>
  /** Analyses what was parsed: a substitution, or the body of a function. */
  run(node: SyntaxNode, env: Environment, stdin: Stream): Stream
  /** Analyses shell source as if it ran here. Where a shell itself is told to run it, who that may be is given: what it cannot read is no more known. */
  script(source: string, env: Environment, stdin: Stream, by?: 'powershell' | readonly Shell[]): Stream
  /** Analyses a command given as words. */
  words(words: readonly Value[], env: Environment, stdin: Stream): Stream
}

/** One program run, as its handler sees it. */
export interface Call {
  readonly program: string
  readonly args: readonly Value[]
  readonly env: Environment
  readonly stdin: Stream
  readonly analysis: Analysis
  readonly invocation: Invocation
  /** Where the standard output goes when it is redirected to a file. */
  readonly output: Value | undefined
}

/** Where words are expanded. */
export type Expander = Pick<Call, 'env' | 'analysis'>

export type Handler = (call: Call) => Stream | undefined

export interface EffectDetails {
  readonly targets?: readonly PathTarget[]
  readonly hosts?: readonly string[]
  readonly certainty?: Effect['certainty']
  readonly unknown?: string | undefined
  readonly detail?: string
  readonly branch?: string | undefined
  readonly remote?: string | undefined
}

/** Records an effect once per finding and what a rule may tell apart: its targets, hosts, branch and remote. */
export function record(analysis: Analysis, finding: FindingId, details: EffectDetails = {}, invocation?: Invocation): void {
  const targets = details.targets ?? []
  const given = details.certainty ?? (details.unknown === undefined ? 'proved-dangerous' : 'could-not-tell')
  const certainty = given === 'proved-dangerous' && analysis.doubt !== undefined ? 'could-not-tell' : given
  if (analysis.recalled === true && given === 'could-not-tell') return
  // What is ordinary must not crowd out what is not.
  if (analysis.effects.length >= bounds.effects * (certainty === 'proved-ordinary' ? 1 : 2)) return
  for (const effect of analysis.effects)
    if (effect.finding === finding && effect.certainty === certainty && isSame(effect, targets, details)) return
  analysis.effects.push({
    kind: findings()[finding].kind,
    finding,
    certainty,
    targets,
    hosts: details.hosts ?? [],
    ...(details.detail === undefined ? {} : { detail: details.detail }),
    ...(details.branch === undefined ? {} : { branch: details.branch }),
    ...(details.remote === undefined ? {} : { remote: details.remote }),
    ...(invocation === undefined ? {} : { invocation }),
    ...(certainty === 'could-not-tell' ? { unknown: details.unknown ?? analysis.doubt ?? 'part of the command' } : {}),
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

/** Records an effect of this call; see `record`. */
export function find(call: Call, finding: FindingId, details: EffectDetails = {}): void {
  record(call.analysis, finding, details, call.invocation)
}

/** Code from the network is run; false when these bits say nothing of that kind. */
export function ranDownload(bits: number, { analysis, invocation }: RunBy): boolean {
  if ((bits & taint.download) !== 0) record(analysis, 'execution.download-execute', {}, invocation)
  else if ((bits & taint.earlier) !== 0) {
    const unread = analysis.host.earlier?.().sure === false
    const unknown = unread ? 'what earlier calls downloaded, because the memory of this session cannot be read' : undefined
    record(analysis, 'execution.run-downloaded', { unknown }, invocation)
  }
  return (bits & (taint.download | taint.earlier)) !== 0
}

interface RunBy {
  readonly analysis: Analysis
  readonly invocation?: Invocation | undefined
}

/** Runs what may never run: it has to prove itself dangerous, and is asked about where there is a doubt. It takes no bound away from the call; false when it met one of its own. */
export function runningPerhaps(analysis: Analysis, doubt: string | undefined, run: () => void): boolean {
  const { recalled = false, doubt: around, steps, exhausted } = analysis
  analysis.recalled = true
  if (doubt !== undefined) analysis.doubt ??= doubt
  run()
  const isWhole = exhausted || !analysis.exhausted
  analysis.recalled = recalled
  analysis.steps = steps
  analysis.exhausted = exhausted
  if (around === undefined) delete analysis.doubt
  return isWhole
}

/** Runs the text of a stream. What an earlier call wrote has to prove itself dangerous, and takes no bound away from the call. */
export function running<T>(stream: Stream, analysis: Analysis, run: () => T): T {
  const { recalled = false, steps, exhausted } = analysis
  if (stream.earlier === undefined || recalled) return run()
  analysis.recalled = true
  const out = run()
  analysis.recalled = false
  analysis.steps = steps
  analysis.exhausted = exhausted
  return out
}

/** Counts a step of work; true when the analysis has to end. */
export function spent(analysis: Analysis, steps = 1): boolean {
  const before = analysis.steps
  analysis.steps += steps
  if (analysis.steps > (analysis.wanted.size === 0 ? bounds.invocations : bounds.again)) analysis.exhausted = true
  else if (before >> 4 !== analysis.steps >> 4 || steps > 1) late(analysis)
  return analysis.exhausted
}

/** Whether the time is over. */
export function late(analysis: Analysis): boolean {
  return isOver(analysis) || analysis.exhausted
}

/** The same where an analysis that passed another bound still goes on, for what the rest may show. */
export function isOver(analysis: Analysis): boolean {
  const { budget, host } = analysis
  const over = budget !== undefined && isSpent(budget, host)
  if (over) analysis.exhausted = true
  return over
}

/** Every text that is put together from others is put together here: beyond the bound it is unknown, and that is said. */
export function joined(parts: readonly string[], between: string, analysis: Analysis): string {
  let size = 0
  for (const part of parts) {
    size += part.length + between.length
    if (size > analysis.longest + between.length) return tooLong(analysis)
  }
  return parts.length === 1 ? (parts[0] as string) : parts.join(between)
}

/** A hole in place of a text beyond the bound, with *could not tell* on record. */
export function tooLong(analysis: Analysis): string {
  record(analysis, 'execution.unknown-command', { unknown: 'a text longer than any command' })
  return HOLE
}

/** The first of a list; the rest, when it is too long, is not silently left out. */
export function atMost<T>(list: readonly T[], limit: number, analysis: Analysis): readonly T[] {
  if (list.length <= limit) return list
  record(analysis, 'execution.unknown-command', { unknown: 'a list longer than any command' })
  return list.slice(0, limit)
}

/** What a file holds; when that is longer than any text, the rest is not silently left out. */
export function textAt(path: string, analysis: Analysis, longest: number = bounds.length): string | undefined {
  const text = analysis.host.readText(path, longest + 1)
  if (text === undefined || text.length <= longest) return text
  tooLong(analysis)
  return text.slice(0, longest)
}

/** The variable that a name stands for, through `declare -n`. */
export function referred(name: string, env: Environment): string {
  let found = name
  for (let step = 0; step <= env.variables.size; step++) {
    const next = env.variables.get(found)?.refers
    if (next === undefined) return found
    found = next
  }
  return found
}

/** In front of the name of an alias that zsh replaces anywhere on a line (`alias -g`). */
export const globalAlias = '\0'

/** Where an analysis begins: nothing is set. */
export function emptyEnvironment(cwd: string | undefined): Environment {
  return {
    cwd,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: [],
    ends: [],
    depth: 0,
    wrappers: [],
    remote: false,
  }
}

/** Moves to a folder, or to one that nobody knows. */
export function enter(path: string | undefined, env: Environment): void {
  env.cwd = path?.startsWith(HOLE) === true ? undefined : path
  env.cwds = undefined
}

/** Moves to where another shell stands. */
export function enterWith(from: Pick<Environment, 'cwd' | 'cwds'>, env: Environment): void {
  env.cwd = from.cwd
  env.cwds = from.cwds
}

/** An environment for a subshell: changes in it are not seen outside. */
export function fork(env: Environment, changes: Partial<Environment> = {}): Environment {
  return {
    cwd: env.cwd,
    variables: new Map(env.variables),
    functions: new Map(env.functions),
    aliases: new Map(env.aliases),
    positional: env.positional,
    ends: [],
    depth: env.depth + 1,
    wrappers: env.wrappers,
    remote: env.remote,
    outlives: env.outlives,
    shells: env.shells,
    ...('cwd' in changes ? {} : { cwds: env.cwds }),
    ...changes,
  }
}

/** The call as it was written. */
export const inWords = ({ program, args }: Call): string => [program, ...args.map(({ written }) => written)].join(' ')

/** The environment of what a wrapper runs. */
export function wrapped(call: Call, remote = call.env.remote): Environment {
  return fork(call.env, {
    wrappers: [...call.env.wrappers, call.program],
    outlives: call.env.outlives ?? (hasTrait(call.program, 'detaches') || undefined),
    remote,
    ...(remote && !call.env.remote ? { cwd: undefined } : {}),
  })
}
