/** The corpus's promises: every row of `fixtures/corpus`, one test per file. `npm run corpus` shows the same as a table. */

import { describe, expect, it } from 'vitest'
import { judgeFile } from '../scripts/corpus/judge.ts'
import { promises, type Row, readCorpus, titleOf } from '../scripts/corpus/row.ts'

const files = readCorpus()
const rowsOf = (...wanted: readonly string[]): readonly Row[] =>
  files.flatMap(({ promise, rows }) => (wanted.includes(promise) ? rows : []))

describe.each(promises)('%s', promise => {
  it.each(files.filter(file => file.promise === promise).map(file => [file.name, file] as const))(
    '%s',
    async (_, file) => {
      expect(file.rows.length).toBeGreaterThan(0)
      const judged = await judgeFile(file)
      const broken = judged.flatMap(({ row, wrong }) => (wrong === undefined ? [] : [`${titleOf(row)} -> ${wrong}`]))
      expect(broken).toEqual([])
    },
    60_000,
  )
})

describe('the corpus itself', () => {
  it('has at least 2,500 rows and every promise but the gaps', () => {
    expect(rowsOf(...promises).length).toBeGreaterThanOrEqual(2_500)
    for (const promise of promises.filter(name => name !== 'known-gaps'))
      expect(rowsOf(promise).length, promise).toBeGreaterThan(0)
  })

  it('has at least as many ordinary rows as dangerous ones', () => {
    expect(rowsOf('must-allow').length).toBeGreaterThanOrEqual(rowsOf('must-deny', 'evasions').length)
  })

  it('judges no row twice', () => {
    const seen = new Set<string>()
    const twice = rowsOf(...promises)
      .map(({ want: _, rules: __, why: ___, promise: ____, from: _____, ...what }) => JSON.stringify(what))
      .filter(key => seen.size === seen.add(key).size)
    expect(twice).toEqual([])
  })
})
