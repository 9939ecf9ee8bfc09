/** Text of a file that a project may have put there: of a bounded length, whatever size it says, and without waiting for anybody. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** Undefined for what is longer, no file, or not `good`. */
export const readBounded = (file: string, most: number, good: (stat: Stats) => boolean = () => true): string | undefined => {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.size > most || !good(stat)) return undefined
    // One byte more than it says: some files of the system say 0 and have no end, others grow while they are read.
    let room = Buffer.allocUnsafe(stat.size === 0 ? most + 1 : stat.size + 1)
    let length = 0
    for (;;) {
      const count = readSync(fd, room, length, room.length - length, null)
      length += count
      if (length > most) return undefined
      // Where there was room for more than it says it holds, and no more came, it has ended.
      if (count === 0 || (length === stat.size && length < room.length)) return room.toString('utf8', 0, length)
      if (length === room.length) room = Buffer.concat([room], most + 1)
    }
  } finally {
    closeSync(fd)
  }
}
