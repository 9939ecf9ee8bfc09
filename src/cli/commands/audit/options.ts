/** `audit`: what hooks have decided. What all its commands take: where the log is, and which entries count. */

import type { Wanted } from '../../../hook/audit/filter.ts'
import { type History, openHistory } from '../../../hook/audit/history/history.ts'
import type { Skipped } from '../../../hook/audit/read.ts'
import { type Filters, wantedFrom } from '../../../hook/audit/wanted.ts'
import { placesOf } from '../../../hook/config.ts'
import { hasher, writeAll } from '../../../hook/io.ts'
import { ConfigError } from '../terminal/errors.ts'

export interface Asked extends Filters {
  readonly trial?: boolean
  readonly dir?: string
  readonly json?: boolean
}

/** The log, with a word to whoever waits for it to be read. */
export const historyOf = async (asked: Asked): Promise<History> => {
  const started = performance.now()
  let told = false
  const onProgress = (): void => {
    if (told || performance.now() - started < 1_000) return
    told = true
    writeAll(2, 'tfy-hook: reading the audit log …\n')
  }
  return openHistory(stateOf(asked), await hasher(), { onProgress })
}

export const stateOf = ({ dir }: Asked): string => dir ?? placesOf(process.env).state

export const wantedBy = (asked: Asked, now = Date.now()): Wanted => {
  const wanted = wantedFrom(asked, now)
  if ('wrong' in wanted) throw new ConfigError(`--${wanted.wrong}`)
  return { ...wanted, ...(asked.trial === true && { trial: true }) }
}

/** Damaged lines are said on stderr, so that what is on stdout stays what was asked for. */
export const saySkipped = ({ damaged, half }: Skipped): void => {
  if (damaged === 0) return
  const what = damaged === 1 ? '1 line cannot be read and was left out' : `${damaged} lines cannot be read and were left out`
  writeAll(2, `tfy-hook: ${what}${half ? ' (the last one is half written)' : ''}. See: tfy-hook audit verify\n`)
}
