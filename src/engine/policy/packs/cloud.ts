import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'cloud',
  title: 'Cloud resources',
  recommended: 'ask',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'cloud.destroy',
      severity: 'high',
      reason: 'This deletes cloud resources.',
      instead: 'List them, for example `aws ec2 describe-instances`, and let the person delete.',
    },
    {
      id: 'cloud.storage-destroy',
      severity: 'high',
      reason: 'This deletes stored objects or buckets.',
      instead: 'List them, for example `aws s3 ls`, and let the person delete.',
    },
    {
      id: 'cloud.access-change',
      severity: 'medium',
      recommended: 'ask',
      reason: 'This changes who may access cloud resources, or creates keys.',
      instead: 'Show the policy and let the person apply it.',
    },
    {
      id: 'cloud.irreversible',
      severity: 'medium',
      recommended: 'ask',
      reason: 'This cannot be taken back: a merge, a payment, or the end of an account or a service.',
      instead: 'Show what would be done and let the person do it.',
    },
    {
      id: 'cloud.repository-destroy',
      severity: 'high',
      reason: 'This deletes a hosted repository, release, secret or similar.',
      instead: 'Look at it, for example `gh repo view`, and let the person delete.',
    },
  ]),
} as const satisfies Pack
