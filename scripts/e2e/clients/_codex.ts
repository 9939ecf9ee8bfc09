/** What the two ways to drive Codex share. docs/clients/codex.md */

import { join } from 'node:path'
import type { Call, E2eClient, Hook, Moment } from '../client.ts'
import type { Json, Move } from '../model/script.ts'
import { claudeNames, commandLine } from './_groups.ts'
import { neverClosed, resultWithheld } from './_limits.ts'

const entry = (hook: Hook, moment: Moment): Json => ({
  type: 'command',
  command: commandLine(hook, 'codex', moment),
  timeout: hook.timeoutSeconds ?? 30,
})

/** Without a matcher, as its page says. */
const hooksOf = (hook: Hook): Json => ({
  hooks: Object.fromEntries(hook.moments.map(moment => [claudeNames[moment], [{ hooks: [entry(hook, moment)] }]])),
})

/** Without a description of its model the client offers no `apply_patch`. */
const model: Json = {
  slug: 'e2e',
  display_name: 'e2e',
  description: 'scripted',
  default_reasoning_level: 'low',
  supported_reasoning_levels: [{ effort: 'low', description: 'low' }],
  shell_type: 'shell_command',
  visibility: 'list',
  supported_in_api: true,
  priority: 1,
  base_instructions: 'Do as scripted.',
  supports_reasoning_summaries: false,
  support_verbosity: false,
  apply_patch_tool_type: 'freeform',
  truncation_policy: { mode: 'tokens', limit: 10000 },
  supports_parallel_tool_calls: true,
  context_window: 100000,
  experimental_supported_tools: [],
}

interface Way extends Pick<E2eClient, 'id' | 'title' | 'init' | 'exceptions'> {
  /** What its model's description says besides. */
  readonly mode: Json
  readonly call: (call: Call) => Move
}

export const codex = ({ mode, call, exceptions, ...rest }: Way): E2eClient => ({
  ...rest,
  page: 'codex',
  package: { name: '@openai/codex', version: '0.169.0' },
  settings: ({ home, project, model: url, mcp }) => ({
    [join(home, '.codex', 'config.toml')]: `model = "e2e"
model_catalog_json = ${JSON.stringify(join(home, '.codex', 'models.json'))}
model_provider = "e2e"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false

[model_providers.e2e]
name = "e2e"
base_url = "${url}/v1"
wire_api = "responses"

[mcp_servers.e2e]
command = ${JSON.stringify(mcp.command)}
args = ${JSON.stringify(mcp.args)}

[projects.${JSON.stringify(project)}]
trust_level = "trusted"
`,
    [join(home, '.codex', 'models.json')]: { models: [{ ...model, ...mode }] },
  }),
  hooks: ({ home, project }, hook) => ({
    [join(home, '.codex', 'hooks.json')]: hooksOf(hook),
    ...(hook.times > 1 ? { [join(project, '.codex', 'hooks.json')]: hooksOf(hook) } : {}),
  }),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'codex'),
    // A person trusts the hooks once, in the interactive client.
    args: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
  }),
  call,
  exceptions: {
    'output-redacted': resultWithheld,
    'hook-killed-closed': neverClosed,
    ...exceptions,
  },
})

/** Reads are shell commands here, writes are patches. */
export const patchOf = (path: string, content: string): string =>
  `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/^(?=.)/gm, '+')}*** End Patch\n`
