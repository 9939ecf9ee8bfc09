/** Whether the process in the background is there. Every call of a machine that has something for it asks, so it is one look at a file. */

import { lstatSync } from 'node:fs'

export const backgroundIn = (stateDir: string): string => `${stateDir}/background`

/** Its own mark, which it renews, and that of whoever has just started it. */
export const aliveIn = (stateDir: string): string => `${backgroundIn(stateDir)}/alive`
export const startedIn = (stateDir: string): string => `${backgroundIn(stateDir)}/started`

/** How often the mark is renewed. */
export const beatMs = 5_000
/** A mark that is older is of a process that is gone. */
export const goneMs = 20_000

export const attended = (stateDir: string, withinMs = goneMs): boolean =>
  isYoung(aliveIn(stateDir), withinMs) || isYoung(startedIn(stateDir), withinMs)

export const isYoung = (file: string, withinMs: number): boolean => {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < withinMs
  } catch {
    return false
  }
}
