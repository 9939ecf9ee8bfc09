/** A change to a file, as people know it from `git diff`. */

import { structuredPatch } from 'diff'
import { flat, maskSecrets, visible } from '../../core/redact.ts'
import type { Change } from '../../install/change.ts'
import type { Palette } from './ansi.ts'

/** What else stands in a settings file is shown around it, so secrets are masked and nothing paints the screen. */
export const diffOf = ({ file, before, after }: Change, { added, removed, place, strong }: Palette): string => {
  const { hunks } = structuredPatch(file, file, before ?? '', after ?? '', '', '', { context: 3, stripTrailingCr: true })
  const head = before === undefined ? 'new file' : after === undefined ? 'removed' : 'changed'
  const lines = [strong(`${flat(file)} (${head})`)]
  for (const hunk of hunks) {
    lines.push(place(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`))
    for (const line of hunk.lines) {
      if (line.startsWith('\\')) continue
      const shown = `${line.slice(0, 1)}${tame(line.slice(1))}`
      lines.push(line.startsWith('+') ? added(shown) : line.startsWith('-') ? removed(shown) : shown)
    }
  }
  return lines.join('\n')
}

const longest = 400

/** Its spacing stays. Whatever else breaks a line would look like another one of the change. */
const tame = (line: string): string => {
  const shown = maskSecrets(line).split('\t').map(visible).join('\t').replaceAll('\n', ' ')
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
}
