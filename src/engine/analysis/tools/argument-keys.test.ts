import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wordsOf } from '../../matching/words.ts'
import { lastOf } from './argument-keys.ts'

it('finds the last word as if it had found all', () => {
  const key = fc.string({ unit: fc.constantFrom(...'abZQ09_-. éK\u212a'), maxLength: 12 })
  fc.assert(
    fc.property(key, text => {
      expect(lastOf(text)).toBe(wordsOf(text).findLast(word => word !== '') ?? '')
    }),
    { numRuns: 20_000 },
  )
})
