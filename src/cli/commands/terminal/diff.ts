/** A change to a file, as people know it from `git diff`. */

import { flat, visible } from '../../../core/redact.ts'
import type { Change } from '../../../setup/install/change.ts'
import { diffLines } from '../../../setup/install/diff-lines.ts'
import type { Palette } from './ansi.ts'

/** Nothing in a file paints the screen. */
export const diffOf = ({ file, before, after }: Change, { added, removed, place, strong }: Palette): string => {
  const spread = spreadOut(before ?? '', after ?? '')
  const [from, to] = spread ?? [before ?? '', after ?? '']
  const kind = before === undefined ? 'new file' : after === undefined ? 'removed' : 'changed'
  const head = spread === undefined ? kind : `${kind}; its long lines are shown as several`
  const paint = { '@': place, '+': added, '-': removed, ' ': (text: string) => text }
  const lines = diffLines(file, from, to).map(line =>
    paint[line.kind](line.kind === '@' ? `@@ ${line.text} @@` : `${line.kind}${tame(line.text)}`),
  )
  return [strong(`${flat(file)} (${head})`), ...lines].join('\n')
}

/** From here on nobody sees what a line has that another one has not. */
const wide = 200

/** JSON that stands in one long line, as several; undefined where it has lines of its own, or not all that stands there would be seen. */
const spreadOut = (before: string, after: string): readonly [string, string] | undefined => {
  if (![before, after].some(text => text.split('\n').some(line => line.length > wide))) return undefined
  const lines = (text: string): string => (text === '' ? '' : `${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  try {
    const both = [lines(before), lines(after)] as const
    const crowded = [before, after].some((text, i) => 2 * countLines(text) < countLines(both[i] ?? ''))
    return crowded && [before, after].every((text, i) => bare(text) === bare(both[i] ?? '')) ? both : undefined
  } catch {
    return undefined
  }
}

const countLines = (text: string): number => text.split('\n').length
const bare = (text: string): string => text.replace(/\s/g, '')

const longest = 400

/** Its spacing stays. Whatever else breaks a line would look like another one of the change. */
const tame = (line: string): string => {
  const shown = line.split('\t').map(visible).join('\t').replaceAll('\n', ' ')
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
}
