/** One simple command: assignments, expansion, redirections, then whoever is called. */

import type { Command, SyntaxNode, Word } from 'unbash'
import { isOneOf } from '../../matching/words.ts'
import type { Frame } from '../calls/invocation.ts'
import { fedBy, settled, unfed } from '../effects/let-out.ts'
import { reverseShell } from '../effects/sockets.ts'
import { expand } from '../expansion/words.ts'
import { type Analysis, atMost, bounds, type Environment, referred } from '../values/analysis.ts'
import type { Invocation } from '../values/facts.ts'
import { HOLE, isKnown, nothing, printed, type Stream, silent, type Value, type Variable } from '../values/value.ts'
import { assign } from './assigning.ts'
import { eachWay } from './branches/ways.ts'
import { choices } from './choices.ts'
import { smuggled } from './execution-variables.ts'
import { redirect } from './redirections.ts'

/**
 * One simple command: its words are expanded, its assignments set, its redirections opened; then it is dispatched. Returns its
 * standard output.
 */
export function runCommand(node: Command, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  const { prefix, name, suffix } = node
  return eachWay([...prefix, ...(name === undefined ? [] : [name]), ...suffix], env, analysis, () =>
    runOneWay(node, env, stdin, analysis),
  )
}

function runOneWay(node: Command, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  const on = { env, analysis }
  const assignments: Record<string, string | undefined> = {}
  const set: [string, Variable][] = []
  const cut = cutOff(node)
  const name = cut === undefined ? node.name : node.args[0]
  for (const item of node.prefix) {
    if (item.type !== 'Assignment') continue
    const value = item === cut ? { fields: expand(node.name as Word, on), array: false } : assign(item, env, analysis)
    // Without a command they hold at once, the next one included.
    if (name === undefined) env.variables.set(referred(item.name, env), value)
    else set.push([item.name, value])
    const field = value.fields[0]
    assignments[item.name] = field === undefined || value.fields.length > 1 || !isKnown(field) ? undefined : field.text
  }
  const words: Value[] = []
  for (const argument of cut === undefined && name !== undefined ? [name, ...node.args] : node.args) {
    if (argument.type === 'Word') for (const field of expand(argument, on)) words.push(field)
    else words.push(assignmentWord(argument, env, analysis))
    if (words.length > bounds.invocations) {
      atMost(words, bounds.invocations, analysis)
      break
    }
  }
  const [found, ran] = [analysis.effects.length, analysis.invocations.length]
  const redirected = redirect(node.redirects, on, stdin === nothing ? (analysis.input ?? nothing) : stdin)
  const fed = node.redirects.length === 0 ? unfed : fedBy(node.redirects, found, ran, analysis)
  const started = analysis.invocations.length
  if (words.length === 0) {
    smuggled(assignments, undefined, env, analysis)
    redirected.write(silent)
    // `$(<file)` prints the file.
    return node.redirects.length > 0 && Object.keys(assignments).length === 0 ? redirected.stdin : nothing
  }
  if (words.length === 1 && words[0]?.text === 'exec') {
    if (redirected.given) analysis.input = redirected.stdin
    analysis.output = redirected.sink ?? analysis.output
  }
  const given = fed.from === undefined ? redirected.stdin : { ...redirected.stdin, from: fed.from }
  const frame: Frame = { env, stdin: given, analysis, assignments, output: redirected.output }
  // Assignments in front of a command hold for what it runs, and never for its own words.
  const out = choices(words, frame, set)
  for (const word of words) word.sink?.(redirected.stdin)
  if (redirected.sink === undefined && isPlainlyOut(node.redirects))
    settled(onlyProgram(node, env, started, analysis.invocations), fed, redirected.output, analysis)
  else for (const one of analysis.invocations.slice(started)) one.lets = undefined
  env.variables.set('_', { fields: [words.at(-1) as Value], array: false })
  // `(exec 3<>/dev/tcp/…)`: whether somebody answers. The shell that would have the connection ends here.
  const { socket } = redirected
  const isAlone = words.length === 1 && words[0]?.text === 'exec' && analysis.alone === node
  // What else is opened may be a program that gets the connection, and a name that is worked out tells something.
  const onlyConnects =
    isAlone &&
    !/\$\(|`/.test(socket?.written ?? '') &&
    node.redirects.filter(one => !('target' in one && one.target?.text === '/dev/null')).length === 1
  if (socket !== undefined && !onlyConnects) reverseShell(words, socket, analysis)
  // What nobody knows of it is who printed it, as behind a pipe.
  redirected.write(printed(out, words.map(word => word.written).join(' ')))
  return redirected.output === undefined ? out : nothing
}

/** The output goes where pipes and files go, and not where the errors do. */
const isPlainlyOut = (redirects: Command['redirects']): boolean =>
  redirects.every(item => item.operator !== '>&' || ('target' in item && isOneOf(' 1 /dev/null ', item.target?.text ?? '')))

/** The one program that a plain command has started, where it is what its name says and no function or alias. */
export function onlyProgram(
  node: SyntaxNode,
  env: Environment,
  from: number,
  invocations: readonly Invocation[],
): Invocation | undefined {
  if (node.type === 'Statement') return node.background === true ? undefined : onlyProgram(node.command, env, from, invocations)
  const name = node.type === 'Command' ? node.name?.text : undefined
  const one = invocations[from]
  if (name === undefined || invocations.length !== from + 1 || env.functions.has(name) || env.aliases.has(name)) return undefined
  return one?.program === name.slice(name.lastIndexOf('/') + 1) ? one : undefined
}

/** `NAME=<(command)`: the parser ends the assignment before the substitution and takes that for the command. */
function cutOff(node: Command): Command['prefix'][number] | undefined {
  const last = node.prefix.at(-1)
  const adjacent = last?.type === 'Assignment' && last.end === node.name?.pos
  return adjacent && node.name?.parts?.[0]?.type === 'ProcessSubstitution' ? last : undefined
}

function assignmentWord(argument: Parameters<typeof assign>[0], env: Environment, analysis: Analysis): Value {
  const value = assign(argument, env, analysis)
  const first = value.fields[0]
  const text = value.array ? HOLE : (first?.text ?? '')
  return {
    text: `${argument.name}=${text}`,
    written: argument.text,
    glob: false,
    taint: first?.taint ?? 0,
    unknown: value.array ? undefined : first?.unknown,
    ...(value.array || value.fields.length > 1 ? { assigned: value } : {}),
  }
}
