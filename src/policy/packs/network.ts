import type { Pack } from '../pack.ts'

export default {
  id: 'network',
  title: 'Network',
  recommended: 'on',
  strict: 'on',
  rules: [
    {
      id: 'network.reverse-shell',
      severity: 'critical',
      reason: 'This opens a shell to another machine.',
      instead: 'There is no safe form; ask the person to connect.',
    },
    {
      id: 'network.listener-shell',
      severity: 'critical',
      reason: 'This listens on a port and gives a shell to whoever connects.',
      instead: 'There is no safe form; ask the person to connect.',
    },
    {
      id: 'network.metadata-service',
      severity: 'critical',
      reason: 'The cloud metadata service hands out credentials of this machine.',
      instead: 'Ask the person for the value that is needed.',
    },
    {
      id: 'network.tunnel',
      severity: 'medium',
      reason: 'This exposes this machine to the internet by a tunnel.',
      instead: 'Serve on localhost and let the person open the tunnel.',
    },
    {
      id: 'network.firewall-off',
      severity: 'high',
      reason: 'This switches off or flushes the firewall.',
      instead: 'Look at the rules and let the person change them.',
    },
    {
      id: 'network.hijack',
      severity: 'high',
      reason: 'This changes name resolution, routes or proxies of the machine.',
      instead: 'Pass the setting to the one program that needs it.',
    },
    {
      id: 'network.scan',
      severity: 'medium',
      reason: 'This scans or attacks other machines.',
      instead: 'Check one known port of your own service: `curl -I http://localhost:8080`.',
    },
  ],
} as const satisfies Pack
