/** A state folder for the calls of a trial, so that a trial is in nobody's audit log and nobody is told of it. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../../core/client.ts'
import { save } from '../sources/machine/private-file.ts'
import { backgroundIn, beatMs, startedIn } from './attended.ts'

/** What a call has in its environment so that `base` holds its state and no event is sent to the gateway later. */
export const trialEnv = (base: string): Env => ({ XDG_STATE_HOME: base, LOCALAPPDATA: base, TFY_HOOK_ANALYTICS: 'off' })

/**
 * The folder is gone afterwards. For as long as it is there it looks as if a process in the background had just been started for it: a call would
 * start one otherwise, which sends verdicts to the targets of exports.
 */
export const inTrialState = async <T>(run: (base: string) => Promise<T>): Promise<T> => {
  const base = mkdtempSync(join(tmpdir(), 'tfy-hook-doctor-'))
  const state = join(base, 'tfy-hook')
  mkdirSync(backgroundIn(state), { recursive: true, mode: 0o700 })
  const attend = (): void => save(startedIn(state), '')
  attend()
  const beat = setInterval(attend, beatMs)
  try {
    return await run(base)
  } finally {
    clearInterval(beat)
    try {
      rmSync(base, { recursive: true, force: true })
    } catch {
      // Windows keeps a folder in which somebody still is. What was found out counts all the same.
    }
  }
}
