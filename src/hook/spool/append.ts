/** Puts an event that no guardrail covers aside for the gateway, after the answer is written. It never throws and never waits. */

import type { Env } from '../../core/client.ts'
import type { GatewayConfig } from '../../core/config.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { JsonObject } from '../../core/json.ts'
import { append, bound, partBytes, seal, spoolFor } from './files.ts'

export interface Aside {
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
  readonly gateway: GatewayConfig
  readonly env: Env
  readonly stateDir: string
  /** Masks and cuts, as for the audit line. */
  readonly redact: (value: Readonly<Record<string, unknown>>) => JsonObject
}

/** Sent when the spool is older or larger than this, and no sooner after the last start. */
const ripeMs = 15_000
const ripeBytes = 64 * 1024
const maxLine = 32 * 1024

export const setAside = async (aside: Aside): Promise<void> => {
  const { gateway, env, stateDir } = aside
  const spool = spoolFor(gateway, stateDir)
  const standing = append(spool, lineOf(aside))
  if (standing === undefined) return
  if (standing.size > partBytes) {
    seal(spool)
    bound(spool.dir)
  }
  if (standing.size > ripeBytes || Date.now() - standing.oldest > ripeMs)
    await (await import('./start.ts')).startSender({ spool, gateway, env, stateDir })
}

const lineOf = ({ event, payload, redact }: Aside): string => {
  // The time stands first: the age of a file is read from its first bytes.
  const head = { at: Date.now(), id: crypto.randomUUID() }
  const body = { event: redact({ ...event }), payload: redact(payload) }
  const line = JSON.stringify({ ...head, ...body })
  if (line.length * 3 <= maxLine || new TextEncoder().encode(line).length <= maxLine) return line
  return JSON.stringify({ ...head, event: { ...empty, ...slim(body.event) }, payload: slim(body.payload) })
}

const empty = { content: '', structuredInput: {}, paths: [], urls: [], workspaceRoots: [], metadata: {} }

/** What names and places the event, and nothing long. */
const slim = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => key.length <= 64 && (typeof item !== 'object' || item === null))
      .slice(0, 30)
      .map(([key, item]) => [key, typeof item === 'string' ? item.slice(0, 64) : item]),
  )
