/**
 * Which client a payload belongs to, and its adapter. Adapters are loaded when they are needed: a payload with the mark of one client needs
 * that one, and any other needs them all.
 */

import { byMarkAlone, marksOf } from '../adapters/clients/shared/claims.ts'
import { load } from '../adapters/clients.gen.ts'
import type { ClientAdapter } from '../core/adapter.ts'
import type { ClientSignature, Env } from '../core/client.ts'
import { fail, type Result } from '../core/failure.ts'
import type { JsonObject } from '../core/json.ts'
import { identify } from '../core/payload/identify.ts'

type Id = keyof typeof load
type Client = ClientSignature | ClientAdapter

const ids = Object.keys(load) as readonly Id[]
const isId = (id: string | undefined): id is Id => id !== undefined && Object.hasOwn(load, id)

const loaded = new Map<string, Client>()

/** Every client there is, in the order of their ids. */
export const loadAll = async (): Promise<readonly Client[]> => {
  await loadThese(ids)
  return ids.flatMap(id => loaded.get(id) ?? [])
}

const loadThese = async (wanted: readonly Id[]): Promise<void> => {
  const missing = wanted.filter(id => !loaded.has(id))
  const [only] = missing
  if (only !== undefined && missing.length === 1) loaded.set(only, (await load[only]()).default)
  else
    for (const [i, { default: client }] of (await Promise.all(missing.map(id => load[id]()))).entries())
      loaded.set(missing[i] ?? client.id, client)
}

/** One client, and its adapter if it has one. An id that nobody has is nobody. */
export const loadClient = async (id: string | undefined): Promise<ClientAdapter | undefined> => {
  if (isId(id) && !loaded.has(id)) loaded.set(id, (await load[id]()).default)
  return adapterOf(id)
}

/** Who can claim a payload: the mark of one client makes every other say no, a declared one too. Without one, those who need none. */
const candidates = (payload: JsonObject): readonly string[] => {
  const marks = marksOf(payload)
  return marks.length === 1 ? marks : marks.length === 0 ? ids.filter(id => !byMarkAlone.has(id)) : ids
}

/** Loads whoever may have sent the payload. */
export const loadFor = async (payload: JsonObject): Promise<void> => {
  await loadThese(candidates(payload).filter(isId))
}

/** An adapter that is loaded. */
export const adapterOf = (id: string | undefined): ClientAdapter | undefined => {
  const found = id === undefined ? undefined : loaded.get(id)
  return found !== undefined && isAdapter(found) ? found : undefined
}

const isAdapter = (client: Client): client is ClientAdapter => 'render' in client

/** The adapter the payload belongs to, among those that are loaded; a known client without one is a failure that names it. */
export const recognise = (
  payload: JsonObject,
  { env, hints }: { readonly env: Env; readonly hints: { readonly client?: string } },
): Result<ClientAdapter> => {
  const claims = candidates(payload).flatMap(id => {
    const client = loaded.get(id)
    return client === undefined ? [] : [{ id, claim: client.detect(payload, env) }]
  })
  const picked = identify(claims, hints.client)
  if (!('id' in picked)) return fail({ kind: 'client-unknown', candidates: picked.candidates })
  const adapter = adapterOf(picked.id)
  return adapter === undefined ? fail({ kind: 'client-unsupported', client: picked.id }) : { ok: true, value: adapter }
}
