import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokens } from '../scripts/gen/tokens.ts'
import { maskSecrets } from '../src/core/redact.ts'
import { findSecrets } from '../src/engine/detect/secrets.ts'

/** A text before a token becomes part of what is generated, and what must not follow is left out. */
const samples = (pattern: string) =>
  fc
    .stringMatching(
      new RegExp(
        `^(?:${pattern
          .replaceAll('(?<=', '(?:')
          .replace(/\(\?<?!\[[^\]]*\]\)/g, '')
          .replaceAll('\\b', '')})$`,
      ),
    )
    // What people write in place of a token is no token.
    .filter(text => !/example|x{4}|0{8}|1234567890|abcdefgh|your[_-]|dummy/i.test(text))

describe('tokens of providers', () => {
  it('has two hundred forms, each once', () => {
    expect(tokens.length).toBeGreaterThanOrEqual(200)
    expect(new Set(tokens.map(({ pattern }) => pattern)).size).toBe(tokens.length)
  })

  it.each(tokens)('$provider ($mark): found in a result, masked on record', ({ pattern, mark }) => {
    fc.assert(
      fc.property(samples(pattern), token => {
        expect(token).toContain(mark)
        for (const text of [token, `the value is ${token}\nand more`, `{"k":"${token}"}`, `KEY=${token};`]) {
          const found = findSecrets(text)
          expect(found.length, text).toBeGreaterThan(0)
          expect(maskSecrets(text)).not.toContain(token)
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each(tokens)('$provider ($mark): its beginning alone is none', ({ mark }) => {
    for (const text of [mark, `${mark}abc`, `see ${mark}... in the settings`]) expect(findSecrets(text)).toEqual([])
  })
})
