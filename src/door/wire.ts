/** `src/hook/sources/resident/wire.ts` behind the door: one connection, which the host asks after whenever it has waited. */

import type { Listener } from '../hook/sources/resident/wire.ts'
import { listen } from './globals.ts'
import { host } from './host.ts'

/** What a system says where nothing can be read or written yet. */
const notYet = -11

const room = new Uint8Array(65_536)

export const connect = (path: string, { open, data, closed }: Listener): void => {
  const fd = host.connect(path)
  let ended = fd < 0
  const end = (): void => {
    ended = true
  }
  const lost = (): boolean => {
    end()
    closed()
    return true
  }
  listen(() => {
    if (ended) return false
    const count = host.read(fd, room, 0, room.length, -1)
    if (count === notYet) return false
    if (count <= 0) return lost()
    data(room.subarray(0, count))
    return true
  })
  if (ended) {
    closed()
    return
  }
  // A request that the socket does not take at once is a long one, and somebody else's.
  const write = (bytes: Uint8Array): void => {
    if (!ended && host.write(fd, bytes, 0, bytes.length, -1) !== bytes.length) lost()
  }
  open({ write, end })
}
