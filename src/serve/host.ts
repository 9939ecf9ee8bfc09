/** What the engine may see of this machine. */

import { realpathSync, statSync } from 'node:fs'
import type { Places } from '../config/places.ts'
import type { Env } from '../core/client.ts'
import type { Host } from '../matching/host.ts'
import { hostFor } from '../sources/offline.ts'

/** A host for each event. A caller elsewhere has another disk and another environment: what ours say about its paths would be wrong. */
export const hostOf = (places: Places, env: Env, local: boolean): (() => Host) => {
  const known = hostFor(places, env)
  if (!local) {
    const host = { ...known, realpath: (path: string) => path, readText: () => undefined, env: () => undefined }
    return () => host
  }
  return () => {
    const { realpath } = hostFor(places, env, lookingUp())
    const seen = new Map<string, string>()
    return {
      ...known,
      realpath: path => {
        const found = seen.get(path) ?? realpath(path)
        seen.set(path, found)
        return found
      },
    }
  }
}

/**
 * Each place is looked up once per event; nothing is kept longer, since the next event may have made a link. Most of what commands name is
 * not there, and a look that says so without a throw is far cheaper.
 */
const lookingUp = (): ((path: string) => string | undefined) => {
  const seen = new Map<string, string | undefined>()
  const absent = new Set<string>()
  const lookUp = (path: string): string | undefined => {
    try {
      if (path !== '/' && (isBelow(path, absent) || statSync(path, { throwIfNoEntry: false }) === undefined)) {
        absent.add(path)
        return undefined
      }
      return realpathSync.native(path)
    } catch {
      return undefined
    }
  }
  return path => {
    const known = seen.get(path)
    if (known !== undefined || seen.has(path)) return known
    const found = lookUp(path)
    seen.set(path, found)
    return found
  }
}

/** Below what is not there is nothing, but for the shares of a computer that is none itself. */
const isBelow = (path: string, absent: ReadonlySet<string>): boolean => {
  if (absent.size === 0 || process.platform === 'win32') return false
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (absent.has(path.slice(0, end))) return true
  return false
}
