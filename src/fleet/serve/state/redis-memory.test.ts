import { expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { mostBytes } from '../../../hook/sources/session-file.ts'
import type { Client, Redis } from './redis.ts'
import { redisMemory } from './redis-memory.ts'

/** As much of Redis as the memory uses. */
const fake = () => {
  const held = new Map<string, string>()
  const client = {
    get: async (key: string) => held.get(key) ?? null,
    set: async (key: string, value: string, options?: { NX?: true }) => {
      if (options?.NX !== true || !held.has(key)) held.set(key, value)
    },
    getRange: async (key: string, from: number, to: number) => (held.get(key) ?? '').slice(from, to + 1),
    strLen: async (key: string) => held.get(key)?.length ?? 0,
    multi: () => {
      const chain = {
        append: (key: string, text: string) => {
          held.set(key, (held.get(key) ?? '') + text)
          return chain
        },
        pExpire: () => chain,
        exec: async () => [],
      }
      return chain
    },
  } as unknown as Client
  let away = false
  const redis: Redis = { run: async ask => (away ? undefined : ask(client)), up: () => !away, close: () => {} }
  const leave = (now: boolean): void => {
    away = now
  }
  return { held, client, redis, away: leave }
}

const event = { client: 'codex' } as NormalizedHookEvent
const of = (sessionId: string) => ({ ...event, sessionId })

it('keeps tenants and sessions apart', async () => {
  const { redis, client } = fake()
  const memory = redisMemory(
    () => redis,
    'p:',
    () => {},
  )
  await memory.joined(client)
  const [one, other] = [memory.of('a'), memory.of('b')]
  expect(await one.note(of('s'), ['read-secret'])).toBe(true)
  const times = async (from: typeof one, session: string) => (await from.earlier(of(session)))?.().times('read-secret')
  expect([await times(one, 's'), await times(one, 't'), await times(other, 's')]).toEqual([1, 0, 0])
  expect(await one.earlier({ ...event })).toBeUndefined()
})

it('knows what waits, puts it down later, and says what did not fit', async () => {
  const { redis, client, away, held } = fake()
  const lost: string[] = []
  const memory = redisMemory(
    () => redis,
    'p:',
    () => lost.push('lost'),
  )
  await memory.joined(client)
  const sessions = memory.of('')
  away(true)
  expect(await sessions.note(of('s'), ['read-secret'])).toBe(false)
  const meanwhile = (await sessions.earlier(of('s')))?.()
  expect([meanwhile?.times('read-secret'), meanwhile?.sure]).toEqual([1, false])
  away(false)
  await memory.joined(client)
  const after = (await sessions.earlier(of('s')))?.()
  expect([after?.times('read-secret'), after?.sure, memory.waiting(), lost]).toEqual([1, true, 0, []])

  away(true)
  for (let i = 0; i <= 1_000; i++) await sessions.note(of(`many-${i}`), ['read-secret'])
  expect(memory.waiting()).toBe(1_000)
  away(false)
  await memory.joined(client)
  // One of them is known nowhere now, and nobody can say which.
  expect([(await sessions.earlier(of('t')))?.().sure, lost, Number(held.get('p:ground')?.split(' ')[1]) > 0]).toEqual([
    false,
    ['lost'],
    true,
  ])
})

it('does not grow beyond its bound', async () => {
  const { redis, client, held } = fake()
  const memory = redisMemory(
    () => redis,
    'p:',
    () => {},
  )
  await memory.joined(client)
  const sessions = memory.of('')
  await sessions.note(of('s'), ['read-secret'])
  const key = [...held.keys()].find(name => name.includes('session')) ?? ''
  held.set(key, '\nread-secret mwrx4phb'.repeat(Math.floor(mostBytes / 21)))
  expect(await sessions.note(of('s'), ['downloaded:1a', 'downloaded:2a'])).toBe(false)
  held.set(key, 'x'.repeat(mostBytes + 1))
  expect((await sessions.earlier(of('s')))?.().sure).toBe(false)
})
