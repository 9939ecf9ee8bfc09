/** Finds out what the first word runs: an alias, a function, a builtin, a wrapper or a program. */

import { type Frame, invocationOf } from '../calls/invocation.ts'
import { handedEnvironment, handedSecrets, isQuiet } from '../calls/unknown-call.ts'
import { ownFile } from '../effects/file-copies.ts'
import { hiddenCharacters, plainName } from '../expansion/confusable-names.ts'
import { speaksOfAgents } from '../places/agent-variables.ts'
import { outputsToGuard } from '../places/output-options.ts'
import { versioned } from '../places/versioned.ts'
import { handlerOf, partOf } from '../programs/parts.ts'
import { bounds, type Call, find, fork, globalAlias, record, type Session, spent } from '../values/session.ts'
import { HOLE, literal, nothing, type Stream, type Text, taint } from '../values/text.ts'
import { builtins } from './builtins.ts'
import { smuggled } from './execution-variables.ts'
import { unknownProgram } from './unknown-program.ts'
import { unwrap } from './wrappers.ts'

export function dispatch(words: readonly Text[], frame: Frame): Stream {
  const { scope, session } = frame
  const first = words[0]
  if (first === undefined) return nothing
  if (scope.depth > bounds.depth) session.exhausted = true
  if (session.exhausted || spent(session)) return nothing
  const name = programName(first, session)
  if (name === undefined) {
    if (hiddenCharacters(first.text)) record(session, 'execution.hidden-characters')
    return unknownProgram(words, frame)
  }
  const args = words.slice(1)

  if (scope.aliases.size > 0 && args.some(word => scope.aliases.has(globalAlias + word.text))) {
    const source = words.map(word => scope.aliases.get(globalAlias + word.text) ?? quote(word)).join(' ')
    return session.script(source, fork(scope, { aliases: new Map() }), frame.stdin)
  }
  const alias = scope.aliases.get(first.text)
  if (alias !== undefined && scope.depth <= bounds.depth) {
    // A shell that is not interactive knows no aliases.
    dispatch(words, { ...frame, scope: fork(scope, { aliases: without(scope.aliases, first.text) }) })
    return session.script(
      `${alias} ${args.map(quote).join(' ')}`,
      fork(scope, { aliases: without(scope.aliases, first.text) }),
      frame.stdin,
    )
  }
  const fn = scope.functions.get(first.text)
  if (fn !== undefined) {
    const inner = fork(scope, { positional: args, functions: scope.functions, aliases: scope.aliases, locals: new Set() })
    if (inner.depth > bounds.depth) {
      session.exhausted = true
      return nothing
    }
    if (session.unsure.has(fn)) {
      const functions = new Map(scope.functions)
      const before = session.unsure.get(fn)
      if (before === undefined) functions.delete(first.text)
      else functions.set(first.text, before)
      dispatch(words, { ...frame, scope: fork(scope, { functions }) })
    }
    const out = session.run(fn.body, inner, frame.stdin)
    scope.cwd = inner.cwd
    for (const [key, value] of inner.variables) if (inner.locals?.has(key) !== true) scope.variables.set(key, value)
    return out
  }

  const path = frame.assignments.PATH ?? scope.variables.get('PATH')?.fields[0]?.text
  const found = ownFile(first, path, scope, session)
  const own = found?.perhaps === true && isEveryday(name, session) ? undefined : found
  // A link or file that is not there, or may not be run, is passed over by who looks along the path.
  const alone = first.text.includes('/')
  if (own?.program !== undefined && own.program !== name) {
    const out = dispatch([{ ...first, text: own.program }, ...args], { ...frame, scope: fork(scope) })
    if (alone) return out
  }
  const invocation = invocationOf(name, args, frame)
  session.invocations.push(invocation)
  const call: Call = { program: name, args, scope, stdin: frame.stdin, session, invocation, output: frame.output }
  if (hiddenCharacters(first.text)) find(call, 'execution.hidden-characters')
  smuggled(frame.assignments, call, scope, session)
  if (args.some(word => /tfy/i.test(word.text))) partOf('machine', session.wanted)?.aboutGuard(call)
  if (args.some(word => speaksOfAgents.test(word.text)) && !isQuiet(name))
    partOf('machine', session.wanted)?.embeddedAgents(
      call,
      handlerOf(name, session.wanted) !== undefined || Object.hasOwn(builtins, name),
    )
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
  if (/^[A-Z][a-z]+-[A-Z][A-Za-z]+$/.test(name)) {
    const foreign = partOf('foreign', session.wanted)
    if (foreign?.knowsCmdlet(name)) return foreign.runCmdlet(words, scope, frame.stdin, session)
  }
  const handler = handlerOf(name, session.wanted)
  if (handler !== undefined) {
    const out = handler(call)
    if (out !== undefined) return out
  } else {
    const out = versioned.test(name) ? partOf('code', session.wanted)?.interpreterOf(name)?.(call) : undefined
    if (out !== undefined) return out
    // `terraform1.5`: a version behind a name that is known.
    const plain = /^([a-z][a-z-]+?)-?\d+(?:\.\d+)+$/.exec(name)?.[1]
    if (plain !== undefined && handlerOf(plain, session.wanted) !== undefined)
      return dispatch([{ ...first, text: plain }, ...args], {
        ...frame,
        scope: fork(scope, { functions: new Map(), aliases: new Map() }),
      })
    return handedSecrets(call)
  }
  return { text: undefined, taint: frame.stdin.taint & taint.secret }
}

/** A name that the system has, whatever else an archive may hold. */
function isEveryday(name: string, session: Session): boolean {
  return Object.hasOwn(builtins, name) || handlerOf(name, session.wanted) !== undefined
}

/** A program named by its path that this same script wrote or downloaded. */
function scriptFile(first: Text, stream: Stream, call: Call): void {
  const { session, scope } = call
  if ((stream.taint & taint.download) !== 0) find(call, 'execution.download-execute')
  else if ((stream.taint & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  if (stream.text === undefined) return
  const other = /^#![ \t]*(\S+)(?:[ \t]+(\S+))?/.exec(stream.text)
  const interpreter = other === null ? undefined : [other[1], other[2]].filter(word => word !== undefined)
  if (interpreter !== undefined && !/(?:sh|fish)$/.test(interpreter.at(-1) ?? '') && scope.depth < bounds.depth) {
    session.words([...interpreter.map(word => literal(word)), first, ...call.args], fork(scope), call.stdin)
    return
  }
  session.script(stream.text.split(HOLE).join('$UNKNOWN_PART'), fork(scope, { positional: call.args }), call.stdin)
}

function programName(first: Text, session: Session): string | undefined {
  let text = first.text
  if (session.host.platform === 'win32') text = text.replace(/\\/g, '/')
  const slash = text.lastIndexOf('/')
  let base = slash < 0 ? text.replace(/^=(?=[\w-]+$)/, '') : text.slice(slash + 1)
  if (first.glob) base = plainName(text) ?? base
  // A variable in the middle of a name, most likely unset, hides the name.
  if (/^[\w.-]+\0+[\w.-]+$/.test(base)) base = base.replace(/\0/g, '')
  if (base.includes(HOLE) || base === '') return undefined
  base = plainName(base) ?? base
  if (/\.(?:exe|cmd|bat|com)$/i.test(base)) base = base.slice(0, base.lastIndexOf('.')).toLowerCase()
  if (handlerOf(base, session.wanted) === undefined && session.host.platform !== 'linux') {
    const lower = base.toLowerCase()
    if (handlerOf(lower, session.wanted) !== undefined) return lower
  }
  return base
}

function without(aliases: ReadonlyMap<string, string>, name: string): Map<string, string> {
  const copy = new Map(aliases)
  copy.delete(name)
  return copy
}

/** A word as shell source again; what is unknown becomes a variable nobody set. */
export function quote(word: Text): string {
  if (word.text === '') return "''"
  if (/^[\w./:=@%+,-]+$/.test(word.text)) return word.text
  const source = word.text
    .split(HOLE)
    .map(part => (part === '' ? '' : `'${part.replace(/'/g, "'\\''")}'`))
    .join('"$UNKNOWN_PART"')
  return word.glob ? word.text.replace(/[\s'"\\$`;&|<>()]/g, '\\$&') : source
}
