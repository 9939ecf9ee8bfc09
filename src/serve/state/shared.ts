/** What the replicas of a server share, or the files of the only one. */

import type { Places } from '../../config/places.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { memoryInFiles, type SessionMemory } from './memory.ts'
import { stateIn } from './place.ts'
import type { Redis } from './redis.ts'

export interface SharedState {
  readonly kind: 'files' | 'redis'
  readonly memory: (tenant: string) => SessionMemory
  readonly gauges: () => Readonly<Record<string, number>>
  /** Looks whether the configuration names another place by now. */
  readonly look: () => Promise<void>
  /** It does: only a restart goes there. */
  readonly moved: () => boolean
  readonly close: () => void
}

export const sharedState = async (places: Places, log: Log, metrics: Metrics): Promise<SharedState> => {
  const place = await stateIn(places)
  let moved = false
  const common = {
    look: async () => {
      moved = JSON.stringify(await stateIn(places)) !== JSON.stringify(place)
      if (moved) log.warn('the configuration names another state: restart to go there')
    },
    moved: () => moved,
  }
  if (place === undefined)
    return { ...common, kind: 'files', memory: () => memoryInFiles(places.state), gauges: () => ({}), close: () => {} }

  const [{ redisAt }, { redisMemory }] = await Promise.all([import('./redis.ts'), import('./redis-memory.ts')])
  let redis: Redis | undefined
  const memory = redisMemory(
    () => redis ?? none,
    place.prefix ?? 'tfy-hook:',
    () => {
      metrics.state('lost')
      log.warn('the shared state has lost what it knew: memories of sessions count as incomplete for a day')
    },
  )
  redis = await redisAt(place, {
    joined: memory.joined,
    changed: (up, why) => {
      metrics.state(up ? 'up' : 'down')
      if (up) log.notice('the shared state answers')
      else log.warn('the shared state does not answer', { why })
    },
  })
  return {
    ...common,
    kind: 'redis',
    memory: memory.of,
    gauges: () => ({ tfy_hook_state_up: redis.up() ? 1 : 0, tfy_hook_state_waiting: memory.waiting() }),
    close: redis.close,
  }
}

/** Until the first attempt is over. */
const none: Redis = { run: async () => undefined, up: () => false, close: () => {} }
