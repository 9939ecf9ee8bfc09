/** How Droid reads an answer: from its source at 0.225.2 (2026-11). Not measured on a running client. */

import { type Heard, isPlain, type Plain, parsed, type Read, reading, textAt } from './reading.ts'

const events = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'SessionStart',
  'SessionEnd',
  'Notification',
  'PreCompact',
]

/** Its own schema: what is not of these types is not what any reader expects. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  continue: value => typeof value === 'boolean',
  stopReason: value => typeof value === 'string',
  suppressOutput: value => typeof value === 'boolean',
  systemMessage: value => typeof value === 'string',
  decision: value => value === 'block' || value === 'approve',
  reason: value => typeof value === 'string',
  hookSpecificOutput: isPlain,
  permissionDecision: value => ['allow', 'deny', 'ask'].includes(String(value)),
  permissionDecisionReason: value => typeof value === 'string',
  additionalContext: value => typeof value === 'string',
  updatedInput: isPlain,
}

/** What is read of a valid answer, at exit 0. A verdict elsewhere is dropped; a message is at least logged. */
const verdicts: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['permissionDecision', 'updatedInput', 'continue'],
  PostToolUse: ['additionalContext', 'continue'],
  UserPromptSubmit: ['continue', 'updatedInput', 'additionalContext'],
  Stop: ['decision', 'continue'],
  SessionStart: ['additionalContext'],
}
const spoken = ['permissionDecision', 'updatedInput', 'additionalContext', 'continue', 'decision']

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }
export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const read: Read = (event, { exitCode, stdout, stderr }, { input } = {}) => {
  if (!events.includes(event)) throw new Error(`Droid has no event ${event}`)
  const problems: string[] = []
  const text = stdout.trim()
  const value = text.startsWith('{') ? parsed(text) : undefined
  if (text.startsWith('{') && value === undefined) problems.push('stdout does not parse, and all of it is lost')
  if (text !== '' && !text.startsWith('{')) problems.push('stdout is plain text')
  const answer: Plain = isPlain(value) ? value : {}
  const said: Plain = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const keys = { ...answer, ...said }
  for (const [key, fits] of Object.entries(kinds))
    if (key in keys && !fits(keys[key])) problems.push(`${key} has an illegal value`)
  if (exitCode === 0) {
    for (const key of spoken) if (key in keys && !verdicts[event]?.includes(key)) problems.push(`${key} is not read on ${event}`)
  }
  if (exitCode === 3) problems.push('exit 3 aborts the agent')
  else if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode} is a warning`)
  const stopped = answer.continue === false
  const err = stderr.trim() === '' ? undefined : stderr.trim()
  const context =
    exitCode !== 0 ? undefined : (textAt(said, 'additionalContext') ?? (text !== '' && value === undefined ? text : undefined))
  const system = textAt(answer, 'systemMessage')

  switch (event) {
    case 'PreToolUse': {
      if (stopped || exitCode === 3) return reading({ goesOn: false, problems, personTold: textAt(answer, 'stopReason') ?? err })
      const decision = said.permissionDecision
      if (decision === 'deny') {
        const told = textAt(said, 'permissionDecisionReason')
        if (told === undefined) problems.push('no reason')
        return reading({ goesOn: false, problems, modelTold: told ?? 'Tool execution denied by hook' })
      }
      if (exitCode === 2) {
        if (err === undefined) problems.push('no reason')
        return reading({ goesOn: false, problems, modelTold: err ?? 'Tool execution blocked by hook' })
      }
      if (decision === 'ask') problems.push('ask is logged, and nobody is asked')
      return reading({
        goesOn: true,
        problems,
        skipsPrompt: decision === 'allow' ? true : undefined,
        rewritten: isPlain(said.updatedInput)
          ? { of: 'input', value: { ...(isPlain(input) ? input : {}), ...said.updatedInput } }
          : undefined,
      })
    }
    case 'PostToolUse': {
      const added = textAt(said, 'additionalContext')
      const feedback = exitCode === 2 ? (err ?? 'Hook reported an issue') : undefined
      if (stopped || exitCode === 3) problems.push('the whole turn ends')
      return reading({ goesOn: true, problems, modelTold: feedback, personTold: system, context: added })
    }
    case 'UserPromptSubmit': {
      if (exitCode === 2 || exitCode === 3 || stopped) {
        const told = err ?? textAt(answer, 'stopReason') ?? system
        if (told === undefined) problems.push('no reason')
        return reading({ goesOn: false, problems, personTold: told ?? 'User prompt submission blocked by hook' })
      }
      const updated = isPlain(said.updatedInput) ? said.updatedInput : undefined
      if (updated !== undefined && (typeof updated.prompt !== 'string' || Object.keys(updated).length > 1))
        problems.push('only the text of a prompt is replaced')
      const prompt = updated === undefined ? undefined : textAt(updated, 'prompt')
      return reading({
        goesOn: true,
        problems,
        context,
        rewritten: prompt === undefined ? undefined : { of: 'input', value: { prompt } },
      })
    }
    case 'Stop': {
      const told = answer.decision === 'block' ? textAt(answer, 'reason') : undefined
      // A block without a reason hides exit 2 as well.
      const kept =
        told ?? (exitCode === 2 && answer.decision !== 'block' ? (err ?? 'Stop hook requested continuation') : undefined)
      if (answer.decision === 'block' && told === undefined) problems.push('a block without a reason is nothing')
      return reading({
        goesOn: true,
        problems,
        modelTold: kept,
        personTold: system ?? kept,
        keepsWorking: kept === undefined || stopped || exitCode === 3 ? undefined : true,
      })
    }
    case 'PreCompact':
      // The reason stands in the list of hooks that ran, and nowhere else.
      return reading({ goesOn: exitCode !== 2 && exitCode !== 3, problems, personTold: exitCode === 2 ? err : undefined })
    case 'SessionStart':
      return reading({ goesOn: true, problems, context })
    default:
      if (exitCode === 2) problems.push(`exit 2 is not read on ${event}`)
      return reading({ goesOn: true, problems })
  }
}
