/** Finds out what the first word runs: an alias, a function, a builtin, a wrapper or a program. */

import { alternatives, matches } from '../../matching/shell-globs.ts'
import { isOneOf } from '../../matching/words.ts'
import { judgeSource } from '../calls/code-generators.ts'
import { runFollowing } from '../calls/embedded-commands.ts'
import { loaded, loadedBy } from '../calls/fetched-code.ts'
import { type Frame, invocationOf } from '../calls/invocation.ts'
import { handedEnvironment, handedSecrets, handedToNamesake, isQuiet, leftSecrets } from '../calls/unknown-call.ts'
import { versioned } from '../calls/versioned.ts'
import { ownFile, programAt } from '../effects/file-copies.ts'
import { swept } from '../effects/searching.ts'
import { goesTo } from '../effects/sockets.ts'
import { hiddenCharacters } from '../expansion/confusable-names.ts'
import { speaksOfAgents } from '../places/agent-variables.ts'
import { isGuardPath } from '../places/guard-places.ts'
import { forms } from '../places/links.ts'
import { outputsToGuard } from '../places/output-options.ts'
import { absolutePath } from '../places/paths.ts'
import { mayRunLater } from '../places/read-later.ts'
import { runnableAt } from '../places/runnable-files.ts'
import { runsOptions } from '../programs/code/command-options.ts'
import { runsAround } from '../programs/code/targets.ts'
import { handlerOf, partOf } from '../programs/parts.ts'
import { type Analysis, bounds, type Call, find, fork, globalAlias, record, running, spent } from '../values/analysis.ts'
import { everyShell, shellsCalled } from '../values/dialects.ts'
import type { Invocation } from '../values/facts.ts'
import { mayHaveWritten, wroteOne } from '../values/recalled.ts'
import { textsOf } from '../values/streams.ts'
import { hasTrait } from '../values/traits.ts'
import { HOLE, isKnown, literal, nothing, placed, quoted, type Stream, taint, type Value } from '../values/value.ts'
import { callFunction } from './branches/functions.ts'
import { builtins } from './builtins.ts'
import { smuggled } from './execution-variables.ts'
import { programName } from './program-name.ts'
import { special } from './runners.ts'
import { unknownProgram } from './unknown-program.ts'
import { unwrap, wraps } from './wrappers.ts'

/** Words by which services are told to end something. */
const mayEnd =
  /del|destroy|terminat|purge|deprov|decom|teardown|nuke|drop|remove|clea[nr]|wipe|erase|regist|revoke|deactiv|forget|^rm$/i

/**
 * Runs expanded words: a function, a builtin, a program with a form or handler, or one that nobody knows. Returns its standard
 * output.
 */
export function dispatch(words: readonly Value[], frame: Frame): Stream {
  const { env, analysis } = frame
  const first = words[0]
  if (first === undefined) return nothing
  if (env.depth > bounds.depth) analysis.exhausted = true
  if (analysis.exhausted || spent(analysis)) return nothing
  // What another shell takes for the beginning of a quote.
  if (/^\$[^\w{(]/.test(first.text) && isKnown(first) && env.shells?.includes('bash') === false) return nothing
  const name = programName(first, analysis)
  if (name === undefined) {
    if (first.glob) guardPerhaps(words, name, frame)
    if (hiddenCharacters(first.text.replaceAll(HOLE, ''))) record(analysis, 'execution.hidden-characters')
    return unknownProgram(words, frame)
  }
  const args = words.slice(1)
  if (first.glob || first.unknown !== undefined) guardPerhaps(words, name, frame)

  if (env.aliases.size > 0 && args.some(word => env.aliases.has(globalAlias + word.text))) {
    const source = words.map(word => env.aliases.get(globalAlias + word.text) ?? quote(word)).join(' ')
    return analysis.script(source, fork(env, { aliases: new Map() }), frame.stdin, env.shells)
  }
  const alias = env.aliases.get(first.text)
  if (alias !== undefined && env.depth <= bounds.depth) {
    // A shell that is not interactive knows no aliases.
    dispatch(words, { ...frame, env: fork(env, { aliases: without(env.aliases, first.text) }) })
    return analysis.script(
      `${alias} ${args.map(quote).join(' ')}`,
      fork(env, { aliases: without(env.aliases, first.text) }),
      frame.stdin,
      env.shells,
    )
  }
  const fn = env.functions.get(first.text)
  if (fn !== undefined) return callFunction(fn, words, frame, dispatch)

  // Git keeps each of its commands as a program, too.
  const verb = name.startsWith('git-') ? /\/git-core\/git-([\w-]+)$/.exec(first.text)?.[1] : undefined
  if (verb !== undefined) return dispatch([literal('git'), literal(verb), ...args], frame)

  const path = frame.assignments.PATH ?? env.variables.get('PATH')?.fields[0]?.text
  const found = ownFile(first, path, env, analysis)
  const own = found?.perhaps === true && isEveryday(name, analysis) ? undefined : found
  // A link or file that is not there, or may not be run, is passed over by who looks along the path.
  const alone = first.text.includes('/')
  if (own?.program !== undefined && own.program !== name) {
    const out = dispatch([{ ...first, text: own.program }, ...args], { ...frame, env: fork(env) })
    if (alone) return out
  }
  const invocation = invocationOf(name, args, frame)
  if (alone && programAt(first.text) === undefined) invocation.elsewhere = true
  analysis.invocations.push(invocation)
  for (const [i, word] of args.entries()) {
    if (!word.text.startsWith('--env-file')) continue
    const file = word.text.startsWith('--env-file=') ? word.text.slice(11) : undefined
    const settings = file !== undefined ? { ...word, text: file } : word.text === '--env-file' ? args[i + 1] : undefined
    if (settings !== undefined) swept(settings, { env, analysis })
  }
  const call: Call = { program: name, args, env, stdin: frame.stdin, analysis, invocation, output: frame.output }
  if (hiddenCharacters(first.text)) find(call, 'execution.hidden-characters')
  if (invocation.elsewhere === true && isQuiet(name)) handedToNamesake(call)
  smuggled(frame.assignments, call, env, analysis)
  if (args.some(word => /tfy/i.test(word.text))) partOf('machine', analysis.wanted)?.aboutGuard(call)
  if (args.some(word => speaksOfAgents(word.text)) && !isQuiet(name))
    partOf('machine', analysis.wanted)?.embeddedAgents(
      call,
      handlerOf(name, analysis.wanted) !== undefined || Object.hasOwn(builtins, name),
    )
  if (args.some((word, at) => mines(word.text, args[at - 1]?.text)) && !isQuiet(name)) find(call, 'process.exhaust')
  if (hasTrait(name, 'installs') && namesPackage(name, args)) partOf('names', analysis.wanted)?.lookalikes(call)
  outputsToGuard(call)
  if (own?.stream !== undefined && own.program === undefined) {
    scriptFile(own.word, own.stream, call)
    if (alone) return handedSecrets(call)
  }
  const builtin = builtins[name]
  if (builtin !== undefined && Object.hasOwn(builtins, name)) return builtin(call) ?? nothing
  handedEnvironment(call)
  const unwrapped = unwrap(call)
  if (unwrapped !== undefined) return unwrapped
  if (name.includes('-') && /^[A-Z][a-z]+-[A-Z][A-Za-z]+$/.test(name)) {
    const foreign = partOf('foreign', analysis.wanted)
    if (foreign?.knowsCmdlet(name)) return foreign.runCmdlet(words, env, frame.stdin, analysis)
  }
  const handler = handlerOf(name, analysis.wanted)
  const asked = analysis.hosts.length
  const before = analysis.effects.length
  const ran = analysis.invocations.length
  runsOptions(call)
  runsAround(call)
  if (mayRunWritten(call))
    partOf('code', analysis.wanted)?.runsWritten(call, loaded.get(name), handler === undefined && !isQuiet(name))
  if (handler !== undefined) {
    const out = handler(call)
    if (analysis.hosts.length === asked) goesTo(call)
    leftSecrets(call)
    // What is known to read its input runs none of it; what is known to run a command was read as one.
    mayRun({ ...call, stdin: nothing }, before, isReadAs(analysis.invocations.slice(ran), analysis))
    if (out !== undefined) return out
    const followed = Object.hasOwn(special, name) ? undefined : runFollowing(call)
    if (followed !== undefined) return followed
  } else {
    const out = versioned.test(name) ? partOf('code', analysis.wanted)?.interpreterOf(name)?.(call) : undefined
    if (out !== undefined) return out
    // `terraform1.5`: a version behind a name that is known.
    const plain = /^([a-z][a-z-]+?)-?\d+(?:\.\d+)+$/.exec(name)?.[1]
    if (plain !== undefined && handlerOf(plain, analysis.wanted) !== undefined)
      return dispatch([{ ...first, text: plain }, ...args], {
        ...frame,
        env: fork(env, { functions: new Map(), aliases: new Map() }),
      })
    if (!isQuiet(name) && (args.some(word => mayEnd.test(word.text)) || hasTrait(name, 'endsServices')))
      partOf('hosted', analysis.wanted)?.endsResources(call)
    if (!isQuiet(name)) goesTo(call)
    const given = handedSecrets(call)
    mayRun(call, before)
    return given
  }
  return { text: undefined, taint: frame.stdin.taint & taint.secret }
}

/** Runs the guard's own program too where a pattern may stand for it: what it would do then is not sure, unless it is what is there. */
function guardPerhaps(words: readonly Value[], name: string | undefined, frame: Frame): void {
  const { env, analysis } = frame
  const [first, ...args] = words as readonly [Value, ...Value[]]
  if (args.length === 0 || env.remote || isGuardProgram(name)) return
  const text = first.text.includes('/') ? first : { ...first, text: `./${first.text}` }
  const found = forms(text, env, analysis).find(
    form =>
      form.absolute !== '' &&
      isGuardProgram(form.absolute.slice(form.absolute.lastIndexOf('/') + 1)) &&
      isGuardPath(form.absolute, analysis),
  )
  const named = isKnown(first) && first.glob && mayNameGuard(first.text)
  if (found === undefined && !named) return
  const doubt = analysis.doubt
  if (found === undefined || found.unsure !== undefined)
    analysis.doubt ??= found?.unsure ?? `which program ${first.written} stands for`
  dispatch([literal('tfy-hook', first.written), ...args], { ...frame, env: fork(env) })
  if (doubt === undefined) delete analysis.doubt
}

const isGuardProgram = (name: string | undefined): boolean => name === 'tfy-hook' || name === 'tfy-hook-door'

/** A pattern that spells enough of the name (`tfy?hook`), in whatever folder. */
const mayNameGuard = (pattern: string): boolean => {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  return (
    /[*?[(]/.test(name) &&
    name.replace(/\[[^\]]*(?:\]|$)|[^\w]/g, '').length >= 3 &&
    alternatives(name).some(({ pattern: one }) => matches(one, 'tfy-hook') || matches(one, 'tfy-hook-door'))
  )
}

/** A path or an address behind a blank, as in a command. */
const speaksOfPlaces = /[\s,"'](?:[~/*$.]|https?:)/

/** A folder where anybody may have put something, or an address of it. */
const speaksOfOthers =
  /(?:^(?:-\w*)?|[\s=,:;|'"/]|\.\.)\/(?:private\/)?(?:tmp|var\/tmp|dev\/shm)\b|https?:\/\/|\bdata:[\w/+.;=-]*,/
/** Options that say where something is put. */
const puts = /^-[oOC]$|out|target|temp|log|cache/

/** Whether commands were found that have a meaning here: `!rm` of a mail program is none to a shell, and `set` names a setting. */
const isReadAs = (commands: readonly Invocation[], analysis: Analysis): boolean =>
  commands.length > 0 &&
  commands.every(({ program }) => program === undefined || (program !== 'set' && isEveryday(program, analysis)))

/** Asks about commands in the texts of a program of which nothing dangerous was found, and about code that its options load. */
function mayRun(call: Call, before: number, isRead = false): void {
  const { program, args, stdin, analysis } = call
  if (analysis.effects.slice(before).some(({ certainty }) => certainty !== 'proved-ordinary')) return
  const isLoaded = ({ text, stream }: Value, at: number): boolean => {
    if (stream !== undefined && (stream.taint & taint.download) !== 0) return true
    if (!text.includes('/') || !speaksOfOthers.test(text)) return false
    const option = text[0] === '-' ? text : (args[at - 1]?.text ?? '')
    // `-C linker=/tmp/ld`: what it is for stands in front of the sign.
    return (
      /^[\w.:-]+=/.test(text) ||
      (option.includes('_') && /[a-z]_[a-z]/.test(option)) ||
      (option[0] === '-' && !puts.test(option.split('=', 1)[0] as string))
    )
  }
  if (args.some(isLoaded) || hasFetched(analysis)) partOf('machine', analysis.wanted)?.loadsForeign(call)
  const speaks =
    args.some(word => speaksOfPlaces.test(word.stream?.text ?? word.text)) ||
    (stdin.text !== undefined && speaksOfPlaces.test(stdin.text))
  if (speaks && !isRead && !hasTrait(program, 'takesWords')) partOf('machine', analysis.wanted)?.mayRun(call)
}

/** Whether this command has a file from a stranger. */
function hasFetched({ files }: Analysis): boolean {
  for (const stream of files.values()) if ((stream.taint & taint.download) !== 0) return true
  return false
}

const takesPackages =
  ' i in ins inst insta instal install isntall add a x exec dlx create init innit inject download wheel binstall tool get --with '

/** Names are many, and loaded only where there is one to be looked up. */
function namesPackage(program: string, args: readonly Value[]): boolean {
  const words = args.filter(({ text }) => text[0] !== '-')
  if (program.endsWith('x') && words.length > 0) return true
  return words.length > 1 && args.some(({ text }) => isOneOf(takesPackages, text) || text.startsWith('--with='))
}

/** What git does most often, and without a hook of its own. */
const withoutHooks = ' status diff log show branch rev-parse ls-files blame grep remote describe shortlog fetch add '

/** Whether this script wrote something that a program may run by itself, or an earlier call did. */
function mayRunWritten(call: Call): boolean {
  const { program, args, invocation, env, analysis } = call
  const isTool = loaded.has(program) || (program === 'git' && !isOneOf(withoutHooks, args[0]?.text ?? ''))
  // What comes with the system looks at files and runs none, but for tools that are known to.
  if (
    analysis.files.size > 0 &&
    Object.values(invocation.assignments).some(text => text !== undefined && analysis.files.has(text))
  )
    return true
  if (isQuiet(program) || (!isTool && hasTrait(program, 'everyday'))) return false
  if (analysis.files.size > 0 && args.some(({ text }) => namesFile(text, call))) return true
  const isFound = invocation.assignments.PATH !== undefined || env.variables.has('PATH')
  if (analysis.files.size > 0 && (isFound || hasRunnable(analysis))) return true
  // Most sessions have written nothing, and what a tool reads is told last.
  const { host } = analysis
  return isTool && env.cwd !== undefined && mayHaveWritten(host) && wroteOne(loadedBy(program, env.cwd), host)
}

const namesFile = (text: string, { env, analysis }: Call): boolean =>
  text.includes('/') && analysis.files.has(absolutePath(text.replace(/^--?[\w-]+=(?:[\w-]+=)?/, ''), env.cwd, analysis.host))

/** How many files were looked at, and whether one of them runs: each is asked about once. */
const looked = new WeakMap<Analysis, { count: number; found: boolean }>()

function hasRunnable(analysis: Analysis): boolean {
  const seen = looked.get(analysis) ?? { count: 0, found: false }
  looked.set(analysis, seen)
  if (seen.found || analysis.files.size <= seen.count) return seen.found
  let at = 0
  for (const path of analysis.files.keys())
    if (at++ >= seen.count && (mayRunLater(path) || runnableAt(path) !== undefined)) {
      seen.found = true
      break
    }
  seen.count = analysis.files.size
  return seen.found
}

/** A name that the system has, whatever else an archive may hold. */
function isEveryday(name: string, analysis: Analysis): boolean {
  return Object.hasOwn(builtins, name) || wraps(name) || handlerOf(name, analysis.wanted) !== undefined
}

/** A program named by its path that this same script wrote or downloaded. */
function scriptFile(first: Value, stream: Stream, call: Call): void {
  const { analysis, env } = call
  judgeSource(stream, call)
  const texts = textsOf(stream)
  const one = (text: string): void => {
    const other = /^#![ \t]*(\S+)(?:[ \t]+(\S+))?/.exec(text)
    // uv starts Python with a script whose name says that it is one.
    const bare = env.wrappers.at(-1) === 'uv' && first.text.endsWith('.py') ? ['python3'] : undefined
    const interpreter = other === null ? bare : [other[1], other[2]].filter(word => word !== undefined)
    if (interpreter !== undefined && !/(?:sh|fish)$/.test(interpreter.at(-1) ?? '') && env.depth < bounds.depth) {
      analysis.words([...interpreter.map(word => literal(word)), first, ...call.args], fork(env), call.stdin)
      return
    }
    const source = text.split(HOLE).join('$UNKNOWN_PART')
    // A file without a first line of its own is read by who starts it, or by `sh`.
    const shells = other === null ? everyShell : shellsCalled(interpreter?.at(-1)?.replace(/^.*\//, '') ?? '')
    analysis.script(source, fork(env, { positional: placed(call.args) }), call.stdin, shells)
  }
  if (texts.length > 0) running(stream, analysis, () => texts.forEach(one))
}

function without(aliases: ReadonlyMap<string, string>, name: string): Map<string, string> {
  const copy = new Map(aliases)
  copy.delete(name)
  return copy
}

/** A word as shell source again; what is unknown becomes a variable nobody set. */
export function quote(word: Value): string {
  if (word.text === '') return "''"
  if (/^[\w./:=@%+,-]+$/.test(word.text)) return word.text
  const source = word.text
    .split(HOLE)
    .map(part => (part === '' ? '' : quoted(part)))
    .join('"$UNKNOWN_PART"')
  return word.glob ? word.text.replace(/[\s'"\\$`;&|<>()]/g, '\\$&') : source
}

const takesPools = ['-o', '--url', '--pool']

/** Where the work of mining is handed out: `stratum+tcp://…`, `-o pool.x:3333`, whatever the program is called. */
const mines = (text: string, before = ''): boolean => {
  const [, option = before, at = text] =
    (takesPools.some(option => text.startsWith(option)) && /^(-o|--(?:url|pool)(?==))=?(.+)$/.exec(text)) || []
  return (
    at.startsWith('stratum') ||
    (isOneOf(' -o --url --pool ', option) && /^[\w.-]+:\d+$/.test(at) && /pool|xmr|miner|hash/i.test(at))
  )
}
