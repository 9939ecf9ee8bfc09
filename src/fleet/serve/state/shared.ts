/** What the replicas of a server share, or the files of the only one. */

import { createHash } from 'node:crypto'
import type { StateConfig } from '../../../core/config.ts'
import type { Shared } from '../../../hook/approvals/console.ts'
import { type Shelf, shelfHere } from '../../../hook/approvals/shelf.ts'
import type { Places } from '../../../hook/config/places.ts'
import { hasher } from '../../../hook/io.ts'
import type { SharedCount } from '../access/limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Tokens } from '../tokens.ts'
import { memoryInFiles, type SessionMemory } from './memory.ts'
import type { Client, Redis } from './redis.ts'

export interface SharedState {
  readonly kind: 'files' | 'redis'
  readonly memory: (tenant: string) => SessionMemory
  readonly gauges: () => Readonly<Record<string, number>>
  /** Tokens, by their hash, that somebody has removed somewhere. As long as Redis is away, those that were known before. */
  readonly revoked: () => ReadonlySet<string>
  /** Counts one more for all replicas. */
  readonly count: SharedCount
  /** What is refused and permitted at any replica, for each tenant; undefined where this is the only server. */
  readonly approvals: ((tenant: string) => Shared) | undefined
  /** Tells the others of a refusal, by its line of the log. */
  readonly refused: (line: string, tenant: string) => void
  readonly shelf: (kind: string, most: number, keptMs: number) => Shelf
  readonly close: () => void
}

export const sharedState = async (
  place: StateConfig | undefined,
  places: Places,
  log: Log,
  metrics: Metrics,
  tokens: () => Tokens,
): Promise<SharedState> => {
  if (place === undefined)
    return {
      kind: 'files',
      memory: tenant => memoryInFiles(tenant === '' ? places.state : `${places.state}/tenants/${tenant}`),
      revoked: () => nobody,
      count: async () => undefined,
      gauges: () => ({}),
      approvals: undefined,
      refused: () => {},
      shelf: (_, most) => shelfHere(most),
      close: () => {},
    }

  const [{ redisAt }, { digest, redisMemory }, { mayKeep, redisShelf }, { redisApprovals }] = await Promise.all([
    import('./redis.ts'),
    import('./redis-memory.ts'),
    import('./redis-shelf.ts'),
    import('./redis-approvals.ts'),
  ])
  let redis: Redis | undefined
  const memory = redisMemory(
    () => redis ?? none,
    prefixOf(place),
    () => {
      metrics.state('lost')
      log.warn('the shared state has lost what it knew: memories of sessions count as incomplete for a day')
    },
  )
  let keeps: boolean | undefined
  redis = await redisAt(place, {
    joined: async client => {
      await memory.joined(client)
      const may = await mayKeep(client, prefixOf(place))
      if (!may && keeps !== false) log.warn('approvals are not shared: the user of Redis may not do what they need', {})
      keeps = may
    },
    changed: (up, why) => {
      metrics.state(up ? 'up' : 'down')
      if (up) log.notice('the shared state answers')
      else log.warn('the shared state does not answer', { why })
    },
  })
  const shared = redis
  let revoked = nobody
  const common = {
    run: async <T>(commands: (client: Client) => Promise<T>) => (keeps ? shared.run(commands) : undefined),
    prefix: prefixOf(place),
    key: () => keyIn(tokens(), revoked),
  }
  const approvals = redisApprovals(common, await hasher())
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
    approvals: approvals.of,
    refused: (line, tenant) => void approvals.refused(line, tenant),
    shelf: (kind, most, keptMs) => redisShelf(common, kind, most, keptMs),
    gauges: () => ({ tfy_hook_state_up: shared.up() ? 1 : 0, tfy_hook_state_waiting: memory.waiting() }),
    close: () => {
      clearInterval(timer)
      shared.close()
    },
  }
}

const prefixOf = ({ prefix = 'tfy-hook:' }: StateConfig): string => prefix
export const revokedKey = (place: StateConfig): string => `${prefixOf(place)}revoked`

/** What replicas know and Redis does not: the tokens that may permit. Without one there is nothing to keep. */
const keyIn = (tokens: Tokens, revoked: ReadonlySet<string>): Buffer | undefined => {
  const list = tokens.ok ? tokens.list.filter(({ scopes, sha256 }) => scopes.includes('approve') && !revoked.has(sha256)) : []
  const names = list.map(({ sha256 }) => sha256).sort()
  return names.length === 0
    ? undefined
    : createHash('sha256')
        .update(`tfy-hook shared 1\n${names.join('\n')}`)
        .digest()
}

const nobody: ReadonlySet<string> = new Set()
const recheckMs = 500

/** Until the first attempt is over. */
const none: Redis = { run: async () => undefined, up: () => false, close: () => {} }
