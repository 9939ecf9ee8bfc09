import { expect, test } from 'vitest'
import { said, spelled } from './judged.ts'
import { ordinary } from './ordinary.ts'
import { guarded, secret, startup } from './places.ts'

test('a place is stopped however it is spelled, where its plain name is', async () => {
  const { rows, allowed } = await spelled([...guarded, ...secret, ...startup], 37)
  expect(allowed).toEqual([])
  expect(rows).toBeGreaterThan(1_000)
}, 60_000)

test('patterns in a workspace are left alone', async () => {
  const stopped: string[] = []
  for (const row of ordinary) if ((await said(row)) !== 'allow') stopped.push(row)
  expect(stopped).toEqual([])
  expect(ordinary.length).toBeGreaterThan(1_000)
}, 60_000)
