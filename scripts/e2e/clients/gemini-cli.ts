/** Gemini CLI. docs/clients/gemini-cli.md */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Files, Hook } from '../client.ts'
import { commandLine, groups, type Names, settingsIn } from './_groups.ts'
import { neverClosed, neverCrashed, noContextBefore, resultWithheld } from './_limits.ts'
import { setting } from './_switches.ts'

const names: Names = {
  prompt: 'BeforeAgent',
  'before-tool': 'BeforeTool',
  'after-tool': 'AfterTool',
  session: 'SessionStart',
  stop: 'AfterAgent',
}

/** The client's timeout is in milliseconds. */
const hooksOf = (hook: Hook): Json =>
  groups(hook, names, moment => ({
    type: 'command',
    name: 'tfy-hook',
    command: commandLine(hook, 'gemini-cli', moment),
    timeout: (hook.timeoutSeconds ?? 60) * 1000,
  }))

const client: E2eClient = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  package: { name: '@google/gemini-cli', version: '0.61.0', before: '0.55.1' },
  settings: ({ home, project, mcp }): Files => ({
    [join(home, '.gemini', 'trustedFolders.json')]: { [project]: 'TRUST_FOLDER' },
    [join(home, '.gemini', 'settings.json')]: {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      mcpServers: { e2e: { ...mcp, trust: true } },
    },
  }),
  hooks: (place, hook) => settingsIn(place, '.gemini/settings.json', hook, { hooks: hooksOf(hook) }),
  start: ({ install, model }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'gemini'),
    args: ['-p', prompt, '--model', 'e2e', '--approval-mode', 'yolo', '--output-format', 'stream-json'],
    env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'none' },
  }),
  deployable: ['files'],
  switches: ['.gemini/settings.json', './.gemini/settings.json'].flatMap(file => [
    setting(file, { hooksConfig: { enabled: false } }),
    // A list in any file counts.
    { ...setting(file, { hooksConfig: { disabled: ['tfy-hook'] } }), overManaged: true as const },
  ]),
  tools: {
    shell: ({ command }) => ({ tool: 'run_shell_command', args: { command } }),
    read: ({ path }) => ({ tool: 'read_file', args: { file_path: path } }),
    write: ({ path, content }) => ({ tool: 'write_file', args: { file_path: path, content } }),
    mcp: ({ tool, args }) => ({ tool: `mcp_e2e_${tool}`, args }),
  },
  exceptions: {
    'output-redacted': resultWithheld,
    'tool-context': noContextBefore,
    'hook-killed-closed': neverClosed,
    'hook-crashing-closed': neverCrashed,
    'project-removed': {
      limit:
        "hooks start in the session's directory; when that is gone, the client goes on without them, and its own tools reach nothing outside the project",
      fails: ['hook asked'],
    },
  },
}
export default client
