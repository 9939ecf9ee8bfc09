/** Lists, bars and colours for a person. Everything foreign has gone through `oneLine` or `visible` before it gets here. */

import { isatty } from 'node:tty'
import { oneLine } from '../../../core/redact.ts'
import type { Entry } from '../../../hook/audit/entry.ts'
import { whatOf } from '../../../hook/audit/history/stats.ts'
import type { Palette } from '../terminal/ansi.ts'

/** Columns of the terminal, or as many as a wide one has. */
export const width = (): number => (isatty(1) ? Math.max(60, process.stdout.columns ?? 100) : 160)

const two = (number: number): string => String(number).padStart(2, '0')

/** Local time, to the second. */
export const clock = (at: number | undefined): string => {
  if (at === undefined) return '(no time)'.padEnd(19)
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** One entry in one line: when, what was decided, who asked, by which rules, how long, and what about. */
export const row = (entry: Entry, { decision, faint }: Palette, columns: number): string => {
  const head = [
    faint(entry.id),
    clock(entry.at),
    decision(entry.decision, oneLine(entry.decision, 12).padEnd(5)),
    oneLine(entry.client || 'unknown', 16).padEnd(12),
    oneLine(entry.event, 24).padEnd(12),
    faint(`${duration(entry.ms)}`.padStart(8)),
  ]
  const rules = entry.rules.length === 0 ? '' : `${oneLine(entry.rules.join(' '), 60)}  `
  const trial = entry.audited.length === 0 ? '' : `${trialOf(entry)}  `
  const plain = 10 + 19 + Math.max(5, entry.decision.length) + 12 + Math.max(12, entry.event.length) + 8 + 5 * 2
  return `${head.join('  ')}  ${rules}${decision(entry.would || 'ask', trial)}${oneLine(whatOf(entry), Math.max(20, columns - plain - rules.length - trial.length - 2))}`
}

/** `would deny git.push-force`; a rule on trial that would have changed nothing is only named. */
const trialOf = ({ would, audited }: Entry): string =>
  `${would === '' ? 'on trial' : `would ${oneLine(would, 12)}`} ${oneLine(audited.join(' '), 60)}`

export const duration = (ms: number | undefined): string =>
  ms === undefined ? '' : ms < 1_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(1)} s`

/** `name  ████ 12`, the longest bar being the largest count. */
export const bars = (
  counts: readonly { readonly name: string; readonly count: number }[],
  columns: number,
  label = 28,
): string[] => {
  const largest = Math.max(1, ...counts.map(({ count }) => count))
  const names = counts.map(({ name }) => oneLine(name, label))
  const wide = Math.max(...names.map(name => name.length), 1)
  const digits = String(largest).length
  const room = Math.min(40, Math.max(10, columns - wide - digits - 8))
  return counts.map(({ count }, at) =>
    `  ${(names[at] ?? '').padEnd(wide)}  ${String(count).padStart(digits)}  ${bar(count / largest, room)}`.trimEnd(),
  )
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

const bar = (share: number, room: number): string => {
  const parts = Math.round(share * room * 8)
  const drawn = '█'.repeat(parts >> 3) + (eighths[parts & 7] ?? '')
  // Something is never drawn as nothing.
  return drawn === '' && share > 0 ? '▏' : drawn
}
