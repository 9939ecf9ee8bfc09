/** A memory that grows says what one says that is read anew. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { earlierIn } from '../../sources/session-file.ts'
import { growingMemory } from './growing-memory.ts'

const words = ['read-secret', 'wrote:1a', 'wrote:2b', 'downloaded']
const note = fc.oneof(
  fc.constantFrom(...words).map(word => `\n${word} mfz0abcd`),
  fc.constantFrom('\nhalf a line', '\nwrote:1a mfz0a', 'bcd', ' mfz0abcd', '\n', 'x', '\né ü'),
)

it('at each step', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(note, fc.constantFrom('a', 'b'), fc.boolean())), notes => {
      const memory = growingMemory()
      const texts = { a: '', b: '' }
      const held: (readonly [string, ReturnType<typeof memory>])[] = []
      for (const [text, file, fresh] of notes) {
        texts[file] = (fresh ? '' : texts[file]) + text
        held.push([texts[file], memory(Buffer.from(texts[file]), file)])
      }
      // What was said before does not change when more is noted.
      for (const [text, said] of held) {
        const anew = earlierIn(text)
        expect(said.sure).toBe(anew.sure)
        for (const word of words) expect(said.times(word)).toBe(anew.times(word))
      }
    }),
  )
})

it('keeps a bounded number of sessions', () => {
  const memory = growingMemory()
  for (let i = 0; i < 200; i++) memory(Buffer.from('\nread-secret mfz0abcd'), `file-${i}`)
  expect(memory(Buffer.from('\nread-secret mfz0abcd\nread-secret mfz0abce'), 'file-0').times('read-secret')).toBe(2)
})
