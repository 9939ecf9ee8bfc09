/** Amp, through a bridge plugin of the same design as OpenCode's. Known second-hand from its plugin typings, 2026-08. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed } from './_claims.ts'

export default {
  id: 'amp',
  title: 'Amp',
  detect: payload => claimed(payload, 'amp', () => (stringAt(payload, 'client') === 'amp' ? 'possible' : 'no')),
} satisfies ClientSignature
