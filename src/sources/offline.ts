/** The embedded engine as a source, and the file system it is allowed to look at. */

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import type { Env } from '../core/client.ts'
import type { Host } from '../policy/types.ts'

export { evaluate } from '../policy/evaluate.ts'

/** Quick, never throws. `home` is where `~` points for the commands that are judged. */
export const hostFor = (home: string, env: Env): Host => ({
  home,
  platform: process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux',
  realpath: path => {
    // The longest existing prefix is resolved; the rest may be about to be created.
    for (let end = path.length, depth = 0; end > 0 && depth < 64; depth++) {
      try {
        const real = realpathSync(path.slice(0, end))
        return real === '/' ? path.slice(end) || '/' : real + path.slice(end)
      } catch {
        end = path.lastIndexOf('/', end - 1)
      }
    }
    return path
  },
  readText: (path, limit) => {
    let fd: number | undefined
    try {
      // A pipe without a writer would hold the open, and the verdict with it, until the client kills us.
      fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
      if (!fstatSync(fd).isFile()) return undefined
      const bytes = new Uint8Array(limit)
      return new TextDecoder().decode(bytes.subarray(0, readSync(fd, bytes, 0, limit, 0)))
    } catch {
      return undefined
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
  },
  env: name => env[name],
})
