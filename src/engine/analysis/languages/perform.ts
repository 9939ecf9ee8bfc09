/** What the calls of a program do. */

import { put } from '../effects/file-copies.ts'
import { deleted, emptied, overwritten, putSomewhere, readPath } from '../effects/file-effects.ts'
import { copied, moved } from '../effects/transfers.ts'
import { hostsOf, isMetadataHost } from '../places/hosts.ts'
import { linked } from '../places/links.ts'
import { isStranger } from '../places/origins.ts'
import { type Call, find, fork, ranDownload } from '../values/analysis.ts'
import { HOLE, literal, nothing, type Stream, taint, told } from '../values/value.ts'
import type { Action } from './actions.ts'
import { actionOf } from './actions.ts'
import { argumentsOf } from './evaluator/arguments.ts'
import { changesFolder, places } from './folders.ts'
import { call as callOf } from './library/calls.ts'
import { openedBy } from './library/open-modes.ts'
import { commanded } from './library-commands.ts'
import { type Argument, type Code, type CodeValue, opensItself, type State, unknown, value } from './model/code.ts'
import { fillsBuffer } from './model/formats.ts'
import { takesIn } from './modules.ts'
import { queried } from './records.ts'
import { asks } from './requests.ts'
import { fed, shell, spawn, word } from './spawning.ts'
import { matching, split } from './tokens/brackets.ts'
import type { Language, Token } from './tokens/lexer.ts'
import { handedToUnknown } from './unknown-functions.ts'

export function perform(
  name: string,
  path: string,
  receiver: CodeValue | undefined,
  inside: readonly Token[],
  state: State,
): void {
  const { code, call } = state
  // A variable that holds the name of a function.
  const held = name[0] === '$' ? code.variables.get(name)?.text : undefined
  if (held !== undefined && /^\w+$/.test(held)) {
    perform(held, '', undefined, inside, state)
    return
  }
  const known = actionOf(name, path, receiver, code.language) ?? actionBy(name, path, receiver, code)
  const written = argumentsOf(inside, code)
  state.given = { first: inside[0], args: written }
  // `Path("x").open("w")`
  const opens = known === undefined && name === 'open' && receiver !== undefined && opensItself(receiver)
  // `Path(a).replace(b)`
  const moves =
    known === undefined &&
    name === 'replace' &&
    code.language === 'python' &&
    written.length === 1 &&
    /^[/~]/.test(receiver?.text ?? '')
  const action = opens ? 'open' : moves ? 'move-receiver' : known
  const args = opens ? [{ name: undefined, value: receiver, tokens: [] }, ...written] : written
  for (const argument of args) noteHosts(argument.value, state)
  queried(name, args, state)
  changesFolder(name, path, args, state)
  takesIn(name, args, state)
  fillsBuffer(name, args, code)
  // What was pickled runs when it is read.
  const [given0] = args
  if (
    unpickles.test(name) &&
    /^(?:https?|ftp|s3|gs):/.test(given0?.value.text ?? '') &&
    isStranger(given0?.value.text ?? '', call.analysis)
  )
    find(call, 'execution.download-execute')
  // Opcodes of a pickle that call a function.
  if (pickles.test(path) && /c(?:os|posix|nt|subprocess|builtins|__builtin__)\n\w+\n/.test(given0?.value.text ?? ''))
    find(call, 'execution.decoded-execute')
  if (args.some(argument => /^trust_(?:remote_code|repo)$/.test(argument.name ?? '') && argument.tokens.at(-1)?.value === 'True'))
    find(call, 'execution.download-execute', { unknown: 'what the code of that model does' })
  if (name === 'unsafe_load' || (/^(?:loads?|Unpickler)$/.test(name) && pickles.test(path)))
    ranDownload(args[0]?.value.taint ?? 0, call)
  if (name === 'interact' && /^code(?:\.|$)/.test(path)) ranDownload(call.stdin.taint, call)
  // The editor's own commands, from its Lua.
  if (/^(?:cmd|nvim_command|nvim_exec2?)$/.test(name) && /^vim(?:\.api)?$/.test(path) && args[0] !== undefined)
    call.analysis.words([literal('nvim'), literal('-c'), word(args[0].value, name)], fork(call.env), nothing)
  // R shows what no name is given to.
  if (name === 'getenv' && /^R(?:script)?$/.test(call.program)) state.prints |= callOf('Sys.getenv', args, code).taint
  asks(name, receiver?.made?.replace(/\.\w+$/, '') ?? path, args, inside, call)
  // A framework's own command, from within.
  const manager = name === 'call_command' ? 'django-admin' : name === 'call' && /Artisan$/.test(path) ? 'artisan' : undefined
  if (manager !== undefined)
    call.analysis.words(
      [literal(manager), ...args.filter(item => item.name === undefined).map(item => word(item.value, name))],
      fork(call.env),
      nothing,
    )
  // What a program that is started gets on its input.
  if (name === 'pipe' && /(?:spawn|exec|fork)/.test(args[0]?.value.made ?? '')) ranDownload(receiver?.taint ?? 0, call)
  commanded(name, path, receiver, args, state)
  // Clients of another machine.
  const given = args.filter(item => item.name === undefined).map(item => word(item.value, name))
  if (
    name === 'exec_command' ||
    (/^(?:run|sudo)$/.test(name) && /(?:^|\.)(?:Connection|(?:Serial|Threading)?Group)$/.test(receiver?.made ?? ''))
  )
    call.analysis.words([literal('ssh'), literal('host'), ...given.slice(0, 1)], fork(call.env), nothing)
  // `do.call("f", list(x))` of R
  if (name === 'call' && path === 'do' && args[0] !== undefined) {
    const open = inside.findIndex(token => token.value === 'list')
    if (open > 0) perform(args[0].value.text, '', undefined, inside.slice(open + 2, matching(inside, open + 1) - 1), state)
  }
  const sent = /^(?:send|public_send|__send__|call_user_func|call_user_func_array)$/.test(name) ? args[0] : undefined
  const message = sent?.tokens[0]?.value === ':' ? sent.tokens[1]?.value : sent?.value.text
  if (message !== undefined && /^\w{2,}$/.test(message)) {
    const after = inside.findIndex(token => token.value === ',')
    if (after > 0)
      perform(
        message,
        actionOf(message, path, undefined, code.language) === undefined ? '' : path,
        undefined,
        inside.slice(after + 1),
        state,
      )
  }
  if (handedOn(name, receiver, inside, state)) return
  // A file that nobody else has anything in: what is put there may be run by its name.
  if (/^(?:NamedTemporaryFile|Tempfile)$/.test(name)) {
    const path = `${code.scratch}/made`
    state.opened = { file: literal(path), path, how: 'append' }
  }
  if (state.opened !== undefined && puts.test(name)) {
    const { file, path, how } = state.opened
    const content = textIn(args, inside)
    if (content.text === '' && how === 'replace') emptied(file, call.env, call.analysis, call.invocation)
    put(path, content, call.analysis, true)
    if (path === undefined) putSomewhere(file, { text: content.text, taint: content.taint }, call.env, call.analysis)
  }
  if (state.fed !== undefined && feeds.test(name)) {
    const content = textIn(args, inside)
    call.analysis.script(state.fed, fork(call.env, { wrappers: [...call.env.wrappers, call.program] }), content)
  }
  if (action === undefined) {
    handedToUnknown(name, receiver?.made ?? path, args, state)
    return
  }
  act(action, name, args, receiver, inside, state, call)
}

/** The same by what made the object, by all that was imported, or by a module that is itself called. */
function actionBy(
  name: string,
  path: string,
  receiver: CodeValue | undefined,
  { names, variables, language }: Code,
): Action | undefined {
  if (receiver?.made !== undefined) return actionOf(name, receiver.made, receiver, language)
  if (receiver !== undefined) return undefined
  const all = path === '' ? names.get('*') : undefined
  const itself = path === '' ? variables.get(name)?.text : path
  return (
    (all === undefined ? undefined : actionOf(name, all, undefined, language)) ??
    (itself !== undefined && /^[\w-]+$/.test(itself) ? actionOf(itself, '', undefined, language) : undefined)
  )
}

const pickles = /^(?:c?[pP]ickle|dill|cloudpickle|joblib|marshal|jsonpickle|torch)$/
/** Readers of files in which there may be code that runs. */
const unpickles = /^(?:read_pickle|load|loads|load_model|load_learner|unsafe_load)$/
/** `array_map('unlink', $files)`, `map(os.remove, files)`, `files.forEach(fs.unlinkSync)`: a function for each of a list. */
function handedOn(name: string, receiver: CodeValue | undefined, inside: readonly Token[], state: State): boolean {
  if (
    !/^(?:array_map|array_walk|array_filter|map|filter|forEach|for_each|each|flatMap|lapply|sapply|walk|starmap|foreach|then|tap)$/.test(
      name,
    )
  )
    return false
  // `each(&:rmtree)`
  if (state.code.language === 'ruby' && inside[0]?.value === '&' && inside[1]?.value === ':' && inside[2]?.kind === 'name') {
    for (const item of each(receiver)) perform(inside[2].value, '', item, [], state)
    return true
  }
  const parts = split(inside, ',')
  // These take the list first.
  const [own, ...rest] = /^(?:array_walk|array_filter|lapply|sapply)$/.test(name) ? parts.slice(0, 2).reverse() : parts
  const last = own?.at(-1)
  const single = own?.every((token, at) => (at % 2 === 1 ? token.value === '.' || token.value === '::' : token.kind !== 'mark'))
  if (last === undefined || last.kind === 'mark' || single !== true || own === undefined) return false
  const owner = own.slice(0, -2)
  const path =
    own.length === 1
      ? (state.code.names.get(last.value) ?? '')
      : owner.map(token => state.code.names.get(token.value) ?? token.value).join('')
  const action = actionOf(last.value, path, undefined, state.code.language)
  if (action === undefined || action === 'print') return false
  const args =
    rest.length > 0
      ? argumentsOf(
          rest.flatMap((part, at) => (at === 0 ? part : [{ kind: 'mark', value: ',' } as const, ...part])),
          state.code,
        )
      : []
  if (args.length === 0 && receiver !== undefined) args.push({ name: undefined, value: receiver, tokens: [] })
  for (const argument of args.slice(0, 1)) act(action, last.value, [argument], undefined, inside, state, state.call)
  return true
}

function act(
  action: Action,
  name: string,
  args: readonly Argument[],
  receiver: CodeValue | undefined,
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
      const whole = action === 'delete-tree' || inside.some(token => /^(?:recursive|force|rf|r|d)$/.test(token.value))
      const several = /^(?:perl|ruby|other)$/.test(code.language) && args.length > 1
      const topic = args.length === 0 && receiver === undefined ? code.variables.get('$_') : undefined
      const targets = several
        ? args.flatMap((item, at) => (item.name === undefined && (at === 0 || item.value.text[0] !== HOLE) ? [item.value] : []))
        : [first ?? receiver ?? topic]
      for (const item of targets.flatMap(each))
        for (const env of places(state))
          deleted(
            word(state.code.language === 'other' ? atHome(item, state) : item, name),
            whole || item.tree === true,
            env,
            call.analysis,
            call.invocation,
          )
      return
    }
    case 'delete-receiver':
    case 'delete-tree-receiver':
      for (const item of each(receiver))
        for (const env of places(state))
          deleted(word(item, name), action === 'delete-tree-receiver', env, call.analysis, call.invocation)
      return
    case 'write':
    case 'write-receiver': {
      const [target, content] =
        action !== 'write' ? [receiver, first] : name === 'writefile' ? [args[1]?.value, first] : [first, args[1]?.value]
      // Of Rust's `OpenOptions` only `truncate` empties what is there.
      const how = name === 'open' || /append/i.test(name) || appends(inside) ? 'append' : 'replace'
      for (const item of each(target))
        if (item.text !== HOLE) {
          const { path } = overwritten(
            word(item, name),
            how,
            call.env,
            call.analysis,
            call.invocation,
            flowing(content ?? unknown),
          )
          if (path !== undefined && (content ?? unknown).text.includes(HOLE)) state.unfilled.add(path)
        }
      return
    }
    case 'empty': {
      for (const item of each(name === 'truncate' && receiver?.content !== undefined ? receiver : first)) {
        const told = item.content === undefined ? item : { ...item, text: item.content }
        if (told.text !== HOLE) {
          const file = word(told, name)
          const place = overwritten(file, 'replace', call.env, call.analysis, call.invocation)
          emptied(file, call.env, call.analysis, call.invocation)
          // It has to be there already.
          if (
            (place.kind === 'outside' || place.kind === 'home') &&
            call.analysis.host.readText(place.path ?? '', 1) === undefined
          )
            find(call, 'filesystem.truncate-outside', { unknown: 'what the file held' })
        }
      }
      return
    }
    case 'download':
      state.fetches = true
      if (args[1] !== undefined && args[1].value.text !== HOLE)
        overwritten(word(args[1].value, name), 'replace', call.env, call.analysis, call.invocation, downloaded)
      return
    case 'copy':
    case 'move':
    case 'move-receiver': {
      if (action === 'copy' && /^(?:https?|ftp):/.test(first?.text ?? '')) {
        act('download', name, args, receiver, inside, state, call)
        return
      }
      const [from, to] = action === 'move-receiver' ? [receiver, first] : [first, args[1]?.value]
      const target = to === undefined || to.text === HOLE ? undefined : word(to, name)
      const sources = each(from).flatMap(item => (item.text === HOLE || item.text === to?.text ? [] : [word(item, name)]))
      if (action === 'copy' && target !== undefined)
        for (const { taint: bits } of copied(sources, target, call)) code.taint |= bits & taint.secret
      else if (action === 'copy')
        for (const source of sources)
          code.taint |= readPath(source, call.env, call.analysis, call.invocation).taint & taint.secret
      else for (const env of places(state)) moved(sources, target, { ...call, env })
      return
    }
    case 'link':
    case 'link-receiver': {
      const made = action === 'link' ? args[1]?.value : receiver
      if (first === undefined || made === undefined || made.text === HOLE) return
      overwritten(word(made, name), 'link', call.env, call.analysis, call.invocation)
      linked(word(first, name), word(made, name), { symbolic: /sym|ln_s/.test(name), ...call })
      return
    }
    case 'chmod':
    case 'chmod-receiver': {
      const plain = args.map(argument => argument.value)
      const front = code.language === 'perl' || code.language === 'ruby'
      const [mode, targets] =
        action === 'chmod-receiver' ? [plain[0], [receiver]] : front ? [plain[0], plain.slice(1)] : [plain[1], [first]]
      for (const target of targets.flatMap(each))
        call.analysis.words(
          [literal('chmod'), literal(rightsOf(mode?.text ?? '', code.language)), word(target, name)],
          fork(call.env),
          nothing,
        )
      return
    }
    case 'open': {
      const [target, mode] = openedBy(name, args, code.language)
      if (target === undefined || target.text === HOLE) return
      const writing = /^(?:[rbst]*[wax+]|c[+bte]*$)|[wa]\+?b?$|^>/.test(mode)
      const piped = /^\s*\|/.test(target.text) || /\|\s*$/.test(target.text)
      const command = { ...target, text: target.text.replace(/^\s*\||\|\s*$/g, '') }
      if (piped) shell(command, state)
      if (piped) fed(command, [], state)
      else if (/^\||^-\||\|-$/.test(mode)) spawn(args.slice(2).length > 0 ? args.slice(2) : args.slice(-1), inside, state, name)
      if (piped || mode.includes('|')) return
      if (writing) {
        const how = /a|>>/.test(mode) ? 'append' : 'replace'
        const file = word(target, name)
        const { path } = overwritten(file, how, call.env, call.analysis, call.invocation)
        state.opened = { file, path, how }
        if (path !== undefined) state.unfilled.add(path)
      }
      // What is emptied first has nothing to read.
      if (!writing || (mode.includes('+') && !/^[bst]*w|x|^\+>(?!>)/.test(mode)))
        code.taint |= readPath(word(target, name), call.env, call.analysis, call.invocation).taint & told
      return
    }
    case 'read':
    case 'read-receiver': {
      const own = name === 'netrc' && first === undefined ? value(`${call.analysis.host.home}/.netrc`) : first
      const target = action === 'read' ? own : receiver
      for (const item of each(target))
        if (item.text !== HOLE && !/^https?:/.test(item.text))
          code.taint |= readPath(word(item, name), call.env, call.analysis, call.invocation).taint & told
      return
    }
    case 'shell':
      if (state.readsInput && first?.items === undefined && first?.text.startsWith(HOLE) === true)
        runsInput(call, text => call.analysis.script(text, fork(call.env), nothing))
      // Behind the command PHP is told what becomes of its input and output.
      spawn(name === 'proc_open' ? args.slice(0, 1) : args, inside, state, name)
      return
    case 'evaluate': {
      if (first === undefined) return
      if (!ranDownload(bits, call) && (bits & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
      if (state.readsInput && first.text.startsWith(HOLE)) runsInput(call, state.scan)
      const last = args.at(-1)?.value
      for (const item of [first, last === first ? undefined : last]) {
        if (item === undefined) continue
        if (item.text.includes(HOLE)) {
          state.unclear = true
          continue
        }
        state.scan(item.text)
      }
      return
    }
    case 'send':
      state.sends = true
      state.fetches = true
      if (sendsFile.test(name)) for (const given of args) act('read', name, [given], receiver, inside, state, call)
      code.taint |= bits & (told | taint.environment)
      return
    case 'print':
      state.prints |= bits
      return
    case 'kill':
      if (reachesAll(inside, args, code.language)) find(call, 'process.kill-all')
      return
    default:
      action satisfies never
  }
}

/** A signal to all processes, to the first of them or to one's own group. Perl and Ruby name the signal in front, and 0 is none. */
function reachesAll(inside: readonly Token[], args: readonly Argument[], language: Language): boolean {
  const words = inside
    .map(({ value }) => value)
    .join('')
    .split(',')
  const told = words.map((text, at) => (/^-?\d+$/.test(text) ? text : (args[at]?.value.text ?? '')))
  const [signal, ...processes] = language === 'perl' || language === 'ruby' ? told : [told[1], told[0]]
  return signal !== '0' && processes.some(text => /^(?:-1|[01])$/.test(text ?? ''))
}

/** What comes on the input is code. */
function runsInput(call: Call, run: (text: string) => void): void {
  const { stdin } = call
  if (!ranDownload(stdin.taint, call) && (stdin.taint & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  if (stdin.text !== undefined) run(stdin.text)
}

/** What is given the name of a file, and sends what it holds. */
const sendsFile = /^(?:upload_?file|upload_from_filename|fput_?object|put_?file|send_?file|files_upload(?:_v2)?|put)$/i

/** What puts a text into the file that was opened before: which of several is not told apart. */
const puts = /^(?:write|writelines|writeLine|puts|print|say|syswrite|printf|fwrite|fputs|end)$/

/** The same for the input of a program. */
const feeds = /^(?:write|puts|print|say|printf|fwrite|fputs|end|communicate)$/

/** The text among the arguments, which may stand behind the name of a file (`print $f "text"`). */
function textIn(args: readonly Argument[], inside: readonly Token[]): Stream {
  const bits = args.reduce((all, { value }) => all | value.taint, 0)
  const told = args.find(({ value }) => !value.text.includes(HOLE) && value.text !== '')?.value
  const texts = inside.filter(token => token.kind === 'text').map(token => token.value)
  // What is read from a file of others is more than the texts that stand here.
  if ((bits & taint.foreign) !== 0 && args.some(({ value }) => value.text.includes(HOLE))) texts.push(HOLE)
  return { text: texts.length > 0 ? texts.join('') : (told?.text ?? undefined), taint: bits }
}

/** The octal digits of a mode; without a leading zero most languages mean a decimal number. */
function rightsOf(mode: string, language: string): string {
  if (/^0o?[0-7]{3,}$/.test(mode)) return mode.replace(/^0o?/, '')
  if (!/^\d{3,}$/.test(mode)) return '644'
  return language === 'python' ? Number(mode).toString(8) : mode
}

function flowing(content: CodeValue): Stream {
  return { text: content.text === HOLE ? undefined : content.text, taint: content.taint }
}

const downloaded: Stream = { text: undefined, taint: taint.download }

function appends(inside: readonly Token[]): boolean {
  return inside.some(({ kind, value }) => value === 'FILE_APPEND' || (kind === 'text' && value === 'a'))
}

/** R and others read `~` themselves. */
function atHome(item: CodeValue, state: State): CodeValue {
  return /^~(?:\/|$)/.test(item.text) ? { ...item, text: state.call.analysis.host.home + item.text.slice(1) } : item
}

function noteHosts(item: CodeValue, state: State): void {
  const found = /^(?:https?|wss?|ftp):|^[a-z]{2,}:\/\//i.test(item.text) ? hostsOf(item.text) : []
  if (found.length === 0) return
  for (const host of found) {
    state.hosts.push(host)
    state.call.analysis.hosts.push(host)
    if (isMetadataHost(host)) find(state.call, 'network.metadata-service', { hosts: [host] })
  }
  const bits = item.taint & (taint.secret | taint.environment)
  if (bits === 0) return
  state.sends = true
  // A password in the address of a database is how one gets there.
  if (/^(?:https?|wss?|ftp):/i.test(item.text)) state.code.taint |= bits
}

function each(item: CodeValue | undefined): readonly CodeValue[] {
  return item === undefined ? [] : (item.items ?? [item, ...(item.or ?? [])])
}
