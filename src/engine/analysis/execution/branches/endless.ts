/** Loops that end of nothing, or after more turns than a machine bears: what they start, ask or make without a pause. */

import type { ArithmeticExpression, Command, CompoundList, Redirection, SyntaxNode, Word } from 'unbash'
import { isOneOf } from '../../../matching/words.ts'
import { isLocal } from '../../places/hosts.ts'
import { type Analysis, type Environment, record } from '../../values/analysis.ts'
import { hasTrait } from '../../values/traits.ts'
import type { Stream } from '../../values/value.ts'

const names = (node: SyntaxNode | undefined, found: string[], background: { is: boolean }, depth = 0): void => {
  if (node === undefined || depth > 60) return
  if (node.type === 'Command') {
    if (node.name !== undefined || asks(node)) found.push(node.name?.text ?? '')
    if (node.redirects.some(makesMore)) found.push('>>')
  } else if (node.type === 'Statement') {
    const own: string[] = []
    names(node.command, own, background, depth + 1)
    if (node.background === true) background.is = true
    // Who goes on waits for nothing.
    for (const name of own) if (node.background !== true || !isOneOf(pauses + listens, name)) found.push(name)
  } else if (node.type === 'Redirected') {
    if (node.redirects.some(makesMore)) found.push('>>')
    names(node.command, found, background, depth + 1)
  } else if (node.type === 'Pipeline' || node.type === 'AndOr' || node.type === 'CompoundList')
    for (const inner of node.commands) names(inner, found, background, depth + 1)
  else if (node.type === 'Subshell' || node.type === 'BraceGroup' || node.type === 'While' || node.type === 'For')
    names(node.body, found, background, depth + 1)
  // What stands behind a condition may be the way out.
  else found.push('break')
}

/** More of a file, or one more under a name that changes. */
const makesMore = (to: Redirection): boolean =>
  to.operator === '>>' || (to.type === 'Redirect' && to.operator === '>' && to.target?.text.includes('$') === true)

/** An assignment that runs a command. */
const asks = ({ prefix }: Command): boolean => prefix.some(part => 'text' in part && /\$\((?!\()|`/.test(part.text))

/** Whether a script waits for its jobs or ends them. */
export const endsJobs = (node: Pick<CompoundList, 'commands'>): boolean => {
  const found: string[] = []
  for (const command of node.commands) names(command, found, { is: false })
  return found.some(name => isOneOf(' kill pkill killall wait trap fg timeout ', name))
}

const pauses =
  ' break exit return sleep usleep wait read select inotifywait fswatch entr timeout continue pause poll watch tail logger exec kill '
/** A server waits for the next connection: in a loop that ends by itself they are asked for one after the other. */
const listens = ' nc ncat socat '
const makes = ' mkdir touch cp mktemp dd fallocate >> '
const idle = ' cd echo printf cat : true '
/** Takes a processor for as long as it runs, as what only looks does. */
const works = ' head dd xz gzip bc expr seq '

/** Whether `true`, `:`, `[ 1 ]` or `((1))` is all that it asks before each turn. */
export const neverEnds = (clause: SyntaxNode, isUntil: boolean): boolean => {
  let node: SyntaxNode | undefined = clause
  while (node?.type === 'CompoundList' || node?.type === 'Statement')
    node = node.type === 'Statement' ? node.command : node.commands.length === 1 ? node.commands[0] : undefined
  if (node?.type === 'ArithmeticCommand') return isUntil ? /^\s*0\s*$/.test(node.body) : /^\s*[1-9]\d*\s*$/.test(node.body)
  if (node?.type === 'TestCommand') return !isUntil && node.expression.type === 'TestUnary' && isPlain(node.expression.operand)
  if (node?.type !== 'Command') return false
  const words = node.args.flatMap(word => (word.type === 'Word' && word.text !== ']' ? [word] : []))
  if (isOneOf(' [ test ', node.name?.text ?? '')) return words.length === (isUntil ? 0 : 1) && words.every(isPlain)
  return isOneOf(isUntil ? ' false ' : ' true : ', node.name?.text ?? '')
}

const isPlain = ({ text }: { readonly text: string }): boolean => /^[\w.]+$/.test(text)

/** What a turn does that must not be done without an end. */
function turnOf(body: CompoundList, waits: string): 'starts' | 'makes' | 'works' | 'runs' | 'waits' {
  const found: string[] = []
  const background = { is: false }
  names(body, found, background)
  if (found.some(name => name === '' || isOneOf(waits, name))) return 'waits'
  if (background.is) return 'starts'
  const all = found.every(name => isOneOf(makes, name) || isOneOf(idle, name))
  if (all && found.some(name => isOneOf(makes, name))) return 'makes'
  return found.every(name => isOneOf(works + idle, name) || hasTrait(name, 'quiet')) ? 'works' : 'runs'
}

/** The turns that a machine bears: processes that nobody waits for, files, and requests at others. */
const most = { starts: 5_000, makes: 1_000_000, works: Number.POSITIVE_INFINITY, runs: 10_000 } as const

/** How often a list of words makes a loop turn, as far as it is written as a range. */
export const turnsOf = (words: readonly Word[] | undefined): number =>
  (words ?? []).reduce((sum, { text }) => {
    const [, first, last] =
      /^\{(-?\d+)\.\.(-?\d+)/.exec(text) ??
      /^(?:\$\(|`)\s*seq\s+(?:(?:-\S+\s+)*(-?\d+)\s+(?:-?\d+\s+)?)?(-?\d+)\s*[)`]$/.exec(text) ??
      []
    return sum + (last === undefined ? 1 : Math.abs(Number(last) - Number(first ?? 1)) + 1)
  }, 0)

/** The same of `for ((i = 0; i < 9; i++))`. */
export function turnsUpTo(test: ArithmeticExpression | undefined): number {
  if (test === undefined) return Number.POSITIVE_INFINITY
  const bounds = test.type === 'ArithmeticBinary' && /^[<>]=?$/.test(test.operator) ? [test.left, test.right] : []
  return Math.max(1, ...bounds.map(side => (side.type === 'ArithmeticWord' ? Number(side.value) || 1 : 1)))
}

/** Runs a loop of so many turns, and records what one that nothing ends or slows down does to this machine or to others. */
export function watched(
  body: CompoundList,
  turns: number,
  { outlives }: Environment,
  analysis: Analysis,
  run: () => Stream,
): Stream {
  const asked = analysis.hosts.length
  const out = run()
  const turn = turns < most.starts ? 'waits' : turnOf(body, turns === Number.POSITIVE_INFINITY ? pauses + listens : pauses)
  if (turn === 'waits' || turns < most[turn]) return out
  const hosts = analysis.hosts.slice(asked).filter(host => !isLocal(host))
  if (turn === 'starts') record(analysis, 'process.fork-bomb')
  else if (turn === 'makes') record(analysis, 'disk.fill')
  else if (turn === 'works' && outlives === true) record(analysis, 'process.exhaust')
  else if (hosts.length > 0) record(analysis, 'network.scan', { hosts })
  return out
}
