/**
 * A bounded number of texts in Redis. Each carries a seal by a key that Redis never sees, for this name and no other: who can only write there
 * makes up none, and may remove some, or put back what has been there.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ErrorReply } from '@redis/client'
import type { Shelf } from '../../../hook/approvals/shelf.ts'
import type { Client, Redis } from './redis.ts'

export interface Common {
  /** Undefined where nobody answers, or this user may not do all that is needed. */
  readonly run: Redis['run']
  readonly prefix: string
  /** Undefined where there is none, and nothing is kept or believed. */
  readonly key: () => Buffer | undefined
}

export interface RedisShelf extends Shelf {
  /** Names, the newest first: some may be gone. */
  readonly names: () => Promise<readonly string[] | undefined>
  readonly keyOf: (name: string) => string
  /** The text under this name, as it came from Redis. */
  readonly opened: (name: string, value: string | null) => string | undefined
}

export const redisShelf = ({ run, prefix, key }: Common, kind: string, most: number, keptMs: number): RedisShelf => {
  const index = `${prefix}${kind}s`
  const keyOf = (name: string): string => `${prefix}${kind}:${name}`
  const sealOf = (secret: Buffer, name: string, text: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, name, text]))
      .digest()
  const opened = (name: string, value: string | null): string | undefined => {
    const secret = key()
    if (secret === undefined || value === null) return undefined
    const [seal, text] = [Buffer.from(value.slice(0, sealLength), 'base64url'), value.slice(sealLength)]
    return seal.length === 32 && timingSafeEqual(seal, sealOf(secret, name, text)) ? text : undefined
  }
  const asked = async (name: string, ask: (client: Client) => Promise<string | null>): Promise<string | undefined | false> => {
    const value = await run(async client => ({ text: await ask(client) }))
    return value === undefined ? false : opened(name, value.text)
  }
  return {
    put: async (name, text, lastsMs, first) => {
      const secret = key()
      if (secret === undefined || lastsMs <= 0) return false
      const sealed = sealOf(secret, name, text).toString('base64url') + text
      const done = await run(async client => {
        if ((await client.set(keyOf(name), sealed, { PX: Math.ceil(lastsMs), ...(first && { NX: true as const }) })) === null)
          return false
        const noted = client
          .multi()
          .lPush(index, name)
          .pExpire(index, keptMs)
          .lRange(index, most, -1)
          .lTrim(index, 0, most - 1)
        const [, , beyond] = await noted.execTyped()
        if (beyond.length > 0) await client.del(beyond.map(keyOf))
        return true
      })
      return done === true
    },
    read: name => asked(name, client => client.get(keyOf(name))),
    take: name => asked(name, client => client.getDel(keyOf(name))),
    names: () => run(client => client.lRange(index, 0, -1)),
    keyOf,
    opened,
  }
}

/** Of 32 bytes. */
const sealLength = 43

/** Whether this user may do all that shelves need. Leaves nothing behind. */
export const mayKeep = async (client: Client, prefix: string): Promise<boolean> => {
  // Replicas come back at the same moment, and none must be in another one's way.
  const probe = `${prefix}probe:${randomBytes(9).toString('base64url')}`
  const tried = await Promise.allSettled([
    client.lPush(probe, ''),
    client.pExpire(probe, 1_000),
    client.lRange(probe, 0, 0),
    client.lTrim(probe, 1, 0),
    client.getDel(probe),
    client.del(probe),
    client.info('server'),
  ])
  const failed = tried.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  const other = failed.find(error => !(error instanceof ErrorReply && error.message.startsWith('NOPERM')))
  if (other !== undefined) throw other
  return failed.length === 0
}
