/** Text of a file that a project may have put there: of a bounded length, whatever size it says, and without waiting for anybody. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Undefined for what is longer, or no file. */
export const readBounded = (file: string, most: number): string | undefined => {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.size > most) return undefined
    // Some files of the system say 0 and have no end.
    const room = Buffer.allocUnsafe(stat.size === 0 ? most + 1 : stat.size)
    let length = 0
    while (length < room.length) {
      const count = readSync(fd, room, length, room.length - length, null)
      if (count === 0) break
      length += count
    }
    return length > most ? undefined : room.toString('utf8', 0, length)
  } finally {
    closeSync(fd)
  }
}
