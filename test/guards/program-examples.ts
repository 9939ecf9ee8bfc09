/** Examples of program records: rows of the corpus, one that is stopped and one that is not. */

import { readdirSync } from 'node:fs'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { yamlAt } from '../../scripts/gen/knowledge/literal.ts'

const folder = 'src/engine/knowledge/programs'

interface Examples {
  readonly stop?: string
  readonly allow?: string
}

export interface Shown extends Examples {
  readonly names: string
}

export const programExamples = (): readonly Shown[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .flatMap(name =>
      Object.entries(yamlAt(`${folder}/${name}`) as Readonly<Record<string, string | { readonly examples?: Examples }>>).map(
        ([names, record]) => ({ names, ...(typeof record === 'object' && record.examples) }),
      ),
    )

/** Commands of the corpus by what becomes of them. */
const commands = (...promises: readonly string[]): ReadonlySet<string> =>
  new Set(
    readCorpus(undefined)
      .filter(({ promise }) => promises.includes(promise))
      .flatMap(({ rows }) => rows.flatMap(row => row.shell ?? [])),
  )

/** Examples that no row holds. */
export const unheld = (): readonly string[] => {
  const stopped = commands('must-deny', 'evasions')
  const allowed = commands('must-allow')
  return programExamples().flatMap(({ names, stop, allow }) => [
    ...(stop === undefined || stopped.has(stop) ? [] : [`${names}: no row stops "${stop}"`]),
    ...(allow === undefined || allowed.has(allow) ? [] : [`${names}: no row allows "${allow}"`]),
  ])
}
