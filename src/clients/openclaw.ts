/** OpenClaw, through our bridge plugin. Seen: 26 payloads of OpenClaw 2026.9.6, recorded 2026-11. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed } from './_claims.ts'

export default {
  id: 'openclaw',
  title: 'OpenClaw',
  detect: payload =>
    claimed(payload, 'openclaw', () => {
      const named = stringAt(payload, 'client')
      if (named !== undefined) return named === 'openclaw' ? 'possible' : 'no'
      // Every handler gets an event and a context; the bridge passes both on.
      return has(payload, 'event') && has(payload, 'ctx') ? 'possible' : 'no'
    }),
} satisfies ClientSignature
