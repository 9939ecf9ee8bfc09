/** When a file that is held in memory has to be read again. */

import { statSync } from 'node:fs'

/** How long a look at a file holds, in milliseconds. */
export const recheckMs = 500

export const absent = 'absent'

/** What can be seen of a file without reading it. One that cannot be looked at is read, so that its failure is told. */
export const stampOf = (file: string): string => {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    return stat === undefined ? absent : [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, stat.mode].join('|')
  } catch {
    return 'unreadable'
  }
}
