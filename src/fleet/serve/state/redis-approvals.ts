/**
 * Refusals that a person may permit at any replica, and what they have permitted until one replica uses it. An approval ends with the process of Redis
 * that took it: what starts again, or takes over, may have forgotten that it was used.
 */

import { randomBytes } from 'node:crypto'
import type { Shared } from '../../../hook/approvals/console.ts'
import { type Approval, approvalIn, lastsMs, textOf } from '../../../hook/approvals/store.ts'
import type { Hash } from '../../../hook/audit/chain.ts'
import { type Entry, hasId, readEntry } from '../../../hook/audit/entry.ts'
import type { Client } from './redis.ts'
import { digest as shortened } from './redis-memory.ts'
import { type Common, type RedisShelf, redisShelf } from './redis-shelf.ts'

interface SharedApprovals {
  /** A tenant's refusals are nobody else's. */
  readonly of: (tenant: string) => Shared
  /** Says a refusal, as its line of the audit log, to all replicas. */
  readonly refused: (line: string, tenant: string) => Promise<boolean>
}

const most = { refusals: 1_000, shown: 100, approvals: 1_000 }
/** Longest line, in characters: what is longer is in the log alone. */
const mostOfLine = 32 * 1024
/** A little longer than a refusal can be permitted. */
const keptMs = 31 * 60_000
/** By how much the clocks of two replicas may differ. */
const slackMs = 60_000

export const redisApprovals = (common: Common, hash: Hash): SharedApprovals => {
  const approvals = redisShelf(common, 'approval', most.approvals, lastsMs)
  const shelves = new Map<string, RedisShelf>()
  const refusalsOf = (tenant: string): RedisShelf => {
    const known = shelves.get(tenant) ?? redisShelf(common, `refusal:${shortened(tenant)}`, most.refusals, keptMs)
    shelves.set(tenant, known)
    return known
  }
  const fresh = (value: string | undefined, of: string): Approval | undefined => {
    const approval = approvalIn(value, of)
    const age = Date.now() - (approval?.at ?? Number.NaN)
    return age >= -slackMs && age <= lastsMs + slackMs ? approval : undefined
  }
  const held = async (
    client: Client,
    digest: string,
  ): Promise<{ readonly text: string; readonly approval: Approval } | undefined> => {
    const text = approvals.opened(digest, await client.get(approvals.keyOf(digest)))
    const approval = fresh(text, digest)
    return text === undefined || approval === undefined ? undefined : { text, approval }
  }
  const entryIn = (line: string | undefined | false): readonly Entry[] => {
    const read = line ? readEntry(new TextEncoder().encode(line), true, hash) : undefined
    return read?.kind === 'entry' ? [read.entry] : []
  }
  return {
    of: tenant => ({
      refusals: async asked => {
        const shelf = refusalsOf(tenant)
        const names = await shelf.names()
        if (names === undefined) return undefined
        const wanted = names.filter(name => asked === undefined || hasId(named(name), asked)).slice(0, most.shown)
        const lines = await Promise.all(wanted.map(shelf.read))
        return lines.includes(false) ? undefined : lines.flatMap(entryIn)
      },
      put: async approval => {
        const since = await common.run(async client => runOf(await client.info('server')))
        return since !== undefined && approvals.put(approval.digest, textOf({ ...approval, since }), lastsMs)
      },
      waiting: digest =>
        common.run(async client => {
          const found = await held(client, digest)
          return found?.approval.since === runOf(await client.info('server')) ? found?.approval : undefined
        }),
      // All of it over one connection, which ends with the process of Redis.
      take: (digest, fits) =>
        common.run(async client => {
          const found = await held(client, digest)
          if (found === undefined || !fits(found.approval)) return undefined
          const [info, taken] = await Promise.all([client.info('server'), client.getDel(approvals.keyOf(digest))])
          const same = approvals.opened(digest, taken) === found.text && found.approval.since === runOf(info)
          return same ? found.approval : undefined
        }),
    }),
    // Replicas may give two calls one name: each has a place of its own, and who asks for the name gets neither.
    refused: async (line, tenant) => {
      const [entry] = entryIn(line.trimEnd())
      if (entry === undefined || line.length > mostOfLine) return false
      return refusalsOf(tenant).put(`${entry.id}.${randomBytes(6).toString('base64url')}`, line.trimEnd(), keptMs)
    },
  }
}

const named = (name: string): Pick<Entry, 'id' | 'link'> => ({ id: name.split('.')[0] ?? '', link: undefined })

const runOf = (info: string): string | undefined => /^run_id:([0-9a-f]+)\s*$/m.exec(info)?.[1]
