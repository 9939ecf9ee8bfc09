/** How Auggie reads an answer: the hook executor and its callers, as the package @augmentcode/auggie 0.36.0 has them (2026-11). Not measured. */

import { type Heard, isPlain, type Plain, parsed, type Read, reading, type Situation, textAt } from './reading.ts'

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no\n' }
export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

/** Its schema: an answer with a key of another type is no answer at all. */
const texts = ['stopReason', 'systemMessage', 'additionalContext']
const flags = ['continue', 'suppressOutput']
const named = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart', 'SessionEnd', 'Notification']
const specifics: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  PreToolUse: {
    permissionDecision: value => ['allow', 'deny', 'ask'].includes(String(value)),
    permissionDecisionReason: value => typeof value === 'string',
    updatedInput: isPlain,
  },
  PostToolUse: {
    decision: value => value === 'block',
    reason: value => typeof value === 'string',
    additionalContext: value => typeof value === 'string',
  },
  Stop: { decision: value => value === 'block', reason: value => typeof value === 'string' },
  SessionStart: { additionalContext: value => typeof value === 'string' },
}

const fits = (answer: Plain): boolean => {
  if (texts.some(key => key in answer && typeof answer[key] !== 'string')) return false
  if (flags.some(key => key in answer && typeof answer[key] !== 'boolean')) return false
  const said = answer.hookSpecificOutput
  if (said === undefined) return true
  if (!isPlain(said) || !named.includes(String(said.hookEventName))) return false
  return Object.entries(specifics[String(said.hookEventName)] ?? {}).every(([key, fine]) => !(key in said) || fine(said[key]))
}

/** Nobody waits for these, but they are shown what a hook says to the person. */
const shown = ['Stop', 'SessionStart']

export const read: Read = (event, { exitCode, stdout, stderr }) => {
  const text = stdout.trim()
  // At any other exit code nothing is read.
  const value = exitCode === 0 || exitCode === 2 ? parsed(text) : undefined
  const answer = isPlain(value) && fits(value) ? value : undefined
  const said: Plain = isPlain(answer?.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const problems: string[] = []
  if (text !== '' && answer === undefined) problems.push('stdout is shown as plain text')
  if ('hookEventName' in said && said.hookEventName !== event) problems.push('it names another event')
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode} is a warning`)
  const err = stderr.trim()
  const words = exitCode === 0 ? [textAt(answer ?? {}, 'systemMessage'), err].filter(Boolean).join('\n') : ''
  const personTold = words === '' ? undefined : words

  switch (event) {
    case 'PreToolUse': {
      // `continue` outweighs exit 2, and a denial outweighs `continue`.
      const denied = said.permissionDecision === 'deny'
      if (denied || answer?.continue === false || (exitCode === 2 && answer?.continue !== true)) {
        const told =
          exitCode === 2 ? err : (textAt(said, 'permissionDecisionReason') ?? textAt(answer ?? {}, 'additionalContext'))
        if (!told) problems.push('no reason')
        return reading({ goesOn: false, problems, modelTold: told || 'Tool execution blocked by hook', personTold })
      }
      if (said.permissionDecision === 'ask') problems.push('ask is not asked, and the tool runs')
      if (said.permissionDecision === 'allow') problems.push('allow changes nothing')
      const updated = isPlain(said.updatedInput) ? said.updatedInput : undefined
      return reading({
        goesOn: true,
        problems,
        personTold,
        rewritten: updated === undefined ? undefined : { of: 'input', value: updated },
      })
    }
    case 'PostToolUse': {
      // A block that does not end the turn as well is lost where the answers of several hooks are put together.
      if ('decision' in said) problems.push('a block on stdout is not heard')
      const context =
        exitCode === 0 ? (textAt(said, 'additionalContext') ?? textAt(answer ?? {}, 'additionalContext')) : undefined
      const feedback = exitCode === 2 ? err || 'Hook blocked execution (no error message provided)' : undefined
      return reading({ goesOn: true, problems, modelTold: feedback, context, personTold })
    }
    default: {
      if (!shown.includes(event) && personTold === undefined && text !== '') problems.push('nobody listens')
      if (exitCode === 2) problems.push(`exit 2 is not heard on ${event}`)
      if (Object.keys(said).length > 1) problems.push(`what ${event} says is dropped`)
      return reading({ goesOn: true, problems, personTold })
    }
  }
}

export const situation = (stdin: Plain): Situation => ({ input: stdin.tool_input, output: stdin.tool_output })
