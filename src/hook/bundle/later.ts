/** After the answer: has a process look for a newer bundle when it is time. It never throws and never waits. */

import { mkdirSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { Places } from '../config/places.ts'
import { claimed, needed, startBehind } from '../sources/machine/background.ts'
import { folderOf, isDue } from './active.ts'

/** One process in so long, whatever becomes of it. */
const everyMs = 60_000

export const pullLater = (places: Places, env: Env): void => {
  try {
    if (!isDue(places)) return
    const { dir } = folderOf(places)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (claimed(dir, 'pull', everyMs, Date.now())) startBehind(['policy', 'pull', '--behind'], needed(env))
  } catch {
    // The next call sees to it.
  }
}
