/** Colours for a person at a terminal, and none where nobody looks. */

import { isatty } from 'node:tty'
import type { Severity } from '../../../setup/doctor/finding.ts'

type Style = (text: string) => string

export interface Palette {
  readonly strong: Style
  readonly faint: Style
  readonly added: Style
  readonly removed: Style
  readonly place: Style
  readonly warned: Style
  readonly decision: (word: string, text?: string) => string
  readonly severity: (severity: Severity, text: string) => string
}

const [bold, dim, red, green, yellow, magenta, cyan] = [1, 2, 31, 32, 33, 35, 36] as const

const decisions: ReadonlyMap<string, number> = new Map([
  ['deny', red],
  ['ask', yellow],
  ['defer', yellow],
  ['contain', cyan],
  ['allow', green],
])
const severities: Readonly<Record<Severity, number>> = { ok: green, warn: yellow, bad: red }

/** Colours only on a terminal, and not where the person has said no. */
export const palette = (on = isatty(1) && !process.env.NO_COLOR && process.env.TERM !== 'dumb'): Palette => {
  const painted = (code: number, text: string): string => (on && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text)
  const style =
    (code: number): Style =>
    text =>
      painted(code, text)
  return {
    strong: style(bold),
    faint: style(dim),
    added: style(green),
    removed: style(red),
    place: style(cyan),
    warned: style(yellow),
    decision: (word, text = word) => painted(decisions.get(word) ?? magenta, text),
    severity: (severity, text) => painted(severities[severity], text),
  }
}
