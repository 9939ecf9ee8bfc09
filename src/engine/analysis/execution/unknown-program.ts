/** A command whose program cannot be known. */

import { runEmbedded } from '../calls/embedded-commands.ts'
import { type Frame, invocationOf } from '../calls/invocation.ts'
import { place } from '../places/paths.ts'
import { type Analysis, bounds, type Environment, record, wrapped } from '../values/analysis.ts'
import type { Invocation } from '../values/facts.ts'
import { HOLE, nothing, type Stream, taint, type Value } from '../values/value.ts'

/** The program cannot be known. Only arguments that would be dangerous to many programs make that matter. */
export function unknownProgram(words: readonly Value[], frame: Frame): Stream {
  const { env, analysis } = frame
  const first = words[0] as Value
  const args = words.slice(1)
  const invocation = invocationOf(undefined, args, frame)
  analysis.invocations.push(invocation)
  if ((first.taint & taint.download) !== 0) record(analysis, 'execution.download-execute', {}, invocation)
  else if ((first.taint & taint.decoded) !== 0) record(analysis, 'execution.decoded-execute', {}, invocation)
  // A shell by a name that nobody knows takes its script from there.
  else if ((frame.stdin.taint & taint.download) !== 0 && takesInput(args))
    record(analysis, 'execution.download-execute', { unknown: first.unknown ?? first.written }, invocation)
  else if (
    args.length > 0 &&
    args.some(argument => /^-\w*[rRf]/.test(argument.text)) &&
    args.some(argument => isPrecious(argument, env, analysis))
  ) {
    record(analysis, 'execution.unknown-command', { unknown: first.unknown ?? first.written }, invocation)
  } else if (args.length === 0 && /^"?\$\{?\w+\}?"?$/.test(first.written) && first.written !== '$UNKNOWN_PART') {
    record(analysis, 'execution.unknown-command', { unknown: first.written }, invocation)
  } else if (args.length === 0 && /^\$\((?!command |which |type )|^`/.test(first.written)) {
    record(analysis, 'execution.unknown-command', { unknown: first.unknown ?? first.written }, invocation)
  }
  return runGiven(first, args, frame, invocation)
}

/** Names that take the text of a command. */
const takesCommands = ['eval', 'sh', 'bash', 'dash', 'zsh', 'ksh', 'trap', 'su', 'xargs', 'env', 'ssh', 'alias']

/** What it runs where it is one that runs what it is given: behind `-c`, and as a text that begins like a command. */
function runGiven({ text }: Value, args: readonly Value[], frame: Frame, invocation: Invocation): Stream {
  const [before = '', ...behind] = text.split(HOLE)
  const last = behind.at(-1) ?? ''
  const mayTake =
    before + last !== '' && takesCommands.some(name => name.startsWith(before) && name.endsWith(last) && name !== before + last)
  // `$COMPOSE exec web rm -rf /app/tmp` runs it somewhere else.
  const away = args.some(word => /^(?:exec|run|ssh|enter|shell)$/.test(word.text))
  const env = away ? { ...frame.env, remote: true as const } : frame.env
  const call = { ...frame, env, program: '', args, invocation }
  if (mayTake)
    // Of an alias, what it stands for.
    for (const { text: source } of args.slice(0, bounds.embedded))
      if (/\s/.test(source)) frame.analysis.script(source.replace(/^[\w-]+=/, ''), wrapped(call), nothing)
  return { text: undefined, taint: runEmbedded(call) }
}

function isPrecious(argument: Value, env: Environment, analysis: Analysis): boolean {
  if (argument.text[0] === '-' || argument.text === '') return false
  const { kind } = place(argument, env, analysis)
  return kind === 'root' || kind === 'home' || kind === 'workspace' || kind === 'repository'
}

/** An interpreter reads its script from there where no operand names one, or where it is told to. */
const takesInput = (args: readonly Value[]): boolean =>
  args.some(({ text }) => text === '-s') ||
  /^(?:-|\/dev\/(?:stdin|fd\/0))?$/.test(args.find(({ text }) => !/^[-+]./.test(text))?.text ?? '')
