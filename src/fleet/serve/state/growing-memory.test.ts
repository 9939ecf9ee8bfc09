/** A memory that grows says what one says that is read anew. */

import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Earlier } from '../../../core/earlier.ts'
import { earlierAt, earlierIn, type Reader } from '../../../hook/sources/session-file.ts'
import { note } from '../../../hook/sources/session-notes.ts'
import { growingMemory } from './growing-memory.ts'

const words = ['read-secret', 'wrote:1a', 'wrote:2b', 'downloaded']
const piece = fc.oneof(
  fc.constantFrom(...words).map(word => `\n${word} mfz0abcd`),
  fc.constantFrom('\nhalf a line', '\nwrote:1a mfz0a', 'bcd', ' mfz0abcd', '\n', 'x', '\né ü'),
)

it('at each step', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.constantFrom('a', 'b'), fc.boolean())), notes => {
      const memory = growingMemory()
      const texts = { a: '', b: '' }
      const held: (readonly [string, Earlier])[] = []
      for (const [text, file, fresh] of notes) {
        texts[file] = (fresh ? '' : texts[file]) + text
        held.push([texts[file], memory.parse(Buffer.from(texts[file]), file)])
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
  for (let i = 0; i < 5_000; i++) memory.parse(Buffer.from('\nread-secret mfz0abcd'), `file-${i}`)
  expect(memory.parse(Buffer.from('\nread-secret mfz0abcd\nread-secret mfz0abce'), 'file-0').times('read-secret')).toBe(2)
})

describe('what this process notes', () => {
  const dir = mkdtempSync(`${tmpdir()}/growing-`)
  afterAll(() => rmSync(dir, { recursive: true }))
  const setUp = (name: string) => {
    const file = `${dir}/${name}`
    const { parse, wrote, ...more } = growingMemory()
    let reads = 0
    const reader: Reader = {
      ...more,
      parse: (...given) => {
        reads++
        return parse(...given)
      },
    }
    return {
      file,
      put: (...words: readonly string[]) => note({ dir, file }, words, Date.now(), wrote),
      earlier: () => earlierAt({ dir, file }, reader)(),
      reads: () => reads,
    }
  }

  it('is known without reading, and is what stands in the file', () => {
    const { file, put, earlier, reads } = setUp('alone')
    put('downloaded')
    expect(earlier().times('downloaded')).toBe(1)
    for (let i = 0; i < 200; i++) {
      const before = earlier()
      put('read-secret', `wrote:${i % 7}`)
      expect([before.times('read-secret'), earlier().times('read-secret')]).toEqual([i, i + 1])
    }
    const anew = earlierIn(readFileSync(file, 'utf8'))
    for (const word of ['read-secret', 'downloaded', 'wrote:3']) expect(earlier().times(word)).toBe(anew.times(word))
    for (const kind of ['read-secret', 'downloaded', 'wrote', 'read', 'unpacked'])
      expect([kind, earlier().kinds?.has(kind)]).toEqual([kind, anew.kinds?.has(kind)])
    expect(reads()).toBe(1)
  })

  it('is read again where another process writes as well', () => {
    const { file, put, earlier, reads } = setUp('shared')
    put('downloaded')
    earlier()
    appendFileSync(file, '\nread-secret mfz0abcd')
    put('downloaded')
    expect([earlier().times('read-secret'), earlier().times('downloaded'), reads()]).toEqual([1, 2, 2])
    put('downloaded')
    appendFileSync(file, '\nread-secret mfz0abcd')
    expect([earlier().times('read-secret'), earlier().times('downloaded'), reads()]).toEqual([2, 3, 3])
  })

  it('is not known where another process wrote at the same moment', () => {
    const { file, put } = setUp('between')
    put('downloaded')
    const memory = growingMemory()
    const before = statSync(file)
    const more = Buffer.from('\nwrote:1a mfz0abcd')
    for (const [between, said] of [
      [1, undefined],
      [0, 1],
    ] as const) {
      const after = Object.assign(statSync(file), { size: before.size + between + more.length })
      memory.parse(readFileSync(file), file, before)
      memory.wrote(file, more, before, after)
      expect(memory.same?.(file, after)?.times('wrote:1a')).toBe(said)
    }
  })

  it('is read again where the file is another one', () => {
    const { file, put, earlier } = setUp('replaced')
    put('downloaded')
    earlier()
    writeFileSync(`${file}.new`, '\nread-secret mfz0abcd', { mode: 0o600 })
    renameSync(`${file}.new`, file)
    put('wrote:1a')
    expect(['downloaded', 'read-secret', 'wrote:1a'].map(word => earlier().times(word))).toEqual([0, 1, 1])
  })
})

describe('a file', () => {
  const dir = mkdtempSync(`${tmpdir()}/growing-`)
  const file = `${dir}/session`
  afterAll(() => rmSync(dir, { recursive: true }))
  const reading = () => {
    const { parse, same } = growingMemory()
    let reads = 0
    const reader: Reader = {
      parse: (...given) => {
        reads++
        return parse(...given)
      },
      ...(same && { same }),
    }
    return { times: (word: string) => earlierAt({ dir, file }, reader)().times(word), reads: () => reads }
  }

  it('is read once as long as it looks the same', () => {
    writeFileSync(file, '\nread-secret mfz0abcd', { mode: 0o600 })
    const { times, reads } = reading()
    expect([times('read-secret'), times('read-secret'), times('downloaded'), reads()]).toEqual([1, 1, 0, 1])
    appendFileSync(file, '\nread-secret mfz0abce')
    expect([times('read-secret'), reads()]).toEqual([2, 2])
    rmSync(file)
    expect([times('read-secret'), reads()]).toEqual([0, 2])
  })

  it.each<readonly [string, () => void]>([
    ['others may write to it', () => chmodSync(file, 0o622)],
    ['it has a second name', () => linkSync(file, `${dir}/second`)],
    [
      'it is a link',
      () => {
        renameSync(file, `${dir}/moved`)
        symlinkSync(`${dir}/moved`, file)
      },
    ],
  ])('is not believed any more when %s', (_, change) => {
    rmSync(file, { force: true })
    writeFileSync(file, '\nread-secret mfz0abcd', { mode: 0o600 })
    const { times } = reading()
    expect([times('read-secret')]).toEqual([1])
    change()
    expect([times('read-secret')]).toEqual([0])
  })
})
