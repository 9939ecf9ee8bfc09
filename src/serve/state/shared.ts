/** What the replicas of a server share, or the files of the only one. */

import type { Places } from '../../config/places.ts'
import type { StateConfig } from '../../core/config.ts'
import type { SharedCount } from '../access/limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { memoryInFiles, type SessionMemory } from './memory.ts'
import type { Redis } from './redis.ts'

export interface SharedState {
  readonly kind: 'files' | 'redis'
  readonly memory: (tenant: string) => SessionMemory
  readonly gauges: () => Readonly<Record<string, number>>
  /** Tokens, by their hash, that somebody has removed somewhere. As long as Redis is away, those that were known before. */
  readonly revoked: () => ReadonlySet<string>
  /** Counts one more for all replicas. */
  readonly count: SharedCount
  readonly close: () => void
}

export const sharedState = async (
  place: StateConfig | undefined,
  places: Places,
  log: Log,
  metrics: Metrics,
): Promise<SharedState> => {
  if (place === undefined)
    return {
      kind: 'files',
      memory: tenant => memoryInFiles(tenant === '' ? places.state : `${places.state}/tenants/${tenant}`),
      revoked: () => nobody,
      count: async () => undefined,
      gauges: () => ({}),
      close: () => {},
    }

  const [{ redisAt }, { digest, redisMemory }] = await Promise.all([import('./redis.ts'), import('./redis-memory.ts')])
  let redis: Redis | undefined
  const memory = redisMemory(
    () => redis ?? none,
    prefixOf(place),
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
  const shared = redis
  let revoked = nobody
  const look = async (): Promise<void> => {
    const list = await shared.run(client => client.sMembers(revokedKey(place)))
    if (list !== undefined) revoked = new Set(list)
  }
  await look()
  const timer = setInterval(() => void look(), recheckMs)
  timer.unref()
  return {
    kind: 'redis',
    memory: memory.of,
    revoked: () => revoked,
    count: async key => {
      const name = `${prefixOf(place)}rate:${digest(key)}`
      const done = await shared.run(client => client.multi().incr(name).pExpire(name, 120_000).exec())
      return done === undefined ? undefined : Number(done[0])
    },
    gauges: () => ({ tfy_hook_state_up: shared.up() ? 1 : 0, tfy_hook_state_waiting: memory.waiting() }),
    close: () => {
      clearInterval(timer)
      shared.close()
    },
  }
}

export const prefixOf = ({ prefix = 'tfy-hook:' }: StateConfig): string => prefix
export const revokedKey = (place: StateConfig): string => `${prefixOf(place)}revoked`

const nobody: ReadonlySet<string> = new Set()
const recheckMs = 500

/** Until the first attempt is over. */
const none: Redis = { run: async () => undefined, up: () => false, close: () => {} }
