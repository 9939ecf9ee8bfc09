/** Shells: their `-c`, their script files, and what is piped into them. */

import { isSetup, unknownSource } from '../../calls/code-generators.ts'
import { has, options } from '../../calls/options.ts'
import { ownFile } from '../../effects/file-copies.ts'
import { type Call, type Environment, find, fork, type Handler, wrapped } from '../../values/analysis.ts'
import { HOLE, isKnown, isStandardInput, nothing, type Stream, taint, type Value } from '../../values/value.ts'

const shell: Handler = call => {
  if (checksOnly(call)) return nothing
  if (call.args.some((word, at) => /^-[a-z]*[xv][a-z]*$|^\+?xtrace$|^verbose$/.test(word.text) && at < 6))
    call.analysis.traced = true
  const given = options(call.args, 'c o O rcfile init-file command init-command C', false)
  const at = call.args.findIndex(word => /^-[a-zA-Z]*c$|^--command$|^--init-command$|^-C$/.test(word.text))
  if (at >= 0) {
    // Options may still follow `-c`; the next other word is the source.
    const words = call.args
      .slice(at + 1)
      .filter((word, index, all) => !(index === 0 && /^[-+][a-z]+$/.test(word.text) && all.length > 1))
    const [source, , ...positional] = words
    if (source === undefined) return nothing
    const env = wrapped(call)
    env.positional = positional
    return runShellText([source], call, env)
  }
  const rc = given.values.get('rcfile') ?? given.values.get('init-file')
  if (rc?.stream !== undefined) executed(rc.stream, call)
  const file = has(given, 's') ? undefined : given.positional[0]
  if (file === undefined || file.text === '-' || isStandardInput(file.text)) {
    if (has(given, 'version', 'help')) return nothing
    return executed(call.stdin, call)
  }
  const path = isKnown(file) ? { ...file, text: file.text.includes('/') ? file.text : `./${file.text}` } : file
  const stream = file.stream ?? ownFile(path, undefined, call.env, call.analysis)?.stream
  if (stream !== undefined) return executed(stream, call)
  if ((file.taint & taint.download) !== 0) find(call, 'execution.download-execute')
  return nothing
}

export const shells: Readonly<Record<string, Handler>> = {
  sh: shell,
  bash: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  mksh: shell,
  ash: shell,
  fish: shell,
  csh: shell,
  tcsh: shell,
  rbash: shell,
  rksh: shell,
  hush: shell,
  yash: shell,
  elvish: shell,
  nu: shell,
}

/** `sh -n` reads its source and runs none of it; an option after it may turn that back. */
function checksOnly({ program, args }: Call): boolean {
  return args[0]?.text === '-n' && /^(?:ba|da|z|k)?sh$/.test(program) && !/^[-+\0]/.test(args[1]?.text ?? '')
}

/** A stream is run as shell source. */
export function executed(stream: Stream, call: Call): Stream {
  if ((stream.taint & taint.download) !== 0) find(call, 'execution.download-execute')
  else if ((stream.taint & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  const interactive = call.args.some(word => /^-[a-z]*i$/.test(word.text)) ? { text: undefined, taint: taint.shell } : nothing
  const by = unknownSource(stream)
  if (by !== undefined) find(call, 'execution.unknown-command', { unknown: `what "${by.slice(0, 80)}" prints` })
  if (stream.text === undefined) return interactive
  if (/^\s*\0\s*(?:\n|$)/.test(stream.text) && (stream.taint & (taint.download | taint.decoded | taint.file)) === 0)
    find(call, 'execution.unknown-command', { unknown: 'what the shell reads' })
  return call.analysis.script(stream.text.split(HOLE).join('$UNKNOWN_PART'), wrapped(call), nothing)
}

/** Words are joined and run as shell source (`eval`, `sh -c`). */
export function runShellText(words: readonly Value[], call: Call, env: Environment): Stream {
  let bits = 0
  for (const word of words) bits |= word.taint
  if ((bits & taint.download) !== 0) find(call, 'execution.download-execute')
  else if ((bits & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  const source = words.map(word => word.text).join(' ')
  if (source.trim() === '') return nothing
  // Only a program position that is wholly unknown hides what happens.
  const unknown = words.find(word => word.unknown !== undefined && !isSetup(word))
  const runs =
    /^\s*\0/.test(source) || (/[;&|\n][^\S\n]*\0[^\S\n]*(?:[;&|\n]|$)/.test(source) && /\$\(|`/.test(unknown?.unknown ?? ''))
  if (unknown !== undefined && runs && (bits & (taint.download | taint.decoded)) === 0) {
    find(call, 'execution.unknown-command', { unknown: unknown.unknown })
  }
  const inner =
    call.program === 'eval' ? fork(env, { variables: env.variables, functions: env.functions, aliases: env.aliases }) : env
  const out = call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART'), inner, call.stdin)
  if (call.program === 'eval') env.cwd = inner.cwd
  return out
}

export { fork }
