/** Factory Droid, headless. docs/clients/droid.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Exception, Files, Hook } from '../client.ts'
import { claudeNames, groups, settingsIn } from './_groups.ts'
import { noClosedForm, noContextBefore } from './_limits.ts'
import { setting } from './_switches.ts'

const hooksOf = (hook: Hook): Json =>
  groups(hook, claudeNames, moment => ({
    type: 'command',
    command: `${hook.program} --client droid --event ${claudeNames[moment]}${hook.closed && moment !== 'after-tool' ? ' --fail-closed' : ''}`,
    timeout: hook.timeoutSeconds ?? 30,
  }))

const noPromptEvent = 'headless, the client calls no hook for a prompt'

const untold = (...fails: readonly [string, ...string[]]): Exception => ({ limit: noPromptEvent, fails })

const client: E2eClient = {
  id: 'droid',
  title: 'Factory Droid',
  package: { name: '@factory/cli-linux-x64', version: '0.225.2', before: '0.215.0' },
  settings: ({ home, model, mcp }): Files => ({
    [join(home, '.factory', 'settings.json')]: {
      customModels: [
        {
          model: 'e2e',
          displayName: 'e2e',
          baseUrl: `${model}/v1`,
          apiKey: 'none',
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 8_000,
        },
      ],
    },
    [join(home, '.factory', 'mcp.json')]: { mcpServers: { e2e: { type: 'stdio', ...mcp, disabled: false } } },
  }),
  hooks: (place, hook) => settingsIn(place, '.factory/settings.json', hook, { hooks: hooksOf(hook) }),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '@factory', 'cli-linux-x64', 'bin', 'droid'),
    args: ['exec', '--skip-permissions-unsafe', '--model', 'custom:e2e-0', '--output-format', 'stream-json', prompt],
    env: { FACTORY_API_KEY: 'fk-none', FACTORY_DISABLE_TELEMETRY: '1', DROID_DISABLE_AUTO_UPDATE: '1' },
  }),
  deployable: ['files'],
  switches: [
    setting('.factory/settings.json', { hooks: { hooksDisabled: true } }),
    setting('.factory/hooks.json', { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'true' }] }] }),
  ],
  tools: {
    shell: ({ command }) => ({
      tool: 'Execute',
      args: {
        command,
        summary: 'A step of the task',
        timeout: 60,
        riskLevel: 'low',
        riskLevelReason: 'a step',
      },
    }),
    read: ({ path }) => ({ tool: 'Read', args: { file_path: path } }),
    write: ({ path, content }) => ({ tool: 'Create', args: { file_path: path, content } }),
    mcp: ({ tool, args }) => ({ tool: `e2e___${tool}`, args }),
  },
  exceptions: {
    'prompt-denied': untold('prompt kept', 'hook asked'),
    'prompt-context': untold('context told'),
    'output-redacted': {
      limit: 'the client masks credentials that it knows before a hook or the model sees them',
      fails: ['hook asked'],
    },
    'tool-context': noContextBefore,
    ...noClosedForm,
  },
}
export default client
