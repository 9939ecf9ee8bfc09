/** Lines of a server, which writes many at once to a file it has opened. */

import { fstatSync, statSync } from 'node:fs'
import { type Limits, standardLimits } from './append.ts'
import { type Hash, isFirst, sealed, settledView, type View } from './chain.ts'
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

export interface Batches {
  /** The lines as they are written. The first seals what is there; those behind it are sealed with it by whoever writes next. Each has its line break. */
  readonly sealed: (fd: number, lines: readonly string[]) => string
  /** They stand in the file. */
  readonly wrote: () => void
}

/** What this process wrote at the end of the log. As long as it is the end, nothing has to be read to seal it. */
interface Own {
  readonly ino: number
  readonly view: View
}

export const batches = (stateDir: string, hash: Hash, limits: Limits = standardLimits): Batches => {
  let own: Own | undefined
  let wrote = (): void => {}
  return {
    wrote: () => wrote(),
    sealed: (fd, lines) => {
      const known = own
      own = undefined
      wrote = () => {}
      const [first, ...rest] = lines
      try {
        const stat = fstatSync(fd)
        if (first === undefined || !stat.isFile()) return lines.join('')
        const seen = known?.ino === stat.ino && known.view.to === stat.size ? known.view : settledView(fd, stat, hash)
        const view = isFirst(seen) ? firstView(stateDir, stat.ino, seen, limits, hash) : seen
        const line = `${view.torn ? '\n' : ''}${sealed(first.trimEnd(), view, hash)}\n`
        removeFiles(stateDir, view.dropped ?? [])
        const text = [line, ...rest].join('')
        // A first line that follows another file seals nothing of this one. Some file systems number no file.
        if (stat.ino !== 0 && (view.in === undefined || seen.to === 0))
          wrote = () => {
            const [from, to] = [seen.to, seen.to + Buffer.byteLength(text)]
            own = { ino: stat.ino, view: { from, to, of: hash(text), torn: false, last: line.slice(-68, -4) } }
          }
        return text
      } catch {
        return lines.join('')
      }
    },
  }
}
