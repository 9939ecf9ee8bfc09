/** Looks through a program in a scripting language for calls that delete, write, spawn, read secrets or send. */

import { hostOf, isMetadataHost } from '../hosts.ts'
import { linked } from '../links.ts'
import { place } from '../paths.ts'
import { type Call, find, fork } from '../session.ts'
import { HOLE, literal, nothing, type Stream, type Text, taint } from '../text.ts'
import { deleted, overwritten, readPath } from '../touch.ts'
import { type Action, actionOf } from './actions.ts'
import { type Language, limit, type Token, tokens } from './lexer.ts'
import { type Argument, argumentsOf, type Code, evaluate, join, matching, type Value } from './values.ts'

/** Analyses source; what it may print comes back. */
export function scanCode(source: string, language: Language, call: Call, variables = new Map<string, Value>()): Stream {
  const { session } = call
  const code: Code = { language, session, scope: call.scope, variables, names: new Map(), taint: 0, depth: 0, work: 0 }
  if (call.scope.depth > 10 || source.length > 65_536) {
    session.exhausted = true
    return nothing
  }
  whole(source, call)
  const all = tokens(source, language)
  if (all.length >= limit) session.exhausted = true
  const runs = /cmd|exec|system|spawn|\brun\b|process|shell|callCommand|popen/i.test(source)
  const state: State = { runs, code, call, sends: false, hosts: [], prints: 0 }
  // A comprehension names its variable after its use.
  if (language === 'python') for (let at = 0; at < all.length; at++) if (all[at]?.value === 'for') loopVariable(all, at, code)
  for (let at = 0; at < all.length; at++) at = step(all, at, state)
  const bits = code.taint | state.prints
  if (state.sends && (bits & (taint.secret | taint.environment)) !== 0)
    find(call, 'exfiltration.secret-to-network', { hosts: state.hosts })
  if (language === 'perl' && /%ENV\b/.test(source) && /\b(?:print|say)\b/.test(source)) state.prints |= taint.environment
  return { text: undefined, taint: state.prints | (code.taint & taint.secret) }
}

interface State {
  /** The program looks as if it ran other programs. */
  readonly runs: boolean
  readonly code: Code
  readonly call: Call
  sends: boolean
  readonly hosts: string[]
  /** Taint of what is printed. */
  prints: number
}

/** What only the program as a whole shows. */
function whole(source: string, call: Call): void {
  if (/\bfork\b/.test(source) && /\bwhile\b|\bloop\b|\bfor\s*\(\s*;/.test(source)) find(call, 'process.fork-bomb')
  if (/\bfetch\([\s\S]{0,400}\.then\(\s*eval\b|\beval\s*\(?\s*get\s*\(?\s*["']https?:/.test(source))
    find(call, 'execution.download-execute')
  if (call.program === 'tclsh')
    for (const match of source.matchAll(/\bexec\s+([^\n;\]]{1,2000})/g))
      call.session.script(match[1] as string, fork(call.scope), nothing)
  const connects =
    /\b(?:socket|TCPSocket|fsockopen|Socket|createConnection|TCPServer|net\.connect)\b|\bnet\b[\s\S]{0,200}\.connect\b/.test(
      source,
    )
  if (connects && /\bdup2\b|pty\.spawn|\/bin\/(?:ba|z|da|k)?sh\b|cmd\.exe|powershell|STDIN,[\s\S]{0,40}>&/.test(source)) {
    find(
      call,
      /\.bind\s*\(|\blisten\b|TCPServer|createServer/.test(source) && !/\.connect\b|Client\(/.test(source)
        ? 'network.listener-shell'
        : 'network.reverse-shell',
    )
  }
}

function step(all: readonly Token[], at: number, state: State): number {
  const { code } = state
  const token = all[at] as Token
  const next = all[at + 1]
  if (token.kind === 'text') {
    // Languages without tables of their own: a text may be what some call there runs.
    if (code.language === 'other' && state.runs) state.call.session.script(token.value, fork(state.call.scope), nothing)
    if (token.shell) shell(evaluate([token], code), state)
    // `os["system"]("...")`
    if (next?.value === ']' && all[at - 1]?.value === '[' && all[at + 2]?.value === '(' && next.kind === 'mark') {
      perform(token.value, '', undefined, all.slice(at + 3, matching(all, at + 2) - 1), state)
    }
    return at
  }
  if (token.kind === 'mark') {
    if (token.value === '$' && next?.kind === 'text') shell(evaluate([next], code), state)
    return at
  }
  if (token.kind !== 'name') return at
  const imported = imports(all, at, code)
  if (imported > at) return imported
  if (token.value === 'for' || token.value === 'foreach') loopVariable(all, at, code)
  if (next?.kind === 'mark' && (next.value === '=' || next.value === '+=') && isStatementStart(all, at))
    assign(all, at, code, next.value === '+=')
  if (token.value === 'as' && next?.kind === 'name') return at
  if (next?.kind === 'mark' && next.value === '(') {
    const end = matching(all, at + 1)
    const inside = all.slice(at + 2, end - 1)
    if (token.value === 'getattr' && all[end]?.value === '(') {
      // `getattr(os, "sys" + "tem")("...")`
      const [on, method] = argumentsOf(inside, code)
      const called = all.slice(end + 1, matching(all, end) - 1)
      if (on !== undefined && method !== undefined)
        perform(method.value.text, on.value.text === HOLE ? (on.tokens[0]?.value ?? '') : on.value.text, undefined, called, state)
      return at + 1
    }
    const { path, receiver } = ownerOf(all, at, code)
    perform(token.value, path, receiver, inside, state)
    return at + 1
  }
  // Calls without brackets: `system "rm -rf /"`, `unlink $file`, `puts x`.
  if (
    (next !== undefined &&
      /^(?:ruby|perl|php|lua)$/.test(code.language) &&
      (next.kind === 'text' ||
        (next.kind === 'name' && next.value[0] === '$') ||
        (next.kind === 'name' && (/^[A-Z]/.test(next.value) || /^(?:eval|system|exec|print|puts|say|p)$/.test(token.value)))) &&
      all[at - 1]?.value !== '.') ||
    (next?.kind === 'text' && code.language === 'ruby')
  ) {
    let end = at + 1
    while (end < all.length && !(all[end]?.kind === 'mark' && (all[end]?.value === ';' || all[end]?.value === '}')))
      end = all[end]?.value === '(' ? matching(all, end) : end + 1
    const { path, receiver } = ownerOf(all, at, code)
    perform(token.value, path, receiver, all.slice(at + 1, end), state)
  }
  return at
}

function isStatementStart(all: readonly Token[], at: number): boolean {
  const before = all[at - 1]
  return (
    before === undefined ||
    before.value === ';' ||
    before.value === '{' ||
    before.value === '}' ||
    before.value === ':' ||
    before.value === ')' ||
    /^(?:const|let|var|my|our|local|global)$/.test(before.value)
  )
}

function statementEnd(all: readonly Token[], from: number): number {
  let end = from
  while (end < all.length) {
    const token = all[end] as Token
    if (token.kind === 'mark') {
      if (token.value === ';') return end
      if (token.value === '(' || token.value === '[' || token.value === '{') {
        end = matching(all, end)
        continue
      }
      if (token.value === '}' || token.value === ')') return end
    }
    end++
  }
  return end
}

function assign(all: readonly Token[], at: number, code: Code, append: boolean): void {
  const name = (all[at] as Token).value
  const right = all.slice(at + 2, statementEnd(all, at + 2))
  const last = right.at(-1)
  // A function under another name: `s = os.system`, `const e = require('child_process').exec`.
  if (last?.kind === 'name' && right.at(-2)?.value === '.' && right.length >= 3)
    code.names.set(
      name,
      right
        .filter(token => token.kind !== 'mark' || token.value === '.')
        .map(token => token.value)
        .join(''),
    )
  const result = evaluate(right, code)
  const old = code.variables.get(name)
  code.variables.set(name, append && old !== undefined ? join([old, result], '') : result)
}

/** `import os as o`, `from os import system as s`, `const { exec: e } = require(...)`. */
function imports(all: readonly Token[], at: number, code: Code): number {
  const token = all[at] as Token
  if (token.value === 'from' && all[at + 1]?.kind === 'name') {
    let index = at + 1
    let module = ''
    while (all[index] !== undefined && all[index]?.value !== 'import' && index < at + 8) module += all[index++]?.value ?? ''
    if (all[index]?.value !== 'import') return at
    index++
    while (all[index] !== undefined && all[index]?.value !== ';') {
      const name = all[index]
      if (name?.kind === 'name' && name.value !== 'as') {
        const alias = all[index + 1]?.value === 'as' ? all[index + 2]?.value : undefined
        code.names.set(alias ?? name.value, `${module}.${name.value}`)
        if (alias !== undefined) index += 2
      }
      index++
    }
    return index
  }
  if (token.value === 'import' && code.language === 'python') {
    let index = at + 1
    let module = ''
    for (; all[index] !== undefined && all[index]?.value !== ';'; index++) {
      const part = all[index] as Token
      if (part.value === 'as') {
        code.names.set(all[index + 1]?.value ?? '', module)
        index++
      } else if (part.value === ',') module = ''
      else module += part.value
    }
    return index
  }
  if ((token.value === 'const' || token.value === 'let' || token.value === 'var') && all[at + 1]?.value === '{') {
    const end = matching(all, at + 1)
    const module = all.slice(end, end + 6).find(part => part.kind === 'text')?.value ?? ''
    const names = all.slice(at + 2, end - 1)
    for (const [index, part] of names.entries()) {
      if (part.kind !== 'name' || names[index - 1]?.value === ':') continue
      code.names.set(
        names[index + 1]?.value === ':' ? (names[index + 2]?.value ?? part.value) : part.value,
        `${module}.${part.value}`,
      )
    }
    return end - 1
  }
  return at
}

/** The names in front of a call, and the value it is called on when that is an expression. */
function ownerOf(all: readonly Token[], at: number, code: Code): { path: string; receiver: Value | undefined } {
  let start = at
  while (start > 0) {
    const before = all[start - 1] as Token
    if (before.kind !== 'mark' || (before.value !== '.' && before.value !== '::')) break
    let index = start - 2
    const part = all[index]
    if (part === undefined) break
    if (part.kind === 'mark' && (part.value === ')' || part.value === ']')) {
      let depth = 0
      for (; index >= 0; index--) {
        const mark = all[index] as Token
        if (mark.kind !== 'mark') continue
        if (mark.value === ')' || mark.value === ']') depth++
        else if ((mark.value === '(' || mark.value === '[') && --depth === 0) break
      }
      if (all[index - 1]?.kind === 'name') index--
    } else if (part.kind === 'mark') break
    start = Math.max(0, index)
  }
  if (start === at) return { path: code.names.get((all[at] as Token).value) ?? '', receiver: undefined }
  const owner = all.slice(start, at - 1)
  const receiver = evaluate(owner, code)
  const first = owner[0]
  const base = first?.kind === 'name' ? (code.names.get(first.value) ?? code.variables.get(first.value)?.text ?? first.value) : ''
  const names = owner
    .slice(1)
    .filter(token => token.kind === 'name')
    .map(token => token.value)
  const path =
    receiver.text !== HOLE && /^[\w:/-]{1,40}$/.test(receiver.text)
      ? receiver.text
      : [base.includes(HOLE) ? (first?.value ?? '') : base, ...names].join('.')
  return { path, receiver }
}

function loopVariable(all: readonly Token[], at: number, code: Code): void {
  for (let index = at + 1; index < Math.min(all.length, at + 8); index++) {
    const token = all[index]
    if (token?.value !== 'in' && token?.value !== 'of') continue
    const name = all[index - 1]
    let end = index + 1
    while (end < all.length && !/^[:;){]$/.test((all[end] as Token).value))
      end = /^[([]$/.test((all[end] as Token).value) ? matching(all, end) : end + 1
    if (name?.kind === 'name') code.variables.set(name.value, evaluate(all.slice(index + 1, end), code))
    return
  }
}

function perform(name: string, path: string, receiver: Value | undefined, inside: readonly Token[], state: State): void {
  const { code, call } = state
  const action = actionOf(name, path, receiver, code.language)
  const args = argumentsOf(inside, code)
  for (const argument of args) noteHosts(argument.value, state)
  if (action === undefined) return
  act(action, name, args, receiver, inside, state, call)
}

function act(
  action: Action,
  name: string,
  args: readonly Argument[],
  receiver: Value | undefined,
  inside: readonly Token[],
  state: State,
  call: Call,
): void {
  const { code } = state
  const first = args[0]?.value
  const bits = args.reduce((all, argument) => all | argument.value.taint, 0)
  switch (action) {
    case 'delete-tree':
    case 'delete': {
      const whole = action === 'delete-tree' || inside.some(token => token.value === 'recursive' || token.value === 'force')
      const target = first ?? receiver
      for (const item of each(action === 'delete' && receiver !== undefined && args.length === 0 ? receiver : target))
        deleted(word(item, name), whole, call.scope, call.session, call.invocation)
      return
    }
    case 'delete-receiver':
      for (const item of each(receiver)) deleted(word(item, name), false, call.scope, call.session, call.invocation)
      return
    case 'write':
    case 'write-receiver': {
      const target = action === 'write' ? first : receiver
      for (const item of each(target))
        if (item.text !== HOLE) overwritten(word(item, name), 'replace', call.scope, call.session, call.invocation)
      return
    }
    case 'copy':
    case 'move':
      if (first !== undefined && first.text !== HOLE) {
        if (action === 'copy')
          code.taint |= readPath(word(first, name), call.scope, call.session, call.invocation).taint & taint.secret
      }
      if (args[1] !== undefined && args[1].value.text !== HOLE)
        overwritten(word(args[1].value, name), 'create', call.scope, call.session, call.invocation)
      return
    case 'link':
    case 'link-receiver': {
      const made = action === 'link' ? args[1]?.value : receiver
      if (first === undefined || made === undefined || made.text === HOLE) return
      overwritten(word(made, name), 'link', call.scope, call.session, call.invocation)
      linked(word(first, name), word(made, name), { symbolic: /sym|ln_s/.test(name), ...call })
      return
    }
    case 'chmod': {
      const mode = args[1]?.value.text ?? ''
      const number = /^0o?[0-7]{3,4}$/.test(mode)
        ? mode.replace(/^0o?/, '')
        : /^\d{3,5}$/.test(mode)
          ? code.language === 'python'
            ? Number(mode).toString(8)
            : mode
          : ''
      const target = code.language === 'perl' || code.language === 'ruby' ? args[1]?.value : first
      const rights = code.language === 'perl' || code.language === 'ruby' ? (first?.text ?? '') : number
      if (target !== undefined)
        call.session.words(
          [literal('chmod'), literal(rights.replace(/^0o?/, '') || '644'), word(target, name)],
          fork(call.scope),
          nothing,
        )
      return
    }
    case 'open': {
      const mode = args.find(argument => argument.name === 'mode')?.value.text ?? args[1]?.value.text ?? 'r'
      const target = code.language === 'perl' && args.length > 1 ? args.at(-1)?.value : first
      if (target === undefined || target.text === HOLE) return
      const writing = /^[rb]*[wax+]|[wa]\+?b?$|^>/.test(mode) && !/^rb?$/.test(mode)
      if (/^\s*\|/.test(target.text) || /\|\s*$/.test(target.text))
        shell({ ...target, text: target.text.replace(/^\s*\||\|\s*$/g, '') }, state)
      else if (/^\||^-\||\|-$/.test(mode)) shell(args.at(-1)?.value ?? target, state)
      else if (writing)
        overwritten(word(target, name), /a/.test(mode) ? 'append' : 'replace', call.scope, call.session, call.invocation)
      else
        code.taint |=
          readPath(
            word({ ...target, text: target.text.replace(/^\s*<\s*/, '') }, name),
            call.scope,
            call.session,
            call.invocation,
          ).taint & taint.secret
      return
    }
    case 'read':
    case 'read-receiver': {
      const target = action === 'read' ? first : receiver
      for (const item of each(target))
        if (item.text !== HOLE && !/^https?:/.test(item.text))
          code.taint |= readPath(word(item, name), call.scope, call.session, call.invocation).taint & taint.secret
      return
    }
    case 'shell':
      spawn(args, inside, state)
      return
    case 'evaluate': {
      if (first === undefined) return
      if ((bits & taint.download) !== 0) find(call, 'execution.download-execute')
      else if ((bits & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
      const last = args.at(-1)?.value
      for (const item of [first, last === first ? undefined : last]) {
        if (item === undefined || item.text.includes(HOLE)) continue
        scanCode(item.text, code.language, { ...call, scope: fork(call.scope) }, code.variables)
      }
      return
    }
    case 'send':
      state.sends = true
      code.taint |= bits & (taint.secret | taint.environment)
      return
    case 'print':
      state.prints |= bits
      return
    case 'kill':
      if (/^-1$|^0$/.test(first?.text ?? '') || (inside[0]?.value === '-' && inside[1]?.value === '1'))
        find(call, 'process.kill-all')
      return
    default:
      action satisfies never
  }
}

function noteHosts(item: Value, state: State): void {
  const host = /^[a-z]{2,10}:\/\//i.test(item.text) ? hostOf(item.text) : undefined
  if (host === undefined || host.includes(HOLE)) return
  state.hosts.push(host)
  state.call.session.hosts.push(host)
  if (isMetadataHost(host)) find(state.call, 'network.metadata-service', { hosts: [host] })
  if ((item.taint & (taint.secret | taint.environment)) !== 0) state.sends = true
}

function each(item: Value | undefined): readonly Value[] {
  return item === undefined ? [] : (item.items ?? [item])
}

/** A literal path of a program is a shell word without quoting; a pattern stays one (`glob.glob('*')`). */
function word(item: Value, written: string): Text {
  const clean = item.text.split(HOLE).length > 1 ? item.text : item.text
  return {
    text: clean,
    written: clean.includes(HOLE) ? `${written}(...)` : clean,
    glob: /[*?]/.test(clean),
    taint: item.taint,
    unknown: clean.includes(HOLE) ? `the argument of ${written}` : undefined,
  }
}

function spawn(args: readonly Argument[], inside: readonly Token[], state: State): void {
  const positional = args
    .filter(
      argument =>
        argument.name === undefined || argument.name === 'args' || argument.name === 'cmd' || argument.name === 'command',
    )
    .map(argument => argument.value)
  const first = positional[0]
  if (first === undefined) return
  const { call } = state
  const scope = fork(call.scope, { wrappers: [...call.scope.wrappers, call.program] })
  const second = positional[1]
  if (first.items !== undefined) {
    call.session.words(
      first.items.map(item => word(item, 'list')),
      scope,
      nothing,
    )
    return
  }
  if (second?.items !== undefined) {
    call.session.words(
      [first, ...second.items].map(item => word(item, 'list')),
      scope,
      nothing,
    )
    return
  }
  const given = inside.findIndex(token => token.value === 'args')
  if (given >= 0) {
    const list = inside.slice(given + 2)
    if (list[0]?.value === '[') {
      const items = evaluate(list.slice(0, matching(list, 0)), state.code).items ?? []
      call.session.words(
        [first, ...items].map(item => word(item, 'list')),
        scope,
        nothing,
      )
      return
    }
  }
  const plain = positional.filter(item => item.text !== HOLE && !/^\0/.test(item.text))
  if (positional.length > 1 && plain.length === positional.length && !first.text.includes(' ')) {
    // `system("rm", "-rf", "/")`; execlp and friends repeat the program's name as the first argument.
    const words = positional.map(item => word(item, 'argument'))
    call.session.words(words[1]?.text === words[0]?.text.replace(/^.*\//, '') ? words.slice(1) : words, scope, nothing)
    return
  }
  shell(first, state)
}

function shell(command: Value, state: State): void {
  const { call } = state
  if ((command.taint & taint.download) !== 0) find(call, 'execution.download-execute')
  else if ((command.taint & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  if (command.text === HOLE) return
  const out = call.session.script(
    command.text.split(HOLE).join('$UNKNOWN_PART'),
    fork(call.scope, { wrappers: [...call.scope.wrappers, call.program] }),
    nothing,
  )
  state.code.taint |= out.taint & (taint.secret | taint.environment)
}

export { place }
