import { expect, it } from 'vitest'
import { declaredTwice, programLists } from './program-lists.ts'

/** To be lowered with each list that becomes a trait of the records. */
const mostLists = 46

/** To be lowered with each program that gets one record. */
const mostTwice = 138

it('lists of program names beside the records do not become more', () => {
  const lists = programLists()
  expect(lists.length, lists.join('\n')).toBeLessThanOrEqual(mostLists)
})

it('nor do programs that several families declare', async () => {
  const names = await declaredTwice()
  expect(names.length, names.join(' ')).toBeLessThanOrEqual(mostTwice)
})
