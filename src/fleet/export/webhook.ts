/** Standard Webhooks: one signed message for each verdict, whose id is the same when it comes again. */

import { createHmac } from 'node:crypto'
import type { Env } from '../../core/client.ts'
import type { ExportTarget } from '../../core/config.ts'
import { later, type Outcome } from './outcome.ts'
import { post } from './post.ts'
import { secretOf } from './secrets.ts'
import type { Ground, Sink } from './sink.ts'

interface Message {
  readonly type: string
  readonly timestamp: string
  readonly data: unknown
}

export const signedPost = async (target: ExportTarget, env: Env, id: string, message: Message): Promise<Outcome> => {
  const secret = await secretOf(target.secret ?? '', env)
  if (!secret.ok) return later(`secret: ${secret.why}`)
  const body = JSON.stringify(message)
  const key = keyIn(secret.value)
  if (key === undefined) return later('secret: it is not one of Standard Webhooks (whsec_ and base64)')
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return post(target, env, new URL(target.url ?? ''), body, {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  })
}

export const webhookSink = ({ target, env, instance }: Ground): Sink => {
  const send = (id: string, message: Message): Promise<Outcome> => signedPost(target, env, id, message)
  return {
    most: 1,
    put: async ([verdict]): Promise<Outcome> =>
      verdict === undefined
        ? { kind: 'taken' }
        : // A receiver keeps ids of a whole fleet, where calls of the same moment may share the name of one.
          send(`${verdict.id}-${Date.parse(verdict.time) || 0}-${instance}`, {
            type: 'tfy_hook.verdict',
            timestamp: verdict.time,
            data: verdict,
          }),
    tell: async guards => {
      for (const guard of guards) {
        const { client, time } = guard
        const outcome = await send(`guard-${client}-${Date.parse(time)}-${instance}`, {
          type: 'tfy_hook.guard',
          timestamp: time,
          data: guard,
        })
        if (outcome.kind !== 'taken') return outcome
      }
      return { kind: 'taken' }
    },
    probe: () => {
      const timestamp = new Date().toISOString()
      return send(`test-${crypto.randomUUID()}`, { type: 'tfy_hook.test', timestamp, data: { v: 1, instance } })
    },
  }
}

/** `whsec_` may be left out. The standard asks for 24 to 64 bytes; what is shorter can be guessed. */
const keyIn = (secret: string): Buffer | undefined => {
  const text = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length >= 16 ? key : undefined
}
