import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'infrastructure',
  title: 'Infrastructure as code',
  recommended: 'ask',
  strict: 'on',
  answers: once(() => [
    {
      id: 'infrastructure.destroy',
      severity: 'critical',
      reason: 'This destroys the infrastructure that the tool manages.',
      instead: 'Show what would go: `terraform plan -destroy`.',
    },
    {
      id: 'infrastructure.apply-unattended',
      severity: 'medium',
      reason: 'This changes infrastructure without showing the plan.',
      instead: 'Show the plan: `terraform plan`.',
      recommended: 'ask',
    },
    {
      id: 'infrastructure.state-change',
      severity: 'high',
      reason: 'This edits the state by which infrastructure is managed.',
      instead: 'Look at it: `terraform state list`.',
    },
  ]),
} as const satisfies Pack
