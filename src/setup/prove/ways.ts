/**
 * How each client is started once, without a person and with its model on loopback: by its own variables and flags, in the person's own settings. As the
 * clients were driven in 2026-11.
 */

import type { JsonObject } from '../../core/json.ts'
import type { Move } from './model/script.ts'

export interface Way {
  /** `file` is where `settings` stand. */
  readonly args: (prompt: string, model: string, file: string) => readonly string[]
  readonly env: (model: string, file: string) => Readonly<Record<string, string>>
  /** Settings for this run alone, beside the person's own; or code that the client loads. */
  readonly settings?: (model: string) => JsonObject | string
  /** A shell command in the client's own words, given the names of the tools that it offers. */
  readonly shell: (command: string, offered: readonly string[]) => Move
}

const named =
  (tool: string, more: Readonly<Record<string, unknown>> = {}) =>
  (command: string): Move => ({ tool, args: { command, ...more } })

/** Codex has had its shell under several names. */
const codexShell: Way['shell'] = (command, offered) => {
  if (offered.includes('exec_command')) return { tool: 'exec_command', args: { cmd: command } }
  if (offered.includes('exec') && !offered.includes('shell'))
    return { tool: 'exec', args: `text(await tools.exec_command(${JSON.stringify({ cmd: command })}))` }
  const tool = offered.includes('shell_command') ? 'shell_command' : 'shell'
  return { tool, args: { command: tool === 'shell' ? ['bash', '-lc', command] : command } }
}

const openCode = (id: string, model: string): string =>
  JSON.stringify({
    model: `${id}/${id}`,
    small_model: `${id}/${id}`,
    provider: {
      [id]: {
        npm: '@ai-sdk/openai-compatible',
        name: id,
        options: { baseURL: `${model}/v1`, apiKey: 'none' },
        models: { [id]: { name: id, tool_call: true, limit: { context: 200_000, output: 8_000 } } },
      },
    },
    permission: { bash: 'allow', external_directory: 'allow' },
  })

const own = 'tfyproof'

/** Both fetch the types of plugins first; where there is no way to them, npm tries for more than a minute (OpenCode 1.18.33). */
const withoutFetching = { npm_config_offline: 'true', npm_config_fetch_retries: '0' }

export const ways: Readonly<Record<string, Way>> = {
  'claude-code': {
    args: prompt => ['-p', prompt, '--allowedTools', 'Bash', '--output-format', 'json'],
    env: model => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    shell: named('Bash', { description: 'A step of the proof' }),
  },
  codex: {
    args: (prompt, model) => [
      'exec',
      '--json',
      '--skip-git-repo-check',
      ...[
        `model="${own}"`,
        `model_provider="${own}"`,
        `model_providers.${own}={name="${own}",base_url="${model}/v1",wire_api="responses"}`,
        'approval_policy="never"',
        'sandbox_mode="danger-full-access"',
      ].flatMap(setting => ['-c', setting]),
      prompt,
    ],
    env: () => ({}),
    shell: codexShell,
  },
  'gemini-cli': {
    args: prompt => ['-p', prompt, '--model', own, '--approval-mode', 'yolo', '--output-format', 'json'],
    // The scratch folder is nobody's, so its trust says nothing.
    env: model => ({ GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    shell: named('run_shell_command'),
  },
  'qwen-code': {
    args: prompt => ['-p', prompt, '--auth-type', 'openai', '--approval-mode', 'yolo', '--output-format', 'json'],
    env: model => ({ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: own }),
    shell: named('run_shell_command', { is_background: false }),
  },
  'copilot-cli': {
    args: prompt => ['-p', prompt, '--allow-all', '--trust-folder', '--output-format', 'json'],
    env: model => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: own,
    }),
    shell: named('bash', { description: 'A step of the proof' }),
  },
  opencode: {
    args: prompt => ['run', '--format', 'json', prompt],
    env: model => ({
      OPENCODE_CONFIG_CONTENT: openCode(own, model),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      ...withoutFetching,
    }),
    shell: named('bash', { description: 'A step of the proof' }),
  },
  'kilo-code': {
    args: prompt => ['run', '--auto', '--format', 'json', prompt],
    env: model => ({
      KILO_CONFIG_CONTENT: openCode(own, model),
      KILO_DISABLE_AUTOUPDATE: '1',
      KILO_DISABLE_MODELS_FETCH: '1',
      ...withoutFetching,
    }),
    shell: named('bash', { description: 'A step of the proof' }),
  },
  droid: {
    args: prompt => ['exec', '--skip-permissions-unsafe', '--model', `custom:${own}-0`, '--output-format', 'stream-json', prompt],
    env: (_, file) => ({
      FACTORY_RUNTIME_SETTINGS_PATH: file,
      FACTORY_API_KEY: 'fk-none',
      FACTORY_DISABLE_TELEMETRY: '1',
      DROID_DISABLE_AUTO_UPDATE: '1',
    }),
    settings: model => ({
      customModels: [
        {
          model: own,
          displayName: own,
          baseUrl: `${model}/v1`,
          apiKey: 'none',
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 8_000,
        },
      ],
    }),
    shell: named('Execute', { summary: 'A step of the proof', timeout: 60, riskLevel: 'low', riskLevelReason: 'a step' }),
  },
  cline: {
    args: prompt => ['--json', '--auto-approve', 'true', '--provider', 'openai-compatible', '--model', own, prompt],
    env: (_, file) => ({ CLINE_PROVIDER_SETTINGS_PATH: file, CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' }),
    settings: model => ({
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: { provider: 'openai-compatible', apiKey: 'none', model: own, baseUrl: `${model}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
    shell: command => ({ tool: 'run_commands', args: { commands: [command] } }),
  },
  'kimi-code': {
    args: prompt => ['-p', prompt, '--output-format', 'stream-json'],
    env: model => ({
      KIMI_MODEL_NAME: own,
      KIMI_MODEL_PROVIDER_TYPE: 'openai',
      KIMI_MODEL_BASE_URL: `${model}/v1`,
      KIMI_MODEL_API_KEY: 'none',
      KIMI_MODEL_MAX_CONTEXT_SIZE: '200000',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_DISABLE_TELEMETRY: '1',
    }),
    shell: named('Bash', { description: 'A step of the proof' }),
  },
  // No agent of the person's: nothing of the run stays.
  'letta-code': {
    args: prompt => [
      ...['-p', prompt, '--ephemeral', '--backend', 'local', '--model', 'moonshotai/kimi-k2.6'],
      ...['--permission-mode', 'unrestricted', '--output-format', 'json'],
    ],
    env: (model, file) => ({
      MOONSHOT_BASE_URL: `${model}/v1`,
      MOONSHOT_API_KEY: 'none',
      LETTA_LOCAL_BACKEND_DIR: `${file}.d`,
      LETTA_DISABLE_SESSION_PERSIST: '1',
      DISABLE_AUTOUPDATER: '1',
      DO_NOT_TRACK: '1',
    }),
    shell: named('Bash', { description: 'A step of the proof' }),
  },
  pi: {
    args: (prompt, _, file) => ['-p', '--extension', file, '--provider', own, '--model', own, prompt],
    env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    settings: model => {
      const models = [
        {
          id: own,
          name: own,
          reasoning: false,
          input: ['text'],
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          contextWindow: 200_000,
          maxTokens: 8_000,
        },
      ]
      const provider = { baseUrl: `${model}/v1`, apiKey: 'none', api: 'openai-completions', models }
      return `export default pi => pi.registerProvider(${JSON.stringify(own)}, ${JSON.stringify(provider)})\n`
    },
    shell: named('bash'),
  },
}

/** Why a client cannot be proved so: where its model is written in its own settings, or it has no run without a person. */
export const byHand = (title: string): string => `Start ${title}, let it run \`git status\`, and look at tfy-hook status`
