/** What a shell command does, as far as it can be proved from its text. */

import type { Host, ShellFacts, WrittenFile } from '../types.ts'
import { normalise } from './bases.ts'
import { dispatch } from './command.ts'
import { filesOn, noLinks } from './links.ts'
import { partOf } from './parts.ts'
import { atMost, bounds, late, type Part, record, type Scope, type Session } from './session.ts'
import { shown } from './shown.ts'
import { HOLE, nothing } from './text.ts'
import { runSource } from './walk.ts'

export interface AnalysisContext {
  readonly cwd: string | undefined
  readonly workspaceRoots: readonly string[]
  readonly host: Host
  readonly dialect?: 'posix' | 'powershell' | 'cmd'
  /** When whoever asks for several analyses wants no more of them, by `performance.now()`. */
  readonly deadline?: number
  /** Takes the parts that have to be loaded before this analysis is done again. */
  readonly wanted?: Set<Part>
}

/** Never throws; what goes wrong inside is reported as could-not-tell. */
export function analyse(command: string, context: AnalysisContext): ShellFacts {
  const session = open(context)
  const scope = start(context, session)
  try {
    if (command.length > bounds.length || late(session)) session.exhausted = true
    if (/[\u200b\u2060\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/.test(command))
      record(session, 'execution.hidden-characters')
    const source = command.slice(0, bounds.length)
    const run = runnerOf(context.dialect, session)
    if (run !== undefined && !session.exhausted) {
      const out = run(source, scope, nothing, session)
      session.output?.(out)
      shown(out, session)
    }
    for (const later of atMost(session.pending, 50, session)) later()
  } catch {
    session.exhausted = true
  }
  if (session.wanted.size > 0)
    record(session, 'execution.unknown-command', { unknown: 'a program whose knowledge is not loaded' })
  if (session.exhausted) record(session, 'execution.unknown-command', { unknown: 'a command this large or this deeply nested' })
  return facts(session)
}

function runnerOf(dialect: AnalysisContext['dialect'], session: Session): typeof runSource | undefined {
  if (dialect === 'powershell') return partOf('foreign', session.wanted)?.runPowerShell
  return dialect === 'cmd' ? partOf('foreign', session.wanted)?.runCmd : runSource
}

function open(context: AnalysisContext): Session {
  const cwd = context.cwd === undefined ? undefined : clean(context.cwd)
  const roots = context.workspaceRoots.map(clean)
  const session: Session = {
    host: context.host,
    roots: roots.length > 0 ? roots : cwd === undefined ? [] : [cwd],
    invocations: [],
    effects: [],
    reads: [],
    writes: [],
    deletes: [],
    hosts: [],
    files: filesOn(context.host),
    links: noLinks(),
    sinks: new Map(),
    pending: [],
    unsure: new Map(),
    steps: 0,
    deadline: Math.min(performance.now() + 400, context.deadline ?? Number.POSITIVE_INFINITY),
    exhausted: false,
    wanted: context.wanted ?? new Set(),
    script: (source, inner, stdin) => runSource(source, inner, stdin, session),
    words: (words, inner, stdin) => dispatch(words, { scope: inner, stdin, session, assignments: {}, output: undefined }),
  }
  return session
}

function clean(path: string): string {
  const slashed = /^[A-Za-z]:/.test(path) ? path.replace(/\\/g, '/').replace(/^[a-z]/, drive => drive.toUpperCase()) : path
  const normal = normalise(slashed)
  return normal === '' ? '/' : normal
}

function start(context: AnalysisContext, session: Session): Scope {
  return {
    cwd: context.cwd === undefined ? session.roots[0] : clean(context.cwd),
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: [],
    depth: 0,
    wrappers: [],
    remote: false,
  }
}

function facts(session: Session): ShellFacts {
  let certainty: ShellFacts['certainty'] = 'proved-ordinary'
  let unknown: string | undefined
  for (const effect of session.effects) {
    if (effect.certainty === 'proved-dangerous') certainty = 'proved-dangerous'
    else if (effect.certainty === 'could-not-tell') {
      if (certainty === 'proved-ordinary') certainty = 'could-not-tell'
      unknown ??= effect.unknown
    }
  }
  return {
    invocations: session.invocations,
    effects: session.effects,
    reads: session.reads,
    writes: session.writes,
    deletes: session.deletes,
    hosts: session.hosts,
    written: writtenBy(session),
    certainty,
    ...(unknown === undefined ? {} : { unknown }),
  }
}

/** What is unknown in it is a variable to whoever runs it. */
function writtenBy({ files }: Session): readonly WrittenFile[] {
  const written: WrittenFile[] = []
  for (const [path, { text }] of files)
    if (text !== undefined && text !== '' && !path.startsWith('/dev/'))
      written.push({ path, text: text.split(HOLE).join('$UNKNOWN_PART') })
  return written
}

export { loadAll, loadParts } from './parts.ts'
