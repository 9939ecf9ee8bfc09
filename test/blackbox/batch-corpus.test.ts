/** `explain --jsonl` over the corpus: a warm process says of a row what another says that has met all others in between, and what one says that is new. */

import { resolve } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { callOf } from '../../scripts/door/compare.ts'
import { folder } from './call.ts'

const home = folder({})
/** Every second one, and none of a size that nobody writes: those meet the clock. */
const rows = readCorpus()
  .flatMap(({ promise, rows }) => (promise === 'must-not-crash' ? [] : rows.filter(({ times }) => times === undefined)))
  .filter((_, n) => n % 2 === 0)
  .map((row, n) => callOf(row, n).stdin)

const answers = async (asked: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await execa(resolve('dist/tfy-hook'), ['explain', '--jsonl', '--client', 'claude-code'], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home },
    extendEnv: false,
    input: `${asked.join('\n')}\n`,
    maxBuffer: 200_000_000,
  })
  // How long it took, and the numbers of the process where a command asks for them.
  const bare = (line: string): string => line.replace(/,"ms":[\d.]+\}$/, '}').replace(/\/(proc|task)\/\d+/g, '/$1/N')
  return stdout.trimEnd().split('\n').map(bare)
}

it('in both orders, and alone', async () => {
  const forwards = await answers(rows)
  expect(forwards).toHaveLength(rows.length)
  const backwards = [...(await answers([...rows].reverse()))].reverse()
  expect(rows.flatMap((row, n) => (forwards[n] === backwards[n] ? [] : [`${row}\n${forwards[n]}\n${backwards[n]}`]))).toEqual([])
  for (let n = 0; n < rows.length; n += 499) expect(await answers([rows[n] ?? ''])).toEqual([forwards[n]])
}, 600_000)
