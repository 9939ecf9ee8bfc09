/** How Devin CLI reads a command hook's answer: from its documentation (2026-10). Which events take context was reported from 3000.11.3. */

import { type Heard, isPlain, type Plain, parsed, type Read, type Reading, reading, textAt } from './reading.ts'

interface Row {
  /** What a block does: nothing, words for the model after the fact, another turn, or the end of the action. */
  readonly block: 'ignored' | 'told' | 'keeps' | 'stops'
  readonly context?: true
  /** The reason is for the person: there is no call of the model to tell it in. */
  readonly unheard?: true
}

const rows: Readonly<Record<string, Row>> = {
  PreToolUse: { block: 'stops' },
  PermissionRequest: { block: 'stops' },
  PostToolUse: { block: 'told', context: true },
  UserPromptSubmit: { block: 'stops', context: true, unheard: true },
  Stop: { block: 'keeps' },
  SessionStart: { block: 'ignored', context: true },
  SessionEnd: { block: 'ignored' },
  PostCompaction: { block: 'ignored' },
}

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }

export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

export const read: Read = (event, { exitCode, stdout, stderr }) => {
  const row = rows[event]
  if (row === undefined) throw new Error(`Devin has no event ${event}`)
  const text = stdout.trim()
  const value = text === '' ? {} : parsed(text)
  const answer: Plain = isPlain(value) ? value : {}
  const problems = isPlain(value) ? wrong(event, row, answer) : ['stdout is not one JSON object']

  const blocked = (told: string | undefined): Reading => {
    if (told === undefined) problems.push('no reason')
    if (row.block === 'ignored') return silence(event, [...problems, `a block is not read on ${event}`])
    return reading({
      goesOn: row.block !== 'stops',
      problems,
      keepsWorking: row.block === 'keeps' ? true : undefined,
      modelTold: row.unheard ? undefined : told,
      personTold: told,
    })
  }

  if (exitCode === 2) return blocked(stderr.trim() || textAt(answer, 'reason'))
  if (exitCode !== 0) return silence(event, [...problems, `exit ${exitCode} is logged only`])
  if (answer.decision === 'block' || answer.decision === 'deny') return blocked(textAt(answer, 'reason'))
  if (answer.decision === 'approve') {
    if (event === 'PermissionRequest') return reading({ goesOn: true, skipsPrompt: true, problems })
    return silence(event, [...problems, `what approve does on ${event} is not known`])
  }
  const specific = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  return silence(event, problems, row.context ? textAt(specific, 'additionalContext') : undefined)
}

/** Without a word from a hook the permission that is due gets asked for, and everything else goes on. */
const silence = (event: string, problems: readonly string[], context?: string): Reading =>
  event === 'PermissionRequest' ? reading({ goesOn: false, asks: true, problems }) : reading({ goesOn: true, problems, context })

/** What the documentation does not know is not counted on. */
const wrong = (event: string, { context }: Row, answer: Plain): string[] => {
  const found = Object.keys(answer)
    .filter(key => !['decision', 'reason', 'hookSpecificOutput'].includes(key))
    .map(key => `${key} is unknown`)
  if (answer.decision !== undefined && !['block', 'deny', 'approve'].includes(String(answer.decision)))
    found.push('decision has an illegal value')
  const specific = answer.hookSpecificOutput
  if (specific === undefined) return found
  if (!isPlain(specific)) return [...found, 'hookSpecificOutput is no object']
  if (specific.hookEventName !== event) found.push('hookEventName is not the running event')
  for (const key of Object.keys(specific)) {
    const known = key === 'hookEventName' || (key === 'additionalContext' && context)
    if (!known) found.push(`${key} is not known to be read on ${event}`)
  }
  return found
}
