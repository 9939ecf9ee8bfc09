/**
 * What a call has spent before this program got it. The door goes on as this program in the same process, so that the system knows when the
 * call began, whatever the environment says; the variable says only that there is something to know.
 */

import { readFileSync } from 'node:fs'
import type { Env } from '../../../core/client.ts'

interface Spent {
  readonly ms: number
  /** Requests that the gateway may have got. */
  readonly requests: number
}

export const handed = 'TFY_HOOK_HANDED'

/** No call waits longer. */
const longestMs = 600_000
/** Of the times in /proc: the same for all programs. */
const ticksPerSecond = 100

export const spentBefore = (env: Env, read: (file: string) => string = textOf): Spent => {
  const said = env[handed]
  if (said === undefined) return { ms: 0, requests: 0 }
  const requests = said === '1' ? 1 : 0
  try {
    // Behind the name, which may hold blanks and brackets.
    const fields = read('/proc/self/stat').replace(/^.*\)/s, '').trim().split(' ')
    const began = Number(fields[19]) / ticksPerSecond
    const age = (Number.parseFloat(read('/proc/uptime')) - began) * 1_000
    const ms = age - performance.now()
    return { ms: ms > 0 && ms < longestMs ? ms : 0, requests }
  } catch {
    return { ms: 0, requests }
  }
}

const textOf = (file: string): string => readFileSync(file, 'utf8')
