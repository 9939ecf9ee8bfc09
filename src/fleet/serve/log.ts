/** The log: one JSON object per line on stderr. Foreign text in it is masked, cut and on one line. */

import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { Lines } from './line-writer.ts'
import type { LogLevel } from './options.ts'

export interface Log {
  /** What happens to the server itself: said at every level but `off`. */
  readonly notice: (what: string, fields?: Fields) => void
  readonly info: (what: string, fields?: Fields) => void
  readonly warn: (what: string, fields?: Fields) => void
}
type Fields = Readonly<Record<string, JsonValue | undefined>>

export const logTo = (lines: Lines, level: LogLevel): Log => {
  const say = (word: 'info' | 'warn', what: string, fields: Fields): void => {
    const now = Date.now()
    const line = (): string =>
      `${JSON.stringify({ time: new Date(now).toISOString(), level: word, msg: what, ...fields } satisfies Loose)}\n`
    lines.add(line, usual)
  }
  return {
    notice: (what, fields = {}) => level !== 'off' && say('info', what, fields),
    info: (what, fields = {}) => level === 'info' && say('info', what, fields),
    warn: (what, fields = {}) => level !== 'off' && say('warn', what, fields),
  }
}
/** About as long as a line is. */
const usual = 500
type Loose = Readonly<Record<string, JsonValue | undefined>> | JsonObject
