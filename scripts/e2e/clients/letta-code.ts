/** Letta Code, on its local backend. docs/clients/letta-code.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Hook } from '../client.ts'
import { claudeNames, commandLine, groups, settingsIn } from './_groups.ts'
import { noClosedForm, noContextBefore } from './_limits.ts'
import { setting } from './_switches.ts'

const terminalOnly = { impossible: 'letta -p calls hooks for tools alone' }

const hooksOf = (hook: Hook): Json => ({
  // Above a repository's `true`.
  disabled: false,
  ...groups(hook, claudeNames, moment => ({
    type: 'command',
    command: commandLine(hook, 'letta-code', moment),
    // Milliseconds.
    timeout: (hook.timeoutSeconds ?? 60) * 1000,
    quiet: true,
  })),
})

const client: E2eClient = {
  id: 'letta-code',
  title: 'Letta Code',
  package: { name: '@letta-ai/letta-code', version: '0.32.18' },
  bundled: ['ws', 'node-pty', '@earendil-works/pi-ai', 'sharp', 'glob'],
  node24: true,
  settings: ({ home }) => ({
    // The client adds the second at its first start.
    [join(home, '.letta', 'settings.json')]: { autoConversationTitles: false, autoConversationTitlesRollbackApplied: true },
  }),
  hooks: (place, hook) => settingsIn(place, '.letta/settings.json', hook, { hooks: hooksOf(hook) }),
  start: ({ install, model }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'letta'),
    args: [
      ...['-p', prompt, '--ephemeral', '--backend', 'local', '--model', 'moonshotai/kimi-k2.6'],
      ...['--permission-mode', 'unrestricted', '--output-format', 'json'],
    ],
    env: { MOONSHOT_BASE_URL: `${model}/v1`, MOONSHOT_API_KEY: 'none', DISABLE_AUTOUPDATER: '1', DO_NOT_TRACK: '1' },
  }),
  tools: {
    shell: ({ command }) => ({ tool: 'Bash', args: { command, description: 'A step of the task' } }),
    read: ({ path }) => ({ tool: 'Read', args: { file_path: path } }),
    write: ({ path, content }) => ({ tool: 'Write', args: { file_path: path, content } }),
    mcp: ({ tool, args }) => ({ tool: `mcp__e2e__${tool}`, args }),
  },
  switches: [setting('.letta/settings.json', { hooks: { disabled: true } })],
  exceptions: {
    'prompt-denied': terminalOnly,
    'prompt-context': terminalOnly,
    'session-start': terminalOnly,
    'stop-denied': terminalOnly,
    'mcp-denied': { impossible: 'its MCP servers are reached by a command in the shell' },
    'output-redacted': { impossible: 'a result cannot be changed: the reason stands below it' },
    'tool-context': noContextBefore,
    'init-uninstall': { limit: 'the client notes the agent that it made in the same file', fails: ['files as before'] },
    ...noClosedForm,
    'project-removed': {
      limit: 'the first call after the session’s directory is gone runs unasked; later ones are asked about in the folder above',
      fails: ['absent'],
    },
  },
}
export default client
