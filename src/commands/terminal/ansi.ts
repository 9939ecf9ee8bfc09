/** Colours for a person at a terminal. */

import { isatty } from 'node:tty'

/** Only on a terminal, and not where the person has said no. */
export const colourful = (): boolean => isatty(1) && !process.env.NO_COLOR && process.env.TERM !== 'dumb'

/** Text in the colour of a code, or as it is. */
export const painter =
  (on: boolean) =>
  (code: number, text: string): string =>
    on && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text

/** Attributes and foregrounds. */
export const [bold, dim, red, green, yellow, magenta, cyan] = [1, 2, 31, 32, 33, 35, 36] as const

/** One colour for each decision. */
export const decided = (word: string): number => decisions.get(word) ?? magenta

const decisions: ReadonlyMap<string, number> = new Map([
  ['deny', red],
  ['ask', yellow],
  ['defer', yellow],
  ['allow', green],
])
