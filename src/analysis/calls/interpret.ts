/** What a program does that is declared by a form. */

import { remoteOf } from '../../matching/addresses.ts'
import { fold } from '../../matching/path-identity.ts'
import { put } from '../effects/file-copies.ts'
import { deleted, filled, goneFrom, overwritten, readPath, type Writing } from '../effects/file-effects.ts'
import { hosts, sent } from '../effects/sockets.ts'
import { copied, moved } from '../effects/transfers.ts'
import { hostOf } from '../places/hosts.ts'
import { place } from '../places/paths.ts'
import { bases } from '../places/roots.ts'
import { bounds, type Call, find, type Handler, wrapped } from '../values/analysis.ts'
import { HOLE, isStandardInput, literal, nothing, type Stream, taint, type Value } from '../values/value.ts'
import type { Deed, Program, Role } from './form.ts'
import { type Options, parsed, type Reading } from './options.ts'
import { isCommand, rehearsal } from './rehearsal.ts'
import { holds } from './row.ts'

const roles: readonly Role[] = [
  'valued',
  'reads',
  'sends',
  'posts',
  'tells',
  'writes',
  'creates',
  'deletes',
  'destroys',
  'moves',
  'unmounts',
  'appends',
  'edits',
  'fills',
  'copies',
  'into',
  'runs',
  'settings',
  'from',
  'to',
  'hosts',
]

/** One run: what was read so far, and what waits for all to be read. */
interface Run {
  readonly call: Call
  readonly given: Options
  readonly hosts: string[]
  readonly written: Value[]
  readonly copies: Value[]
  readonly moves: Value[]
  into?: Value
  bits: number
  /** Something leaves the machine: a file, or only words. */
  leaves: boolean
  tells: boolean
}

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

/** Records what the call does; the output where the form says what it is. */
export function interpret(call: Call, program: Program): Stream | undefined {
  const given = readBy(call, program)
  const run: Run = { call, given, hosts: [], written: [], copies: [], moves: [], bits: 0, leaves: false, tells: false }
  const words = given.positional.map(word => word.text)
  const rehearsed = rehearsal(call, given, program, readingOf(program))
  // What a program needs before it starts, it runs in a rehearsal too.
  if (rehearsed !== 'help') perform(program, 0, run, rehearsed === undefined ? roles : ['runs', 'settings'])
  let prints = rehearsed === undefined ? program.prints : undefined
  for (const [pattern, deed, opinion] of program.rows ?? []) {
    if (rehearsed !== undefined && (typeof deed === 'string' || deed.operands?.includes('command') !== true)) continue
    const from = holds(pattern, given, call)
    if (from < 0 || (words[from] === 'help' && isCommand(pattern) && words.length === from + 1)) continue
    const { finds, ...rest } = typeof deed === 'string' ? { finds: deed } : deed
    if (finds !== undefined && rehearsed === undefined)
      find(call, finds, opinion === undefined ? {} : { certainty: 'proved-ordinary' })
    if (typeof deed === 'string') continue
    const out = perform(deed, from, run, roles)
    if (out !== undefined) return out
    prints = rest.prints ?? prints
  }
  const { leaves, tells } = run
  if (leaves || tells) sent(call, tells ? run.bits : run.bits | call.stdin.taint, run.hosts, leaves)
  const out = rehearsed === undefined ? program.also?.(call, given) : undefined
  if (out !== undefined) run.bits |= out.taint
  finish(run)
  if (out !== undefined || prints === undefined) return out
  return { text: undefined, taint: prints === 'input' ? run.bits : taint[prints] }
}

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
    args = [...words.map(word => literal(word)), ...args]
  }
  const reading = readingOf(program)
  const given = parsed(args, reading)
  let takes: Set<string> | undefined
  for (const [pattern, deed] of program.rows ?? []) {
    if (typeof deed === 'string' || namesOf(deed).size === 0 || holds(pattern, given, call) < 0) continue
    takes ??= new Set(reading.takes)
    for (const name of namesOf(deed).keys()) takes.add(name)
  }
  return takes === undefined ? given : parsed(args, { ...reading, takes })
}

/** Words of a variable, spaces in quotes included. */
const quoted = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g

/** A variable in front of the command, or set before. */
export function settingOf({ invocation, env }: Call, name: string): string | undefined {
  return invocation.assignments[name] ?? env.variables.get(name)?.fields[0]?.text
}

const readings = new WeakMap<Program, Reading>()

/** Names are declared where they are mentioned: in a role, or in a row. */
function readingOf(program: Program): Reading {
  const before = readings.get(program)
  if (before !== undefined) return before
  const takes = new Set(namesOf(program).keys())
  const leads = new Set(program.leads?.split(' '))
  const [flags = [], own = []] = [program.flags?.split(' '), program.rehearsal?.split(' ')]
  const known = new Set(['help', ...leads, ...takes, ...flags, ...own])
  for (const [pattern, deed] of program.rows ?? []) {
    if (typeof deed !== 'string') for (const name of namesOf(deed).keys()) known.add(name)
    for (const [, name = '', value] of pattern.matchAll(/(?<=^| |!|\|)--?([\w-]+)(=?)/g)) {
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
  for (const role of roles) for (const name of deed[role]?.split(' ') ?? []) found.set(name, role)
  names.set(deed, found)
  return found
}

/** What is done with options of these roles, then with operands. The output of a command that follows. */
function perform(deed: Deed, from: number, run: Run, which: readonly Role[]): Stream | undefined {
  const named = namesOf(deed)
  for (const [name, value] of run.given.every) {
    const role = named.get(name)
    if (role !== undefined && which.includes(role)) act(role, value, run)
  }
  if (deed.operands === undefined || which !== roles) return undefined
  const list = deed.operands.split(' ').filter(role => role !== 'into' || run.into === undefined)
  const operands = run.given.positional.slice(from)
  for (let at = 0, next = 0; at < list.length; at++) {
    const role = list[at] as string
    const first = operands[next]
    if (first === undefined) break
    if (role === 'command') return follows(first, run.call)
    const many = role.endsWith('...')
    const until = many ? Math.max(next, operands.length - (list.length - at - 1)) : next + 1
    for (const operand of operands.slice(next, until)) act((many ? role.slice(0, -3) : role) as Role, operand, run)
    next = until
  }
  return undefined
}

/** The rest of the words, as they were written. */
function follows(first: Value, call: Call): Stream {
  const env = wrapped(call)
  env.functions.delete(first.text)
  return call.analysis.words(call.args.slice(call.args.indexOf(first)), env, call.stdin)
}

const writings: Readonly<Partial<Record<Role, Writing>>> = {
  writes: 'replace',
  creates: 'create',
  appends: 'append',
  edits: 'edit',
  fills: 'append',
}

function act(role: Role, text: Value, run: Run): void {
  const { call } = run
  const { env, analysis, invocation } = call
  const writing = writings[role]
  if (text.text === '') return
  if (role === 'reads' || role === 'sends') {
    if (role === 'sends') run.leaves = true
    run.bits |= contents(text, call)
  } else if (role === 'posts' || role === 'tells') {
    run.tells = true
    // A credential for the service that asks for it, most of the time.
    run.bits |= role === 'tells' ? text.taint & ~taint.environment : text.taint
    const [, files] = (role === 'tells' ? /^@([\s\S]+)$/ : named).exec(text.text) ?? []
    for (const file of files?.split(',') ?? []) {
      run.leaves = true
      run.bits |= contents({ ...text, text: file.replace(/^"|"$/g, '') }, call)
    }
  } else if (writing === 'replace') run.written.push(text)
  else if (writing !== undefined) {
    overwritten(text, writing, env, analysis, invocation)
    if (role === 'fills') filled(text, call)
  } else if (role === 'deletes' || role === 'destroys') deleted(text, role === 'destroys', env, analysis, invocation)
  else if (role === 'moves' || role === 'copies') run[role].push(text)
  else if (role === 'into') run.into = text
  else if (role === 'unmounts') goneFrom(text, env, analysis, invocation)
  else if (role === 'runs') analysis.script(text.text, wrapped(call), nothing)
  else if (role === 'settings') {
    const [, source] = /^[\w.-]*(?:command|cmd|program|exec)=([\s\S]*)$/i.exec(text.text) ?? []
    if (source !== undefined) analysis.script(source, wrapped(call), nothing)
  } else if (role === 'hosts') {
    run.tells = true
    run.bits |= text.taint
    run.hosts.push(...hosts(call, [text]))
  } else if (role === 'from' || role === 'to') {
    const away = isElsewhere(text)
    if (away) note(text.text, run)
    if (role === 'to') {
      if (away) run.leaves = true
      else overwritten(text, 'create', env, analysis, invocation)
    } else if (!away) run.bits |= whole(text, call) | readPath(text, env, analysis, invocation).taint
  }
}

/** `@file`, `name=@file`, `name@file`, `name=<file`, and what stands behind it in a form. */
const named = /^[\w.[\]-]*(?:[:=]*@|:?=<)([^;]+)/

function contents(file: Value, call: Call): number {
  const { env, analysis, invocation, stdin } = call
  return (file.text === '-' || isStandardInput(file.text) ? stdin : readPath(file, env, analysis, invocation)).taint
}

/** A home or a file system as a whole holds credentials. */
function whole(text: Value, { env, analysis }: Call): number {
  const { absolute, kind } = place(text, env, analysis)
  return kind === 'root' || fold(absolute, analysis.host) === bases(analysis).home ? taint.system : 0
}

/** `host:path`, `scheme://host/path`. */
export const isElsewhere = ({ text }: Value): boolean => remoteOf(text) !== undefined

function note(text: string, run: Run): void {
  const host = hostOf(text)
  if (host === undefined) return
  run.hosts.push(host)
  if (run.call.analysis.hosts.length < bounds.effects) run.call.analysis.hosts.push(host)
}

function finish({ call, bits, written, copies, moves, into }: Run): void {
  if (moves.length > 0) moved(moves, into, call)
  else if (into !== undefined) copied(copies, into, call)
  for (const text of written) {
    if (text.text === '-') continue
    const { path } = overwritten(text, 'replace', call.env, call.analysis, call.invocation)
    put(path, { text: undefined, taint: bits }, call.analysis)
  }
}
