import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'kubernetes',
  title: 'Kubernetes',
  recommended: 'ask',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'kubernetes.delete',
      severity: 'medium',
      reason: 'This deletes objects of a cluster.',
      instead: 'Look first, for example `kubectl get pods`, and let the person delete.',
      recommended: 'ask',
    },
    {
      id: 'kubernetes.drain',
      severity: 'medium',
      reason: 'This empties or disables cluster nodes, or scales work to zero.',
      instead: 'Look first, for example `kubectl get nodes`, and let the person do it.',
      recommended: 'ask',
    },
  ]),
} as const satisfies Pack
