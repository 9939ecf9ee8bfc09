/** What a program does that is declared by a form. */

import { letsOut } from '../effects/let-out.ts'
import { sent } from '../effects/sockets.ts'
import { hostOf, isLocal } from '../places/hosts.ts'
import { type Call, find, type Handler } from '../values/analysis.ts'
import type { LetOut } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import { HOLE, literal, type Stream, taint, type Value } from '../values/value.ts'
import { runEmbeddedStatements } from './embedded-commands.ts'
import type { Deed, Program, Role, Row } from './form.ts'
import { type Options, parsed, type Reading } from './options.ts'
import { finish, perform, type Run, readByAgents } from './performing.ts'
import { isCommand, isRehearsal, rehearsal } from './rehearsal.ts'
import { holds } from './row.ts'
import { valuesInFront } from './values-in-front.ts'

const roles: readonly Role[] = [
  'valued',
  'reads',
  'sends',
  'posts',
  'tells',
  'shows',
  'writes',
  'creates',
  'deletes',
  'destroys',
  'moves',
  'unmounts',
  'appends',
  'edits',
  'formats',
  'fills',
  'copies',
  'into',
  'runs',
  'settings',
  'variables',
  'from',
  'to',
  'hosts',
  'program',
]

/** Each name of its own; beside forms there may be handlers. */
export function handlersOf(programs: Readonly<Record<string, Handler | Program>>): Record<string, Handler> {
  const handlers: Record<string, Handler> = {}
  for (const names in programs) {
    const program = programs[names] as Handler | Program
    const handler: Handler = typeof program === 'function' ? program : call => interpret(call, program)
    for (const name of names.split(' ')) handlers[name] = handler
  }
  return handlers
}

const unknown = 'whether this holds credentials'

/** Records what the call does; the output where the form says what it is. */
export function interpret(called: Call, program: Program): Stream | undefined {
  const apart = (word: Value): Value[] => word.text.split(/\s+/).map(text => ({ ...word, text }))
  const call = program.joins === true ? { ...called, args: called.args.flatMap(apart) } : called
  const given = readBy(call, program)
  const run: Run = {
    call,
    given,
    ...(program.remote === undefined ? {} : { remote: true }),
    hosts: [],
    written: [],
    fetched: [],
    local: [],
    variables: [],
    copies: [],
    moves: [],
    bits: 0,
    printed: 0,
    leaves: false,
    tells: false,
    shown: [],
  }
  const words = given.positional.map(word => word.text)
  const rehearsed = rehearsal(call, given, program, readingOf(program))
  // What a program needs before it starts, it runs in a rehearsal too. Of a command that follows, the rehearsal may be its own.
  const only = rehearsed === undefined || carries(program) ? undefined : needed
  let followed = rehearsed === 'help' ? undefined : perform(program, namesOf(program), 0, run, only)
  let prints = rehearsed === undefined ? program.prints : undefined
  const endpoint = given.values.get('endpoint-url')?.text
  const isHere = endpoint !== undefined && isLocal(hostOf(endpoint) ?? '')
  for (const [pattern, deed, opinion] of program.rows ?? []) {
    if (rehearsed !== undefined && !carries(deed)) continue
    const from = holds(pattern, given, call, program.abbreviates)
    if (from < 0 || (words[from] === 'help' && isCommand(pattern) && words.length === from + 1)) continue
    const { finds, ...rest } = typeof deed === 'string' ? { finds: deed } : deed
    if (finds !== undefined && rehearsed === undefined)
      find(
        call,
        finds,
        // What an emulator on this machine holds is nobody's.
        opinion === 'ordinary' || (isHere && finds.startsWith('cloud.'))
          ? { certainty: 'proved-ordinary' }
          : opinion === undefined
            ? {}
            : { unknown },
      )
    if (typeof deed === 'string') continue
    followed = perform(deed, namesOf(deed), from, run) ?? followed
    prints = rest.prints ?? prints
  }
  if (program.statements === true && !isRehearsal(call) && !isLocalOnly(given)) runEmbeddedStatements(call)
  const { leaves, tells } = run
  const kept = isLetOut(prints) ? letsOut(call, prints) : undefined
  if (leaves || tells) sent(call, tells ? run.bits : run.bits | call.stdin.taint, run.hosts, leaves)
  if (prints !== undefined && prints !== 'input' && !isLetOut(prints)) run.bits |= taint[prints]
  const also = rehearsed === undefined ? program.also?.(call, given) : undefined
  if (also !== undefined) run.bits |= also.taint
  if (run.shown.length > 0) readByAgents(run)
  finish(run, also)
  // Somebody else can read what it wrote.
  if (run.written.length > 0 && kept !== undefined) call.invocation.lets = undefined
  const shown = also !== undefined && prints === 'input' ? { ...also, taint: also.taint | run.bits } : also
  const out = shown ?? followed ?? (run.printed === 0 ? undefined : { text: undefined, taint: run.printed })
  if (out !== undefined || prints === undefined) return out
  if (isLetOut(prints)) return kept
  return { text: undefined, taint: prints === 'input' ? run.bits : taint[prints] }
}

/** `--local`: an emulator of this machine. */
const isLocalOnly = ({ flags }: Options): boolean => flags.has('local') && !flags.has('remote')

const isLetOut = (prints: Deed['prints']): prints is LetOut =>
  prints !== undefined && ['lines', 'content', 'names', 'count', 'digest', 'nothing'].includes(prints)

const needed: readonly Role[] = ['runs', 'settings']

/** Whether a command follows, of which the words behind it are. */
const carries = (deed: FindingId | Deed): boolean =>
  typeof deed !== 'string' && /(?:^| )(?:command|elsewhere|source)$/.test(deed.operands ?? '')

/** The arguments as the program reads them, those of its environment first. Options of a command are only its own. */
export function readBy(call: Call, program: Program): Options {
  let { args } = call
  for (const name in program.environment) {
    const value = settingOf(call, name)
    const option = program.environment[name] as string
    if (value === undefined || value === '' || value.includes(HOLE)) continue
    const words =
      option === ''
        ? (value.match(quoted) ?? []).map(word => word.replace(/['"]/g, ''))
        : [option.length > 1 ? `--${option}=${value}` : `-${option}${value}`]
    call.invocation.inherited = [...words, ...(call.invocation.inherited ?? [])]
    args = [...words.map(word => literal(word)), ...args]
  }
  let reading = readingOf(program)
  let given = offTrack(parsed(args, reading), program)
  const more = program.rows === undefined ? undefined : valuesInFront(args, given, program.rows, reading)
  if (more !== undefined) {
    const known = new Set([...(reading.known ?? []), ...more])
    reading = { ...reading, known, takes: new Set([...reading.takes, ...more]) }
    given = offTrack(parsed(args, reading), program)
  }
  let takes: Set<string> | undefined
  let ends: number | undefined
  for (const [pattern, deed] of program.rows ?? []) {
    if (typeof deed === 'string' || namesOf(deed).size === 0) continue
    const from = holds(pattern, given, call, program.abbreviates)
    if (from < 0) continue
    takes ??= new Set(reading.takes)
    for (const name of namesOf(deed).keys()) takes.add(name)
    if (deed.stops === true) ends = from + (deed.operands?.split(' ').filter(role => role === 'valued').length ?? 0)
  }
  return takes === undefined ? given : offTrack(parsed(args, { ...reading, takes, ends }), program)
}

/** Without the word for a release track. */
function offTrack(given: Options, { tracks }: Program): Options {
  const [first, ...rest] = given.positional
  return first !== undefined && tracks?.split(' ').includes(first.text) === true ? { ...given, positional: rest } : given
}

/** Words of a variable, spaces in quotes included. */
const quoted = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g

/** A variable in front of the command, or set before. */
export function settingOf({ invocation, env }: Call, name: string): string | undefined {
  return invocation.assignments[name] ?? env.variables.get(name)?.fields[0]?.text
}

const mild = new Map<Program, Program>()

/** The same program where what it takes away is made for tests, or is a cluster of one's own machine. */
export function mildly(program: Program, findings: readonly FindingId[]): Program {
  const made = mild.get(program) ?? {
    ...program,
    ...(program.rows && {
      rows: program.rows.map(
        ([form, deed, opinion]): Row =>
          typeof deed === 'string' && findings.includes(deed)
            ? [form, deed, 'ordinary']
            : opinion === undefined
              ? [form, deed]
              : [form, deed, opinion],
      ),
    }),
  }
  mild.set(program, made)
  return made
}

const readings = new WeakMap<Program, Reading>()

/** Names are declared where they are mentioned: in a role, or in a row. */
export function readingOf(program: Program): Reading {
  const before = readings.get(program)
  if (before !== undefined) return before
  const takes = new Set(namesOf(program).keys())
  const leads = new Set(program.leads?.split(' '))
  const [flags = [], own = []] = [program.flags?.split(' '), program.rehearsal?.split(' ')]
  const known = new Set(['help', ...leads, ...takes, ...flags, ...own])
  for (const [pattern, deed] of program.rows ?? []) {
    if (typeof deed !== 'string') for (const name of namesOf(deed).keys()) known.add(name)
    if (!pattern.includes('-')) continue
    const mentioned = /(?<=^| |!|\|)--?([\w-]+)(=?)/g
    for (let match = mentioned.exec(pattern); match !== null; match = mentioned.exec(pattern)) {
      const [, name = '', value] = match
      known.add(name)
      if (value !== '') takes.add(name)
    }
  }
  const { attached = '', shortens = false } = program
  const reading: Reading = { takes, known, leads, groups: new Set(program.groups?.split(' ')), attached, shortens }
  readings.set(program, reading)
  return reading
}

const names = new WeakMap<Deed, ReadonlyMap<string, Role>>()

function namesOf(deed: Deed): ReadonlyMap<string, Role> {
  const before = names.get(deed)
  if (before !== undefined) return before
  const found = new Map<string, Role>()
  for (const role of roles) {
    const own = deed[role]
    if (own !== undefined) for (const name of own.split(' ')) found.set(name, role)
  }
  names.set(deed, found)
  return found
}
