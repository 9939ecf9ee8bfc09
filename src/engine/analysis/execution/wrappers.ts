/** Programs that only run another program. */

import { interpret } from '../calls/interpret.ts'
import { has, options } from '../calls/options.ts'
import { agentPackage, isAgent } from '../places/agent-variables.ts'
import { boundedPath } from '../places/paths.ts'
import { type Call, type Environment, enter, enterWith, find, fork, wrapped } from '../values/analysis.ts'
import { isKnown, literal, type Stream, type Value } from '../values/value.ts'
import { builtins } from './builtins.ts'
import { smuggled } from './execution-variables.ts'
import { special, sudoValued } from './runners.ts'
import { everyday, keywords } from './wrappers.gen.ts'

/** Programs whose command has variables in front, the options that take a value, and those among them that name its folder. */
const assigning: Readonly<Record<string, readonly [valued: string, folder: readonly string[]]>> = {
  sudo: [sudoValued, ['D', 'chdir']],
  doas: ['u C', []],
  pkexec: ['user', []],
  run0: ['u g D user group chdir nice setenv background unit property description slice machine', ['D', 'chdir']],
  env: ['u S C a unset chdir argv0', ['C', 'chdir']],
  'cross-env': ['', []],
  'cross-env-shell': ['', []],
  'env-cmd': ['e f r environments file rc-file', []],
}

/** Whether a program does nothing but run its words. */
export function wraps(program: string): boolean {
  return Object.hasOwn(everyday, program) || Object.hasOwn(keywords, program) || Object.hasOwn(assigning, program)
}

/** The output of what the wrapper runs, or undefined when this is no wrapper. */
export function unwrap(call: Call): Stream | undefined {
  const { program } = call
  const handler = Object.hasOwn(special, program) ? special[program] : undefined
  const out = handler?.(call)
  if (out !== undefined) return out
  installed(call)
  if (Object.hasOwn(keywords, program)) return inShell(call)
  if (Object.hasOwn(assigning, program)) return withAssignments(call)
  // Which of the programs within it GNU's one is, its first option says.
  const within = program === 'coreutils' ? /^--coreutils-prog(?:-shebang)?=(.+)$/.exec(call.args[0]?.text ?? '')?.[1] : undefined
  if (within !== undefined) return call.analysis.words([literal(within), ...call.args.slice(1)], wrapped(call), call.stdin)
  const wrapper = Object.hasOwn(everyday, program) ? everyday[program] : undefined
  return wrapper === undefined ? undefined : interpret(call, wrapper)
}

function inShell(call: Call): Stream | undefined {
  const { program, args } = call
  if (program === 'command' && /^-[vV]/.test(args[0]?.text ?? '')) return builtins.which?.(call) ?? { text: undefined, taint: 0 }
  const words = options(args, keywords[program], true).positional.slice(program === 'repeat' ? 1 : 0)
  if (words.length === 0) return undefined
  // They are no process of their own: what is set stays.
  const env = program === 'coproc' ? wrapped(call) : { ...wrapped(call), variables: call.env.variables }
  const bypasses = /^(?:exec|command|builtin)$/.test(program)
  if (bypasses) env.functions.clear()
  if (program === 'exec' && args.some(({ text }) => /^-[al]*c/.test(text))) keepBack(env, undefined)
  const out = call.analysis.words(words, env, call.stdin)
  if (program !== 'coproc') call.env.positional = env.positional
  if (bypasses) enterWith(env, call.env)
  return out
}

function withAssignments(call: Call): Stream | undefined {
  const { program, analysis } = call
  const [valued, folder] = assigning[program] as (typeof assigning)[string]
  const given = options(call.args, valued, true)
  const env = wrapped(call)
  const isClean =
    program === 'env'
      ? has(given, 'i', 'ignore-environment') || given.positional[0]?.text === '-'
      : lifts.test(program) && !has(given, 'E', 'preserve-env')
  const without = program === 'env' ? (given.values.get('u') ?? given.values.get('unset'))?.text : undefined
  if (isClean || without !== undefined) keepBack(env, isClean ? undefined : without)
  const assignments: Record<string, string | undefined> = {}
  let at = 0
  for (const word of given.positional) {
    const [, name, text = ''] = /^([A-Za-z_][\w%]*)=([\s\S]*)$/.exec(word.text) ?? []
    if (name !== undefined) {
      env.variables.set(name, { fields: [{ ...word, text }], array: false, exported: true })
      assignments[name] = isKnown(word) ? text : undefined
    } else if (word.text !== '-' && word.text !== '--') break
    at++
  }
  const [first, ...rest] = given.positional.slice(at)
  if (first === undefined) return undefined
  const target = folder.map(name => given.values.get(name)).find(value => value !== undefined)
  if (target !== undefined) enter(isKnown(target) ? boundedPath(target, env, analysis) : undefined, env)
  if (isRootShell(program, [first, ...rest])) find(call, 'permissions.privileged-shell')
  smuggled(assignments, { ...call, program: first.text.slice(first.text.lastIndexOf('/') + 1) }, env, analysis)
  if (program === 'cross-env-shell' || (rest.length === 0 && /\s/.test(first.text)))
    return analysis.script([first, ...rest].map(word => word.text).join(' '), env, call.stdin)
  env.functions.delete(first.text)
  return analysis.words([first, ...rest], env, call.stdin)
}

const lifts = /^(?:sudo|doas|pkexec|run0)$/

/** What a program does not get of the variables: all, or one of them. */
function keepBack(env: Environment, name: string | undefined): void {
  for (const [key, value] of env.variables)
    if (value.exported === true && (name === undefined || key === name)) env.variables.set(key, { ...value, exported: undefined })
}

/** The file that a package manager is, run by its path. */
const managers = /(?:^|\/)(npm|npx|pnpm|pnpx|yarn|corepack)(?:-cli)?\.c?js$/

const runtimes: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno'])

/** What stands behind them is source: it may speak of a package without loading it. */
const takesSource = /^-(?:[ep]{1,2}|-eval|-print)$|^eval$/

/** A program of a package, started by the file that it lies in or by the runtime's own word for a package. */
function installed(call: Call): void {
  const { program, args } = call
  if (!runtimes.has(program) && program !== 'npm') return
  const manager = program === 'npm' ? -1 : args.findIndex(({ text }) => managers.test(text))
  if (manager >= 0) {
    const [, name = ''] = managers.exec((args[manager] as Value).text) ?? []
    call.analysis.words([literal(name), ...args.slice(manager + 1)], fork(call.env), call.stdin)
  }
  const at = args.findIndex(
    ({ text }, index) =>
      (text.includes('/') || text.startsWith('npm:')) &&
      /node_modules\/|^npm:@?[\w.-]|^@[\w.-]+\/[\w.-]+/.test(text) &&
      !(takesSource.test(args[index - 1]?.text ?? '') && !/require|import|spawn|exec|fork/.test(text)),
  )
  if (at < 0) return
  const { text } = args[at] as Value
  const [, name] =
    /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//.exec(text) ??
    /^(?:npm:)?(@[\w.-]+\/[\w.-]+)/.exec(text) ??
    /^npm:([\w.-]+)/.exec(text) ??
    []
  if (
    name === undefined ||
    (/^(?:npm|bun)$/.test(program) && !/^(?:exec|x)$/.test(args[0]?.text ?? '') && !text.includes('node_modules/'))
  )
    return
  const rest = args.slice(at + 1)
  const own = rest[0]?.text === '--' && program === 'npm' ? rest.slice(1) : rest
  const bare = agentPackage(name)
  if (text.startsWith('npm:') || bare !== name || isAgent(bare.slice(bare.lastIndexOf('/') + 1)))
    call.analysis.words([literal(bare), ...own], fork(call.env), call.stdin)
}

function isRootShell(program: string, [first, second]: readonly Value[]): boolean {
  if (first === undefined || !/^(?:sudo|doas|pkexec|run0)$/.test(program)) return false
  if (!/^(?:\/\S*\/)?(?:su|bash|sh|zsh|fish|ksh|dash)$/.test(first.text)) return false
  return second === undefined || /^(?:-|-i|-l|--login|root)$/.test(second.text)
}
