import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'kubernetes',
  title: 'Kubernetes',
  recommended: 'ask',
  strict: 'on',
  answers: once(() => [
    {
      id: 'kubernetes.delete',
      severity: 'medium',
      reason: 'This deletes objects of a cluster.',
      instead: 'Look first: `kubectl get pods`.',
      recommended: 'ask',
    },
    {
      id: 'kubernetes.drain',
      severity: 'medium',
      reason: 'This empties or disables cluster nodes, or scales work to zero.',
      instead: 'Look first: `kubectl get nodes`.',
      recommended: 'ask',
    },
  ]),
} as const satisfies Pack
