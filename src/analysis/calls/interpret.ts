/** What a program does that is declared by a form. */

import { remoteOf } from '../../matching/addresses.ts'
import { put } from '../effects/file-copies.ts'
import { deleted, filled, goneFrom, overwritten, readPath, type Writing } from '../effects/file-effects.ts'
import { hosts, sent } from '../effects/sockets.ts'
import { copied, moved } from '../effects/transfers.ts'
import { hostOf } from '../places/hosts.ts'
import { bounds, type Call, find, type Handler, wrapped } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { HOLE, isStandardInput, literal, nothing, type Stream, taint, type Value } from '../values/value.ts'
import { fetchedTo } from './fetched-code.ts'
import { follow, runSetting } from './following.ts'
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
  'variables',
  'from',
  'to',
  'hosts',
  'program',
]

/** One run: what was read so far, and what waits for all to be read. */
interface Run {
  readonly call: Call
  readonly given: Options
  readonly remote?: true
  readonly hosts: string[]
  readonly written: Value[]
  readonly copies: Value[]
  readonly moves: Value[]
  into?: Value
  program?: Value
  readonly variables: [name: string, value: Value][]
  readonly fetched: Value[]
  bits: number
  /** What commands elsewhere print. */
  printed: number
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

const unknown = 'whether this holds credentials'

/** Records what the call does; the output where the form says what it is. */
export function interpret(call: Call, program: Program): Stream | undefined {
  const given = readBy(call, program)
  const run: Run = {
    call,
    given,
    ...(program.remote === undefined ? {} : { remote: true }),
    hosts: [],
    written: [],
    fetched: [],
    variables: [],
    copies: [],
    moves: [],
    bits: 0,
    printed: 0,
    leaves: false,
    tells: false,
  }
  const words = given.positional.map(word => word.text)
  const rehearsed = rehearsal(call, given, program, readingOf(program))
  // What a program needs before it starts, it runs in a rehearsal too. Of a command that follows, the rehearsal may be its own.
  const which = rehearsed === undefined || carries(program) ? roles : needed
  let followed = rehearsed === 'help' ? undefined : perform(program, 0, run, which)
  let prints = rehearsed === undefined ? program.prints : undefined
  for (const [pattern, deed, opinion] of program.rows ?? []) {
    if (rehearsed !== undefined && !carries(deed)) continue
    const from = holds(pattern, given, call)
    if (from < 0 || (words[from] === 'help' && isCommand(pattern) && words.length === from + 1)) continue
    const { finds, ...rest } = typeof deed === 'string' ? { finds: deed } : deed
    if (finds !== undefined && rehearsed === undefined)
      find(call, finds, opinion === undefined ? {} : opinion === 'perhaps' ? { unknown } : { certainty: 'proved-ordinary' })
    if (typeof deed === 'string') continue
    followed = perform(deed, from, run, roles) ?? followed
    prints = rest.prints ?? prints
  }
  const { leaves, tells } = run
  if (leaves || tells) sent(call, tells ? run.bits : run.bits | call.stdin.taint, run.hosts, leaves)
  const also = rehearsed === undefined ? program.also?.(call, given) : undefined
  if (also !== undefined) run.bits |= also.taint
  finish(run)
  const out = also ?? followed ?? (run.printed === 0 ? undefined : { text: undefined, taint: run.printed })
  if (out !== undefined || prints === undefined) return out
  return { text: undefined, taint: prints === 'input' ? run.bits : taint[prints] }
}

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
    args = [...words.map(word => literal(word)), ...args]
  }
  const reading = readingOf(program)
  const given = parsed(args, reading)
  let takes: Set<string> | undefined
  let ends: number | undefined
  for (const [pattern, deed] of program.rows ?? []) {
    if (typeof deed === 'string' || namesOf(deed).size === 0) continue
    const from = holds(pattern, given, call)
    if (from < 0) continue
    takes ??= new Set(reading.takes)
    for (const name of namesOf(deed).keys()) takes.add(name)
    if (deed.stops === true) ends = from + (deed.operands?.split(' ').filter(role => role === 'valued').length ?? 0)
  }
  return takes === undefined ? given : parsed(args, { ...reading, takes, ends })
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
    if (!pattern.includes('-')) continue
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
  for (const role of roles) {
    const own = deed[role]
    if (own !== undefined) for (const name of own.split(' ')) found.set(name, role)
  }
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
    const dashes = role === '--' ? run.call.args.findIndex(({ text }) => text === '--') : -1
    if (dashes >= 0) next = Math.max(0, operands.indexOf(run.call.args[dashes + 1] as Value))
    const first = operands[next]
    if (role === 'command' || role === 'elsewhere' || role === 'source') {
      const behind = first === undefined ? [] : run.call.args.slice(run.call.args.indexOf(first))
      const [program, ...rest] = run.program === undefined ? behind : [run.program, ...behind]
      return program === undefined ? undefined : follow([program, ...rest], role, run.call, run.variables)
    }
    if (first === undefined) break
    if (role === '--') continue
    const many = role.endsWith('...')
    const until = many ? Math.max(next, operands.length - (list.length - at - 1)) : next + 1
    for (const operand of operands.slice(next, until)) act((many ? role.slice(0, -3) : role) as Role, operand, run)
    next = until
  }
  return undefined
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
  else if (role === 'into' || role === 'program') run[role] = text
  else if (role === 'unmounts') goneFrom(text, env, analysis, invocation)
  else if (role === 'runs') {
    const { remote = env.remote } = run
    const out = analysis.script(text.text, wrapped(call, remote), nothing)
    if (remote) run.printed |= out.taint & (taint.environment | taint.secret)
  } else if (role === 'variables') {
    const [, name, value = ''] = /^(?:Environment=)?"?([A-Za-z_]\w*)=([^"]*)/.exec(text.text) ?? []
    if (name !== undefined) run.variables.push([name, { ...text, text: value }])
  } else if (role === 'settings') runSetting(text.text, call)
  else if (role === 'hosts') {
    run.tells = true
    run.bits |= text.taint
    run.hosts.push(...hosts(call, [text]))
  } else if (role === 'from' || role === 'to') {
    const away = isElsewhere(text)
    if (away) note(text.text, run)
    if (away && role === 'from') run.fetched.push(text)
    if (role === 'to') {
      if (away) run.leaves = true
      else {
        overwritten(text, 'create', env, analysis, invocation)
        for (const source of run.fetched) fetchedTo(source, text, call)
      }
    } else if (!away) run.bits |= readPath(text, env, analysis, invocation).taint
  }
}

/** `@file`, `name=@file`, `name@file`, `name=<file`, and what stands behind it in a form. */
const named = /^[\w.[\]-]*(?:[:=]*@|:?=<)([^;]+)/

function contents(file: Value, call: Call): number {
  const { env, analysis, invocation, stdin } = call
  return (file.text === '-' || isStandardInput(file.text) ? stdin : readPath(file, env, analysis, invocation)).taint
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
