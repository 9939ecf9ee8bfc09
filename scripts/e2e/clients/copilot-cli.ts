/** GitHub Copilot CLI, with a model provider of one's own. docs/clients/copilot-cli.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Files, Hook, Moment, Place } from '../client.ts'
import { goesOnWithout, neverClosed } from './_limits.ts'
import { setting } from './_switches.ts'
import { claudeCode } from './claude-code.ts'

const events: Readonly<Record<Moment, string>> = {
  prompt: 'userPromptSubmitted',
  'before-tool': 'preToolUse',
  'after-tool': 'postToolUse',
  session: 'sessionStart',
  stop: 'agentStop',
}

/** After the fact nothing is left to close. */
const entry = ({ program, closed, timeoutSeconds = 30 }: Hook, moment: Moment): Json => ({
  type: 'command',
  exec: program,
  args: ['--client', 'copilot-cli', '--event', events[moment], ...(closed && moment !== 'after-tool' ? ['--fail-closed'] : [])],
  timeoutSec: timeoutSeconds,
})

const hooksOf = (hook: Hook): Json => ({
  version: 1,
  hooks: Object.fromEntries(hook.moments.map(moment => [events[moment], [entry(hook, moment)]])),
})

const client: E2eClient = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  package: { name: '@github/copilot', version: '1.0.102', before: '1.0.92' },
  settings: ({ home, mcp }): Files => ({
    [join(home, '.copilot', 'mcp-config.json')]: { mcpServers: { e2e: { type: 'local', ...mcp, tools: ['*'] } } },
  }),
  hooks: ({ home, project }, hook): Files => ({
    [join(home, '.copilot', 'hooks', 'tfy-hook.json')]: hooksOf(hook),
    ...(hook.times > 1 ? { [join(project, '.github', 'hooks', 'tfy-hook.json')]: hooksOf(hook) } : {}),
  }),
  start: ({ install, model }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'copilot'),
    args: ['-p', prompt, '--allow-all', '--trust-folder', '--output-format', 'json'],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: 'e2e',
    },
  }),
  deployable: ['files'],
  switches: [setting('./.github/copilot/settings.json', { disableAllHooks: true })],
  tools: {
    shell: ({ command }) => ({ tool: 'bash', args: { command, description: 'A step of the task' } }),
    read: ({ path }) => ({ tool: 'view', args: { path } }),
    write: ({ path, content }) => ({ tool: 'create', args: { path, file_text: content } }),
    mcp: ({ tool, args }) => ({ tool: `e2e-${tool}`, args }),
  },
  exceptions: {
    'policy-broken-open': {
      limit:
        'before a tool the client denies when a hook fails, so our own failures are closed there unless a configuration says open',
      fails: ['ran', 'audited'],
    },
    'noisy-shell': {
      limit: 'with a text before it the answer is not read: the exit code denies, without our reason',
      fails: ['rule told'],
    },
    'hook-killed-closed': neverClosed,
  },
}
const fileOf = ({ project }: Place, name: string): string => join(project, '.claude', name)

/** With the hooks that it finds in Claude Code's file of the repository: events in PascalCase. */
const withShared: E2eClient = {
  ...client,
  id: 'copilot-cli-shared',
  title: 'Copilot CLI, Claude Code’s file',
  page: 'claude-code',
  init: { client: 'claude-code', scope: 'project' },
  deployable: [],
  exceptions: {
    ...client.exceptions,
    'switched-off': { impossible: 'the switches are those of Copilot CLI, in its own column' },
    'project-removed': goesOnWithout,
  },
  hooks: (place, hook): Files => {
    const registered = claudeCode.hooks(place, { ...hook, times: 1 })
    const { [fileOf(place, 'settings.json')]: again = {} } = registered
    return { ...registered, ...(hook.times > 1 ? { [fileOf(place, 'settings.local.json')]: again } : {}) }
  },
}

export default [client, withShared]
