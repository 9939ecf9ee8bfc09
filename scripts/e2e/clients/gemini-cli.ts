/** Gemini CLI. docs/clients/gemini-cli.md */

import { join } from 'node:path'
import type { E2eClient, Files, Hook, Moment } from '../client.ts'
import type { Json, Move } from '../model/script.ts'

const events: Readonly<Record<Moment, string>> = {
  prompt: 'BeforeAgent',
  'before-tool': 'BeforeTool',
  'after-tool': 'AfterTool',
  session: 'SessionStart',
  stop: 'AfterAgent',
}

/** After the fact nothing is left to close. The client's timeout is in milliseconds. */
const group = ({ program, closed, timeoutSeconds = 60 }: Hook, moment: Moment): Json => ({
  ...(moment.endsWith('-tool') ? { matcher: '*' } : {}),
  hooks: [
    {
      type: 'command',
      name: 'tfy-hook',
      command: `${program} --client gemini-cli${closed && moment !== 'after-tool' ? ' --fail-closed' : ''}`,
      timeout: timeoutSeconds * 1000,
    },
  ],
})

const hooksOf = (hook: Hook): Json => Object.fromEntries(hook.moments.map(moment => [events[moment], [group(hook, moment)]]))

const client: E2eClient = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  package: { name: '@google/gemini-cli', version: '0.61.0' },
  settings: ({ home, mcp }): Files => ({
    [join(home, '.gemini', 'settings.json')]: {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      mcpServers: { e2e: { ...mcp, trust: true } },
    },
  }),
  hooks: ({ home, project }, hook): Files => ({
    [join(home, '.gemini', 'settings.json')]: { hooks: hooksOf(hook) },
    ...(hook.times > 1 ? { [join(project, '.gemini', 'settings.json')]: { hooks: hooksOf(hook) } } : {}),
  }),
  start: ({ install, model }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'gemini'),
    args: ['-p', prompt, '--model', 'e2e', '--approval-mode', 'yolo', '--skip-trust', '--output-format', 'stream-json'],
    env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'none' },
  }),
  call: (call): Move => {
    switch (call.kind) {
      case 'shell':
        return { tool: 'run_shell_command', args: { command: call.command } }
      case 'read':
        return { tool: 'read_file', args: { file_path: call.path } }
      case 'write':
        return { tool: 'write_file', args: { file_path: call.path, content: call.content } }
      case 'mcp':
        return { tool: `mcp_e2e_${call.tool}`, args: call.args }
    }
  },
  exceptions: {
    'output-redacted': {
      limit: 'a result cannot be changed, only withheld: the model gets the reason in its place',
      fails: ['rest told'],
    },
    'tool-context': { limit: 'before a tool the client reads no context for the model', fails: ['context told'] },
    'hook-killed-closed': { limit: 'the client has no closed form: when it kills a hook, the tool runs', fails: ['absent'] },
  },
}
export default client
