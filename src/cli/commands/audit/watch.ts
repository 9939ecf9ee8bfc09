/** `watch`: calls as they come. On a terminal a view with keys; elsewhere lines, as `audit tail --follow` has them. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { type Entry, readEntry } from '../../../hook/audit/entry.ts'
import { matches } from '../../../hook/audit/filter.ts'
import { follower } from '../../../hook/audit/follow.ts'
import { calendarOf } from '../../../hook/audit/history/groups.ts'
import { entryOf, nothingSkipped } from '../../../hook/audit/read.ts'
import { hasher, writeAll } from '../../../hook/io.ts'
import { palette } from '../terminal/ansi.ts'
import { checkNames } from './known-names.ts'
import { type Asked, historyOf, stateOf, wantedBy } from './options.ts'
import { pollMs, tail } from './tail.ts'
import { emptyView, press, screen, type View, withEntries } from './watch-view.ts'

const mostBefore = 500

export const watch = async (options: Asked): Promise<number> => {
  if (options.json || !isatty(1) || !isatty(0) || process.env.TERM === 'dumb')
    return tail({ ...options, lines: '10', follow: true })
  const [state, wanted, hash] = [stateOf(options), wantedBy(options), await hasher()]
  const following = follower(state)
  const history = await historyOf(options)
  await checkNames(wanted, async () => history)
  const midnight = new Date().setHours(0, 0, 0, 0)
  const before = history.list(wanted, { limit: mostBefore }).entries
  const [today] = history.groups('day', { ...wanted, since: Math.max(midnight, wanted.since ?? 0) }).slice(-1)
  history.close()
  const shown = new Set(before.map(({ id }) => id))
  let view: View | undefined = { ...emptyView(calendarOf(Date.now())), ...(today && { today }), entries: [...before].reverse() }

  const fresh = (): readonly Entry[] => {
    const found: Entry[] = []
    following.poll(bytes => {
      const entry = entryOf(readEntry(bytes, true, hash), nothingSkipped())
      if (entry !== undefined && !shown.has(entry.id) && matches(entry, wanted)) found.push(entry)
      return true
    })
    return found
  }
  const draw = (now: View): boolean => {
    const { columns = 100, rows = 30 } = process.stdout
    return writeAll(
      1,
      `\u001b[H${screen(now, columns, rows, palette())
        .map(line => `${line}\u001b[K`)
        .join('\r\n')}\u001b[J`,
    )
  }
  const restore = enter()
  const onKey = (bytes: Buffer): void => {
    // An arrow or a function key comes as several signs, of which none is one of ours.
    const text = bytes.toString('utf8')
    if (text.startsWith('\u001b') || view === undefined) return
    for (const key of text) view = view && press(view, key)
    if (view !== undefined) draw(view)
  }
  process.stdin.on('data', onKey)
  try {
    let drawn: View | undefined
    let size = ''
    while (view !== undefined) {
      const found = fresh()
      if (found.length > 0 || calendarOf(Date.now()) !== view.day) view = withEntries(view, found, Date.now())
      const now = `${process.stdout.columns} ${process.stdout.rows}`
      if ((view !== drawn || now !== size) && !draw(view)) return 0
      drawn = view
      size = now
      await sleep(pollMs)
    }
    return 0
  } finally {
    process.stdin.off('data', onKey)
    restore()
    following.close()
  }
}

/** The other screen, without a cursor and with lines that end at the edge; all of it is undone however we end. */
const enter = (): (() => void) => {
  const undo = (): void => {
    process.stdin.setRawMode(false)
    process.stdin.pause()
    writeAll(1, '\u001b[?7h\u001b[?25h\u001b[?1049l')
  }
  const onSignal = (): void => {
    undo()
    process.exit(0)
  }
  process.stdin.setRawMode(true)
  process.stdin.resume()
  writeAll(1, '\u001b[?1049h\u001b[?25l\u001b[?7l')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return undo
}
