/** The log, asked through its columns, against the same questions asked of each line. */

import { appendFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { Limits } from '../../src/hook/audit/append.ts'
import type { Entry } from '../../src/hook/audit/entry.ts'
import { auditFile } from '../../src/hook/audit/files.ts'
import { matches, projectOf, type Wanted } from '../../src/hook/audit/filter.ts'
import { packed, unpacked } from '../../src/hook/audit/history/columns.ts'
import { groupings } from '../../src/hook/audit/history/groupings.ts'
import { groupsOf, rowsOf } from '../../src/hook/audit/history/groups.ts'
import { type History, openHistory } from '../../src/hook/audit/history/history.ts'
import { statsOf } from '../../src/hook/audit/history/stats.ts'
import { entries, nothingSkipped } from '../../src/hook/audit/read.ts'
import { rotatedIn } from '../../src/hook/audit/rotate.ts'
import { folder } from '../blackbox/call.ts'
import { edit, fill, hash, logWith, record } from './log.ts'

const limits: Limits = { maxBytes: 6_000, keepFiles: 50 }

const calls: readonly JsonObject[] = [
  {},
  {
    decision: 'deny',
    rules: ['git.push-force'],
    id: 'a1b2c3d',
    reason: 'It rewrites what others have.',
    user: 'ann',
    host: 'lt-1',
  },
  { decision: 'ask', certainty: 'could-not-tell', rules: ['own.ask', 'own.other'], session: 'session-other' },
  { audited: ['git.push-force', 'own.ask'], would: 'deny', client: 'cursor', user: 'dev' },
  { time: 'no time', ms: -1, client: '' },
  { replay: { toolType: 'shell', cwd: '/w/shop/deep', content: 'cd /w && npm install "left-pad"' }, event: 'preToolUse' },
  { replay: { toolType: 'shell', workspaceRoots: ['/w/shop'], content: 'FOO=1 npm install right-pad' }, decision: 'ask' },
  { replay: { workspaceRoots: ['/w/shopping'], content: 'ünïcode “text”\nand more' }, tool: 'Write', failure: 'deadline' },
  { replay: { content: 'for "tenant":"shop"' }, rules: ['own.tenant'] },
  { replay: { content: 'make' }, rules: ['own.tenant'], decision: 'deny', tenant: 'shop' },
  { replay: { content: 'make' }, tenant: 'shop-2' },
  { replay: { content: 'x', paths: ['/w/secrets/key'] } },
  { replay: { content: 'x', structuredInput: { deep: [{ in: 'an in "arguments"' }] } } },
]

/** Rotated files, lines of all kinds, and damage. */
const ground = async (): Promise<string> => {
  const state = await logWith(30, limits)
  appendFileSync(auditFile(state), 'hello\n\n{"v":1,"half\n')
  for (const [n, more] of calls.entries())
    appendFileSync(auditFile(state), `${JSON.stringify({ ...record(100 + n), ...more })}\n`)
  await fill(state, 5, limits, 200)
  return state
}

const filters: readonly Wanted[] = [
  {},
  { client: ['cursor', 'unknown'] },
  { rule: ['git'] },
  { rule: ['own.ask', 'own.other'], decision: ['ask'] },
  { decision: ['deny', 'would-deny'] },
  { trial: true },
  { user: ['ann'] },
  { host: ['lt-1'] },
  { project: ['/w/shop'] },
  { project: ['/w/shop/'] },
  { project: ['/'] },
  { event: ['PRETOOLUSE'] },
  { session: ['session-o', 'session-1'] },
  { id: ['a1b'] },
  { text: 'left-pad"' },
  { text: 'ünïcode “text”\nand' },
  { text: 'rewrites', decision: ['deny'] },
  { text: 'session-1' },
  { text: 'secrets/' },
  { text: 'in "arguments"' },
  { tenant: 'shop' },
  { tenant: 'shop-2', text: 'make' },
  { tenant: 'nobody' },
  { tenant: '' },
  { since: Date.UTC(2026, 10, 20, 8, 0, 20), until: Date.UTC(2026, 10, 20, 8, 3, 21) },
]

const plain = (state: string, wanted: Wanted): readonly Entry[] =>
  [...entries(state, hash, nothingSkipped())].filter(entry => matches(entry, wanted))

const texts = (list: Iterable<Entry>): readonly string[] => [...list].map(({ record }) => JSON.stringify(record))

const paged = (history: History, wanted: Wanted): readonly Entry[] => {
  const all: Entry[] = []
  let before: string | undefined
  for (let turns = 0; turns < 100; turns++) {
    const page = history.list(wanted, { limit: 7, ...(before !== undefined && { before }) })
    all.push(...page.entries)
    before = page.next
    if (before === undefined) return all
  }
  throw new Error('pages without end')
}

describe('a question to the history', () => {
  it('reads a line that has the text once, however much is counted', async () => {
    const state = folder({})
    // A line without an id has its digest for one, so that each reading is seen.
    writeFileSync(auditFile(state), Array.from({ length: 40 }, (_, n) => `${JSON.stringify(record(n))}\n`).join(''), {
      mode: 0o600,
    })
    let digests = 0
    const history = openHistory(state, data => {
      digests++
      return hash(data)
    })
    digests = 0
    expect(history.stats({ text: 'Bash' }).calls).toBe(40)
    // Ten of the slowest are read to be shown.
    expect(digests).toBeLessThanOrEqual(40 + 10)
    history.close()
  })

  it.each(filters)('is answered as by reading each line: %j', async wanted => {
    const state = await ground()
    const [history, want] = [openHistory(state, hash), plain(state, wanted)]
    expect(texts(history.each(wanted))).toEqual(texts(want))
    expect(texts(paged(history, wanted))).toEqual(texts([...want].reverse()))
    expect(history.stats(wanted)).toEqual(statsOf([rowsOf(want)]))
    for (const by of groupings) expect(history.groups(by, wanted), by).toEqual(groupsOf([rowsOf(want)], by))
    expect(history.latency(wanted)).toEqual(statsOf([rowsOf(want)]).ms)
    expect(history.skipped()).toEqual({ damaged: 2, half: false })
    history.close()
  })

  it('says of a session who works where, and what was asked first', async () => {
    const state = folder({})
    const line = (n: number, more: object): string => `${JSON.stringify({ ...record(n), session: 's', ...more })}\n`
    const prompt = (content: string) => ({ event: 'UserPromptSubmit', tool: '', replay: { subject: 'prompt', content } })
    writeFileSync(
      auditFile(state),
      [
        line(0, { event: 'SessionStart', tool: '', user: 'ann', host: 'lt', replay: { workspaceRoots: ['/w'], content: '' } }),
        line(1, { replay: { content: 'ls' } }),
        line(2, { ...prompt('Mend the till.'), session: 'other' }),
        line(3, prompt(`Build it. ${'x'.repeat(500)}`)),
        line(4, prompt('And now something else.')),
        line(5, { session: 'mute', replay: { content: 'make all' } }),
        line(6, { ...prompt(''), session: 'mute' }),
      ].join(''),
      { mode: 0o600 },
    )
    const history = openHistory(state, hash)
    const about = history.about(['s', 'mute', 'nobody', ''], {})
    expect([...about.keys()]).toEqual(['s', 'mute'])
    expect(about.get('s')).toMatchObject({ client: 'claude-code', project: '/w', user: 'ann', host: 'lt', began: 'SessionStart' })
    expect(about.get('s')?.prompt).toMatch(/^Build it\. x{100,}$/)
    expect(about.get('s')?.prompt).toHaveLength(200)
    expect(about.get('mute')).toMatchObject({ prompt: '', began: 'Bash make all', first: Date.UTC(2026, 10, 20, 8, 0, 5) })
    history.close()
  })

  it('goes on where it was when the log turns out to be another', () => {
    const state = folder({})
    const lines = (id: string): string =>
      Array.from(
        { length: 30 },
        (_, n) => `${JSON.stringify({ ...record(n), id: `${id}${String(n).padStart(2, '0')}` })}\n`,
      ).join('')
    writeFileSync(auditFile(state), lines('aaaaa'), { mode: 0o600 })
    const history = openHistory(state, hash)
    const ids: string[] = []
    for (const { id } of history.each({})) {
      ids.push(id)
      if (ids.length === 3) writeFileSync(auditFile(state), lines('bbbbb'))
    }
    expect([ids.length, ids[2], ids[3], ids.at(-1)]).toEqual([30, 'aaaaa02', 'bbbbb03', 'bbbbb29'])
    history.close()
  })

  it('finds a line by the beginning of its id, or by its seal', async () => {
    const state = await ground()
    const history = openHistory(state, hash)
    const last = plain(state, {}).at(-1)
    expect(history.find('A1B2').map(({ id }) => id)).toEqual(['a1b2c3d'])
    expect(texts(history.find(last?.link?.seal ?? ''))).toEqual([JSON.stringify(last?.record)])
    expect(texts(history.find(last?.id ?? ''))).toEqual([JSON.stringify(last?.record)])
    expect(history.find('zzz')).toEqual([])
  })

  it('says what stands around a call', async () => {
    const state = await ground()
    const history = openHistory(state, hash)
    const [asked] = history.list({ text: 'right-pad' }, { limit: 1 }).entries
    if (asked === undefined) throw new Error('no such line')
    const { before, after, similar } = history.around(asked, 3)
    const session = plain(state, { session: [asked.session] })
    const at = session.findIndex(({ id }) => id === asked.id)
    expect(texts(before)).toEqual(texts(session.slice(0, at).reverse().slice(0, 3)))
    expect(texts(after)).toEqual(texts(session.slice(at + 1, at + 4)))
    expect(similar.map(({ record: { replay } }) => replay)).toEqual([calls[5]?.replay])
  })

  it('ranks the ordinary calls that are asked about', async () => {
    const state = await ground()
    appendFileSync(
      auditFile(state),
      [1, 2].map(n => `${JSON.stringify({ ...record(300 + n), ...calls[6], session: `s${n}` })}\n`).join('') +
        `${JSON.stringify({ ...record(304), ...calls[6], certainty: 'proved-dangerous' })}\n`,
    )
    expect(openHistory(state, hash).asked({})[0]).toMatchObject({
      shape: 'Bash npm install',
      rules: [],
      count: 3,
      sessions: 3,
      projects: 1,
      example: { what: 'Bash FOO=1 npm install right-pad' },
    })
  })

  it('holds ten thousand groups apart, and rules on trial from those in force', async () => {
    const list = plain(await ground(), {})
    const rules = groupsOf([rowsOf(list)], 'rule')
    expect(rules.find(({ name }) => name === 'git.push-force')).toMatchObject({ calls: 2, denied: 1, would: 1 })
    expect(rules.find(({ name }) => name === 'own.ask')).toMatchObject({ calls: 2, asked: 1, would: 1 })
    expect(groupsOf([rowsOf(list)], 'project').map(({ name }) => name)).toEqual(
      expect.arrayContaining([...new Set(list.map(projectOf).filter(Boolean)), 'unknown']),
    )
  })
})

describe('the history', () => {
  /** Whatever happened to the log, a history that was open and one that is opened now say what stands there. */
  const says = (state: string, open: History): void => {
    open.refresh()
    for (const one of [open, openHistory(state, hash)]) expect(texts(one.each({}))).toEqual(texts(plain(state, {})))
  }

  it('catches up with lines, rotation, torn lines and changes', async () => {
    const state = await ground()
    const open = openHistory(state, hash)
    await fill(state, 3, limits, 400)
    says(state, open)
    appendFileSync(auditFile(state), '{"v":1,"time":"2026')
    says(state, open)
    expect(open.skipped()).toEqual({ damaged: 3, half: true })
    await fill(state, 2, { ...limits, maxBytes: 1_000_000 }, 410)
    says(state, open)
    expect(open.skipped()).toEqual({ damaged: 3, half: false })
    appendFileSync(auditFile(state), JSON.stringify(record(420)))
    says(state, open)
    await fill(state, 40, limits, 430)
    says(state, open)
    const [oldest = '', second = ''] = rotatedIn(state)
    appendFileSync(join(state, second), `${JSON.stringify(record(500))}\n`)
    says(state, open)
    rmSync(join(state, oldest))
    says(state, open)
    edit(auditFile(state), lines => lines.map((line, n) => (n === 0 ? line.replace('claude-code', 'claude-cade') : line)))
    says(state, open)
    truncateSync(auditFile(state), 300)
    says(state, open)
    rmSync(auditFile(state))
    says(state, open)
    renameSync(join(state, second), auditFile(state))
    says(state, open)
  })

  it('goes on from a page whose file was put aside meanwhile', async () => {
    const state = await logWith(20)
    const history = openHistory(state, hash)
    const { next = '' } = history.list({}, { limit: 5 })
    renameSync(auditFile(state), join(state, 'audit-1700000000000-7.jsonl'))
    await fill(state, 3, undefined, 50)
    history.refresh()
    expect(history.list({}, { limit: 2, before: next }).entries.map(({ record: { ms } }) => ms)).toEqual([3.4, 3.3])
    expect(history.list({}, { limit: 2, before: '7.7' })).toEqual({ entries: [], next: undefined })
  })

  it('notices a line that is no longer what its row was made of', async () => {
    const state = await logWith(20)
    const history = openHistory(state, hash)
    const { atime, mtime } = statSync(auditFile(state))
    edit(auditFile(state), lines => [...lines].reverse())
    utimesSync(auditFile(state), atime, mtime)
    expect(texts(history.list({}, { limit: 30 }).entries)).toEqual(texts([...plain(state, {})].reverse()))
  })

  it('is the same log out of packed columns', async () => {
    const { columns } = rowsOf(plain(await ground(), {}))
    const bytes = packed(columns)
    expect(unpacked(bytes, columns.count, columns.names)).toEqual(columns)
    const shifted = new Uint8Array(bytes.length + 1)
    shifted.set(bytes, 1)
    expect(unpacked(shifted.subarray(1), columns.count, columns.names)).toEqual(columns)
    expect(unpacked(bytes.subarray(1), columns.count, columns.names)).toBeUndefined()
  })
})
