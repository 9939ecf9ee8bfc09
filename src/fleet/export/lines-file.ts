/** One JSON object per line, for an agent that tails. Put aside beyond a size as `PATH.1`, of which there is one. */

import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { systemWords } from '../../core/system-words.ts'
import type { Guarding } from './guarding.ts'
import { later, type Outcome } from './outcome.ts'
import type { Ground, Sink } from './sink.ts'
import type { Verdict } from './verdict.ts'

const maxBytes = 16 * 1024 * 1024

export const fileSink = ({ target: { path = '' } }: Ground): Sink => ({
  most: 500,
  put: async verdicts => write(path, verdicts),
  tell: async guards => write(path, guards),
  probe: async () => write(path, []),
})

const appending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

const write = (path: string, lines: readonly (Verdict | Guarding)[]): Outcome => {
  let fd: number | undefined
  try {
    fd = openSync(path, appending, 0o600)
    const stat = fstatSync(fd)
    if (!stat.isFile()) return later('it is not a file')
    if (stat.size > maxBytes) {
      renameSync(path, `${path}.1`)
      closeSync(fd)
      // Whoever may read the one may read the next.
      fd = openSync(path, appending, stat.mode & 0o777)
    }
    const bytes = Buffer.from(lines.map(one => `${JSON.stringify(one)}\n`).join(''))
    return bytes.length === 0 || writeSync(fd, bytes) === bytes.length ? { kind: 'taken' } : later('the disk is full')
  } catch (error) {
    return later(`it cannot be written: ${systemWords(error)}`)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
