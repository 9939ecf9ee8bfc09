/** What `explain` says to a person. */

import { isObject, type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import { flat, oneLine, visible } from '../../../core/redact.ts'
import { palette } from '../terminal/ansi.ts'
import { json } from '../terminal/json.ts'

const shown = [
  'id',
  'client',
  'event',
  'tool',
  'decision',
  'decided',
  'contain',
  'told',
  'decided now',
  'next call',
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
    const said = (stream: string): string => visible(stringAt(value, stream) ?? '').trim() || '(empty)'
    return `exit ${String(value.exitCode)}, stdout ${said('stdout')}, stderr ${said('stderr')}`
  }
  if (key === 'trace' && isObject(value)) {
    const lines = Object.entries(value).flatMap(([name, found]) =>
      (Array.isArray(found) ? found : [found]).map(item => `${name.padEnd(8)} ${flat(String(item))}`),
    )
    return lines.join(`\n${' '.repeat(13)}`)
  }
  if (Array.isArray(value)) return flat(value.map(String).join(', ')) || '(none)'
  return typeof value === 'string' ? oneLine(value, 600) : json(value)
}
