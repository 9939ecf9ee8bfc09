import { expect, it } from 'vitest'
import { declaredTwice, programLists, programListsInData } from './program-lists.ts'

/** To be lowered with each list that becomes a trait of the records. */
const mostLists = 13

/** The same of the tables beside the records. */
const mostListsInData = 10

/** To be lowered with each program that gets one record. */
const mostTwice = 138

it('lists of program names beside the records do not become more', () => {
  const lists = programLists()
  expect(lists.length, lists.join('\n')).toBeLessThanOrEqual(mostLists)
})

it('nor do those in tables of knowledge', () => {
  const lists = programListsInData()
  expect(
    lists.reduce((sum, [, count]) => sum + count, 0),
    lists.join('\n'),
  ).toBeLessThanOrEqual(mostListsInData)
})

it('nor do programs that several families declare', async () => {
  const names = await declaredTwice()
  expect(names.length, names.join(' ')).toBeLessThanOrEqual(mostTwice)
})
