/** Commands of the shell itself that change what later commands mean. */

import { judgeSource } from '../calls/code-generators.ts'
import { leftSecrets } from '../calls/unknown-call.ts'
import { readPath } from '../effects/file-effects.ts'
import { reachesModel } from '../effects/output-sink.ts'
import { swept } from '../effects/searching.ts'
import { assignArithmetic } from '../expansion/arithmetic.ts'
import { expandPrintf } from '../expansion/printf.ts'
import { readLines, readVariables } from '../expansion/reading.ts'
import { expandSubscripts, subscripts } from '../expansion/subscripts.ts'
import { zsh } from '../expansion/zsh.ts'
import { setForLater } from '../places/agent-variables.ts'
import { leadsToSecret } from '../places/links.ts'
import { boundedPath } from '../places/paths.ts'
import { isUnownedTemporary } from '../places/place-kinds.ts'
import { runShellText } from '../programs/code/shells.ts'
import { bounds, type Call, find, fork, globalAlias, type Handler, referred, running } from '../values/analysis.ts'
import { everyShell } from '../values/dialects.ts'
import { isVast } from '../values/sizes.ts'
import { textsOf } from '../values/streams.ts'
import {
  HOLE,
  isKnown,
  isStandardInput,
  nothing,
  placed,
  type Stream,
  silent,
  streamOf,
  taint,
  type Value,
} from '../values/value.ts'
import { ended, untilEnd } from './branches/joining.ts'
import { declare, environmentDump } from './declaring.ts'
import { changeDirectory, leaveDirectory } from './directories.ts'
import { echo, print, taintOf } from './printing.ts'

/** Whether patterns match names that begin with a dot is told by an option, by one name in bash and by another in zsh. */
function dots({ args, analysis }: Call): Stream {
  if (args.some(({ text }) => /^(?:dotglob|glob_?dots)$/i.test(text)) && !args.some(({ text }) => text === '-u'))
    analysis.dots = true
  return nothing
}

export const builtins: Readonly<Record<string, Handler>> = {
  cd: changeDirectory,
  chdir: changeDirectory,
  pushd: changeDirectory,
  popd: leaveDirectory,
  pwd: call => ({ text: `${call.env.cwd ?? HOLE}\n`, taint: 0 }),
  eval: evaluate,
  // zsh reads the text all the same, whichever shell it is to be like.
  emulate: call => {
    const at = call.args.findIndex(word => /^-\w*c$/.test(word.text))
    const source = at < 0 ? undefined : call.args[at + 1]
    return source === undefined
      ? nothing
      : call.analysis.script(source.text.split(HOLE).join('$UNKNOWN_PART'), call.env, call.stdin, ['zsh'])
  },
  source: sourceFile,
  '.': sourceFile,
  export: declare,
  declare,
  typeset: declare,
  integer: declare,
  local: declare,
  readonly: declare,
  alias: call => {
    const everywhere = call.args.some(argument => /^-[a-z]*g/.test(argument.text)) ? globalAlias : ''
    for (const argument of call.args) {
      const equals = argument.text.indexOf('=')
      const text = argument.text.split(HOLE).join('$UNKNOWN_PART')
      if (equals > 0 && /^(?:.*\/)?tfy-?hook(?:[-.]\w+)?$/.test(text.slice(0, equals))) find(call, 'self.tamper')
      // By the end of a name (`alias -s`), what is run is told by names that nobody knows yet.
      if (call.args.some(word => /^-[a-z]*s/.test(word.text)) && equals > 0)
        call.analysis.script(text.slice(equals + 1), fork(call.env), nothing)
      if (equals > 0 && equals < text.length) call.env.aliases.set(everywhere + text.slice(0, equals), text.slice(equals + 1))
    }
    return nothing
  },
  unalias: call => {
    for (const argument of call.args) call.env.aliases.delete(argument.text)
    return nothing
  },
  unset: call => {
    for (const argument of call.args) {
      subscripts(argument.text, call.env, call.analysis)
      if (argument.text === 'HISTFILE' && call.args[0]?.text !== '-f') find(call, 'persistence.history-erase')
      call.env.variables.delete(argument.text)
      call.env.functions.delete(argument.text)
    }
    return nothing
  },
  read: readVariables,
  mapfile: readLines,
  readarray: readLines,
  set: call => {
    const first = call.args[0]
    if (first === undefined) return environmentDump()
    // An array, to ksh and zsh.
    if (call.args.some(({ text }) => text === 'noclobber' || /^-[a-zA-Z]*C/.test(text))) call.analysis.spares = true
    if (/^[-+]A$/.test(first.text) && call.args[1] !== undefined)
      call.env.variables.set(call.args[1].text, { fields: placed(call.args.slice(2)), array: true })
    for (let index = 0; index < call.args.length; index++) {
      const { text } = call.args[index] as Value
      // Another shell's way to export: `set -gx NAME value`.
      if (/^-[gU]*[xU][gUx]*$/.test(text) && index === 0)
        setForLater(
          call.args[1]?.text ?? '',
          call.args
            .slice(2)
            .map(word => word.text)
            .join(' '),
          call.analysis,
        )
      if (/^[-+][a-zA-Z]*a/.test(text)) call.analysis.allExported = text[0] === '-'
      const named = /o$/.test(text) ? call.args[index + 1]?.text : undefined
      if (named === 'allexport') call.analysis.allExported = text[0] === '-'
      if (/^[-+][a-zA-Z]*[xv]/.test(text) || /^(?:xtrace|verbose)$/.test(named ?? '')) call.analysis.traced = text[0] === '-'
      if (text === '--' || !/^[-+]./.test(text)) {
        call.env.positional = placed(call.args.slice(text === '--' ? index + 1 : index))
        break
      }
      if (/^[-+][a-zA-Z]*o$/.test(text)) index++
    }
    return nothing
  },
  shopt: dots,
  setopt: dots,
  shift: call => {
    reckoned(call.args[0], call)
    call.env.positional = call.env.positional.slice(Number(call.args[0]?.text ?? 1) || 1)
    return nothing
  },
  trap: call => {
    const action = call.args.find(argument => argument.text !== '--')
    if (action === undefined || action.text === '-' || /^-[lp]/.test(action.text)) return nothing
    const { env, analysis } = call
    const by = env.shells ?? everyShell
    // What it prints comes last, where the shell's own output goes.
    analysis.pending.push(() => {
      if (/^\s*\0/.test(action.text)) find(call, 'execution.unknown-command', { unknown: action.written })
      const out = analysis.script(action.text.split(HOLE).join('$UNKNOWN_PART'), fork(env), nothing, by)
      analysis.output?.(out)
      reachesModel(out, analysis)
    })
    return nothing
  },
  mktemp: call => {
    const folder = call.args.find((_, index) => call.args[index - 1]?.text === '-p')
    return streamOf(`${folder?.text ?? call.analysis.host.env('TMPDIR') ?? '/tmp'}/made-by-mktemp\n`)
  },
  which: located,
  type: call => (call.args.some(argument => /^-[a-z]*[pP]/.test(argument.text)) ? located(call) : nothing),
  echo,
  printf: call => {
    const args = [...call.args]
    // Some shells calculate what is printed as a number.
    const format = args[args[0]?.text === '-v' ? 2 : args[0]?.text === '--' ? 1 : 0]
    if (format === undefined || !isKnown(format) || /%[^%a-zA-Z]*(?:\*|[hlLjzt]*[diouxXeEfFgGaA])/.test(format.text))
      for (const word of args) reckoned(word, call)
    if (args[0]?.text === '-v') {
      subscripts(args[1]?.text ?? '', call.env, call.analysis)
      const [name = '', subscript] = (args[1]?.text ?? '').split(/[[\]]/)
      const value = expandPrintf(args.slice(2), call.analysis)
      const old = call.env.variables.get(referred(name, call.env))
      const keys = [...(old?.keys ?? old?.fields.map((_, index) => String(index)) ?? []), subscript ?? '0']
      call.env.variables.set(
        referred(name, call.env),
        subscript === undefined
          ? { fields: [value], array: false }
          : { fields: [...(old?.fields ?? []), value].slice(-bounds.fields), array: true, keys: keys.slice(-bounds.fields) },
      )
      return nothing
    }
    if (args[0]?.text === '--') args.shift()
    return { text: expandPrintf(args, call.analysis).text, taint: taintOf(args) }
  },
  print,
  yes: () => ({ text: undefined, taint: taint.endless }),
  // Not of the shell, and as endless as `yes` where it counts as far as nobody has room for.
  seq: ({ args }) => {
    const numbers = args.map(({ text }) => Number(text)).filter(number => !Number.isNaN(number))
    const [first = 1, step = 1] = numbers.length === 1 ? [] : numbers.length === 2 ? [numbers[0]] : numbers
    return { text: undefined, taint: isVast(((numbers.at(-1) ?? 0) - first) / step) ? taint.endless : 0 }
  },
  true: () => silent,
  false: () => silent,
  ':': () => silent,
  test: tested,
  '[': tested,
  exit: () => nothing,
  return: leaves,
  break: leaves,
  continue: leaves,
  let: call => {
    for (const argument of call.args) {
      expandSubscripts(argument.text, call.env, call.analysis)
      assignArithmetic(argument.text, call.env)
    }
    return nothing
  },
  ulimit: call => {
    for (const word of call.args) reckoned(word, call)
    return nothing
  },
  enable: call => {
    if (call.args.some(argument => /^-[a-z]*f/.test(argument.text))) find(call, 'execution.preload')
    return nothing
  },
  hash: call => {
    const at = call.args.findIndex(argument => argument.text === '-p')
    const [path, name] = at < 0 ? [] : call.args.slice(at + 1)
    if (path !== undefined && name !== undefined) call.env.aliases.set(name.text, path.text)
    if (path !== undefined && isUnownedTemporary(path.text, call.analysis)) find(call, 'execution.preload')
    return nothing
  },
  complete: completes,
  compgen: completes,
  ...zsh,
  history: call => {
    if (call.args.some(argument => /^-[a-z]*[cd]/.test(argument.text))) find(call, 'persistence.history-erase')
    for (const [at, file] of call.args.entries())
      if (/^-[rn]$/.test(call.args[at - 1]?.text ?? '')) readPath(file, call.env, call.analysis, call.invocation)
    return past
  },
  fc: call => (call.args.some(argument => /^-[a-z]*l/.test(argument.text)) ? past : nothing),
}

/** `complete -C command`, and words that are expanded when they are asked for. */
function completes(call: Call): Stream {
  for (const [at, word] of call.args.entries()) {
    const option = call.args[at - 1]?.text
    if (option === '-C') call.analysis.script(word.text, fork(call.env), nothing)
    else if (option === '-W') call.analysis.script(`: ${word.text}`, fork(call.env), nothing)
  }
  return nothing
}

/** Commands of the past may hold what was typed into them: no secret on the screen, but one when it is sent away. */
const past: Stream = { text: undefined, taint: taint.secret }

/** `-v name`: a subscript in the name is expanded. */
function tested(call: Call): Stream {
  for (const [at, argument] of call.args.entries())
    if (call.args[at - 1]?.text === '-v') subscripts(argument.text, call.env, call.analysis)
    else if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(argument.text))
      for (const beside of [call.args[at - 1], call.args[at + 1]]) reckoned(beside, call)
  return nothing
}

/** What a shell calculates where it wants a number. */
function reckoned(word: Value | undefined, { env, analysis }: Call): void {
  if (word !== undefined) expandSubscripts(word.text, env, analysis)
}

/** `$(which x)` names the program; in which folder does not matter. */
function located(call: Call): Stream {
  const name = call.args.find(argument => argument.text[0] !== '-')
  return name === undefined || !isKnown(name) || name.text.includes('/') ? nothing : streamOf(`/usr/local/bin/${name.text}\n`)
}

function leaves(call: Call): Stream {
  ended(call.env, call.analysis)
  return nothing
}

function evaluate(call: Call): Stream {
  const args = call.args[0]?.text === '--' ? call.args.slice(1) : call.args
  return runShellText(args, call, call.env)
}

function sourceFile(call: Call): Stream {
  const file = call.args.find(argument => argument.text[0] !== '-' || argument.text === '-')
  if (file === undefined) return nothing
  swept(file, call)
  // What is no shell's is told word for word, as what is not found.
  const foreign = isKnown(file) && !/env|secret|\.sh$/i.test(file.text.slice(file.text.lastIndexOf('/') + 1))
  if (call.analysis.traced === true || (foreign && leadsToSecret(file, call.env, call.analysis)))
    readPath(file, call.env, call.analysis, call.invocation)
  const stream = file.stream ?? (file.text === '-' || isStandardInput(file.text) ? call.stdin : known(file, call))
  // What is no shell source is shown, line by line, by the errors that it causes.
  if (stream === undefined && !/env|sh$/.test(file.text)) leftSecrets(call)
  if (stream === undefined) return nothing
  judgeSource(stream, call)
  let out = nothing
  for (const text of [...textsOf(stream)].reverse())
    out = untilEnd(call.env, call.analysis, () =>
      running(stream, call.analysis, () => call.analysis.script(text, call.env, nothing, call.env.shells ?? everyShell)),
    )
  return out
}

function known(file: Value, call: Call): Stream | undefined {
  return isKnown(file) ? call.analysis.files.get(boundedPath(file, call.env, call.analysis)) : undefined
}
