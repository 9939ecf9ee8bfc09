/** Padding a command with here-documents makes no refusal an allow: rows of the corpus with more data before, behind and inside. */

import { expect, it } from 'vitest'
import { judge } from '../scripts/corpus/judge.ts'
import { type Row, readCorpus } from '../scripts/corpus/row.ts'

const stopped = readCorpus()
  .filter(({ promise }) => promise === 'must-deny' || promise === 'evasions')
  .flatMap(({ rows }) => rows)
  .filter(
    ({ shell, platform, tool, times }) =>
      shell !== undefined && platform !== 'win32' && tool === undefined && times === undefined,
  )

const data = `cat > notes.md <<'TFY_NOTES'\n${'lorem ipsum dolor sit amet consectetur\n'.repeat(2_500)}TFY_NOTES\n`
const blank = '\n'.repeat(90_000)

/** Every nth, so that the run is the same each time. */
const some = stopped.filter((_, at) => at % Math.ceil(stopped.length / 60) === 0)
const documents = stopped.filter(({ shell = '' }) => /<<-?['"]?\w+['"]?[^\n]*\n/.test(shell))

const allowed = async (rows: readonly Row[], pad: (shell: string) => string): Promise<readonly string[]> => {
  const through: string[] = []
  for (const row of rows) {
    const { outcome } = await judge({ ...row, shell: pad(row.shell ?? '') }, 'must-deny')
    if (outcome === 'allow') through.push(row.shell ?? '')
  }
  return through
}

it('has rows', () => {
  expect([some.length > 50, documents.length > 30]).toEqual([true, true])
})

it.each([
  ['data before it', some, (shell: string) => `${data}${shell}`],
  ['data behind it', some, (shell: string) => `${shell}\n${data}`],
  ['blank lines in its here-document', documents, (shell: string) => shell.replace(/(<<-?['"]?\w+['"]?[^\n]*\n)/, `$1${blank}`)],
] as const)(
  '%s',
  async (_, rows, pad) => {
    expect(await allowed(rows, pad)).toEqual([])
  },
  120_000,
)
