/** What `explain` says to a person. */

import { isObject, type JsonObject, type JsonValue, stringAt } from '../../core/json.ts'
import { oneLine } from '../../core/redact.ts'
import { palette } from '../terminal/ansi.ts'

const shown = [
  'id',
  'client',
  'event',
  'tool',
  'decision',
  'decided',
  'told',
  'decided now',
  'certainty',
  'rules',
  'reason',
  'instead',
  'permits',
  'trace',
  'context',
  'rewrite',
  'audited',
  'would',
  'source',
  'settled',
  'failure',
  'cause',
  'fix',
  'breaker',
  'fallback',
  'registered',
  'time',
  'ms',
  'answer',
]

export const table = (result: JsonObject): string => {
  const { faint, decision } = palette()
  return shown
    .filter(key => Object.hasOwn(result, key) && result[key] !== null && result[key] !== '')
    .map(key => {
      const text = display(key, result[key])
      return `${faint(key.padEnd(12))} ${key.startsWith('deci') ? decision(text) : text}`
    })
    .join('\n')
}

const display = (key: string, value: JsonValue | undefined): string => {
  if (key === 'answer' && isObject(value)) {
    return `exit ${String(value.exitCode)}, stdout ${stringAt(value, 'stdout')?.trim() || '(empty)'}, stderr ${stringAt(value, 'stderr')?.trim() || '(empty)'}`
  }
  if (key === 'trace' && isObject(value)) {
    const lines = Object.entries(value).flatMap(([name, found]) =>
      (Array.isArray(found) ? found : [found]).map(item => `${name.padEnd(8)} ${String(item)}`),
    )
    return lines.join(`\n${' '.repeat(13)}`)
  }
  if (Array.isArray(value)) return value.map(String).join(', ') || '(none)'
  return typeof value === 'string' ? oneLine(value, 600) : JSON.stringify(value)
}
