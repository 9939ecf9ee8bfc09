import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { waysOf } from '../../scripts/e2e/liveness/all.ts'
import { allRecorded, figuresOf } from '../../scripts/e2e/liveness/figures.ts'
import { isWrong, notSeen, type Result } from '../../scripts/e2e/liveness/way.ts'

const clients = readdirSync('scripts/e2e/liveness/ways').flatMap(name => (name.startsWith('_') ? [] : [name.replace('.ts', '')]))

const result = (called: boolean, ran: boolean, doctor: string, status = doctor): Result => ({
  way: `${called} ${ran} ${doctor} ${status}`,
  called,
  ran,
  init: 'registered',
  doctor,
  status,
})

test.each(clients)('%s: each way has a name of its own', async client => {
  const names = (await waysOf(client)).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('what is recorded is what is tried, in its order', async () => {
  for (const { client, results } of allRecorded())
    expect(
      results.map(({ way }) => way),
      client,
    ).toEqual((await waysOf(client)).map(({ name }) => name))
})

test('who ran unguarded under the word "guarded" is wrong; who did not come to the call is neither wrong nor right', () => {
  expect(isWrong(result(false, true, 'guarded'))).toBe(true)
  expect(isWrong(result(true, true, 'not guarded', 'guarded'))).toBe(true)
  expect(isWrong(result(false, true, 'cannot be known'))).toBe(false)
  expect(isWrong(result(true, false, 'guarded'))).toBe(false)
  const withheld = result(false, false, 'guarded')
  expect([isWrong(withheld), notSeen(withheld)]).toEqual([false, true])
  const results = [
    withheld,
    result(true, false, 'guarded'),
    result(true, false, 'not guarded'),
    result(false, true, 'not guarded'),
    result(false, true, 'cannot be known'),
    result(false, true, 'not guarded', 'guarded'),
  ]
  expect(figuresOf({ results })).toEqual({ ways: 6, unseen: 1, unguarded: 3, off: 1, unknown: 1, guarded: 1, alarms: 1 })
})
