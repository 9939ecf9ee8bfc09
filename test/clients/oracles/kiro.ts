/** How Kiro reads an answer: from its documentation, published payloads and issues up to 2026-08. Not measured by us. */

import { type Heard, type Read, reading } from './reading.ts'

/**
 * `warned`: exit 2 is a warning. Of prompts the versions say different things: CLI 3 promises to block, IDE 1.0.337 does not (issue
 * 11050), and the payloads are alike. The weaker word counts.
 */
interface Row {
  readonly denial: 'stops' | 'warned'
  /** Text on stdout at exit 0 goes to the model. */
  readonly context?: true
}
const rows: Readonly<Record<string, Row>> = {
  PreToolUse: { denial: 'stops' },
  PostToolUse: { denial: 'warned' },
  UserPromptSubmit: { denial: 'warned', context: true },
  Stop: { denial: 'warned' },
  SessionStart: { denial: 'warned', context: true },
  PreTaskExec: { denial: 'warned' },
  PostTaskExec: { denial: 'warned' },
  PostFileCreate: { denial: 'warned' },
  PostFileSave: { denial: 'warned' },
  PostFileDelete: { denial: 'warned' },
  Manual: { denial: 'warned' },
  preToolUse: { denial: 'stops' },
  postToolUse: { denial: 'warned' },
  userPromptSubmit: { denial: 'warned', context: true },
  stop: { denial: 'warned' },
  agentSpawn: { denial: 'warned', context: true },
}
const mayDeny = ['PreToolUse', 'preToolUse', 'UserPromptSubmit']

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }
export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const plain = true

export const read: Read = (event, { exitCode, stdout, stderr }) => {
  const row = rows[event]
  if (row === undefined) throw new Error(`Kiro has no event ${event}`)
  const problems: string[] = []
  const text = stdout.trim()
  const err = stderr.trim() === '' ? undefined : stderr.trim()
  if (exitCode === 2 && row.denial === 'stops') {
    if (err === undefined) problems.push('no reason')
    if (text !== '') problems.push('stdout is not read at exit 2')
    return reading({ goesOn: false, problems, modelTold: err ?? 'blocked' })
  }
  if (exitCode === 2 && !mayDeny.includes(event)) problems.push(`exit 2 is a warning on ${event}`)
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode} is a warning`)
  if (exitCode === 0 && text !== '' && row.context === undefined)
    problems.push(`stdout goes to nobody, or to the model, on ${event}`)
  if (exitCode === 0 && text.startsWith('{')) problems.push('JSON is not read')
  return reading({
    goesOn: true,
    problems,
    personTold: exitCode === 0 ? undefined : err,
    context: exitCode === 0 && row.context && text !== '' ? text : undefined,
  })
}
