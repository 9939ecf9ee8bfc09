/** How Junie reads an answer: from its documentation of 2026-07 and notes of 2026-09. Not measured. */

import { type Heard, isPlain, type Plain, parsed, type Read, reading, textAt } from './reading.ts'

/** What a block does, and which other words are read. */
const rows: Readonly<Record<string, { readonly denial: 'stops' | 'keeps' | 'ignored'; readonly reads: readonly string[] }>> = {
  PreToolUse: { denial: 'stops', reads: ['updatedInput', 'additionalContext'] },
  PermissionRequest: { denial: 'stops', reads: [] },
  UserPromptSubmit: { denial: 'stops', reads: ['additionalContext'] },
  Stop: { denial: 'keeps', reads: ['additionalContext', 'systemMessage'] },
  StopFailure: { denial: 'ignored', reads: [] },
  SessionStart: { denial: 'ignored', reads: [] },
  SessionEnd: { denial: 'ignored', reads: [] },
}

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }

/** Silence at exit 0 approves what a dialog would have asked. */
export const neutral = (event: string): Heard => ({ exitCode: event === 'PermissionRequest' ? 3 : 0, stdout: '', stderr: '' })

/** A warning with which the client goes on as without a hook; the person sees it. */
export const codes: readonly number[] = [0, 2, 3]

export const read: Read = (event, { exitCode, stdout, stderr }) => {
  const row = rows[event]
  if (row === undefined) throw new Error(`Junie has no event ${event}`)
  const problems: string[] = []
  const value = parsed(stdout)
  const answer: Plain = isPlain(value) ? value : {}
  if (stdout.trim() !== '' && !isPlain(value)) problems.push('stdout is not one object')
  if ('hookSpecificOutput' in answer && event !== 'Stop') problems.push('hookSpecificOutput is not read')
  const err = stderr.trim() === '' ? undefined : stderr.trim()
  const decision = textAt(answer, 'decision')
  if (decision !== undefined && !['allow', 'ask', 'block', 'deny'].includes(decision)) problems.push(`${decision} is no decision`)

  const denied = (told: string | undefined) => {
    if (told === undefined) problems.push('no reason')
    if (row.denial === 'ignored') return reading({ goesOn: true, problems: [...problems, `a denial is not read on ${event}`] })
    return reading({
      goesOn: row.denial !== 'stops',
      problems,
      modelTold: event === 'UserPromptSubmit' ? undefined : (told ?? 'blocked with exit code 2'),
      personTold: told,
      keepsWorking: row.denial === 'keeps' ? true : undefined,
    })
  }
  if (exitCode === 2) return denied(err ?? textAt(answer, 'reason'))
  if (exitCode !== 0) {
    if (err === undefined && event !== 'PermissionRequest') problems.push(`exit ${exitCode} without a word`)
    if (Object.keys(answer).length > 0) problems.push(`JSON is lost at exit ${exitCode}`)
    return event === 'PermissionRequest'
      ? reading({ goesOn: false, asks: true, problems, personTold: err })
      : reading({ goesOn: true, problems, personTold: err })
  }
  if (decision === 'deny' || decision === 'block') return denied(textAt(answer, 'reason'))
  for (const key of ['updatedInput', 'additionalContext', 'systemMessage'])
    if (key in answer && !row.reads.includes(key)) problems.push(`${key} is not read on ${event}`)
  if (event === 'PermissionRequest') return reading({ goesOn: true, skipsPrompt: true, problems })
  if (event === 'Stop') {
    const context = textAt(answer, 'additionalContext')
    // Context alone is one more step of the agent's.
    return reading({
      goesOn: true,
      problems,
      context,
      personTold: textAt(answer, 'systemMessage'),
      keepsWorking: context === undefined ? undefined : true,
    })
  }
  const context =
    textAt(answer, 'additionalContext') ??
    (row.reads.includes('additionalContext') && stdout.trim() !== '' && value === undefined ? stdout.trim() : undefined)
  if (decision === 'ask') {
    if (event === 'PreToolUse') return reading({ goesOn: false, asks: true, problems, personTold: textAt(answer, 'reason') })
    problems.push(`nobody is asked on ${event}`)
  }
  const updated = event === 'PreToolUse' && isPlain(answer.updatedInput) ? answer.updatedInput : undefined
  return reading({
    goesOn: true,
    problems,
    context,
    rewritten: updated === undefined ? undefined : { of: 'input', value: updated },
  })
}
