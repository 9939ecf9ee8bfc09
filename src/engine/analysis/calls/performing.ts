/** What is done with the options and operands of a call, role by role. */

import { misleadsAgents } from '../../detect/agent-orders.ts'
import { remoteOf } from '../../matching/addresses.ts'
import { copyContent, put } from '../effects/file-copies.ts'
import { deleted, filled, goneFrom, overwritten, readPath, type Writing } from '../effects/file-effects.ts'
import { bucketOf, hosts } from '../effects/sockets.ts'
import { copied, moved } from '../effects/transfers.ts'
import { hostOf, isLocal } from '../places/hosts.ts'
import { place } from '../places/paths.ts'
import { bounds, type Call, find, inWords, wrapped } from '../values/analysis.ts'
import { shellsCalled } from '../values/dialects.ts'
import { HOLE, isStandardInput, nothing, printed, type Stream, taint, type Value } from '../values/value.ts'
import { fetchedTo } from './fetched-code.ts'
import { follow, runSetting } from './following.ts'
import type { Deed, Role } from './form.ts'
import type { Options } from './options.ts'

/** One run: what was read so far, and what waits for all to be read. */
export interface Run {
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
  readonly local: [source: Value, program: Stream][]
  bits: number
  /** What commands elsewhere print. */
  printed: number
  /** Something leaves the machine: a file, or only words. */
  leaves: boolean
  tells: boolean
  /** Texts that others read. */
  readonly shown: Value[]
}

/** What is done with options by the role of each name, then with operands; or with options of some roles `only`. The output of a command. */
export function perform(
  deed: Deed,
  named: ReadonlyMap<string, Role>,
  from: number,
  run: Run,
  only?: readonly Role[],
): Stream | undefined {
  for (const [name, value] of run.given.every) {
    const role = named.get(name)
    if (role !== undefined && only?.includes(role) !== false) act(role, value, run)
  }
  if (deed.operands === undefined || only !== undefined) return undefined
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
    run.bits |= contents({ ...text, text: text.text.replace(/^@(?=.)/, '') }, call)
  } else if (role === 'shows') run.shown.push(text)
  else if (role === 'posts' || role === 'tells') {
    if (role === 'posts') run.shown.push(text)
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
  else if (role === 'formats') {
    analysis.writes.push(place(text, env, analysis))
    // Other quotes, or a comma more, and its client does not read it: whoever names the guard's file wants that one. What it gets is no matter.
    if (!/^(?:\.\/)*\*/.test(text.text)) overwritten(text, 'permissions', env, analysis, invocation)
  } else if (role === 'unmounts') goneFrom(text, env, analysis, invocation)
  else if (role === 'runs') {
    const { remote = env.remote } = run
    const out = analysis.script(text.text, wrapped(call, remote), nothing, shellsCalled('sh'))
    run.printed |= out.taint & (taint.environment | taint.secret | taint.holder)
  } else if (role === 'variables') {
    const [, name, value = ''] = /^(?:Environment=)?"?([A-Za-z_]\w*)=([^"]*)/.exec(text.text) ?? []
    if (name !== undefined) run.variables.push([name, { ...text, text: value }])
  } else if (role === 'settings') runSetting(text.text, call)
  else if (role === 'hosts') {
    run.tells = true
    if (!isOwnAddress(text)) run.bits |= text.taint
    run.hosts.push(...hosts(call, [text]))
  } else if (role === 'from' || role === 'to') {
    const away = isElsewhere(text)
    const colon = text.text.search(/[:/]/)
    if (text.text[colon] === ':' && text.text.slice(0, colon).includes(HOLE)) call.invocation.unknownHost = true
    if (away) note(text.text, run)
    if (away && role === 'from') run.fetched.push(text)
    if (role === 'to') {
      if (away) {
        run.leaves = true
        // Where this account may log in, the workspace may go, and what somebody has chosen of it.
        const bucket = bucketOf(text.text)
        const isOpen = /^(?:rsync|https?):|^[^/:]+::/i.test(text.text)
        const isLogin = bucket === undefined && !isOpen && !trustsAnybody(call)
        const isChosen = !isOpen && run.given.every.some(([name]) => chooses.test(name))
        if (isLogin || isChosen) run.bits &= ~taint.sources
        else if (bucket !== undefined && (run.bits & taint.sources) !== 0) run.hosts.push(bucket)
      } else {
        overwritten(text, 'create', env, analysis, invocation)
        for (const source of run.fetched) fetchedTo(source, text, call)
        for (const [source, stream] of run.local) copyContent(source, text, call, stream)
      }
    } else if (!away) {
      const stream = readPath(text, env, analysis, invocation)
      run.bits |= stream.taint
      run.local.push([text, stream])
    }
  }
}

/** Whether it takes every machine for the one that it asked for: `ssh -o StrictHostKeyChecking=no`. */
const trustsAnybody = ({ args }: Call): boolean =>
  args.some(({ text }) => /StrictHostKeyChecking[= ]"?(?:no|off)\b|UserKnownHostsFile[= ]"?\/dev\/null/i.test(text))

/** A secret that is itself where the request goes: whoever gave it out answers there. */
function isOwnAddress({ written, text }: Value): boolean {
  const own = /^["']?\$\{?\w*(?:URL|URI|WEBHOOK|ENDPOINT)\}?((?:\/[^$`\s"']*)?)["']?$/i.exec(written)
  // Where this script has set the variable, there is more to read than that nobody knows it.
  return own !== null && text === `${HOLE}${own[1]}`
}

const chooses = /^(?:x$|exclude|include|filter|files-from)/

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

/** Orders to agents in a text that leaves this machine, or stays with the code. */
export function readByAgents({ call, shown, hosts }: Run): void {
  if (hosts.length > 0 && hosts.every(isLocal)) return
  if (shown.some(({ text }) => text.length > 20 && misleadsAgents(text.replaceAll('"', '\n\n'), true)))
    find(call, 'content.agent-orders')
}

/** What waited for all to be read. */
export function finish({ call, bits, written, copies, moves, into }: Run, out?: Stream): void {
  if (moves.length > 0) moved(moves, into, call)
  else if (into !== undefined) copied(copies, into, call)
  for (const text of written) {
    if (text.text === '-') continue
    const { path } = overwritten(text, 'replace', call.env, call.analysis, call.invocation)
    // What it writes itself is what a redirection of its output would write.
    const own = out === undefined ? undefined : printed({ ...out, taint: bits }, inWords(call))
    put(path, own ?? { text: undefined, taint: bits }, call.analysis)
  }
}
