/**
 * How Cline reads an answer: the CLI as measured on 3.0.65 with a scripted model (2026-11), the extension from its source (2026-08). In the
 * CLI a cancellation ends the run with "[abort] aborted by another client": its reason is in cline.log, and nobody is shown it.
 */

import { type Heard, isPlain, type Oracle, type Plain, parsed, type Read, reading, textAt } from './reading.ts'

/** `hears`: what a cancellation ends. The extension reads answers of the others as well, and does nothing with them. */
interface Row {
  readonly runtime: 'extension' | 'sdk'
  readonly hears: boolean
  readonly context: boolean
}

const row = (runtime: Row['runtime'], hears: boolean, context = false): Row => ({ runtime, hears, context })

const rows: Readonly<Record<string, Row>> = {
  PreToolUse: row('extension', true, true),
  PostToolUse: row('extension', true, true),
  UserPromptSubmit: row('extension', true),
  TaskStart: row('extension', true),
  TaskResume: row('extension', true),
  TaskComplete: row('extension', false),
  TaskCancel: row('extension', false),
  Notification: row('extension', false),
  PreCompact: row('extension', false),
  tool_call: row('sdk', true, true),
  tool_result: row('sdk', true, true),
  prompt_submit: row('sdk', false),
  agent_start: row('sdk', false),
  agent_resume: row('sdk', false),
  agent_end: row('sdk', false),
  agent_abort: row('sdk', false),
  agent_error: row('sdk', false),
  session_shutdown: row('sdk', false),
}

export const utmost: Heard = { exitCode: 0, stdout: '{"cancel":true,"errorMessage":"no"}', stderr: '' }
export const neutral: Heard = { exitCode: 0, stdout: '{"cancel":false}', stderr: '' }

export const situation: Oracle['situation'] = stdin => {
  const call = isPlain(stdin.tool_call) ? stdin.tool_call : {}
  const old = isPlain(stdin.preToolUse) ? stdin.preToolUse : {}
  const tool = textAt(call, 'name') ?? textAt(old, 'toolName')
  return { input: call.input ?? old.parameters, ...(tool !== undefined && { tool }) }
}

export const read: Read = (event, heard) => {
  const found = rows[event]
  if (found === undefined) throw new Error(`Cline has no event ${event}`)
  // Nobody waits for the answer, or does anything with it.
  if (!found.hears) return reading({ goesOn: true, problems: [] })
  const problems: string[] = []
  const answer = found.runtime === 'sdk' ? whole(heard, problems) : last(heard, problems)
  if (answer === undefined) return reading({ goesOn: true, problems })
  for (const key of Object.keys(answer)) if (!keys[found.runtime].includes(key)) problems.push(`${key} is not read`)
  if (answer.cancel === true) {
    const told = textAt(answer, 'errorMessage') ?? textAt(answer, 'contextModification')
    if (told === undefined) problems.push('no reason')
    // The run ends: the model hears nothing more, the result neither.
    return reading({ goesOn: false, problems, personTold: found.runtime === 'sdk' ? undefined : told })
  }
  const words = textAt(answer, 'context') ?? textAt(answer, 'contextModification')
  if (words !== undefined && !found.context) problems.push(`context is dropped at ${event}`)
  if (words === undefined && found.runtime === 'sdk' && textAt(answer, 'errorMessage') !== undefined)
    problems.push('a message without a cancellation becomes context')
  const given = 'overrideInput' in answer
  if (given && event !== 'tool_call') problems.push(`there is no input to replace at ${event}`)
  const rewritten = given && event === 'tool_call' ? ({ of: 'input', value: answer.overrideInput } as const) : undefined
  return reading({ goesOn: true, problems, rewritten, context: found.context ? words : undefined })
}

const keys = {
  extension: ['cancel', 'contextModification', 'errorMessage'],
  sdk: ['cancel', 'context', 'contextModification', 'errorMessage', 'overrideInput', 'review'],
}

/** The whole of stdout, or what follows the mark on the last line that has it. No exit code means anything. */
const whole = ({ stdout }: Heard, problems: string[]): Plain | undefined => {
  const text = stdout.trim()
  if (text === '') return undefined
  const marked = text.split('\n').findLast(line => line.trim().startsWith('HOOK_CONTROL\t'))
  const value = parsed(marked === undefined ? text : marked.trim().slice('HOOK_CONTROL\t'.length))
  if (isPlain(value)) return value
  problems.push('stdout is not one object')
  return undefined
}

/** The last whole object on stdout at any exit code; one with a field of another type is none at all. */
const last = ({ exitCode, stdout }: Heard, problems: string[]): Plain | undefined => {
  const lines = stdout.trimEnd().split('\n')
  const value = parsed(stdout) ?? lines.map((_, at) => parsed(lines.slice(at).join('\n'))).findLast(isPlain)
  const answer = isPlain(value) && sound(value) ? value : undefined
  if (answer === undefined && (stdout.trim() !== '' || exitCode !== 0)) problems.push('there is no answer on stdout')
  return answer
}

const sound = (value: Plain): boolean =>
  !('shouldContinue' in value) &&
  ['undefined', 'boolean'].includes(typeof value.cancel) &&
  ['contextModification', 'errorMessage'].every(key => ['undefined', 'string'].includes(typeof value[key]))
