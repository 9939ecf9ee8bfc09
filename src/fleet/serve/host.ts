/** What the engine may see of this machine. */

import { lstatSync, realpathSync, statSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { Host } from '../../engine/matching/host.ts'
import type { Places } from '../../hook/config/places.ts'
import { hostFor } from '../../hook/sources/offline.ts'

/** A host for each event. A caller elsewhere has another disk and another environment: what ours say about its paths would be wrong. */
export const hostOf = (places: Places, env: Env, local: boolean): (() => Host) => {
  const known = hostFor(places, env)
  if (!local) {
    const host = {
      ...known,
      realpath: (path: string) => path,
      readText: () => undefined,
      names: () => undefined,
      env: () => undefined,
    }
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
  const once = (path: string, look: (path: string) => string | undefined): string | undefined => {
    const known = seen.get(path)
    if (known !== undefined || seen.has(path)) return known
    const found = look(path)
    seen.set(path, found)
    return found
  }
  /** What is no link has the name that it has in its folder. Below what is not there is nothing. */
  const step = (path: string): string | undefined => {
    const end = path.lastIndexOf('/')
    const above = end === 0 ? '' : once(path.slice(0, end), step)
    if (above === undefined) return undefined
    const own = `${above === '/' ? '' : above}${path.slice(end)}`
    const stat = tried(() => lstatSync(own, { throwIfNoEntry: false }))
    return stat === undefined ? undefined : stat.isSymbolicLink() ? tried(() => realpathSync.native(own)) : own
  }
  return path => once(path, isPlain(path) ? step : whole)
}

/** Elsewhere names may be told in another case, and computers have shares. Of a deep path the system finds the way quicker. */
const isPlain = (path: string): boolean =>
  process.platform === 'linux' && /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/.test(path) && path.split('/').length <= 24

const whole = (path: string): string | undefined =>
  tried(() => (path !== '/' && statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : realpathSync.native(path)))

const tried = <T>(look: () => T): T | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}
