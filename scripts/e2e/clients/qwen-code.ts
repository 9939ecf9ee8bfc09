/** Qwen Code. docs/clients/qwen-code.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Files, Hook } from '../client.ts'
import { claudeNames, commandLine, groups, settingsIn } from './_groups.ts'
import { noClosedForm, noContextBefore, resultWithheld } from './_limits.ts'
import { setting, variable } from './_switches.ts'

const hooksOf = (hook: Hook): Json =>
  groups(hook, claudeNames, moment => ({
    type: 'command',
    name: 'tfy-hook',
    command: commandLine(hook, 'qwen-code', moment),
    timeout: hook.timeoutSeconds ?? 60,
  }))

const client: E2eClient = {
  id: 'qwen-code',
  title: 'Qwen Code',
  package: { name: '@qwen-code/qwen-code', version: '0.24.4', before: '0.23.0' },
  node24: true,
  settings: ({ home, mcp }): Files => ({
    [join(home, '.qwen', 'settings.json')]: {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      // Without a terminal the client takes the output of a command as read when the command ends, and so at times loses it.
      tools: { shell: { enableInteractiveShell: true } },
      // It asks the model on its own account, with tools.
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
      mcpServers: { e2e: { ...mcp, trust: true } },
      // The client adds it at its first start.
      $version: 4,
    },
  }),
  hooks: (place, hook) => settingsIn(place, '.qwen/settings.json', hook, { hooks: hooksOf(hook) }),
  start: ({ install, model }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'qwen'),
    args: ['-p', prompt, '--auth-type', 'openai', '--approval-mode', 'yolo', '--output-format', 'stream-json'],
    env: { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'e2e' },
  }),
  deployable: ['files'],
  switches: [
    setting('.qwen/settings.json', { disableAllHooks: true }),
    setting('./.qwen/settings.json', { disableAllHooks: true }),
    { ...variable('QWEN_CODE_SAFE_MODE'), overManaged: true },
    { ...variable('QWEN_CODE_SIMPLE'), overManaged: true },
  ],
  tools: {
    shell: ({ command }) => ({ tool: 'run_shell_command', args: { command, is_background: false } }),
    read: ({ path }) => ({ tool: 'read_file', args: { file_path: path } }),
    write: ({ path, content }) => ({ tool: 'write_file', args: { file_path: path, content } }),
    mcp: ({ tool, args }) => ({ tool: `mcp__e2e__${tool}`, args }),
  },
  exceptions: {
    'input-rewritten': {
      limit: 'the client reads a new input and runs the old one: a call to be rewritten is denied',
      fails: ['rewritten ran'],
    },
    'command-contained': {
      limit: 'the client reads a new input and runs the old one: a call to be contained is denied',
      fails: ['worked', 'exit code told', 'host refused', 'host of the list tried'],
    },
    'output-redacted': resultWithheld,
    'tool-context': noContextBefore,
    ...noClosedForm,
  },
}
export default client
