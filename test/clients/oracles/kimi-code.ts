/** How Kimi Code 2.1.0 reads an answer: `runHook.ts` and the callers of its runner, as the package has them, and what the running client did. */

import { isPlain, type Plain, parsed, type Read, reading, type Situation, textAt } from './reading.ts'

export const utmost = { exitCode: 2, stdout: '', stderr: 'no\n' }
export const neutral = { exitCode: 0, stdout: '', stderr: '' }

/** Events whose block is looked at; of the others nothing is. */
const heard = ['PreToolUse', 'UserPromptSubmit', 'Stop']

export const read: Read = (event, { exitCode, stdout, stderr }) => {
  if (!heard.includes(event))
    return reading({ goesOn: true, problems: stdout === '' && exitCode === 0 ? [] : ['nobody listens'] })
  const json = parsed(stdout.trim())
  const structured = exitCode === 0 && isPlain(json) ? json : undefined
  const specific = isPlain(structured?.hookSpecificOutput) ? structured.hookSpecificOutput : {}
  const denied = exitCode === 2 || specific.permissionDecision === 'deny'
  const problems = exitCode !== 0 && exitCode !== 2 ? [`exit ${exitCode} is an error, and the action goes on`] : []
  if (denied) {
    const reason = (exitCode === 2 ? stderr.trim() : textAt(specific, 'permissionDecisionReason')) || `Blocked by ${event} hook`
    if (event === 'Stop') return reading({ goesOn: true, keepsWorking: true, problems, modelTold: reason })
    // Of a prompt the reason is kept in the conversation, where both read it.
    return reading({ goesOn: false, problems, modelTold: reason, ...(event === 'UserPromptSubmit' && { personTold: reason }) })
  }
  if (event !== 'UserPromptSubmit') {
    const unread = stdout.trim() === '' ? [] : ['stdout is not read here']
    return reading({ goesOn: true, problems: [...problems, ...unread] })
  }
  const message = structured === undefined ? undefined : (textAt(structured, 'message') ?? textAt(specific, 'message'))
  const context = exitCode === 0 ? message?.trim() || stdout.trim() || undefined : undefined
  return reading({ goesOn: true, problems, ...(context !== undefined && { context }) })
}

export const situation = (stdin: Plain): Situation => ({ output: stdin.tool_output })
