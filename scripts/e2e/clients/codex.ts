/** Codex CLI, with a model that calls its tools one by one, and with one that writes programs which call them. docs/clients/codex.md */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, Move } from '../../../src/setup/prove/model/script.ts'
import type { E2eClient, Files, Hook, Moment, Place, Switch } from '../client.ts'
import { trustOf } from './_codex-trust.ts'
import { claudeNames, commandLine } from './_groups.ts'
import { noClosedForm, resultWithheld } from './_limits.ts'

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

const features = (text: string): string => text.replace('[features]\n', '[features]\nhooks = false\n')

const switches: readonly Switch[] = [
  {
    name: '[features] hooks = false in ~/.codex/config.toml',
    files: (place, read) => ({ [configOf(place)]: features(read(configOf(place))) }),
  },
  {
    name: '[features] hooks = false in the project’s .codex/config.toml',
    files: ({ project }) => ({ [join(project, '.codex', 'config.toml')]: '[features]\nhooks = false\n' }),
  },
  {
    name: 'a hook that is not trusted',
    files: (place, read) => ({ [configOf(place)]: read(configOf(place)).replaceAll('sha256:', 'sha256:0') }),
  },
  {
    name: 'enabled = false in hooks.state',
    files: (place, read) => ({ [configOf(place)]: read(configOf(place)).replace(/^trusted_hash.*$/gm, '$&\nenabled = false') }),
  },
]

interface Way extends Pick<E2eClient, 'id' | 'title' | 'tools'> {
  /** What its model's description says besides. */
  readonly mode: Json
}

const configOf = ({ home }: Place): string => join(home, '.codex', 'config.toml')

const baseOf = ({ home, project, model: url, mcp }: Place): string => `model = "e2e"
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
`

/** As `init` wrote them. */
const trusting = (place: Place): Files => {
  const file = join(place.home, '.codex', 'hooks.json')
  return { [configOf(place)]: baseOf(place) + trustOf(file, JSON.parse(readFileSync(file, 'utf8')) as Json) }
}

const driven = ({ mode, ...rest }: Way): E2eClient => ({
  ...rest,
  page: 'codex',
  package: { name: '@openai/codex', version: '0.169.0', before: '0.162.1' },
  settings: place => ({
    [configOf(place)]: baseOf(place),
    [join(place.home, '.codex', 'models.json')]: { models: [{ ...model, ...mode }] },
  }),
  hooks: (place, hook) => {
    const own = join(place.home, '.codex', 'hooks.json')
    const projects = join(place.project, '.codex', 'hooks.json')
    const hooks = hooksOf(hook)
    const files = { [own]: hooks, ...(hook.times > 1 ? { [projects]: hooks } : {}) }
    const trusted = Object.keys(files).map(file => trustOf(file, hooks))
    return { ...files, [configOf(place)]: baseOf(place) + trusted.join('') }
  },
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'codex'),
    args: ['exec', '--json', '--skip-git-repo-check', prompt],
  }),
  deployable: ['files'],
  switches,
  init: { client: 'codex', filesByHand: trusting },
  exceptions: {
    'output-redacted': resultWithheld,
    ...noClosedForm,
  },
})

/** Reads are shell commands here, writes are patches. */
const patchOf = (path: string, content: string): string =>
  `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/^(?=.)/gm, '+')}*** End Patch\n`

const argsOf = ({ command, cwd }: { readonly command: string; readonly cwd?: string }): Json => ({
  cmd: command,
  ...(cwd === undefined ? {} : { workdir: cwd }),
})

const codex = driven({
  id: 'codex',
  title: 'Codex CLI',
  mode: {},
  tools: {
    shell: call => ({ tool: 'exec_command', args: argsOf(call) }),
    read: ({ path }) => ({ tool: 'exec_command', args: { cmd: `cat ${path}` } }),
    write: ({ path, content }) => ({ tool: 'apply_patch', args: patchOf(path, content) }),
    mcp: ({ tool, args }) => ({ tool, namespace: 'mcp__e2e', args }),
  },
})

const inProgram = (tool: string, args: unknown): Move => ({
  tool: 'exec',
  args: `text(await tools.${tool}(${JSON.stringify(args)}))`,
})

const codeMode = driven({
  id: 'codex-code-mode',
  title: 'Codex CLI, code mode',
  mode: { tool_mode: 'code_mode_only' },
  tools: {
    shell: call => inProgram('exec_command', argsOf(call)),
    read: ({ path }) => inProgram('exec_command', { cmd: `cat ${path}` }),
    write: ({ path, content }) => inProgram('apply_patch', patchOf(path, content)),
    mcp: ({ tool, args }) => inProgram(`mcp__e2e__${tool}`, args),
  },
})

export default [codex, codeMode]
