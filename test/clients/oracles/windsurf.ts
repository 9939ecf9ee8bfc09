/** How Cascade reads an answer: from its documentation (2026-10). Not measured on a running client. */

import { type Heard, type Plain, type Read, reading } from './reading.ts'

/** Only what happens before an action can be blocked. */
const events: Readonly<Record<string, 'before' | 'after'>> = {
  pre_user_prompt: 'before',
  pre_read_code: 'before',
  pre_write_code: 'before',
  pre_run_command: 'before',
  pre_mcp_tool_use: 'before',
  post_read_code: 'after',
  post_write_code: 'after',
  post_run_command: 'after',
  post_mcp_tool_use: 'after',
  post_cascade_response: 'after',
  post_cascade_response_with_transcript: 'after',
  post_setup_worktree: 'after',
}

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }
export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const situation = (stdin: Plain) => {
  const info = stdin.tool_info
  return { input: info }
}

/** The registration on Windows ends in `exit $LASTEXITCODE`, so that PowerShell hands the code on. */
export const read: Read = (event, { exitCode, stdout, stderr }) => {
  const when = events[event]
  if (when === undefined) throw new Error(`Cascade has no event ${event}`)
  const problems: string[] = []
  if (stdout !== '') problems.push('stdout is never read')
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode} is an error, and the action goes on`)
  if (exitCode !== 2) return reading({ goesOn: true, problems })
  if (when === 'after') return reading({ goesOn: true, problems: [...problems, `nothing is blocked at ${event}`] })
  const told = stderr.trim()
  if (told === '') problems.push('no reason')
  return reading({ goesOn: false, problems, modelTold: told, personTold: told })
}
