/** A server looks for a newer bundle by itself: nobody calls it from a hook that would. */

import type { Env } from '../../core/client.ts'
import type { Config } from '../config.ts'
import { isDue } from './active.ts'

const everyMs = 30_000

export const pullInTime = (
  configured: () => Promise<Pick<Config, 'bundle' | 'places'>>,
  env: Env,
  told: (outcome: string, detail: string | undefined) => void,
): ReturnType<typeof setInterval> => {
  let under = false
  const look = async (): Promise<void> => {
    const { bundle, places } = await configured()
    if (under || bundle === undefined || !isDue(places)) return
    under = true
    try {
      const pulled = await (await import('./pull.ts')).pullBundle({ bundle, places, env })
      // Another process of this account may be at it.
      if (pulled.outcome !== 'busy') told(pulled.outcome, pulled.detail)
    } finally {
      under = false
    }
  }
  const safely = (): void => void look().catch(() => {})
  safely()
  return setInterval(safely, everyMs)
}
