/** The index beside the log: kept, caught up, and made anew whatever happens to it. Bun brings SQLite; these tests may run where there is none. */

import { execFile } from 'node:child_process'
import { appendFileSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { auditFile } from '../../src/hook/audit/files.ts'
import { folder } from '../blackbox/call.ts'
import { record } from './log.ts'

const bun = join(import.meta.dirname, '../../node_modules/.bin/bun')
const scenes = join(import.meta.dirname, 'index-scenes.ts')

const lines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify(
      record(from + n, { session: `session-${from + n}`, replay: { content: `content of a call ${'x'.repeat(1_000)}` } }),
    ),
  ).join('\n')

/** Two files, of which one is put aside; more than an index is made for. */
const ground = () => {
  const state = folder({})
  chmodSync(state, 0o700)
  writeFileSync(join(state, 'audit-1700000000000-1.jsonl'), `${lines(0, 900)}\n`)
  writeFileSync(auditFile(state), `${lines(900, 600)}\n`)
  const run = async (...steps: readonly string[]): Promise<readonly unknown[]> => {
    const { stdout } = await promisify(execFile)(bun, [scenes, state, ...steps])
    return stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  }
  return { state, run }
}

const all = { calls: 1_500, newest: 'session-1499' }

describe('the index', () => {
  it('is made, for its owner alone, and holds nothing of what was called', async () => {
    expect(await ground().run('open', 'kept', 'mode', 'open', 'foreign')).toEqual([
      all,
      1_500,
      '600',
      all,
      { log: false, name: true },
    ])
  })

  it('is not made for a log that is read as quickly', async () => {
    const { state, run } = ground()
    writeFileSync(join(state, 'audit-1700000000000-1.jsonl'), `${lines(0, 10)}\n`)
    expect(await run('open', 'there')).toEqual([{ ...all, calls: 610 }, false])
  })

  it('is not made in a folder that others may write to', async () => {
    expect(await ground().run('shared', 'open', 'there')).toEqual([null, all, false])
  })

  it('catches up, also behind a torn line', async () => {
    const { state, run } = ground()
    await run('open')
    expect(await run('tear', 'open', 'open')).toEqual([
      null,
      { calls: 1_499, newest: 'session-1498' },
      { calls: 1_499, newest: 'session-1498' },
    ])
    appendFileSync(auditFile(state), `\n${lines(2_000, 1_200)}\n`)
    expect(await run('open', 'kept', 'open')).toEqual([
      { calls: 2_699, newest: 'session-3199' },
      2_699,
      { calls: 2_699, newest: 'session-3199' },
    ])
  })

  it.each(['garbage', 'cut', 'flip', 'version', 'hole', 'lies', 'wide', 'empty'])('is made anew after: %s', async harm => {
    const { run } = ground()
    expect(await run('open', harm, 'kept', 'open', 'kept', 'mode')).toEqual([all, null, 0, all, 1_500, '600'])
  })

  it('does not follow a link', async () => {
    expect(await ground().run('open', 'link', 'open', 'kept', 'elsewhere')).toEqual([all, null, all, 1_500, 'kept'])
  })

  it('is left alone while somebody else writes it, and the answer is the same', async () => {
    const { state, run } = ground()
    await run('open')
    appendFileSync(auditFile(state), `${lines(2_000, 1_200)}\n`)
    const more = { calls: 2_700, newest: 'session-3199' }
    expect(await run('locked', 'kept', 'open', 'kept')).toEqual([more, 1_500, more, 2_700])
  })

  it('is made by many processes at once', async () => {
    const { run } = ground()
    const answers = await Promise.all(Array.from({ length: 6 }, () => run('open', 'open')))
    expect(answers.flat()).toEqual(Array(12).fill(all))
    expect(await run('kept')).toEqual([1_500])
  })
})
