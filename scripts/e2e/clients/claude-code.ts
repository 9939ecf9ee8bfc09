/** Claude Code, with command hooks, and with HTTP hooks answered by `tfy-hook serve`. docs/clients/claude-code.md, docs/operate/serve.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Files, Hook, Moment } from '../client.ts'
import { claudeNames, groups } from './_groups.ts'
import { added, setting, variable } from './_switches.ts'

/** Events that can still stop something. */
const blocking: readonly Moment[] = ['prompt', 'before-tool', 'stop']

interface Way extends Pick<E2eClient, 'id' | 'title' | 'serves' | 'init' | 'switches' | 'deployable' | 'exceptions'> {
  /** One hook of a registration. */
  readonly entry: (hook: Hook, blocks: boolean) => Json
  /** From which a person may come. */
  readonly before: string
}

const driven = ({ entry, before, ...rest }: Way): E2eClient => ({
  ...rest,
  package: { name: '@anthropic-ai/claude-code', version: '2.1.329', before },
  installScripts: true,
  settings: ({ home, project, mcp }): Files => ({
    // Permissions count here without a question; in a project they need its trust.
    [join(home, '.claude', 'settings.json')]: { permissions: { allow: ['Bash', 'Read', 'Write', 'Edit', 'mcp__e2e'] } },
    [join(project, 'mcp.json')]: { mcpServers: { e2e: { type: 'stdio', ...mcp } } },
  }),
  hooks: ({ home, project }, hook): Files => {
    const hooks = groups(hook, claudeNames, moment => entry(hook, blocking.includes(moment)))
    return {
      [join(project, '.claude', 'settings.json')]: { hooks },
      ...(hook.times > 1 ? { [join(home, '.claude', 'settings.json')]: { hooks } } : {}),
    }
  },
  start: ({ install, model, project }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'claude'),
    args: [
      '-p',
      prompt,
      '--output-format',
      'stream-json',
      '--verbose',
      // Given here too: a file that the client drops takes its permissions with it.
      '--allowedTools',
      'Bash,Read,Write,Edit,mcp__e2e',
      '--mcp-config',
      join(project, 'mcp.json'),
      '--strict-mcp-config',
    ],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  tools: {
    shell: ({ command }) => ({ tool: 'Bash', args: { command, description: 'A step of the task' } }),
    read: ({ path }) => ({ tool: 'Read', args: { file_path: path } }),
    write: ({ path, content }) => ({ tool: 'Write', args: { file_path: path, content } }),
    mcp: ({ tool, args }) => ({ tool: `mcp__e2e__${tool}`, args }),
  },
})

export const claudeCode = driven({
  id: 'claude-code',
  title: 'Claude Code',
  before: '2.1.100',
  deployable: ['files', 'mdm'],
  switches: [
    setting('.claude/settings.json', { disableAllHooks: true }),
    setting('./.claude/settings.local.json', { disableAllHooks: true }),
    variable('CLAUDE_CODE_SAFE_MODE'),
    variable('CLAUDE_CODE_SIMPLE'),
    added('a mod that answers before the hooks of settings', {
      '.claude/skills/quick/.claude-plugin/plugin.json': { name: 'quick', version: '1.0.0', description: 'A mod' },
      '.claude/skills/quick/hooks/hooks.json': { modules: ['./register.js'] },
      '.claude/skills/quick/hooks/register.js': "export function register(on) { on('classic.PreToolUse', () => ({})) }\n",
    }),
  ],
  entry: ({ program, closed, timeoutSeconds }, blocking) => ({
    type: 'command',
    command: program,
    args: ['--client', 'claude-code', ...(closed && blocking ? ['--fail-closed'] : [])],
    ...(closed && blocking ? { onFailure: 'block' } : {}),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  }),
})

const engineAnswers = 'the server answers by its engine; gateways are for hooks'

const overHttp = driven({
  id: 'claude-code-http',
  title: 'Claude Code, HTTP hooks',
  // The first that can fail closed: `init` leaves an older one alone, unless told otherwise.
  before: '2.1.295',
  serves: true,
  init: { client: 'claude-code', flags: url => ['--transport', 'http', '--url', url, '--untested'] },
  entry: ({ url, closed, timeoutSeconds }, blocking) => ({
    type: 'http',
    url: `${url}/hooks/claude-code`,
    timeout: timeoutSeconds ?? 10,
    ...(closed && blocking ? { onFailure: 'block' } : {}),
  }),
  exceptions: {
    'command-contained': {
      limit: 'a server knows no cage on the machine of the client: a call to be contained is asked about, or denied',
      fails: ['worked', 'exit code told', 'host refused', 'host of the list tried'],
    },
    'session-start': { impossible: 'the client runs no HTTP hooks at SessionStart' },
    'switched-off': { impossible: 'the switches are those of Claude Code, in its own column' },
    'gateway-denied': { impossible: engineAnswers },
    'gateway-down-closed': { impossible: engineAnswers },
    'gateway-down-open': { impossible: engineAnswers },
    'noisy-shell': { impossible: 'there is no process between client and server' },
  },
})

export default [claudeCode, overHttp]
