/**
 * Who has gone silent: sessions are heard of, and none of them asks before a tool. `status` and `doctor` look since the last change of what decides, a
 * server since the last question.
 */

import type { SeenSession } from '../../hook/audit/seen.ts'

/** Heard of since then, and asked before no tool since. */
export const silentSince = (sessions: readonly SeenSession[], since: number): readonly SeenSession[] =>
  sessions.filter(({ last, tool }) => last > since && (tool ?? 0) <= since)

/** What such sessions did, as the end of a sentence. */
export const silence = (silent: readonly SeenSession[]): string =>
  silent.some(({ used }) => used) ? 'used tools and asked before none' : 'asked before no tool'

/** Heard of for so long without a question, a session is silent: before that it may not have come to a tool. */
const patienceMs = 10 * 60_000

export interface Silent {
  /** The last question before a tool; undefined where none was ever seen. */
  readonly asked: number | undefined
  readonly sessions: number
  /** One sentence without its full stop. */
  readonly because: string
}

/** Of one machine, one person and one client; undefined where it asks. */
export const goneSilent = (sessions: readonly SeenSession[], now: number): Silent | undefined => {
  const asked = Math.max(0, ...sessions.map(({ tool = 0 }) => tool))
  const silent = silentSince(sessions, asked).filter(
    ({ first, tool, used }) => tool === undefined && (used === true || now - first > patienceMs),
  )
  if (silent.length === 0) return undefined
  const since = asked === 0 ? 'never seen to ask' : `not seen to ask since ${new Date(asked).toISOString()}`
  const who = silent.length === 1 ? 'a session' : `${silent.length} sessions`
  return {
    asked: asked === 0 ? undefined : asked,
    sessions: silent.length,
    because: `Registered, and ${since}, but for ${who} that ${silence(silent)}`,
  }
}
