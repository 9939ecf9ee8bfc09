/** OpenClaw, with the plugin that `tfy-hook bridge` writes. docs/clients/openclaw.md */

import { join } from 'node:path'
import type { E2eClient, Files, Place, Start } from '../client.ts'
import { bridged, promptsStopped } from './_bridge.ts'
import { noContextBefore } from './_limits.ts'
import { setting } from './_switches.ts'

const pluginFolders = (home: string, times: 1 | 2): readonly string[] =>
  [join(home, '.openclaw', 'tfy-hook'), join(home, 'plugins', 'tfy-hook')].slice(0, times)

/** Of its own plugins, none: they take their time, and one of them asks the network. */
const plugins = { allow: ['tfy-hook'], slots: { memory: 'none' } }

const openclaw = ({ install, node }: Place, args: readonly string[]): Start => ({
  command: node,
  args: [join(install, 'node_modules', 'openclaw', 'openclaw.mjs'), ...args],
  env: { OPENCLAW_DISABLE_TELEMETRY: '1', NODE_COMPILE_CACHE: join(install, '.compile-cache') },
})

const client: E2eClient = {
  id: 'openclaw',
  title: 'OpenClaw',
  package: { name: 'openclaw', version: '2026.9.6' },
  node24: true,
  // It compiles and migrates for many seconds before it asks a model.
  limitSeconds: 180,
  settings: ({ home, project, model, mcp }): Files => ({
    [join(home, '.openclaw', 'openclaw.json')]: {
      agents: { defaults: { workspace: project, model: { primary: 'e2e/e2e' } } },
      models: {
        providers: {
          e2e: {
            baseUrl: `${model}/v1`,
            apiKey: 'none',
            api: 'openai-completions',
            models: [
              {
                id: 'e2e',
                name: 'e2e',
                contextWindow: 200_000,
                maxTokens: 8_000,
                input: ['text'],
                reasoning: false,
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      },
      tools: { exec: { security: 'full', ask: 'off' } },
      mcp: { servers: { e2e: { ...mcp } } },
      plugins,
    },
  }),
  hooks: ({ home }, { times }): Files => ({
    [join(home, '.openclaw', 'openclaw.json')]: {
      plugins: {
        ...plugins,
        allow: ['tfy-hook'],
        load: { paths: pluginFolders(home, times) },
        entries: { 'tfy-hook': { enabled: true, hooks: { allowConversationAccess: true } } },
      },
    },
  }),
  setup: ({ home }, hook) => pluginFolders(home, hook.times).map(folder => bridged('openclaw', folder, hook)),
  init: {
    client: 'openclaw',
    byHand: place => [
      openclaw(place, [
        'plugins',
        'install',
        '--link',
        join(place.home, '.openclaw', 'tfy-hook'),
        '--force',
        '--accept-capabilities',
      ]),
      openclaw(place, ['plugins', 'enable', 'tfy-hook']),
    ],
  },
  start: (place, prompt) => openclaw(place, ['agent', '--local', '--agent', 'main', '--message', prompt, '--json']),
  switches: [
    setting('.openclaw/openclaw.json', { plugins: { entries: { 'tfy-hook': { enabled: false } } } }),
    setting('.openclaw/openclaw.json', { plugins: { deny: ['tfy-hook'] } }),
  ],
  tools: {
    shell: ({ command }) => ({ tool: 'exec', args: { command } }),
    read: ({ path }) => ({ tool: 'read', args: { path } }),
    write: ({ path, content }) => ({ tool: 'write', args: { path, content } }),
    mcp: ({ tool, args }) => ({ tool: 'tool_call', args: { id: `e2e__${tool}`, args } }),
  },
  exceptions: {
    'output-redacted': {
      limit:
        'the client masks credentials that it knows before a hook sees them; anything else is changed in the transcript only, after the model has read it',
      fails: ['hook asked'],
    },
    'secret-then-upload': {
      limit: 'where nobody can be asked, the client refuses a question in its own words',
      fails: ['rule told'],
    },
    'tool-context': noContextBefore,
    'client-upgraded': { impossible: 'the plugin is the same file for every version, and a second installation has 640 MB' },
    'session-start': { impossible: 'nothing that a plugin says at the start of a session reaches the model' },
    ...promptsStopped,
  },
}
export default client
