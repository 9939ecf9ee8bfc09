import { expect, it } from 'vitest'
import { linksOf } from './links.ts'

const hour = 3_600_000

it('names a call once, while it is open', () => {
  let now = 0
  const links = linksOf(() => now)
  const link = links.make('abcdefg', 'one', hour) ?? ''
  expect([links.callOf(link), links.callOf(link), links.spend(link), links.spend(link), links.callOf(link)]).toEqual([
    'abcdefg',
    'abcdefg',
    'abcdefg',
    undefined,
    undefined,
  ])
  const late = links.make('bcdefgh', 'two', hour) ?? ''
  now = hour
  expect(links.callOf(late)).toBe('bcdefgh')
  now++
  expect(links.callOf(late)).toBeUndefined()
})

it('is signed as a whole, by one process', () => {
  const links = linksOf(() => 0)
  const link = links.make('abcdefg', 'one', hour) ?? ''
  links.make('bcdefgh', 'two', hour)
  const [, until = '', mac = ''] = link.split('.')
  for (const forged of [
    '',
    'abcdefg',
    `bcdefgh.${until}.${mac}`,
    `abcdefg.zzzzzzzz.${mac}`,
    `abcdefg.${until}.${'A'.repeat(43)}`,
    `abcdefg.${until}.`,
    `${link}A`,
    `${link}\n`,
    linksOf(() => 0).make('abcdefg', 'one', hour) ?? '',
  ])
    expect([forged, links.callOf(forged), links.spend(forged)]).toEqual([forged, undefined, undefined])
  expect(links.callOf(link)).toBe('abcdefg')
})

it('sends out one link for the same call, and a bounded number of them', () => {
  let now = 0
  const links = linksOf(() => now)
  const first = links.make('abcdefg', 'one', hour) ?? ''
  expect(links.make('bcdefgh', 'one', hour)).toBeUndefined()
  links.spend(first)
  expect(links.make('cdefghi', 'one', hour)).toBeDefined()
  for (let i = 1; i < 1_000; i++) expect(links.make(`a${i}`, `about ${i}`, hour)).toBeDefined()
  expect(links.make('zzzzzzz', 'more', hour)).toBeUndefined()
  now = hour + 1
  expect(links.make('zzzzzzz', 'more', 2 * hour)).toBeDefined()
})
