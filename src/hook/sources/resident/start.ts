/** Starts the process that keeps connections, at most one in twenty seconds, by whichever call has missed it first. */

import type { Env } from '../../../core/client.ts'
import { claimed, needed, startBehind } from '../machine/background.ts'
import { remove, statOf } from '../machine/private-file.ts'
import { type Address, addressAt, fileOf, type Meeting, madeFolder } from './meeting.ts'

const everyMs = 20_000

/** One that is alive touches its file every few seconds, however busy the machine. */
const silentMs = 30_000

/** `missed`: what the call found there, and could not use. */
export const startResident = (meeting: Meeting, env: Env, missed: Address | undefined, why: 'gone' | 'doubts'): void => {
  const { dir, name } = meeting
  const file = fileOf(dir, name)
  if (why === 'doubts' && Date.now() - (statOf(file)?.mtimeMs ?? 0) < silentMs) return
  if (!madeFolder(dir)) return
  const now = addressAt(meeting)
  // Another one has come in the meantime.
  if (now !== undefined && now.secret !== missed?.secret) return
  // One that still lives knows by that that it has been given up.
  remove(file)
  if (!claimed(dir, name, everyMs, Date.now())) return
  // It carries what callers bring, and needs no key of its own.
  const { TFY_API_KEY: _, ...rest } = needed(env)
  startBehind(['keep-connections', name], rest)
}
