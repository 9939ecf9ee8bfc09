/** What a shell command does, as far as it can be proved from its text. */

import { traitsOf } from '../../core/traits.ts'
import type { Host } from '../matching/host.ts'
import { settled } from '../matching/path-identity.ts'
import { reachesModel } from './effects/output-sink.ts'
import { dispatch } from './execution/dispatch.ts'
import { run, runSource } from './execution/walk.ts'
import { filesOn, noLinks } from './places/links.ts'
import { isFromWellKnown } from './places/origins.ts'
import { normalise } from './places/roots.ts'
import { isProgram, partOf } from './programs/parts.ts'
import {
  type Analysis,
  atMost,
  bounds,
  type Environment,
  emptyEnvironment,
  late,
  type Part,
  record,
  runningPerhaps,
} from './values/analysis.ts'
import { type Budget, budgetOf } from './values/budget.ts'
import { shellsCalled } from './values/dialects.ts'
import type { Carried, ShellFacts, WrittenFile } from './values/facts.ts'
import { tooLarge } from './values/findings.ts'
import { begin } from './values/patience.ts'
import { textsOf } from './values/streams.ts'
import { HOLE, NUL, nothing, type Stream, taint } from './values/value.ts'

interface AnalysisContext {
  readonly cwd: string | undefined
  readonly workspaceRoots: readonly string[]
  /** Where the session runs, when the command runs elsewhere. */
  readonly folder?: string | undefined
  readonly host: Host
  /** `bash` is a tool named so: bash or, where that is its user's shell, zsh. `posix` may be any shell. */
  readonly dialect?: 'posix' | 'bash' | 'powershell' | 'cmd'
  /** What whoever asks for several analyses spends on all of them. */
  readonly budget?: Budget
  /** Takes the parts that have to be loaded before this analysis is done again. */
  readonly wanted?: Set<Part>
}

/** Never throws; what goes wrong inside is reported as could-not-tell. */
export function analyse(command: string, context: AnalysisContext): ShellFacts {
  // The other shells have no such thing, and their readers were never given more.
  const longest = context.dialect === 'powershell' || context.dialect === 'cmd' ? bounds.length : longestFor(command)
  const analysis = open(context, longest)
  const shells = shellsCalled(context.dialect === 'bash' ? 'Bash' : '')
  const env = { ...emptyEnvironment(context.cwd === undefined ? analysis.roots[0] : clean(context.cwd)), shells }
  try {
    if (command.length > analysis.longest || late(analysis)) analysis.exhausted = true
    // No shell takes a NUL in a command, and whoever types it into one leaves it out.
    if (
      (command.includes('\0') || command.includes(NUL) || traitsOf(command).unseen) &&
      /[\0\ufdd0\u200b\u2060\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/.test(command)
    )
      record(analysis, 'execution.hidden-characters')
    // Most of a long command is the text of a file, which is soon read over.
    begin(command.length / 2)
    const source = command.slice(0, analysis.longest)
    const run = runnerOf(context.dialect, analysis)
    if (run !== undefined && !analysis.exhausted) {
      if (source.includes('%0') && /%0\s*\^?\|\s*(?:start\s+)?%0/.test(source)) record(analysis, 'process.fork-bomb')
      const out = run(source, env, nothing, analysis)
      // Only shells of Unix have here-documents: what another makes of what stands around them has to prove itself.
      const around = (analysis.documents ?? []).reduce((rest, document) => rest.replace(document, ''), source)
      const perhaps = (read: () => void): unknown =>
        analysis.documents === undefined ? read() : runningPerhaps(analysis, undefined, read)
      const foreign = run === runSource ? analysis.wanted : undefined
      if (foreign !== undefined && analysis.invocations.some(({ program = '' }) => cmdlet.test(program)))
        perhaps(() => void partOf('foreign', foreign)?.runPowerShell(around, env, nothing, analysis))
      else if (foreign !== undefined && (around.includes('%') || around.includes('HK')) && ofCmd.test(around))
        perhaps(() => void partOf('foreign', foreign)?.runCmd(around, env, nothing, analysis))
      analysis.output?.(out)
      reachesModel(out, analysis)
    }
    for (const later of atMost(analysis.pending, 50, analysis)) later()
  } catch {
    analysis.exhausted = true
  }
  if (analysis.wanted.size > 0)
    record(analysis, 'execution.unknown-command', { unknown: 'a program whose knowledge is not loaded' })
  // Others read no more than the usual bound of what they are given, or run it.
  if (longest > bounds.length && !analysis.invocations.every(({ program }) => carriers.has(program ?? '')))
    record(analysis, 'execution.unknown-command', { unknown: 'a here-document this large beside a program that may run it' })
  if (analysis.exhausted) record(analysis, 'execution.unknown-command', { unknown: tooLarge })
  return facts(analysis)
}

/** Nobody gives those to another shell than their own, whatever the tool is called. */
const cmdlet = /^(?:[A-Z][A-Za-z]+-[A-Z]\w+|gci|gwmi)$/

/** `%APPDATA%\\x`, `reg add HKCU\\x`: neither is anything to another shell. */
const ofCmd = /%[A-Za-z_]\w*%\\\w|\bHK(?:LM|CU|CR|U|EY_\w+)\\\w/

type Runner = (source: string, env: Environment, stdin: Stream, analysis: Analysis) => Stream

function runnerOf(dialect: AnalysisContext['dialect'], analysis: Analysis): Runner | undefined {
  if (dialect === 'powershell') return partOf('foreign', analysis.wanted)?.runPowerShell
  return dialect === 'cmd' ? partOf('foreign', analysis.wanted)?.runCmd : runSource
}

/** Programs that only carry data, and what people write around them. */
const carriers: ReadonlySet<string> = new Set([
  'cat',
  'tee',
  'wc',
  'head',
  'tail',
  'grep',
  'mkdir',
  'ls',
  'echo',
  'cd',
  'pwd',
  'true',
])

/** Nothing is left out: here-documents only raise what is read. What takes their form in another place costs time, and is read as well. */
function longestFor(command: string): number {
  if (command.length <= bounds.length || command.length > bounds.documents) return bounds.length
  let rest = command.length
  let end: string | undefined
  for (const line of command.split('\n')) {
    if (end === undefined)
      end = /<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/
        .exec(line)
        ?.slice(1)
        .find(word => word !== undefined)
    else if (line.replace(/^\t+/, '') === end) end = undefined
    else rest -= line.length + 1
  }
  return rest > bounds.length ? bounds.length : bounds.documents
}

function open(context: AnalysisContext, longest: number): Analysis {
  const cwd = context.cwd === undefined ? undefined : clean(context.cwd)
  const roots = context.workspaceRoots.map(clean)
  const folder = context.folder ?? context.cwd
  const bases = roots.length > 0 ? roots : cwd === undefined ? [] : [cwd]
  const analysis: Analysis = {
    host: context.host,
    isProgram,
    longest,
    roots: bases,
    folder: folder === undefined ? undefined : settled(clean(folder), context.host, undefined),
    invocations: [],
    effects: [],
    reads: [],
    writes: [],
    deletes: [],
    hosts: [],
    files: filesOn(context.host, bases),
    patched: [],
    links: noLinks(),
    sinks: new Map(),
    pending: [],
    unsure: new Map(),
    steps: 0,
    budget: budgetOf(400, context.host, context.budget),
    exhausted: false,
    wanted: context.wanted ?? new Set(),
    run: (node, inner, stdin) => run(node, inner, stdin, analysis),
    script: (source, inner, stdin, by) =>
      typeof by === 'string'
        ? (runnerOf(by, analysis)?.(source, inner, stdin, analysis) ?? nothing)
        : runSource(source, by === inner.shells ? inner : { ...inner, shells: by }, stdin, analysis, by),
    words: (words, inner, stdin) => dispatch(words, { env: inner, stdin, analysis, assignments: {}, output: undefined }),
  }
  return analysis
}

function clean(path: string): string {
  const slashed = /^[A-Za-z]:/.test(path) ? path.replace(/\\/g, '/').replace(/^[a-z]/, drive => drive.toUpperCase()) : path
  const normal = normalise(slashed)
  return normal === '' ? '/' : normal
}

function facts(analysis: Analysis): ShellFacts {
  let certainty: ShellFacts['certainty'] = 'proved-ordinary'
  let unknown: string | undefined
  for (const effect of analysis.effects) {
    if (effect.certainty === 'proved-dangerous') certainty = 'proved-dangerous'
    else if (effect.certainty === 'could-not-tell') {
      if (certainty === 'proved-ordinary') certainty = 'could-not-tell'
      unknown ??= effect.unknown
    }
  }
  const carried = carriedBy(analysis)
  return {
    invocations: analysis.invocations,
    effects: analysis.effects,
    reads: analysis.reads,
    writes: analysis.writes,
    deletes: analysis.deletes,
    hosts: analysis.hosts,
    written: writtenBy(analysis),
    ...(carried.length === 0 ? {} : { carried }),
    certainty,
    ...(unknown === undefined ? {} : { unknown }),
  }
}

function carriedBy(analysis: Analysis): readonly Carried[] {
  const found: Carried[] = []
  for (const [path, { taint: bits }] of analysis.files) {
    if (
      (bits & (taint.secret | taint.sources | taint.download | taint.earlier)) === 0 ||
      !/^(?:\/(?!dev\/)|[A-Za-z]:)/.test(path)
    )
      continue
    if ((bits & taint.secret) !== 0) found.push({ path, what: 'holds-secret' })
    else if ((bits & taint.sources) !== 0) found.push({ path, what: 'holds-sources' })
    if ((bits & (taint.download | taint.earlier)) === 0) continue
    const usual = (bits & taint.earlier) === 0 && isFromWellKnown(analysis)
    found.push({ path, what: usual ? 'fetched' : 'downloaded' })
  }
  // Of a folder that was there before, most is not the stranger's.
  const mine = [analysis.host.home, '/tmp', ...analysis.roots, analysis.folder ?? '/']
  for (const path of analysis.unpacked ?? [])
    if (!mine.some(place => place === path || place.startsWith(path === '/' ? path : `${path}/`)))
      found.push({ path, what: 'unpacked' })
  return found
}

/** What is unknown in it is a variable to whoever runs it. */
function writtenBy({ files, patched }: Analysis): readonly WrittenFile[] {
  const written: WrittenFile[] = [...patched]
  for (const [path, stream] of files)
    for (const text of path.startsWith('/dev/') ? [] : textsOf(stream))
      if (text !== '') written.push({ path, text: text.split(HOLE).join('$UNKNOWN_PART') })
  return written
}

export { loadAll, loadParts } from './programs/parts.ts'
