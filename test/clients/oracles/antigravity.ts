/**
 * How Antigravity reads an answer: before a tool as live notes measured it on 1.2.3, otherwise from the messages declared in 1.1.20 (2026).
 * Not measured by us.
 */

import { type Heard, isPlain, type Oracle, type Plain, parsed, type Read, reading, textAt } from './reading.ts'

/** The keys of each event's answer. The reader knows no others, and rejects the answer that has one. */
const keys: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['decision', 'reason', 'overwrite', 'permissionOverrides', 'allowTool', 'denyReason'],
  PostToolUse: [],
  SessionStart: ['injectSteps'],
  PreInvocation: ['injectSteps'],
  PostInvocation: ['injectSteps', 'terminationBehavior'],
  Stop: ['decision', 'reason'],
}

export const utmost: Heard = { exitCode: 0, stdout: '{"decision":"deny","reason":"no"}', stderr: '' }
/** `{}` denies a tool; silence was measured as going on at every event. */
export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const situation: Oracle['situation'] = stdin => {
  const call = isPlain(stdin.toolCall) ? stdin.toolCall : {}
  const tool = textAt(call, 'name')
  return { input: call.args, ...(tool !== undefined && { tool }) }
}

export const read: Read = (event, heard, { input } = {}) => {
  const known = keys[event]
  if (known === undefined) throw new Error(`Antigravity has no event ${event}`)
  const { exitCode, stdout } = heard
  const problems: string[] = []
  if (exitCode !== 0) problems.push(`exit ${exitCode} is a failure`)
  const text = stdout.trim()
  if (text === '' && exitCode === 0) return reading({ goesOn: true, problems })
  const value = parsed(text)
  const answer = isPlain(value) ? value : undefined
  if (answer === undefined) problems.push('stdout is not one object')
  for (const key of Object.keys(answer ?? {})) if (!known.includes(key)) problems.push(`${key} is not known at ${event}`)
  if (event === 'PreToolUse') return beforeTool(problems.length > 0 ? undefined : answer, input, problems)
  if (answer === undefined || problems.length > 0) return reading({ goesOn: true, problems })
  if (event === 'Stop')
    return answer.decision === 'continue'
      ? reading({ goesOn: true, keepsWorking: true, problems, modelTold: textAt(answer, 'reason') })
      : reading({ goesOn: true, problems })
  const steps = injected(answer, problems)
  if (answer.terminationBehavior === 'terminate') return reading({ goesOn: false, problems, modelTold: steps, context: steps })
  return reading({ goesOn: true, problems, modelTold: steps, context: steps })
}

const injected = (answer: Plain, problems: string[]): string | undefined => {
  const steps = Array.isArray(answer.injectSteps) ? answer.injectSteps : []
  const texts = steps.map(step => (isPlain(step) ? (textAt(step, 'ephemeralMessage') ?? textAt(step, 'userMessage')) : undefined))
  if (texts.some(text => text === undefined)) problems.push('a step is neither a message nor a call')
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** Whatever cannot be read denies, with words of the client's own. */
const beforeTool = (answer: Plain | undefined, input: unknown, problems: string[]) => {
  const reason = answer === undefined ? undefined : textAt(answer, 'reason')
  const overwrite = answer?.overwrite
  if (overwrite !== undefined && !isPlain(overwrite)) problems.push('overwrite is no object')
  const before = isPlain(input) ? input : {}
  const rewritten = isPlain(overwrite) ? ({ of: 'input', value: { ...before, ...overwrite } } as const) : undefined
  switch (answer?.decision) {
    case 'ask':
      return reading({ goesOn: true, problems, rewritten })
    case 'force_ask':
      return reading({ goesOn: false, asks: true, problems, personTold: reason, rewritten })
    case 'allow':
      return reading({ goesOn: true, skipsPrompt: true, problems, rewritten })
    case 'deny':
      if (reason === undefined) problems.push('no reason')
      if (rewritten !== undefined) problems.push('a denied call is not rewritten')
      return reading({ goesOn: false, problems, modelTold: reason, personTold: reason })
    default:
      if (problems.length === 0) problems.push('no decision denies')
      return reading({ goesOn: false, problems, modelTold: reason, personTold: reason })
  }
}
