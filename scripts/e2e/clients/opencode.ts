/** OpenCode, with the plugin that `tfy-hook bridge` writes. docs/clients/opencode.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Exception, Files, Place } from '../client.ts'
import { bridged, promptsStopped } from './_bridge.ts'
import { noContextBefore } from './_limits.ts'
import { variable } from './_switches.ts'

const pluginFolders = (home: string, project: string, times: 1 | 2): readonly string[] =>
  [join(home, '.config', 'opencode'), join(project, '.opencode')].slice(0, times)

/** Types for authors of plugins. Without a sign of them the client wants to fetch them, and there is no network. */
export const typesIn = (folder: string, name: string): Files => ({
  [join(folder, 'package-lock.json')]: { packages: { '': { dependencies: { [name]: '*' } } } },
  [join(folder, 'node_modules', '.keep')]: '',
})

const types = '@opencode-ai/plugin'

/** Kilo Code's too, which was made of it. */
export const configOf = ({ model, mcp }: Place): Json => ({
  autoupdate: false,
  share: 'disabled',
  model: 'e2e/e2e',
  small_model: 'e2e/e2e',
  provider: {
    e2e: {
      npm: '@ai-sdk/openai-compatible',
      name: 'e2e',
      options: { baseURL: `${model}/v1`, apiKey: 'none' },
      models: { e2e: { name: 'e2e', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
    },
  },
  permission: { bash: 'allow', edit: 'allow', external_directory: 'allow' },
  mcp: { e2e: { type: 'local', command: [mcp.command, ...mcp.args], enabled: true } },
})

const untold: Exception = {
  limit: 'of a prompt that is stopped the client says "Unexpected server error"; the reason stands in its log',
  fails: ['reason told'],
}

const client: E2eClient = {
  id: 'opencode',
  title: 'OpenCode',
  package: { name: 'opencode-ai', version: '1.18.33', before: '1.18.30' },
  // Puts the binary of this machine in place.
  installScripts: true,
  settings: (place): Files => ({
    ...typesIn(join(place.home, '.config', 'opencode'), types),
    [join(place.home, '.config', 'opencode', 'opencode.json')]: {
      $schema: 'https://opencode.ai/config.json',
      ...configOf(place),
    },
  }),
  hooks: ({ home, project }, { times }): Files =>
    Object.assign({}, ...pluginFolders(home, project, times).map(folder => typesIn(folder, types))),
  setup: ({ home, project }, hook) =>
    pluginFolders(home, project, hook.times).map(folder => bridged('opencode', join(folder, 'plugin'), hook)),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'opencode'),
    args: ['run', '--format', 'json', prompt],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
  }),
  switches: [variable('OPENCODE_PURE')],
  tools: {
    shell: ({ command }) => ({ tool: 'bash', args: { command, description: 'A step of the task' } }),
    read: ({ path }) => ({ tool: 'read', args: { filePath: path } }),
    write: ({ path, content }) => ({ tool: 'write', args: { filePath: path, content } }),
    mcp: ({ tool, args }) => ({ tool: `e2e_${tool}`, args }),
  },
  exceptions: {
    ...promptsStopped,
    ...Object.fromEntries(['missing', 'crashing', 'babbling'].map(way => [`bridge-${way}-closed`, untold])),
    'tool-context': noContextBefore,
    'session-start': { impossible: 'nothing that a plugin says at the start of a session reaches the model' },
    'stop-denied': { impossible: 'no hook can hold a turn that ends' },
  },
}
export default client
