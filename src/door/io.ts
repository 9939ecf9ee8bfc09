/** `src/hook/io.ts` behind the door: the host reads and writes. */

import type { Stdin } from '../hook/io.ts'
import { host } from './host.ts'

/** Short enough for an interpreter: the host hands over what is longer. A pipe that is slow to end is read here, within its time. */
export const readStdin = async (timeoutMs: number): Promise<Stdin> => {
  const read = host.stdin(timeoutMs)
  return typeof read === 'number' ? { kind: 'timeout' } : { kind: 'read', bytes: read }
}

export const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

export const decode = (bytes: Uint8Array): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? host.handOver() : withoutMark(host.decode(bytes))

/** All of it; false when the reader is gone or does not read for two seconds. */
export const writeAll = (fd: 1 | 2, text: string): boolean => {
  const bytes = host.encode(text)
  const until = host.count(2) + 2_000
  for (let at = 0; at < bytes.length; ) {
    const count = host.write(fd, bytes, at, bytes.length - at, -1)
    if (count >= 0) at += count
    else if (count !== -11 || host.count(2) > until) return false
    else host.sleep(5)
  }
  return true
}

export const hasher = async (): Promise<(data: string | Uint8Array) => string> => data =>
  typeof data === 'string' ? host.sha256Text(data) : host.sha256(data)
