/**
 * The memory of sessions in Redis, one text for each session, in the form that the files have. What cannot be read there is not taken for empty:
 * neither while Redis does not answer, nor after it has lost what it knew.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { Earlier } from '../../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { earlierIn, mostBytes } from '../../../hook/sources/session-file.ts'
import { growingMemory } from './growing-memory.ts'
import type { SessionMemory } from './memory.ts'
import type { Client, Redis } from './redis.ts'

const keptMs = 14 * 24 * 3_600_000
/** How long after a loss memories count as incomplete: longer than sessions last. */
const doubtMs = 24 * 3_600_000
/** Sessions whose notes wait for Redis to come back. */
const mostWaiting = 1_000

interface RedisMemory {
  /** A tenant's sessions are nobody else's. */
  readonly of: (tenant: string) => SessionMemory
  /** Puts down what could not be noted meanwhile, before anything is read. */
  readonly joined: (client: Client) => Promise<void>
  /** Notes that wait. */
  readonly waiting: () => number
}

export const redisMemory = (redis: () => Redis, prefix: string, onLoss: () => void): RedisMemory => {
  const groundKey = `${prefix}ground`
  const { parse } = growingMemory()
  const waiting = new Map<string, string>()
  let spilled = false
  /** The mark that was found when Redis was read first. Who loses everything loses it, too. */
  let known: string | undefined

  const mark = (client: Client, lostAt: number, options?: { readonly NX: true }): Promise<unknown> =>
    client.set(groundKey, `${randomBytes(9).toString('base64url')} ${lostAt}`, options)

  /** Whether what is there is all there was. */
  const whole = async (client: Client, ground: string | null, now: number): Promise<boolean> => {
    const [id, at] = ground?.split(' ') ?? []
    const lostAt = Number(at)
    if (id === undefined || !(lostAt >= 0)) {
      if (known !== undefined) onLoss()
      await mark(client, known === undefined ? 0 : now, { NX: true })
      return known === undefined
    }
    if (known !== undefined && id !== known && lostAt === 0) {
      // Another replica came first and could not know that there was something before.
      onLoss()
      await mark(client, now)
      return false
    }
    known = id
    return lostAt === 0 || now - lostAt > doubtMs
  }

  const append = (client: Client, key: string, text: string): Promise<unknown> =>
    client.multi().append(key, text).pExpire(key, keptMs).exec()

  const keep = (key: string, text: string): false => {
    const before = waiting.get(key) ?? ''
    if ((before === '' && waiting.size >= mostWaiting) || before.length + text.length > mostBytes) spilled = true
    else waiting.set(key, before + text)
    return false
  }

  const joined = async (client: Client): Promise<void> => {
    const now = Date.now()
    if (!(await whole(client, await client.get(groundKey), now)) || known === undefined)
      await whole(client, await client.get(groundKey), now)
    for (const [key, text] of waiting) {
      await append(client, key, text)
      waiting.delete(key)
    }
    if (!spilled) return
    onLoss()
    await mark(client, now)
    spilled = false
  }

  const earlier = async (key: string): Promise<Earlier> => {
    const read = await redis().run(async client => {
      const [ground, text] = await Promise.all([client.get(groundKey), client.getRange(key, 0, mostBytes)])
      return { sure: await whole(client, ground, Date.now()), text: text ?? '' }
    })
    if (read === undefined || read.text.length > mostBytes) return { ...earlierIn(waiting.get(key) ?? ''), sure: false }
    const found = parse(Buffer.from(read.text), key)
    return { times: found.times, sure: found.sure && read.sure }
  }

  const note = async (key: string, words: readonly string[]): Promise<boolean> => {
    const text = words.map(word => `\n${word} ${Date.now().toString(36)}`).join('')
    const length = await redis().run(client => client.strLen(key))
    if (length === undefined) return keep(key, text)
    if (length + text.length > mostBytes) return false
    return (await redis().run(client => append(client, key, text))) === undefined ? keep(key, text) : true
  }

  return {
    of: tenant => {
      const keyFor = ({ client, sessionId, conversationId }: NormalizedHookEvent): string | undefined => {
        const session = sessionId ?? conversationId
        return session ? `${prefix}session:${digest(JSON.stringify([tenant, client, session]))}` : undefined
      }
      return {
        earlier: async event => {
          const key = keyFor(event)
          if (key === undefined) return undefined
          const found = await earlier(key)
          return () => found
        },
        note: async (event, words) => {
          const key = keyFor(event)
          return key === undefined || note(key, words)
        },
      }
    },
    joined,
    waiting: () => waiting.size,
  }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27)
