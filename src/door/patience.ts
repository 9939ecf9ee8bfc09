/** `src/engine/analysis/values/patience.ts` behind the door. */

import { host } from './host.ts'

/** Of code that is read for what it does, as many take as long as a start of the other program. */
const most = 8_000

export const begin = (characters: number): void => {
  if (characters > most) host.heavy()
}
