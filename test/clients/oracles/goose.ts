/** How Goose reads an answer, from its own page about hooks (2026-11). Not measured. */

import { isPlain, parsed, type Read, reading, type Situation, textAt } from './reading.ts'

export const utmost = { exitCode: 2, stdout: '', stderr: 'no\n' }
export const neutral = { exitCode: 0, stdout: '', stderr: '' }

export const read: Read = (event, { exitCode, stdout, stderr }, { onFailure } = {}) => {
  if (event !== 'PreToolUse' && event !== 'Stop')
    return reading({ goesOn: true, problems: stdout === '' && exitCode === 0 ? [] : ['nobody listens'] })
  const text = stdout.trim()
  const json = text.startsWith('{') ? parsed(text) : undefined
  const decision = isPlain(json) ? json.decision : undefined
  if (exitCode === 2 || decision === 'block') {
    const said = exitCode === 2 ? stderr.trim() : isPlain(json) ? textAt(json, 'reason') : undefined
    const reason = said || 'denied by plugin hook'
    if (event === 'Stop') return reading({ goesOn: true, keepsWorking: true, problems: [], modelTold: reason })
    return reading({ goesOn: false, problems: [], modelTold: reason })
  }
  if (exitCode === 0 && (text === '' || decision === 'allow')) return reading({ goesOn: true, problems: [] })
  const blocked = event === 'PreToolUse' && onFailure === 'block'
  return reading({ goesOn: !blocked, problems: ['it is no decision'] })
}

export const situation = (): Situation => ({})
