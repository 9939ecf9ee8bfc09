/** Calls as CSV (RFC 4180), for a spreadsheet: nothing that an agent wrote becomes a formula there. */

import { stringAt } from '../../../core/json.ts'
import { visible } from '../../../core/redact.ts'
import type { Entry } from '../../../hook/audit/entry.ts'
import { projectOf } from '../../../hook/audit/filter.ts'
import { contentOf } from '../../../hook/audit/history/stats.ts'

const columns: readonly (readonly [name: string, of: (entry: Entry) => string | number | undefined])[] = [
  ['time', ({ time }) => time],
  ['id', ({ id }) => id],
  ['client', ({ client }) => client],
  ['event', ({ event }) => event],
  ['tool', ({ tool }) => tool],
  ['decision', ({ decision }) => decision],
  ['would', ({ would }) => would],
  ['rules', ({ rules }) => rules.join(' ')],
  ['trial', ({ audited }) => audited.join(' ')],
  ['reason', ({ record }) => stringAt(record, 'reason')],
  ['certainty', ({ record }) => stringAt(record, 'certainty')],
  ['failure', ({ record }) => stringAt(record, 'failure')],
  ['user', ({ user }) => user],
  ['host', ({ record }) => stringAt(record, 'host')],
  ['project', projectOf],
  ['session', ({ session }) => session],
  ['ms', ({ ms }) => ms],
  ['content', contentOf],
]

export const csvHead = `${columns.map(([name]) => name).join()}\r\n`

export const csvLine = (entry: Entry): string => `${columns.map(([, of]) => cell(of(entry))).join()}\r\n`

/** What a spreadsheet may take for the beginning of a formula, in either width. */
const formula = /^[\s'"]*[=+\-@\uff0b\uff0d\uff1d\uff20|%]/

const cell = (value: string | number | undefined): string => {
  if (value === undefined || typeof value === 'number') return `${value ?? ''}`
  const shown = visible(value)
  // Where semicolons separate, a quote in the middle of a line does not count, and each of its pieces may become a cell.
  const pieces = shown.split(/(?<=[;\n])/).map(piece => (formula.test(piece) ? `'${piece}` : piece))
  const harmless = `${/^\s/.test(pieces[0] ?? '') ? "'" : ''}${pieces.join('')}`
  return /[",\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
