/** What the host of the door finds in texts is what the TypeScript finds: in every text of the corpus, and in made ones. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { lackingForFuzz } from '../../scripts/door/fuzz.ts'
import { at } from '../../scripts/project/project.ts'
import { readObject } from '../../src/core/json.ts'
import { markOf, searchIn } from '../../src/core/tokens/marks.ts'
import { tableOf, wordsIn } from '../../src/door/table.ts'

const words = [
  'a',
  'Z',
  '.',
  'key',
  'KEY',
  'Key',
  'secret',
  'set',
  '-----BEGIN',
  ':$',
  '\\u',
  '\u001b',
  'rm -',
  'AKIA',
  '::',
  ':::',
  'x'.repeat(60),
]
const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-look-'))
const program = join(folder, 'look')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const framed = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** What the host says of each text, with a table. */
const said = (table: Uint8Array, texts: readonly string[]): readonly string[] => {
  const flags = ['-std=gnu11', '-Wall', '-Wextra', '-Werror', '-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-g']
  if (!existsSync(program)) {
    const { stderr } = spawnSync('gcc', [...flags, at('test/door/look.c'), '-o', program], { encoding: 'utf8' })
    expect(stderr).toBe('')
  }
  const input = Buffer.concat([table, ...texts.map(text => Buffer.from(text))].map(framed))
  const { status, stdout, stderr } = spawnSync(program, [], { input, maxBuffer: 2 ** 30, encoding: 'latin1' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.trimEnd().split('\n')
}

/** The letter K has another capital than ASCII's, which no pattern of ours takes for one. */
const folded = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

const expected = (text: string): string => {
  const search = searchIn(text)
  const found = words.map(word => (search.has(markOf(word)) ? 1 : 0) | (folded(text).includes(word) ? 2 : 0))
  return [...found, ...[search.run(), search.word(), search.unseen()].map(Number)].join('')
}

const refused = ['empty', 'not-object', 'too-deep', 'duplicate-key', 'text-behind']

/** Whether a word stands there in any case; nothing of the other letters is said. */
const key = (text: string): number => (Buffer.byteLength(text) === text.length ? Number(folded(text).includes('key')) : -1)

const check = (texts: readonly string[]): void => {
  for (const [n, answer] of said(tableOf(words), texts).entries()) {
    const text = texts[n] ?? ''
    const [found = '', held, digest, same] = answer.split(' ')
    const all = [found.slice(0, -1), held, digest, same]
    const hash = createHash('sha256').update(text).digest('hex')
    if (all.join() !== [expected(text), key(text), hash, 1].join()) expect(all, JSON.stringify(text)).toBe(expected(text))
    // It may leave a sound text to the other, and never takes one for sound that is not.
    if (found.endsWith('1') && refused.includes(String(readObject(text)))) expect(text).toBe('refused')
  }
}

describe.skipIf(lackingForFuzz() !== undefined)('what the host looks for', () => {
  it('is found in every text of the corpus', { timeout: 120_000 }, () => {
    const texts = readCorpus().flatMap(({ rows }) =>
      rows.flatMap(row => [JSON.stringify(row), ...Object.values(row).filter(value => typeof value === 'string')]),
    )
    check([...new Set(texts)])
  })

  it('is found in made texts', { timeout: 120_000 }, () => {
    const parts = fc.constantFrom(
      ...words,
      ...'aZ09_%-./ :=@$\n\x7f"{}[],\\',
      'é',
      '\u212a',
      '\ud83d\ude00',
      '\u2028',
      ...'\u009b\u00ad\u034f\u115f\u180e\u200b\u2010\u202e\u206f\u2070\u3164\ufe0f\ufeff\uffa0\ufffa\ufffd',
      '\u{e0001}',
      '\u{e0400}',
      'kEy',
      '{"a":',
      '"a":1',
      '}',
    )
    check(fc.sample(fc.string({ unit: parts, maxLength: 60 }), 20_000))
  })

  it('takes a JSON object for sound unless a key stands there twice, it ends early or more comes behind', () => {
    const sound = ['{}', '{"a":{"a":[1,{"b":"\\""}]},"b":"}"} \n', '{"a":1,"b":2,"c":{"a":1}}']
    const other = [
      '',
      '[]',
      ' {}',
      '{',
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{} {}',
      '{"a":"',
      '{"a":{"b":1,"b":2}}',
      '{"a":'.repeat(300),
    ]
    const answers = said(tableOf([]), [...sound, ...other]).map(answer => answer.split(' ')[0]?.endsWith('1'))
    expect(answers).toEqual([...sound.map(() => true), ...other.map(() => false)])
  })

  it('does no harm with a table that lies', () => {
    const lies = fc.sample(fc.tuple(fc.nat(12_000), fc.uint8Array({ minLength: 1, maxLength: 200 })), 40)
    for (const [from, bytes] of lies) {
      const table = tableOf(words)
      table.set(bytes.subarray(0, Math.max(0, table.length - from)), Math.min(from, table.length))
      const half = new Uint16Array(table.buffer, 0, 1)
      half[0] = words.length
      said(table, ['key secret AKIA -----BEGIN set :::', 'a'])
    }
  })
})

it('a table holds the words', () => {
  expect(wordsIn(tableOf(words))).toEqual(words)
})
