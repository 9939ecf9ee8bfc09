/** The lines of a change, as people know them from `git diff`; secrets are masked, since what else a file holds is shown around it. */

import { structuredPatch } from 'diff'
import { maskSecrets } from '../../core/redact.ts'

export interface DiffLine {
  readonly kind: ' ' | '+' | '-' | '@'
  readonly text: string
}

export const diffLines = (file: string, before: string, after: string): readonly DiffLine[] => {
  const { hunks } = structuredPatch(file, file, before, after, '', '', { context: 3, stripTrailingCr: true })
  const [old, now] = [before.split('\n'), after.split('\n')]
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => {
    let [oldAt, nowAt] = [oldStart - 1, newStart - 1]
    const shown: DiffLine[] = [{ kind: '@', text: `-${oldStart},${oldLines} +${newStart},${newLines}` }]
    for (const line of lines) {
      const kind = line.slice(0, 1) as DiffLine['kind'] | '\\'
      if (kind === '\\') continue
      const above = kind === '-' ? old[oldAt - 1] : now[nowAt - 1]
      shown.push({ kind, text: masked(line.slice(1), above) })
      if (kind !== '+') oldAt++
      if (kind !== '-') nowAt++
    }
    return shown
  })
}

/** A list with a word on each line has `"--token",` above the token, and perhaps above all that is shown. */
const masked = (line: string, above = ''): string => {
  const head = maskSecrets(above.trim())
  const [lead = ''] = /^\s*(?:- )?/.exec(line) ?? []
  const both = maskSecrets(`${head} ${line.slice(lead.length)}`)
  return maskSecrets(both.startsWith(`${head} `) ? `${lead}${both.slice(head.length + 1)}` : line)
}
