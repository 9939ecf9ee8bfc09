/** `audit tail`: the last entries, and with `--follow` those that come. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Entry, readEntry } from '../../../hook/audit/entry.ts'
import { matches } from '../../../hook/audit/filter.ts'
import { follower } from '../../../hook/audit/follow.ts'
import { entriesFromEnd, entryOf, nothingSkipped } from '../../../hook/audit/read.ts'
import { hasher, writeAll } from '../../../hook/io.ts'
import { palette } from '../terminal/ansi.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { row, width } from './format.ts'
import { checkNames } from './known-names.ts'
import { type Asked, historyOf, saySkipped, stateOf, wantedBy } from './options.ts'

interface TailOptions extends Asked {
  readonly lines: string
  readonly follow?: boolean
}

export const pollMs = 200
/** An hour without a matching line further back than this is not searched. */
const mostLines = 100_000

export const tail = async (options: TailOptions): Promise<number> => {
  const count = Number(options.lines)
  if (!Number.isInteger(count) || count < 0 || count > mostLines)
    throw new ConfigError(`--lines takes a whole number from 0 to ${mostLines}.`)
  const [state, wanted, hash, colours] = [stateOf(options), wantedBy(options), await hasher(), palette()]
  await checkNames(wanted, () => historyOf(options))
  const show = (entry: Entry): boolean =>
    writeAll(1, options.json ? `${json(entry.record)}\n` : `${row(entry, colours, width())}\n`)

  const following = options.follow ? follower(state) : undefined
  const skipped = nothingSkipped()
  const last: Entry[] = []
  if (count > 0) {
    for (const entry of entriesFromEnd(state, hash, skipped)) {
      if (matches(entry, wanted) && last.push(entry) >= count) break
      // Written in order but for those of the same moment.
      if (wanted.since !== undefined && entry.at !== undefined && entry.at < wanted.since - slackMs) break
    }
  }
  for (const entry of last.reverse()) if (!show(entry)) return 0
  saySkipped(skipped)
  if (following === undefined) {
    if (last.length === 0 && count > 0) writeAll(2, 'tfy-hook: no such call is recorded.\n')
    return 0
  }

  const shown = new Set(last.map(({ id }) => id))
  try {
    for (;;) {
      const fresh = nothingSkipped()
      const open = following.poll(bytes => {
        const entry = entryOf(readEntry(bytes, true, hash), fresh)
        return entry === undefined || shown.has(entry.id) || !matches(entry, wanted) || show(entry)
      })
      saySkipped(fresh)
      if (!open) return 0
      await sleep(pollMs)
    }
  } finally {
    following.close()
  }
}

const slackMs = 600_000
