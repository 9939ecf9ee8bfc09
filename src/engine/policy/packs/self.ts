import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'self',
  title: 'This guard',
  recommended: 'on',
  strict: 'on',
  answers: once(() => [
    {
      id: 'self.hook-run',
      severity: 'medium',
      reason: 'This runs the guard as a hook by hand, which can change how it meets its gateway.',
      instead: 'Ask what it would say: `tfy-hook explain --command "npm test"`.',
    },
    {
      id: 'self.tamper',
      severity: 'critical',
      reason: 'This changes, removes or stops the guard itself.',
      instead: 'Ask why with `tfy-hook explain --last`; the person changes the policy.',
    },
  ]),
} as const satisfies Pack
