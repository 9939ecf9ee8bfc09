import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'exfiltration',
  title: 'Data leaving the machine',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'exfiltration.secret-to-network',
      severity: 'critical',
      reason: 'This sends credentials to the network.',
      instead: 'Leave credentials where they are; ask the person to transfer them.',
    },
    {
      id: 'exfiltration.file-to-network',
      severity: 'medium',
      reason: 'This uploads local files to a host.',
      instead: "Let the person upload, or send through the project's own tools.",
    },
    {
      id: 'exfiltration.dns',
      severity: 'high',
      reason: 'This sends local data hidden in a name lookup or an address.',
      instead: 'Look up a fixed name: `nslookup example.com`.',
    },
  ]),
  conditions: once(() => [
    {
      id: 'exfiltration.after-secret',
      severity: 'high',
      reason: 'Credentials were read earlier in this session, and this sends something to the network.',
      instead: 'Show the person what would be sent, and let them send it.',
      on: ['any'],
      when: { session: { has: ['read-secret'] }, effect: ['send'] },
      means: 'Something is sent to the network after credentials were read in the session.',
      recommended: 'ask',
    },
  ]),
} as const satisfies Pack
