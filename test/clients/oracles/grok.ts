/**
 * How Grok reads an answer: measured 2026-11 on the hook runner of 1.0.6 with made-up calls; notes on 0.2.106 and the guide of 1.0 for the
 * rest. On 1.0.6 a prompt and a result are only observed: exit 2 is recorded as a failed hook, and the action goes on. What only 1.0 reads
 * is a problem, since no payload tells the version.
 */

import { type Heard, isPlain, type Oracle, type Plain, parsed, type Read, type Reading, reading, textAt } from './reading.ts'

type Gate = 'tool' | 'stop' | 'observe'

const gates: Readonly<Record<string, Gate>> = {
  pre_tool_use: 'tool',
  user_prompt_submit: 'observe',
  post_tool_use: 'observe',
  post_tool_use_failure: 'observe',
  permission_denied: 'observe',
  stop: 'stop',
  subagent_stop: 'stop',
  stop_failure: 'observe',
  stop_cancelled: 'observe',
  session_start: 'observe',
  session_end: 'observe',
  subagent_start: 'observe',
  notification: 'observe',
  pre_compact: 'observe',
  post_compact: 'observe',
}

export const utmost: Heard = { exitCode: 2, stdout: '', stderr: 'no' }
export const neutral: Heard = { exitCode: 0, stdout: '', stderr: '' }

/** A stop at the end of the session is not the hook's to hold. */
export const situation: Oracle['situation'] = stdin => {
  const tool = textAt(stdin, 'toolName')
  const over = stdin.reason !== undefined && stdin.reason !== 'end_turn'
  const source = over ? { source: 'observed' } : {}
  return { input: stdin.toolInput, output: stdin.toolResult, ...source, ...(tool !== undefined && { tool }) }
}

export const read: Read = (event, heard, { source } = {}) => {
  const named = gates[event]
  if (named === undefined) throw new Error(`Grok has no event ${event}`)
  const passive = source === 'observed' && event === 'stop'
  const gate = passive ? 'observe' : named
  const { exitCode, stdout } = heard
  const text = stdout.trim()
  const value = text === '' ? undefined : parsed(text)
  const answer = isPlain(value) ? value : undefined
  const problems = faultsOf(gate, exitCode, text, answer)
  if (gate === 'observe') return reading({ goesOn: true, problems })

  const decision = answer?.decision
  const refused = gate === 'tool' ? decision === 'deny' || decision === 'block' : decision === 'block'
  if (exitCode !== 2 && !refused) return reading({ goesOn: true, problems })
  const told = (refused && answer !== undefined ? textAt(answer, 'reason') : undefined) ?? spoken(gate, heard)
  if (told === '') problems.push('no reason')
  return stopped(gate, told, problems)
}

const spoken = (gate: Gate, { stderr }: Heard): string => (gate === 'tool' ? (stderr.split('\n')[0] ?? '') : stderr).trim()

const stopped = (gate: Gate, told: string, problems: readonly string[]): Reading => {
  switch (gate) {
    case 'tool':
      return reading({ goesOn: false, problems, modelTold: told, personTold: told })
    case 'stop':
      return reading({ goesOn: true, keepsWorking: true, problems, modelTold: told })
    case 'observe':
      return reading({ goesOn: true, problems, modelTold: told })
  }
}

const faultsOf = (gate: Gate, exitCode: number, text: string, answer: Plain | undefined): string[] => {
  const problems: string[] = []
  if (text !== '' && answer === undefined) problems.push('stdout is not one object')
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode} is a failure`)
  if (gate === 'observe' && (text !== '' || exitCode !== 0)) problems.push('nothing is read here')
  if (answer === undefined) return problems
  if (typeof answer.decision === 'string') {
    const known = gate === 'tool' ? ['allow', 'deny', 'block', 'approve'] : ['block']
    if (!known.includes(answer.decision)) problems.push(`decision ${answer.decision} is not known, or to 1.0 only`)
  }
  const specific = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  for (const key of Object.keys(specific)) if (key !== 'hookEventName') problems.push(`${key} is read by 1.0 only`)
  return problems
}
