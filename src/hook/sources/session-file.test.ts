import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { earlierAt, earlierIn, mostBytes, type SessionPlace, sessionPlace } from './session-file.ts'
import { note } from './session-notes.ts'

const fresh = (session = 's-1'): SessionPlace => {
  const state = mkdtempSync(join(tmpdir(), 'tfy-session-'))
  const place = sessionPlace(state, { client: 'codex', sessionId: session })
  if (place === undefined) throw new Error('no place')
  return place
}

const noted = (place: SessionPlace, ...words: string[]) => words.map(word => earlierAt(place)().times(word))

describe('the memory of a session', () => {
  it('is kept apart by client and session, under a name that says nothing of either', () => {
    const names = [
      { client: 'codex', sessionId: 'a' },
      { client: 'codex', sessionId: 'b' },
      { client: 'cursor', sessionId: 'a' },
      { client: 'cursor', conversationId: 'c' },
    ].map(event => sessionPlace('/state', event)?.file ?? '')
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(name).toMatch(/^\/state\/sessions\/[0-9a-z]{6,}$/)
    expect(sessionPlace('/state', { client: 'codex' })).toBeUndefined()
  })
  it('counts what was noted, in one private file', () => {
    const place = fresh()
    expect(existsSync(place.dir)).toBe(false)
    expect(earlierAt(place)().times('read-secret')).toBe(0)
    expect(note(place, ['read-secret'])).toBe(true)
    expect(note(place, ['refused:1a', 'downloaded:2b'])).toBe(true)
    expect(note(place, ['refused:1a'])).toBe(true)
    expect(noted(place, 'read-secret', 'refused:1a', 'downloaded:2b', 'downloaded:2c')).toEqual([1, 2, 1, 0])
    expect(earlierAt(place)().sure).toBe(true)
    const kinds = ['read-secret', 'refused', 'downloaded', 'unpacked', 'wrote', 'read', 'ownloaded']
    expect(kinds.filter(kind => earlierAt(place)().kinds?.has(kind))).toEqual(['read-secret', 'refused', 'downloaded'])
    if (process.platform !== 'win32') {
      const fd = openSync(place.file, 'r')
      closeSync(fd)
      expect(readFileSync(place.file, 'utf8')).toMatch(/^\n[a-z-]+ [0-9a-z]{8}\n/)
    }
  })
  it('is read once, and only when it is asked for', () => {
    const place = fresh()
    const earlier = earlierAt(place)
    note(place, ['read-secret'])
    expect(earlier().times('read-secret')).toBe(1)
    note(place, ['read-secret'])
    expect(earlier().times('read-secret')).toBe(1)
  })
})

describe('a memory that is not whole', () => {
  it.each([
    ['half a line at the end', '\nread-secret mwrx4phb\ndownloaded:1a mwr'],
    ['half a word at the end', '\nread-secret mwrx4phb\ndownl'],
    ['half a line in the middle', '\ndownloaded:1\nread-secret mwrx4phb'],
    ['something else', 'PK\u0003\u0004\nread-secret mwrx4phb'],
  ])('keeps what is, and says so: %s', (_, text) => {
    const earlier = earlierIn(text)
    expect([earlier.times('read-secret'), earlier.sure]).toEqual([1, false])
  })
  it('takes notes behind half a line', () => {
    const place = fresh()
    note(place, ['read-secret'])
    writeFileSync(place.file, `${readFileSync(place.file, 'utf8')}\ndownlo`)
    expect(note(place, ['downloaded:1a'])).toBe(true)
    expect(noted(place, 'read-secret', 'downloaded:1a')).toEqual([1, 1])
    expect(earlierAt(place)().sure).toBe(false)
  })
  it.runIf(process.platform !== 'win32').each([
    ['a link', (place: SessionPlace) => symlinkSync(join(place.dir, '../elsewhere'), place.file)],
    [
      'a file under two names',
      (place: SessionPlace) => {
        writeFileSync(join(place.dir, '../elsewhere'), '', { mode: 0o600 })
        linkSync(join(place.dir, '../elsewhere'), place.file)
      },
    ],
    ['a folder', (place: SessionPlace) => mkdirSync(place.file)],
    [
      'a file that others can write',
      (place: SessionPlace) => {
        writeFileSync(place.file, '')
        chmodSync(place.file, 0o666)
      },
    ],
    ['a file that is full', (place: SessionPlace) => writeFileSync(place.file, '\n'.repeat(mostBytes + 1), { mode: 0o600 })],
  ])('is neither believed nor written to: %s', (_, plant) => {
    const place = fresh()
    mkdirSync(place.dir)
    writeFileSync(join(place.dir, '../elsewhere'), '\nread-secret mwrx4phb', { mode: 0o600 })
    plant(place)
    expect(earlierAt(place)().sure).toBe(false)
    expect(note(place, ['downloaded:1a'])).toBe(false)
  })
  it('says when it could not be written', () => {
    const place = fresh()
    writeFileSync(place.dir, '')
    expect(note(place, ['read-secret'])).toBe(false)
  })
  it('does not grow beyond its bound', () => {
    const place = fresh()
    note(place, ['read-secret'])
    writeFileSync(place.file, '\nrefused:1a mwrx4phb'.repeat(Math.floor(mostBytes / 20)), { mode: 0o600 })
    expect(note(place, ['downloaded:1a', 'downloaded:2a', 'downloaded:3a'])).toBe(false)
    expect(readFileSync(place.file).length).toBeLessThanOrEqual(mostBytes)
  })
})

it('forgets sessions of which nothing was noted for two weeks, when another begins', () => {
  const old = fresh()
  note(old, ['read-secret'])
  const recent = { ...old, file: `${old.dir}/recent` }
  note(recent, ['read-secret'])
  const day = 24 * 3_600
  utimesSync(old.file, Date.now() / 1000 - 15 * day, Date.now() / 1000 - 15 * day)
  utimesSync(recent.file, Date.now() / 1000 - 13 * day, Date.now() / 1000 - 13 * day)
  note({ ...old, file: `${old.dir}/new` }, ['read-secret'])
  expect(readdirSync(old.dir).sort()).toEqual(['new', 'recent'])
})
