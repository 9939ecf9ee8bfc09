import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'containers',
  title: 'Containers',
  recommended: 'ask',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'containers.prune',
      severity: 'medium',
      reason: 'This deletes unused images, containers or volumes in bulk.',
      instead: 'Look first: `docker system df`.',
      recommended: 'ask',
    },
    {
      id: 'containers.remove',
      severity: 'low',
      reason: 'This deletes containers, volumes or images, and the data in them.',
      instead: 'Keep the data: `docker compose down` without `-v`, or `docker stop web`.',
      recommended: 'ask',
    },
    {
      id: 'containers.privileged',
      severity: 'high',
      reason: 'This starts a container that controls the host.',
      instead: 'Run it without privileges, with the workspace mounted: `docker run --rm -v "$PWD:/work" alpine ls`.',
    },
  ]),
} as const satisfies Pack
