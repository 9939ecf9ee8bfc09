/** Kimi Code CLI. docs/clients/kimi-code.md */

import { join } from 'node:path'
import type { E2eClient, Files, Hook, Place } from '../client.ts'
import { claudeNames, commandLine } from './_groups.ts'
import { noClosedForm, noContextBefore } from './_limits.ts'

const settings = ({ model }: Place): string => `default_model = "e2e"
telemetry = false

[providers.e2e]
type = "openai"
base_url = "${model}/v1"
api_key = "none"

[models.e2e]
provider = "e2e"
model = "e2e"
max_context_size = 200000
`

const tables = (hook: Hook): string =>
  hook.moments
    .map(
      moment => `
[[hooks]]
event = "${claudeNames[moment]}"
command = ${JSON.stringify(commandLine(hook, 'kimi-code', moment))}
timeout = ${hook.timeoutSeconds ?? 60}
`,
    )
    .join('')

const file = ({ home }: Place): string => join(home, '.kimi-code', 'config.toml')

const client: E2eClient = {
  id: 'kimi-code',
  title: 'Kimi Code',
  package: { name: '@moonshot-ai/kimi-code', version: '2.1.0' },
  node24: true,
  settings: (place): Files => ({
    [file(place)]: settings(place),
    [join(place.home, '.kimi-code', 'mcp.json')]: { mcpServers: { e2e: place.mcp } },
  }),
  hooks: (place, hook): Files => ({ [file(place)]: settings(place) + tables(hook).repeat(hook.times) }),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'kimi'),
    args: ['-p', prompt, '--output-format', 'stream-json'],
    env: { KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_TELEMETRY: '1' },
  }),
  tools: {
    shell: ({ command }) => ({ tool: 'Bash', args: { command, description: 'A step of the task' } }),
    read: ({ path }) => ({ tool: 'Read', args: { path } }),
    write: ({ path, content }) => ({ tool: 'Write', args: { path, content } }),
    mcp: ({ tool, args }) => ({ tool: `mcp__e2e__${tool}`, args }),
  },
  switches: [
    {
      name: 'a hook that the client does not accept',
      files: (place, read) => ({ [file(place)]: `${read(file(place))}\n[[hooks]]\nevent = "Unknown"\ncommand = "true"\n` }),
    },
  ],
  exceptions: {
    'input-rewritten': {
      limit: 'a hook cannot change a call: one that is to be rewritten is denied',
      fails: ['rewritten ran'],
    },
    'command-contained': {
      limit: 'a hook cannot change a call: one that is to be contained is denied',
      fails: ['worked', 'exit code told', 'host refused', 'host of the list tried'],
    },
    'output-redacted': { impossible: 'nobody waits for what a hook says about a result' },
    'tool-context': noContextBefore,
    'session-start': { impossible: 'nothing that a hook says at the start of a session reaches the model' },
    ...noClosedForm,
    'project-removed': {
      limit: 'hooks are started in the session’s folder: when it is gone they cannot be, and the tool runs',
      fails: ['absent', 'hook asked'],
    },
  },
}
export default client
