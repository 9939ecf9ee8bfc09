import type { Pack } from '../pack.ts'

export default {
  id: 'self',
  title: 'This guard',
  recommended: 'on',
  strict: 'on',
  rules: [
    {
      id: 'self.tamper',
      severity: 'critical',
      reason: 'This changes, removes or stops the guard itself.',
      instead: 'Ask why with `tfy-hook explain --last`; the person changes the policy.',
    },
  ],
} as const satisfies Pack
