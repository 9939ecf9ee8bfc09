/** Lines of a server, which writes many at once to a file it has opened. */

import { fstatSync, statSync } from 'node:fs'
import { type Limits, standardLimits } from './append.ts'
import { type Hash, isFirst, sealed, settledView } from './chain.ts'
import { auditFile } from './files.ts'
import { firstView, removeFiles, rotate } from './rotate.ts'

export const rotateIfLarge = (stateDir: string, limits: Limits = standardLimits): void => {
  try {
    const stat = statSync(auditFile(stateDir), { throwIfNoEntry: false })
    if (stat?.isFile() && stat.size > limits.maxBytes) rotate(stateDir, stat.ino)
  } catch {
    // The log goes on growing.
  }
}

/** The first line seals what is there; those behind it are sealed with it by whoever writes next. Each has its line break. */
export const sealFirst = (
  fd: number,
  stateDir: string,
  lines: readonly string[],
  hash: Hash,
  limits: Limits = standardLimits,
): readonly string[] => {
  const [first, ...rest] = lines
  try {
    const stat = fstatSync(fd)
    if (first === undefined || !stat.isFile()) return lines
    const own = settledView(fd, stat, hash)
    const view = isFirst(own) ? firstView(stateDir, stat.ino, own, limits, hash) : own
    const line = `${view.torn ? '\n' : ''}${sealed(first.trimEnd(), view, hash)}\n`
    removeFiles(stateDir, view.dropped ?? [])
    return [line, ...rest]
  } catch {
    return lines
  }
}
