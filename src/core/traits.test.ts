import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markOf, traitsOf } from './traits.ts'

const texts = fc.string({ unit: fc.constantFrom(...'aZ09_-./ :=@$é\n\x7f', 'password', 'AKIA'), maxLength: 400 })

it('a run is fifteen characters of tokens', () => {
  fc.assert(fc.property(texts, text => traitsOf(text).run === /[A-Za-z0-9_-]{15}/.test(text)))
})

it('a word is 24 characters without a blank', () => {
  fc.assert(fc.property(texts, text => traitsOf(text).word === /[^\0- ]{24}/.test(text)))
})

it('what cannot stand in a text is told without a search, and nothing else', () => {
  const marks = ['password', 'AKIA', ':$', 'é', '-----BEGIN', 'aZ', '\x7f', '@'].map(markOf)
  fc.assert(
    fc.property(texts, text => {
      const traits = traitsOf(text)
      for (const mark of marks) {
        expect(traits.has(mark)).toBe(text.includes(mark.text))
        if (mark.text === mark.text.toLowerCase()) expect(traits.says(mark)).toBe(text.toLowerCase().includes(mark.text))
      }
    }),
  )
})
