/** Account and machine as systems other than Linux tell them. */

import { hostname, userInfo } from 'node:os'
import type { Identity } from '../../core/event.ts'

/** Bun's `userInfo` reads USER or USERNAME (1.4.5), which anybody can set; Node asks the system. */
export const onThisSystem = async (): Promise<Required<Pick<Identity, 'user' | 'userFrom' | 'host'>>> => ({
  user: userInfo().username,
  userFrom: 'Bun' in globalThis ? 'environment' : 'account',
  host: hostname(),
})
