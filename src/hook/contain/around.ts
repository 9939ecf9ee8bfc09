/** Whether this process is in a cage already: there a second one cannot be built, and the first holds for whatever asks for another. */

import { readFileSync } from 'node:fs'
import type { Cage } from '../../core/contain/cage.ts'

/** A file that says which cage it is. It is mounted, and nobody outside can mount where others see it. */
export const markIn = '/run/tfy-hook-cage'

export const cageAround = (): Cage | undefined => {
  try {
    const mounted = readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .some(line => line.split(' ')[4] === markIn)
    return mounted ? (JSON.parse(readFileSync(markIn, 'utf8')) as Cage) : undefined
  } catch {
    return undefined
  }
}
