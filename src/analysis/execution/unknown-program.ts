/** A command whose program cannot be known. */

import { type Frame, invocationOf } from '../calls/invocation.ts'
import { place } from '../places/paths.ts'
import { record, type Scope, type Session } from '../values/session.ts'
import { nothing, type Stream, type Text, taint } from '../values/text.ts'

/** The program cannot be known. Only arguments that would be dangerous to many programs make that matter. */
export function unknownProgram(words: readonly Text[], frame: Frame): Stream {
  const { scope, session } = frame
  const first = words[0] as Text
  const args = words.slice(1)
  const invocation = invocationOf(undefined, args, frame)
  session.invocations.push(invocation)
  if ((first.taint & taint.download) !== 0) record(session, 'execution.download-execute', {}, invocation)
  else if ((first.taint & taint.decoded) !== 0) record(session, 'execution.decoded-execute', {}, invocation)
  else if (
    args.length > 0 &&
    args.some(argument => /^-\w*[rRf]/.test(argument.text)) &&
    args.some(argument => isPrecious(argument, scope, session))
  ) {
    record(session, 'execution.unknown-command', { unknown: first.unknown ?? first.written }, invocation)
  } else if (args.length === 0 && /^\$\{?\w+\}?$/.test(first.written) && first.written !== '$UNKNOWN_PART') {
    record(session, 'execution.unknown-command', { unknown: first.written }, invocation)
  } else if (args.length === 0 && /^\$\((?!command |which |type )|^`/.test(first.written)) {
    record(session, 'execution.unknown-command', { unknown: first.unknown ?? first.written }, invocation)
  }
  return nothing
}

function isPrecious(argument: Text, scope: Scope, session: Session): boolean {
  if (argument.text[0] === '-' || argument.text === '') return false
  const { kind } = place(argument, scope, session)
  return kind === 'root' || kind === 'home' || kind === 'workspace' || kind === 'repository'
}
