import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'network',
  title: 'Network',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
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
  ]),
  conditions: once(() => [
    {
      id: 'network.link-local',
      severity: 'medium',
      reason: 'Link-local addresses belong to the machine and its cloud, not to the internet.',
      instead: 'Ask the person for the value that is needed.',
      on: ['web', 'mcp', 'tool'],
      when: { host: { any: ['169.254.0.0/16', 'fe80::/10'], not: false } },
      means: 'A web tool asks a link-local address.',
    },
    {
      id: 'network.paste-site',
      severity: 'low',
      reason: 'Paste sites carry code and commands of unknown origin, and take data away.',
      instead: 'Use the documentation or the repository of the project.',
      on: ['web', 'mcp', 'tool', 'shell'],
      when: {
        host: {
          any: [
            'pastebin.com',
            '*.pastebin.com',
            'paste.ee',
            'hastebin.com',
            'dpaste.*',
            'ghostbin.*',
            'rentry.co',
            'ix.io',
            '0x0.st',
            'transfer.sh',
            'termbin.com',
            'sprunge.us',
            'paste.rs',
            'privatebin.net',
            'webhook.site',
            'requestbin.*',
            '*.requestcatcher.com',
          ],
          not: false,
        },
      },
      means: 'A paste site or request bin is contacted (opinion).',
    },
  ]),
} as const satisfies Pack
