/** Names that are not told: left out, or a hash in their place, wherever a payload says them. */

import type { Asker, Identity } from '../../core/event.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Config } from '../config.ts'
import { joined } from '../identity.ts'
import { hasher } from '../io.ts'

/** A name as it is told. */
export type Word = (name: string) => string | undefined

export const veiled = async (known: Identity, { form, key }: Config['identity']): Promise<Asker> => {
  const word = wordFor(form, key, await hasher())
  return {
    who: told(known, word),
    identify: (event, payload) => {
      const { user, host, ...rest } = event
      const hidden = (object: JsonObject): JsonObject => without(object, [user, host], word)
      return {
        event: {
          ...rest,
          // The arguments of a tool are its own, whatever they are called.
          structuredInput: event.toolName === undefined ? hidden(event.structuredInput) : event.structuredInput,
          metadata: hidden(event.metadata),
          ...told(joined(known, { ...(user !== undefined && { user }), ...(host !== undefined && { host }) }), word),
        },
        payload: hidden(payload),
      }
    },
  }
}

const told = ({ user, userFrom, account, host, hostFrom, caller, groups }: Identity, word: Word): Identity => {
  const [who, owner, where] = [user, account, host].map(name => (name === undefined ? undefined : word(name)))
  return {
    ...(who !== undefined && userFrom !== undefined && { user: who, userFrom }),
    ...(owner !== undefined && { account: owner }),
    ...(where !== undefined && hostFrom !== undefined && { host: where, hostFrom }),
    ...(caller !== undefined && { caller }),
    ...(groups !== undefined && { groups }),
  }
}

/** Where clients name the person: Cursor `user_email`, Cline `userId`. */
const naming = /^(?:user|host)(?:_?(?:email|id|name))?$/i

const without = (object: JsonObject, names: readonly (string | undefined)[], word: Word): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      if (typeof value !== 'string' || !naming.test(key) || !names.includes(value)) return [[key, value]]
      const other = word(value)
      return other === undefined ? [] : [[key, other]]
    }),
  )

type Hash = Awaited<ReturnType<typeof hasher>>

export const wordFor = (form: Config['identity']['form'], key: string | undefined, hash: Hash): Word =>
  form === 'full' ? name => name : form === 'off' ? () => undefined : name => (isHash.test(name) ? name : hashOf(name, key, hash))

const isHash = /^(?:hmac-)?sha256:[0-9a-f]{64}$/

/** With a key HMAC-SHA-256 (RFC 2104), as any tool computes it; without one the plain hash, which a list of names finds out. */
export const hashOf = (name: string, key: string | undefined, hash: Hash): string => {
  const text = new TextEncoder().encode(name)
  if (key === undefined) return `sha256:${hash(text)}`
  const given = new TextEncoder().encode(key)
  const block = new Uint8Array(64)
  block.set(given.length > 64 ? bytesOf(hash(given)) : given)
  const padded = (pad: number, rest: Uint8Array): Uint8Array => {
    const whole = new Uint8Array(64 + rest.length)
    whole.set(block.map(byte => byte ^ pad))
    whole.set(rest, 64)
    return whole
  }
  return `hmac-sha256:${hash(padded(0x5c, bytesOf(hash(padded(0x36, text)))))}`
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array((hex.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)))
