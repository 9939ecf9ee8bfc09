import { expect, it } from 'vitest'
import { programExamples, unheld } from './program-examples.ts'

/** To be lowered with each record that gets its second example; a new record has both, if it names a danger. */
const mostWithout = 12

it('a record of a program shows what is stopped and what is not', () => {
  const without = programExamples().flatMap(({ names, stop, allow, dangerous }) =>
    (dangerous && stop === undefined) || allow === undefined ? [names] : [],
  )
  expect(without.length, without.join('\n')).toBeLessThanOrEqual(mostWithout)
})

it('by rows of the corpus', () => {
  expect(unheld()).toEqual([])
})
