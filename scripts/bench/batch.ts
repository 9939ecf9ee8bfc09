/** `explain --jsonl` over rows of the corpus, each once: no two are alike, and most are harder than a day's calls. */

import { readFileSync, rmSync } from 'node:fs'
import { readCorpus } from '../corpus/row.ts'
import { callOf } from '../door/compare.ts'
import { at, stop } from '../project/project.ts'
import { spawn } from './spawn.ts'
import { place } from './subjects.ts'

/** Milliseconds of processor time for a row, what it takes to start shared among them. */
export const batchRow = async (every = 4): Promise<number> => {
  const { home, project, env } = place()
  const rows = readCorpus()
    .flatMap(({ promise, rows }) => (promise === 'must-not-crash' ? [] : rows))
    .filter((_, n) => n % every === 0)
  const stdin = Buffer.from(rows.map((row, n) => `${callOf(row, n).stdin}\n`).join(''))
  // Into a file: nobody reads a pipe as long as the process runs.
  const cmd = ['sh', '-c', 'exec "$0" explain --jsonl --client claude-code > answers', at('dist/tfy-hook')]
  try {
    const { cpu, exitCode, stderr } = await spawn({ name: 'batch', cmd, stdin, cwd: project, env })
    const answers = readFileSync(`${project}/answers`, 'utf8').split('\n').length - 1
    if (exitCode !== 0 || answers !== rows.length) stop(`${answers} of ${rows.length} rows answered, exit ${exitCode} ${stderr}`)
    return cpu / rows.length
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
