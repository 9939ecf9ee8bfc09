/** Run by Bun, which has SQLite: what becomes of the index in a state directory. Each word on the command line is one step; prints what was seen. */

import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { auditFile } from '../../src/hook/audit/files.ts'
import { openHistory } from '../../src/hook/audit/history/history.ts'
import { openDatabase } from '../../src/hook/audit/history/sqlite.ts'
import { indexFile, loadIndex } from '../../src/hook/audit/history/store.ts'
import { hash } from './log.ts'

const [state = '', ...steps] = process.argv.slice(2)
const index = indexFile(state)

const inIndex = (...sql: readonly string[]): void => {
  const db = openDatabase()?.(index)
  for (const one of sql) db?.all(one)
  db?.close()
}

const acts: Readonly<Record<string, () => unknown>> = {
  /** Opens the history, and so catches up and keeps what is worth it. */
  open: () => {
    const history = openHistory(state, hash)
    const { calls } = history.stats({})
    const newest = history.list({}, { limit: 1 }).entries[0]?.record.session
    history.close()
    return { calls, newest }
  },
  kept: () =>
    loadIndex(state, hash).files.reduce((sum, { parts }) => sum + parts.reduce((rows, { count }) => rows + count, 0), 0),
  there: () => existsSync(index),
  mode: () => (statSync(index).mode & 0o777).toString(8),
  inode: () => statSync(index).ino,
  wide: () => chmodSync(index, 0o644),
  garbage: () => writeFileSync(index, 'x'.repeat(20_000), { mode: 0o600 }),
  cut: () => truncateSync(index, Math.floor(statSync(index).size / 2)),
  flip: () => {
    const bytes = readFileSync(index)
    for (let at = 30_000; at < bytes.length; at += 5_000) bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(index, bytes)
  },
  version: () => inIndex("UPDATE meta SET form = '0 other'"),
  hole: () => inIndex('DELETE FROM parts WHERE start = 0'),
  lies: () => inIndex('UPDATE parts SET count = count - 1'),
  ahead: () => inIndex('UPDATE meta SET turn = turn + 1'),
  empty: () => writeFileSync(index, '', { mode: 0o600 }),
  link: () => {
    unlinkSync(index)
    writeFileSync(`${state}/elsewhere`, 'kept', { mode: 0o600 })
    symlinkSync(`${state}/elsewhere`, index)
  },
  elsewhere: () => readFileSync(`${state}/elsewhere`, 'utf8'),
  tear: () => truncateSync(auditFile(state), statSync(auditFile(state)).size - 20),
  shared: () => chmodSync(state, 0o777),
  locked: () => {
    const db = openDatabase()?.(index)
    db?.all('BEGIN EXCLUSIVE')
    const found = acts.open?.()
    db?.all('ROLLBACK')
    db?.close()
    return found
  },
  foreign: () => {
    const bytes = readFileSync(index)
    return { log: bytes.includes('content of a call'), name: bytes.includes('session-') }
  },
}

for (const step of steps) process.stdout.write(`${JSON.stringify(acts[step]?.() ?? null)}\n`)
