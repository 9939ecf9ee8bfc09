import { expect, it } from 'vitest'
import { shelfHere } from '../../../hook/approvals/shelf.ts'
import { type Links, linksOf } from './links.ts'

const hour = 3_600_000

const made = (now: () => number = () => 0): Links => linksOf(shelfHere(10_000, now), now)

it('names a call once, while it is open', async () => {
  let now = 0
  const links = made(() => now)
  const link = (await links.make('abcdefg', 'one', hour)) ?? ''
  const said: unknown[] = []
  for (const ask of ['callOf', 'callOf', 'spend', 'spend', 'callOf'] as const) said.push(await links[ask](link))
  expect(said).toEqual(['abcdefg', 'abcdefg', 'abcdefg', undefined, undefined])
  const late = (await links.make('bcdefgh', 'two', hour)) ?? ''
  now = hour
  expect(await links.callOf(late)).toBe('bcdefgh')
  now++
  expect(await links.callOf(late)).toBeUndefined()
})

it('is known as a whole, and nowhere else', async () => {
  const links = made()
  const link = (await links.make('abcdefg', 'one', hour)) ?? ''
  await links.make('bcdefgh', 'two', hour)
  const [, secret = ''] = link.split('.')
  expect(secret).toMatch(/^[\w-]{43}$/)
  for (const forged of [
    '',
    'abcdefg',
    'one',
    'same-one',
    `bcdefgh.${secret}`,
    `abcdefg.${'A'.repeat(43)}`,
    `abcdefg.`,
    `${link}A`,
    `${link}\n`,
    (await made().make('abcdefg', 'one', hour)) ?? '',
  ])
    expect([forged, await links.callOf(forged), await links.spend(forged)]).toEqual([forged, undefined, undefined])
  expect(await links.callOf(link)).toBe('abcdefg')
})

it('sends out one link for the same call, and a bounded number of them', async () => {
  let now = 0
  const links = made(() => now)
  const first = (await links.make('abcdefg', 'one', hour)) ?? ''
  expect(await links.make('bcdefgh', 'one', hour)).toBeUndefined()
  await links.spend(first)
  expect(await links.make('cdefghi', 'one', hour)).toBeDefined()
  for (let i = 1; i < 1_000; i++) expect(await links.make(`a${i}`, `about ${i}`, hour)).toBeDefined()
  expect(await links.make('zzzzzzz', 'more', hour)).toBeUndefined()
  now = hour + 1
  expect(await links.make('zzzzzzz', 'more', 2 * hour)).toBeDefined()
})

it('says that nobody can say, and makes none', async () => {
  const links = linksOf({ put: async () => false, read: async () => false, take: async () => false })
  expect([await links.make('abcdefg', 'one', hour), await links.callOf('a'), await links.spend('a')]).toEqual([
    undefined,
    false,
    false,
  ])
})
