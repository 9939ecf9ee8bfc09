import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'infrastructure',
  title: 'Infrastructure as code',
  recommended: 'ask',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'infrastructure.destroy',
      severity: 'critical',
      reason: 'This destroys the infrastructure that the tool manages.',
      instead: 'Show what would go, for example `terraform plan -destroy`, and let the person do it.',
    },
    {
      id: 'infrastructure.apply-unattended',
      severity: 'medium',
      reason: 'This changes infrastructure without showing the plan.',
      instead: 'Show the plan, for example `terraform plan`, and let the person apply it.',
      recommended: 'ask',
    },
    {
      id: 'infrastructure.state-change',
      severity: 'high',
      reason: 'This edits the state by which infrastructure is managed.',
      instead: 'Look at it, for example `terraform state list`, and let the person change it.',
    },
  ]),
} as const satisfies Pack
