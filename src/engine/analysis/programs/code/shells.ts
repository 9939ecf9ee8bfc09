/** Shells: their `-c`, their script files, and what is piped into them. */

import { matches } from '../../../matching/shell-globs.ts'
import { isSetup, judgeOrigin, judgeSource } from '../../calls/code-generators.ts'
import { has, options } from '../../calls/options.ts'
import { ownFile } from '../../effects/file-copies.ts'
import { readPath } from '../../effects/file-effects.ts'
import { swept } from '../../effects/searching.ts'
import { leadsToSecret } from '../../places/links.ts'
import { boundedPath } from '../../places/paths.ts'
import {
  bounds,
  type Call,
  type Environment,
  enterWith,
  find,
  fork,
  type Handler,
  ranDownload,
  running,
  wrapped,
} from '../../values/analysis.ts'
import { everyShell, shellsCalled } from '../../values/dialects.ts'
import { either, textsOf } from '../../values/streams.ts'
import { HOLE, isKnown, isStandardInput, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { ofFish } from './fish.ts'

const shell: Handler = call => {
  const { on, sources, rc, rest } = /^(?:fish|nu)$/.test(call.program) ? valued(call) : read(call)
  const { env, analysis } = call
  if (on.has('x') || on.has('v')) analysis.traced = true
  const file = sources.length > 0 || on.has('s') ? undefined : rest[0]
  // What is no shell's is told word for word, as what is not found.
  // Lines of assignments are run, and nothing is told of them.
  const shows =
    file !== undefined && (on.has('v') || on.has('x') || (!/\.env[^/]*$/.test(file.text) && leadsToSecret(file, env, analysis)))
  const shown = shows ? readPath(file, env, analysis, call.invocation) : nothing
  // What is only checked does not run; an interactive shell does not know how to check.
  if (on.has('n') && !on.has('i')) return shown
  if (rc !== undefined) executed(heldBy(rc, call) ?? nothing, call)
  const positional = on.has('s') ? rest : rest.slice(1)
  let out = shown
  for (const source of sources) out = runShellText([source], call, { ...wrapped(call), positional })
  if (sources.length > 0 || on.has('version') || on.has('help')) return out
  if (
    file === undefined &&
    call.stdin === nothing &&
    !env.remote &&
    env.wrappers.some(name => /^(?:sudo|doas|pkexec)$/.test(name))
  )
    find(call, 'permissions.privileged-shell')
  if (file === undefined || isStandardInput(file.text)) return executed(call.stdin, call, positional)
  swept(file, call)
  const stream = heldBy(file, call)
  if (stream !== undefined) return executed(stream, call, positional)
  ranDownload(file.taint, call)
  return shown
}

/** What a file of this script holds. Shells look for it here, not along the path. */
function heldBy(file: Value, { env, analysis }: Call): Stream | undefined {
  if (file.glob) {
    const pattern = boundedPath(file, env, analysis)
    for (const [path, stream] of analysis.files) if (matches(pattern, path)) return stream
  }
  const path = isKnown(file) ? { ...file, text: file.text.includes('/') ? file.text : `./${file.text}` } : file
  return file.stream ?? ownFile(path, undefined, env, analysis)?.stream
}

interface Started {
  /** Letters and long names of what is switched on. */
  readonly on: ReadonlySet<string>
  readonly sources: readonly Value[]
  readonly rc?: Value | undefined
  /** The file, or `$0` of a source, and its arguments. */
  readonly rest: readonly Value[]
}

/** Names of what letters switch, zsh's for the opposite among them. */
const letters: Readonly<Record<string, string>> = {
  verbose: 'v',
  xtrace: 'x',
  noexec: 'n',
  interactive: 'i',
  stdin: 's',
  exec: 'n',
}

/** Long options that take a value, and those that a shell knows behind one dash as well. */
const filled = /^--?(?:rcfile|init-file|emulate|rc|sock|db)$/
const long =
  /^--|^-(?:rcfile|init-file|rc|sock|db|norc|noprofile|noediting|nolineediting|posix|login|restricted|verbose|version|help)$/

/** As nearly all shells read their words: options end at the first word that is none, and `-c` makes a source of that one. */
function read({ args, program, analysis }: Call): Started {
  const on = new Set<string>()
  let rc: Value | undefined
  const set = (name: string, yes: boolean): void => {
    const letter = letters[name] ?? name
    if (yes !== (name === 'exec')) on.add(letter)
    else on.delete(letter)
  }
  let at = 0
  for (; at < args.length; at++) {
    const { text } = args[at] as Value
    const sign = text[0]
    if (sign !== '-' && sign !== '+') {
      // What nobody knows may be options, when more of them follow.
      if (sign === HOLE && args.slice(at).some(word => /^-[a-zA-Z]*c/.test(word.text))) continue
      break
    }
    if (text === '-' || text === '--') {
      at++
      break
    }
    if (long.test(text)) {
      set(text.replace(/^--?/, ''), true)
      if (filled.test(text)) at++
      if (/rc|init/.test(text) && filled.test(text)) rc = args[at]
      continue
    }
    for (const [index, letter] of [...text].entries()) {
      if (index === 0) continue
      if (letter === 'c') on.add('c')
      else if (letter === 'o' || (letter === 'O' && program !== 'zsh')) {
        const own = /^(?:zsh|m?ksh|rksh)$/.test(program) ? text.slice(index + 1) : ''
        const name = own === '' ? (args[++at]?.text ?? '') : own
        if (/^(?:dotglob|glob_?dots)$/i.test(name) && sign === '-') analysis.dots = true
        if (letter === 'o') set(name.toLowerCase().replaceAll('_', ''), sign === '-')
        if (own !== '') break
      } else set(letter, sign === '-')
    }
  }
  const rest = args.slice(at)
  return on.has('c') ? { on, sources: rest.slice(0, 1), rc, rest: rest.slice(1) } : { on, sources: [], rc, rest }
}

const sourced = 'c C e command commands init-command execute'

/** Shells to whom a source is the value of its option. A dash there is meant for the word behind it, whatever they make of it. */
function valued({ args, program }: Call): Started {
  const given = options(args, `${sourced} p d D f o I m profile debug features include-path table-mode config env-config`, true)
  const sources = given.every.filter(([name]) => sourced.split(' ').includes(name)).map(([, value]) => value)
  if (sources.some(({ text }) => text === '--')) sources.push(...given.positional.slice(0, 1))
  if (program === 'fish') for (const [at, source] of sources.entries()) sources[at] = { ...source, text: ofFish(source.text) }
  const on = program === 'fish' && has(given, 'n', 'no-execute') ? 'n' : has(given, 'v', 'h', 'version', 'help') ? 'help' : ''
  return { on: new Set([on]), sources, rest: given.positional }
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

/** A stream is run as shell source. */
export function executed(stream: Stream, call: Call, positional = call.env.positional): Stream {
  const interactive = call.args.some(word => /^-[a-z]*i$/.test(word.text)) ? { text: undefined, taint: taint.shell } : nothing
  judgeSource(stream, call)
  const texts = textsOf(stream)
  if (texts.length === 0) return interactive
  if (texts.some(text => /^\s*\0\s*(?:\n|$)/.test(text)) && (stream.taint & (taint.download | taint.decoded | taint.file)) === 0)
    find(call, 'execution.unknown-command', { unknown: 'what the shell reads' })
  const shells = shellsCalled(call.program)
  const one = (given: string): Stream => {
    const text = given.split(HOLE).join('$UNKNOWN_PART')
    const inner = { ...inherited(wrapped(call)), positional, shells }
    return call.analysis.script(call.program === 'fish' ? ofFish(text) : text, inner, nothing, shells)
  }
  return running(stream, call.analysis, () => texts.map(one).reduce(either))
}

/** What a program gets of the variables: one that nobody has exported may be none to it, unless it was there before. */
function inherited(env: Environment): Environment {
  const variables = new Map(env.variables)
  const isNew = env.remote || env.wrappers.some(name => /^(?:su|runuser|systemd-run)$/.test(name))
  for (const [name, value] of variables)
    if ((isNew || value.exported !== true || value.perhaps === true) && !value.array && !isThere.test(name))
      variables.set(name, {
        ...value,
        fields: [...value.fields.filter(({ text }) => text !== ''), literal('')].slice(-bounds.values),
        perhaps: true,
      })
  return { ...env, variables }
}

/** Who starts a shell sets them. */
const isThere = /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|PWD|OLDPWD|TMPDIR|IFS|PS4|LC_\w+|XDG_\w+|_)$/

/** Words are joined and run as shell source (`eval`, `sh -c`). */
export function runShellText(words: readonly Value[], call: Call, env: Environment): Stream {
  let bits = 0
  for (const word of words) bits |= word.taint
  judgeOrigin(bits, call)
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
    call.program === 'eval'
      ? fork(env, { variables: env.variables, functions: env.functions, aliases: env.aliases })
      : { ...inherited(env), shells: shellsCalled(call.program) }
  const out = call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART'), inner, call.stdin, inner.shells ?? everyShell)
  if (call.program === 'eval') enterWith(inner, env)
  return out
}
