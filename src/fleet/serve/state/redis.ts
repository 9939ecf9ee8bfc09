/** A connection to Redis on which nobody waits for long: what does not answer is left alone until it does. */

import { readFileSync, statSync } from 'node:fs'
import { createClient, ErrorReply } from '@redis/client'
import type { StateConfig } from '../../../core/config.ts'

/** How long a command, and a connection, may take. An answer on the same network takes less than a millisecond. */
const commandMs = 250
const connectMs = 1_000

export interface Redis {
  /** Undefined when there was no answer in time, or none that could be used. */
  readonly run: <T>(commands: (client: Client) => Promise<T>) => Promise<T | undefined>
  readonly up: () => boolean
  readonly close: () => void
}

export interface Watch {
  /** Before a new connection is used by anybody else. */
  readonly joined: (client: Client) => Promise<void>
  /** Says when it comes and goes, each time once. */
  readonly changed: (up: boolean, why?: string) => void
}

export type Client = ReturnType<typeof clientFor>

/** Throws for what a restart alone can change: a file that is missing or open to others, an address that is none. */
export const redisAt = async (place: StateConfig, { joined, changed }: Watch): Promise<Redis> => {
  const make = () => clientFor(place, secretIn(place.passwordFile), place.caFile)
  let client: Client | undefined
  let closed = false
  let said: string | undefined
  let waitMs = 100

  const say = (why: string | undefined): void => {
    if (said !== why) changed(why === undefined, why)
    said = why
  }
  const drop = (which: Client, why: string): void => {
    if (client === which) client = undefined
    if (which.isOpen) which.destroy()
    if (closed) return
    say(why)
    setTimeout(connect, waitMs * (0.5 + Math.random())).unref()
    waitMs = Math.min(2_000, waitMs * 2)
  }
  const connect = async (): Promise<void> => {
    if (closed) return
    const fresh = make()
    let dropped = false
    const lose = (error: unknown): void => {
      if (!dropped) drop(fresh, wordFor(error))
      dropped = true
    }
    fresh.on('error', lose)
    try {
      await within(fresh.connect(), connectMs)
      await within(joined(fresh), connectMs)
      if (dropped) return
      client = fresh
      waitMs = 100
      say(undefined)
      fresh.on('end', () => lose(new Error('closed')))
    } catch (error) {
      lose(error)
    }
  }
  const run = async <T>(commands: (client: Client) => Promise<T>): Promise<T | undefined> => {
    const held = client
    if (held === undefined) return undefined
    try {
      const answer = await within(commands(held), commandMs)
      say(undefined)
      return answer
    } catch (error) {
      // A refusal is an answer; but what is loading, or no longer the one to write to, may be another one behind the same name.
      if (!(error instanceof ErrorReply) || /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN)/.test(error.message)) {
        if (client === held) drop(held, wordFor(error))
      } else say(wordFor(error))
      return undefined
    }
  }
  // Whatever is wrong with the settings is said before the first attempt.
  make()
  await connect()
  return {
    run,
    up: () => client !== undefined && said === undefined,
    close: () => {
      closed = true
      if (client?.isOpen) client.destroy()
    },
  }
}

const clientFor = ({ url }: StateConfig, password: string | undefined, caFile: string | undefined) => {
  const address = new URL(url)
  if (password !== undefined) address.password = encodeURIComponent(password)
  return createClient({
    url: address.href,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: false,
      ...(address.protocol === 'rediss:' && {
        tls: true,
        minVersion: 'TLSv1.2' as const,
        ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }),
      }),
    },
  })
}

const secretIn = (file: string | undefined): string | undefined => {
  if (file === undefined) return undefined
  if (process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0)
    throw new Error(`${file} can be read by others; chmod 600 it`)
  return readFileSync(file, 'utf8').trim()
}

/** What is said of an error: a code, or its kind. Its text may hold what was sent. */
const wordFor = (error: unknown): string => {
  if (error instanceof ErrorReply) return error.message.split(' ', 1)[0] ?? 'refused'
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message.slice(0, 40) : 'unknown'
}

/** What is late is not waited for; should it come all the same, it is not heard. */
const within = async <T>(wanted: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  wanted.catch(() => {})
  try {
    return await Promise.race([
      wanted,
      new Promise<never>((_, reject) => {
        // Where we were busy ourselves, the answer may be there and unread: the loop gets to it before it gets to this.
        const late = (): void => reject(new Error('timeout'))
        timer = setTimeout(() => setImmediate(() => setImmediate(late)), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
