/** The embedded engine as a source, and the file system it is allowed to look at. */

import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync, realpathSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { Host } from '../../engine/matching/host.ts'
import { earlierAt, sessionPlace } from './session-file.ts'

/** What the engine has to know of the configuration: where home is, and where our own files are. */
export interface Ground {
  readonly home: string
  readonly managed: readonly string[]
  readonly user: readonly string[]
  readonly redirected: readonly string[]
  readonly state: string
  readonly bundle: string
}

export { evaluate } from '../../engine/policy/evaluate.ts'

/** The same, for an event that says which session it belongs to. */
export const withMemory = (host: Host, state: string, event: NormalizedHookEvent): Host => {
  const place = sessionPlace(state, event)
  return place === undefined ? host : { ...host, earlier: earlierAt(place) }
}

/** What these lead to in the shell, only the shell knows: the system would tell what is open here. */
const descriptors = /^\/(?:dev\/(?:fd|std(?:in|out|err))|proc\/(?:self|thread-self)\/fd)(?:\/|$)|^\/proc\/(?:self|thread-self)$/

/** Where a path leads; undefined, or a throw, where there is nothing. `doubted` is one below which something was missing. */
type Resolve = (path: string, doubted: boolean) => string | undefined

/** On Windows only the system itself knows short names, and drives that stand for folders. */
const real = process.platform === 'win32' ? realpathSync.native : realpathSync

/** An error costs more than a question: once something was missing, what is above it is looked for first. */
const resolved: Resolve = (path, doubted) =>
  doubted && lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : real(path)

/** Quick, never throws. `home` is where `~` points for the commands that are judged. */
export const hostFor = (places: Ground, env: Env, resolve: Resolve = resolved): Host => ({
  home: places.home,
  guarded: [places.state, ...places.managed, ...places.user, ...places.redirected, places.bundle, ...ownProgram()],
  platform: process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux',
  realpath: path => {
    if (descriptors.test(path)) return path
    // The longest existing prefix is resolved; the rest may be about to be created.
    for (let end = path.length, depth = 0; end > 0 && depth < 64; depth++) {
      const known = path.slice(0, end)
      try {
        // `C:` alone is where that drive's current folder is, not its root.
        const real = resolve(isDrive(known) ? `${known}/` : known, depth > 0)
        if (real !== undefined) return (end < path.length && isRoot(real) ? real.slice(0, -1) : real) + path.slice(end)
      } catch {
        // The next one up may be there.
      }
      end = path.lastIndexOf('/', end - 1)
    }
    return path
  },
  readText: (path, limit) => {
    let fd: number | undefined
    try {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
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
  names: (path, limit) => {
    try {
      const folder = opendirSync(path)
      try {
        const found: string[] = []
        for (let next = folder.readSync(); next !== null; next = folder.readSync()) {
          if (found.length >= limit) return undefined
          found.push(next.isSymbolicLink() ? `${next.name}/` : next.name)
        }
        return found
      } finally {
        folder.closeSync()
      }
    } catch {
      return undefined
    }
  },
  env: name => env[name],
  ...(typeof process.cpuUsage === 'function' && { busy }),
})

/** Milliseconds of the processor that this process has had. */
export const busy = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const isDrive = (path: string): boolean => /^[A-Za-z]:$/.test(path)

const isRoot = (path: string): boolean => /^(?:[A-Za-z]:)?[\\/]$/.test(path)

/** This executable, the door beside it, or the bundle that a runtime was given. */
const ownProgram = (): readonly string[] =>
  [process.execPath, `${process.execPath}-door`, process.argv[1]].filter(
    (path): path is string => path?.startsWith('tfy-hook', Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) === true,
  )
