import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Earlier, placeWord } from '../../core/earlier.ts'
import { earlierAt, earlierIn, type SessionPlace, sessionPlace } from './session-file.ts'
import { indexOf, step } from './session-index.ts'
import { note } from './session-notes.ts'

let place: SessionPlace
beforeEach(() => {
  const made = sessionPlace(mkdtempSync(join(tmpdir(), 'tfy-index-')), { client: 'codex', sessionId: 's' })
  if (made === undefined) throw new Error('no place')
  place = made
})

const kinds = ['holds-secret', 'downloaded', 'unpacked', 'wrote'] as const
/** Some are noted again and again, most once. */
const words = Array.from({ length: 900 }, (_, n) => {
  const kind = kinds[n % kinds.length] ?? 'wrote'
  return n % 50 === 7 ? 'read-secret' : n % 70 === 3 ? 'wrote-runnable' : placeWord(kind, `/w/${n % 11 === 0 ? n % 121 : n}`)
})
const noteAll = (many = words): void => {
  for (const word of many) expect(note(place, [word])).toBe(true)
}

const whole = (): Earlier => earlierIn(readFileSync(place.file, 'utf8'))
const asked = [...new Set(words), 'downloaded', ...kinds.map(kind => placeWord(kind, '/elsewhere'))]

/** The same answer as of the file of words. */
const expectSame = (found = earlierAt(place)(), truth = whole()): void => {
  expect(asked.filter(word => found.times(word) !== truth.times(word))).toEqual([])
  expect(found.sure).toBe(truth.sure)
  for (const kind of ['read-secret', 'wrote-runnable', 'refused', 'read', ...kinds])
    expect([kind, found.kinds?.has(kind)]).toEqual([kind, truth.kinds?.has(kind)])
}

describe('the index of a memory', () => {
  it('answers as the whole file does, at each length', () => {
    for (const [n, word] of words.entries()) {
      expect(note(place, [word])).toBe(true)
      if (n % 300 === 299 || (n > 30 && n < 40)) expectSame()
    }
    expect(readdirSync(place.dir)).toHaveLength(2)
  })
  it('is not made of a short one', () => {
    noteAll(words.slice(0, 30))
    expect(readFileSync(place.file).length).toBeLessThan(step)
    expect(existsSync(indexOf(place.file))).toBe(false)
  })
  it('is what is read, and what is noted behind it', () => {
    noteAll()
    const covered = Number(readFileSync(indexOf(place.file), 'utf8').split('\n')[1])
    expect(covered).toBeGreaterThan(words.length * 20)
    // Another memory with the same place in it: only the index says what was in front.
    const text = readFileSync(place.file, 'utf8')
    writeFileSync(place.file, `${'\n'.repeat(covered - 40)}${text.slice(covered - 40, covered)}\ndownloaded:zz mwrx4phb`)
    expectSame(earlierAt(place)(), earlierIn(`${text.slice(0, covered)}\ndownloaded:zz mwrx4phb`))
    expect(earlierAt(place)().times('downloaded:zz')).toBe(1)
  })
  it.each([
    ['cut', (text: string) => `${text.split('\n').slice(0, -6).join('\n')}\n`],
    ['longer', (text: string) => `${text}downloaded:1 1\n`],
    ['empty', () => ''],
    ['of another version', (text: string) => text.replace('index 1', 'index 2').replaceAll(/(:\w+) \d+$/gm, '$1 9')],
    ['zeros behind its head', (text: string) => text.slice(0, 1_024) + '\0'.repeat(text.length - 1_024)],
    ['zeros in its head', (text: string) => '\0'.repeat(1_024) + text.slice(1_024)],
    ['of another place', (text: string) => text.replace(/\n(\d+)\n/, (_, end) => `\n${Number(end) - 1}\n`)],
    [
      'of more than there is',
      (text: string) => text.replace(/\n(\d+)\n/, (_, end) => `\n${String(Number(end) * 9).slice(0, end.length)}\n`),
    ],
  ])('is not used when it is %s', (_, change) => {
    noteAll()
    writeFileSync(indexOf(place.file), change(readFileSync(indexOf(place.file), 'utf8')))
    expectSame()
  })
  it('is not used when others can write it', { skip: process.platform === 'win32' }, () => {
    noteAll()
    const text = readFileSync(indexOf(place.file), 'utf8')
    writeFileSync(indexOf(place.file), text.replaceAll(/(:\w+) \d+$/gm, '$1 9'))
    expect(earlierAt(place)().times(asked[0] ?? '')).toBe(9)
    chmodSync(indexOf(place.file), 0o666)
    expectSame()
  })
  it('is not used for another session under the same name', () => {
    noteAll()
    const other = words.map(word => `${word.replaceAll('1', '2')} mwrx4phc`)
    writeFileSync(place.file, `\n${other.join('\n')}`)
    expectSame()
  })
  it('may be replaced between two questions', () => {
    noteAll(words.slice(0, 450))
    const earlier = earlierAt(place)()
    const before = whole()
    earlier.times('read-secret')
    noteAll(words.slice(450))
    const after = whole()
    for (const word of asked) expect([before.times(word), after.times(word)]).toContain(earlier.times(word))
    rmSync(indexOf(place.file))
    for (const word of asked) expect(earlier.times(word)).toBeGreaterThanOrEqual(before.times(word))
  })
  it('says nothing of what is torn', () => {
    noteAll()
    writeFileSync(place.file, `${readFileSync(place.file, 'utf8')}\ndownlo`)
    expectSame()
    expect(earlierAt(place)().sure).toBe(false)
    noteAll(words.slice(0, 200))
    expectSame()
    rmSync(indexOf(place.file))
    noteAll(words.slice(0, 200))
    expect(existsSync(indexOf(place.file))).toBe(false)
    expectSame()
  })
  it('is made of a memory that has none yet', () => {
    noteAll()
    rmSync(indexOf(place.file))
    expectSame()
    noteAll(words.slice(0, 100))
    expect(existsSync(indexOf(place.file))).toBe(true)
    expectSame()
  })
  it('keeps no note back when it cannot be written', () => {
    noteAll(words.slice(0, 10))
    // A folder stands in its way.
    renameSync(mkdtempSync(join(tmpdir(), 'tfy-index-')), indexOf(place.file))
    noteAll()
    expectSame(earlierAt(place)())
    expect(readdirSync(place.dir)).toHaveLength(2)
  })
})

it('loses no note of processes that write at the same time', async () => {
  const script = `
    import { note } from ${JSON.stringify(join(import.meta.dirname, 'session-notes.ts'))}
    import { earlierAt } from ${JSON.stringify(join(import.meta.dirname, 'session-file.ts'))}
    const { who, place } = JSON.parse(process.env.JOB)
    for (let n = 0; n < 400; n++) {
      const mine = 'wrote:' + who + n.toString(36)
      if (!note(place, [mine, 'wrote-runnable'])) throw new Error('not noted')
      const earlier = earlierAt(place)()
      if (earlier.times(mine) !== 1 || !earlier.sure) throw new Error('not found: ' + mine)
    }`
  const crowd = ['a', 'b', 'c', 'd']
  const run = (who: string) =>
    execa('bun', ['-e', script], { preferLocal: true, timeout: 50_000, env: { JOB: JSON.stringify({ who, place }) } })
  await Promise.all(crowd.map(run))
  const found = earlierAt(place)()
  const lost = crowd.flatMap(who =>
    Array.from({ length: 400 }, (_, n) => `wrote:${who}${n.toString(36)}`).filter(word => found.times(word) !== 1),
  )
  expect(lost).toEqual([])
  expect(found.times('wrote-runnable')).toBe(1_600)
  expect(existsSync(indexOf(place.file))).toBe(true)
}, 60_000)
