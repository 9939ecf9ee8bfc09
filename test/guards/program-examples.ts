/** Examples of program records: rows of the corpus, one that is stopped and one that is not. */

import { readdirSync } from 'node:fs'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { yamlAt } from '../../scripts/gen/knowledge/literal.ts'

const folder = 'src/engine/knowledge/programs'

interface Examples {
  readonly stop?: string
  readonly allow?: string
}

interface Written {
  readonly examples?: Examples
  readonly rows?: readonly (readonly [pattern: string, deed: unknown, opinion?: string])[]
}

export interface Shown extends Examples {
  readonly names: string
  /** False where only a policy of one's own stops what it says: a deploy, a formatter. */
  readonly dangerous: boolean
}

/** What a record says besides its rows that is no danger of its own. */
const plain: ReadonlySet<string> = new Set(['valued', 'rehearsal', 'flags', 'examples', 'rows', 'traits'])

/** A record of traits alone declares nothing to be shown. */
const isBare = (record: string | Written): boolean =>
  typeof record === 'object' && Object.keys(record).every(key => key === 'traits' || key === 'extends')

const isDangerous = (record: Written): boolean =>
  record.rows === undefined ||
  Object.keys(record).some(key => !plain.has(key)) ||
  record.rows.some(([, deed, opinion]) => opinion !== 'ordinary' && JSON.stringify(deed) !== '{"operands":"formats..."}')

export const programExamples = (): readonly Shown[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .flatMap(name =>
      Object.entries(yamlAt(`${folder}/${name}`) as Readonly<Record<string, string | Written>>).flatMap(([names, record]) =>
        isBare(record)
          ? []
          : typeof record === 'string'
            ? { names, dangerous: true }
            : { names, dangerous: isDangerous(record), ...record.examples },
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
