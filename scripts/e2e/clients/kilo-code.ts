/** Kilo Code CLI, with the plugin that `tfy-hook bridge` writes. docs/clients/kilo-code.md */

import { join } from 'node:path'
import type { E2eClient, Files } from '../client.ts'
import { bridged } from './_bridge.ts'
import { variable } from './_switches.ts'
import opencode, { configOf, typesIn } from './opencode.ts'

const pluginFolders = (home: string, project: string, times: 1 | 2): readonly string[] =>
  [join(home, '.config', 'kilo', 'plugin'), join(project, '.kilo', 'plugin')].slice(0, times)

const types = '@kilocode/plugin'

const client: E2eClient = {
  ...opencode,
  id: 'kilo-code',
  title: 'Kilo Code',
  // The package @kilocode/cli is a launcher for this one.
  package: { name: '@kilocode/cli-linux-x64', version: '7.7.9' },
  limitSeconds: 180,
  settings: (place): Files => ({
    ...typesIn(join(place.home, '.config', 'kilo'), types),
    [join(place.home, '.config', 'kilo', 'kilo.json')]: {
      $schema: 'https://app.kilo.ai/config.json',
      ...configOf(place),
      permission: { bash: 'allow', edit: 'allow', read: 'allow', external_directory: 'allow' },
    },
  }),
  hooks: ({ project }, { times }): Files => (times > 1 ? typesIn(join(project, '.kilo'), types) : {}),
  switches: [variable('KILO_PURE')],
  setup: ({ home, project }, hook) => pluginFolders(home, project, hook.times).map(folder => bridged('kilo-code', folder, hook)),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '@kilocode', 'cli-linux-x64', 'bin', 'kilo'),
    args: ['run', '--auto', '--format', 'json', prompt],
    env: {
      KILO_DISABLE_AUTOUPDATE: '1',
      KILO_DISABLE_MODELS_FETCH: '1',
      KILO_DISABLE_SHARE: '1',
      KILO_DISABLE_LSP_DOWNLOAD: '1',
      KILO_DISABLE_SESSION_INGEST: '1',
      KILO_TELEMETRY_LEVEL: 'off',
      KILO_LOG_LEVEL: 'DEBUG',
    },
  }),
}
export default client
