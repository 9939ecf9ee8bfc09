/** OpenCode, through our bridge plugin. Seen: 36 payloads of OpenCode 1.18.33, recorded 2026-11. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed } from './_claims.ts'

export default {
  id: 'opencode',
  title: 'OpenCode',
  detect: payload =>
    claimed(payload, 'opencode', () => {
      // The bridge always says who it speaks for and which event; a payload with half of that is not ours for certain.
      const named = stringAt(payload, 'client')
      if (named !== undefined) return named === 'opencode' ? 'possible' : 'no'
      return has(payload, 'input') && has(payload, 'output') ? 'possible' : 'no'
    }),
} satisfies ClientSignature
