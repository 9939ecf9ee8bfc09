/** pi, with the extension that `tfy-hook bridge` writes. docs/clients/pi.md */

import { join } from 'node:path'
import type { E2eClient, Files } from '../client.ts'
import { bridged, promptsStopped } from './_bridge.ts'
import { noContextBefore } from './_limits.ts'
import { setting } from './_switches.ts'

const folders = (home: string, project: string, times: 1 | 2): readonly string[] =>
  [join(home, '.pi', 'agent', 'extensions'), join(project, '.pi', 'extensions')].slice(0, times)

const client: E2eClient = {
  id: 'pi',
  title: 'pi',
  package: { name: '@earendil-works/pi-coding-agent', version: '1.5.2' },
  bundled: ['jiti', 'quickjs-wasi'],
  node24: true,
  settings: ({ home, model, mcp }): Files => ({
    // The project is trusted: its extensions are read without a question.
    [join(home, '.pi', 'agent', 'settings.json')]: { defaultProjectTrust: 'always' },
    [join(home, '.pi', 'agent', 'mcp.json')]: { mcpServers: { e2e: { ...mcp, exposure: 'direct' } } },
    [join(home, '.pi', 'agent', 'models.json')]: {
      providers: {
        e2e: {
          baseUrl: `${model}/v1`,
          api: 'openai-completions',
          apiKey: 'none',
          models: [{ id: 'e2e', contextWindow: 200_000, maxTokens: 8_000 }],
        },
      },
    },
  }),
  hooks: () => ({}),
  setup: ({ home, project }, hook) => folders(home, project, hook.times).map(folder => bridged('pi', folder, hook)),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'pi'),
    args: ['-p', '--provider', 'e2e', '--model', 'e2e', prompt],
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
  }),
  switches: [setting('.pi/agent/settings.json', { extensions: ['-extensions/tfy-hook.ts'] })],
  tools: {
    shell: ({ command }) => ({ tool: 'bash', args: { command } }),
    read: ({ path }) => ({ tool: 'read', args: { path } }),
    write: ({ path, content }) => ({ tool: 'write', args: { path, content } }),
    mcp: ({ tool, args }) => ({ tool: `mcp__e2e__${tool}`, args }),
  },
  exceptions: {
    ...promptsStopped,
    'tool-context': noContextBefore,
    'session-start': { impossible: 'the bridge says nothing to the model at the start of a session' },
    'stop-denied': { impossible: 'the bridge holds no turn that ends' },
  },
}
export default client
