import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'process',
  title: 'Processes and the machine',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'process.kill-all',
      severity: 'high',
      reason: 'This ends all processes, or one the system depends on.',
      instead: 'End the one process by its id, which `pgrep -f server.js` finds.',
    },
    {
      id: 'process.fork-bomb',
      severity: 'critical',
      reason: 'This starts processes without end.',
      instead: 'There is no safe form.',
    },
    {
      id: 'process.shutdown',
      severity: 'high',
      reason: 'This switches off or restarts the machine.',
      instead: 'Ask the person to do it.',
    },
    {
      id: 'process.kernel',
      severity: 'high',
      reason: 'This changes the running kernel.',
      instead: 'Look at the settings: `sysctl -a`.',
    },
  ]),
} as const satisfies Pack
