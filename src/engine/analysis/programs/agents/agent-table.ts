/** Coding agents as command lines: what starts them without hooks, and what switches hooks off. Rows of data. */

import type { Program } from '../../calls/form.ts'

export interface Agent {
  /** Programs, and packages that are run by name. */
  readonly programs: string
  /** Short switches that turn off its questions. */
  readonly letters?: string
  /** Switches that turn off its questions, beside those that all agents share. */
  readonly unasked?: RegExp
  /** Switches by which it starts without hooks. */
  readonly off?: string
  /** Options by which it loads code that may answer in the place of hooks. */
  readonly loads?: string
  /** Commands that take plugins from a folder of this machine from now on: each word is `a|b`. */
  readonly folders?: string
  /** Options whose value is another place for its settings. */
  readonly moves?: string
  /** Options whose value is settings: JSON, or the name of a file with JSON. */
  readonly json?: string
  /** Options whose value is one setting: `key=value`. */
  readonly toml?: string
  /** Options that name one feature to switch off. */
  readonly disables?: string
  /** An option that lists the settings to read, and the name that must be among them. */
  readonly sources?: readonly [option: string, needed: string]
  /** Options with a value that stand before a command word. */
  readonly valued?: string
  /**
   * Commands that switch hooks off for good. Each word is `a|b`, with `*` at its end for any; `@` asks that the rest names hooks or this
   * guard, all of them, or nothing that can be known.
   */
  readonly commands?: readonly string[]
  /** Its commands that run another one in a sandbox, and start no agent. */
  readonly contains?: Program
}

const contains: Program = {
  valued:
    'c config enable disable p profile P permission-profile permissions-profile C cd sandbox-state-json sandbox-state-readable-root allow-unix-socket s settings',
  rows: [
    ['sandbox', { operands: 'command' }],
    ['sandbox|debug macos|linux|windows|seatbelt|landlock', { operands: 'command' }],
  ],
}

const plugins = 'plugin|plugins disable|uninstall|remove|rm @'
const marketplaces = 'plugin|plugins marketplace remove|rm @'
const extensions = 'extension|extensions disable|uninstall|remove @'
const hooks = 'hook|hooks disable|disable-all|off|uninstall|remove|delete'
const settings = 'config set|add|unset|delete|remove|rm|patch|apply *hook*|*plugin*'

export const agents: readonly Agent[] = [
  {
    programs: 'claude claude-code',
    off: '--bare --safe-mode --cowork',
    loads: '--plugin-dir --plugin-url',
    json: '--settings',
    sources: ['--setting-sources', 'user'],
    valued: 'settings setting-sources model permission-mode plugin-dir',
    commands: [plugins, marketplaces, settings],
    contains,
    folders: 'plugin|plugins marketplace add',
  },
  {
    programs: 'codex codex-cli',
    off: '--ignore-user-config',
    toml: '-c --config',
    disables: '--disable',
    valued: 'c config enable disable m model p profile s sandbox a ask-for-approval C cd i image',
    commands: ['features disable hooks|codex_hooks|plugin_hooks|plugins', plugins, hooks],
    contains,
  },
  {
    programs: 'gemini gemini-cli',
    letters: 'y',
    valued: 'm model approval-mode e extensions',
    commands: [hooks, extensions, settings],
  },
  {
    programs: 'qwen qwen-code',
    letters: 'y',
    off: '--bare --safe-mode',
    valued: 'm model approval-mode e extensions',
    commands: [hooks, extensions, settings],
  },
  { programs: 'copilot copilot-cli', valued: 'model C config-dir', moves: '--config-dir', commands: [plugins, settings, hooks] },
  { programs: 'opencode opencode-ai', off: '--pure', valued: 'm model log-level', commands: ['uninstall', plugins, settings] },
  {
    programs: 'openclaw',
    moves: '--profile --dev --reset --reset-scope',
    valued: 'profile log-level container',
    commands: [plugins, `${hooks} @`, settings, 'config set|unset plugins*|hooks*', 'reset', 'uninstall'],
  },
  { programs: 'kilo kilocode kilo-code', off: '--pure', valued: 'm model log-level', commands: ['uninstall', plugins, settings] },
  { programs: 'pi pi-coding-agent', off: '--no-extensions -ne', commands: ['remove|uninstall @', settings] },
  { programs: 'kimi kimi-cli kimi-code', moves: '--config-file --config', commands: [plugins, hooks, settings] },
  { programs: 'letta letta-code', commands: [plugins, hooks, settings] },
  {
    programs: 'cline',
    letters: 'y',
    moves: '--config --data-dir',
    valued: 'c cwd config data-dir m model P provider',
    commands: [plugins, hooks, settings],
  },
  { programs: 'droid', json: '--settings', valued: 'settings cwd m model', commands: [plugins, settings] },
  { programs: 'amp', moves: '--settings-file', off: '--no-plugins', commands: [plugins, settings] },
  { programs: 'auggie', moves: '--augment-cache-dir', commands: [plugins, settings] },
  { programs: 'goose', off: '--no-profile', commands: [plugins, settings] },
  { programs: 'crush', letters: 'y', moves: '--data-dir', commands: [plugins, settings] },
  { programs: 'cursor-agent agent', letters: 'f', unasked: /^--force$/, commands: [plugins, settings] },
  { programs: 'kiro kiro-cli', commands: [plugins, hooks, settings] },
  { programs: 'q amazon-q', letters: 'a', commands: [settings] },
  { programs: 'grok junie devin', commands: [plugins, hooks, settings] },
  { programs: 'cn roo plandex', commands: [settings] },
  { programs: 'openhands', unasked: /^--(?:always-approve|llm-approve)$/ },
  { programs: 'aider aider-chat', unasked: /^--yes$/ },
]

/** Switches of no documented agent today, which would mean it on any. */
export const plainOff = /^--(?:(?:no|disable|skip|without|ignore)-hooks|hooks=(?:false|off|no|0)|disable-all-hooks)$/
