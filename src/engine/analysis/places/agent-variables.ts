/** Variables by which a coding agent, or this guard, works without the settings that register the guard. Data, and how it is read. */

import { fold } from '../../matching/path-identity.ts'
import { type Analysis, type Call, type EffectDetails, type Environment, record } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'
import { bases } from './roots.ts'

/** Where an agent takes its settings from, and the place below home where these are anyway. */
const homes: Readonly<Record<string, string>> = {
  CLAUDE_CONFIG_DIR: '.claude',
  CLAUDE_CODE_MANAGED_SETTINGS_PATH: '',
  CLAUDE_CODE_REMOTE_SETTINGS_PATH: '',
  CLAUDE_CODE_MOCK_REMOTE_SETTINGS: '',
  CLAUDE_CODE_PLUGIN_CACHE_DIR: '.claude/plugins',
  CLAUDE_CODE_PLUGIN_SEED_DIR: '',
  CLAUDE_CODE_SHELL_PREFIX: '',
  CLAUDE_CODE_SHELL: '',
  CODEX_HOME: '.codex',
  CURSOR_CONFIG_DIR: '.cursor',
  GEMINI_CLI_HOME: '',
  GEMINI_CLI_SYSTEM_SETTINGS_PATH: '',
  GEMINI_CLI_SYSTEM_DEFAULTS_PATH: '',
  GEMINI_CLI_TRUSTED_FOLDERS_PATH: '.gemini/trustedFolders.json',
  QWEN_HOME: '.qwen',
  QWEN_CODE_SYSTEM_SETTINGS_PATH: '',
  QWEN_CODE_SYSTEM_DEFAULTS_PATH: '',
  QWEN_CODE_TRUSTED_FOLDERS_PATH: '.qwen/trustedFolders.json',
  COPILOT_HOME: '.copilot',
  OPENCODE_CONFIG: '.config/opencode/opencode.json',
  OPENCODE_CONFIG_DIR: '.config/opencode',
  OPENCODE_CONFIG_CONTENT: '',
  OPENCODE_TEST_HOME: '',
  OPENCODE_TEST_MANAGED_CONFIG_DIR: '',
  OPENCLAW_HOME: '',
  OPENCLAW_STATE_DIR: '.openclaw',
  OPENCLAW_CONFIG_PATH: '.openclaw/openclaw.json',
  OPENCLAW_PROFILE: '',
  KILO_CONFIG: '.config/kilo/kilo.json',
  KILO_CONFIG_DIR: '.config/kilo',
  KILO_CONFIG_CONTENT: '',
  KILO_TEST_HOME: '',
  KIMI_CODE_HOME: '.kimi-code',
  KIMI_SHARE_DIR: '.kimi',
  PI_CODING_AGENT_DIR: '.pi/agent',
  PI_PACKAGE_DIR: '',
  FACTORY_HOME_OVERRIDE: '',
  FACTORY_PROFILE_DIR: '.factory',
  FACTORY_RUNTIME_SETTINGS_PATH: '',
  FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH: '',
  FACTORY_ORG_MANAGED_SETTINGS_URL: '',
  CLINE_DIR: '.cline',
  CLINE_DATA_DIR: '.cline/data',
  CLINE_HOOKS_DIR: '.cline/hooks',
  CLINE_GLOBAL_SETTINGS_PATH: '',
  AMP_SETTINGS_FILE: '.config/amp/settings.json',
  AMP_HOME: '',
  GROK_HOME: '.grok',
  KIRO_HOME: '.kiro',
  JUNIE_HOME: '.junie',
  AUGMENT_HOME: '.augment',
  AUGMENT_CACHE_DIR: '.augment',
  CRUSH_GLOBAL_CONFIG: '.config/crush',
  CRUSH_GLOBAL_DATA: '.local/share/crush',
  GOOSE_PATH_ROOT: '',
  CONTINUE_GLOBAL_DIR: '.continue',
}

/** Homes of everything, which move an agent only when one is started with them. */
const commonHomes: Readonly<Record<string, string>> = {
  HOME: '.',
  USERPROFILE: '.',
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  APPDATA: 'AppData/Roaming',
  LOCALAPPDATA: 'AppData/Local',
}

/** Set to anything but "no", these start an agent without hooks. */
const switches: ReadonlySet<string> = new Set([
  'CLAUDE_CODE_SAFE_MODE',
  'CLAUDE_CODE_SIMPLE',
  'CLAUDE_CODE_REMOTE',
  'CLAUDE_CODE_USE_COWORK_PLUGINS',
  'QWEN_CODE_SAFE_MODE',
  'QWEN_CODE_SIMPLE',
  'GEMINI_RESTRICTED_MODE',
  'OPENCODE_PURE',
  'OPENCODE_DISABLE_PROJECT_CONFIG',
  'KILO_PURE',
  'KILO_DISABLE_PROJECT_CONFIG',
  'BUN_BE_BUN',
])

/** Set to "no", these do: hooks are plugins, or wait for trust. */
const needed: ReadonlySet<string> = new Set(['GEMINI_CLI_TRUST_WORKSPACE', 'PLUGINS'])

/** Other programs have variables of this name as well. */
const common: ReadonlySet<string> = new Set(['PLUGINS'])

/**
 * A runtime's own variables: what they load runs before the first line of an agent, or of this guard. Some have it write a file, or end at once
 * with success. `src/setup/install/cleared.ts` is what a registration does about them.
 */
const loaders: Readonly<Record<string, RegExp>> = {
  BUN_OPTIONS: /(?:^|[\s"'])(?:--(?:preload|require|import|config|eval|print|cwd|define)\b|-[rcep](?=[\s=./]|$))/,
  BUN_INSPECT: /./,
  BUN_INSPECT_CONNECT_TO: /./,
  BUN_INSPECT_PRELOAD: /./,
  BUN_BYTECODE_ORDER_OUT: /./,
  BUN_BYTECODE_DIGEST_OUT: /./,
  BUN_JSC_functionOverrides: /./,
  BUN_JSC_watchdog: /[^0]/,
  NODE_OPTIONS: /(?:^|[\s"'])(?:--(?:require|import|loader|experimental-loader|eval)\b|-r(?=[\s=./]|$))/,
  OPENSSL_CONF: /^(?!\/dev\/null$|\/etc\/|\/usr\/)./,
}

type Effect = 'moved' | 'off' | 'loads'

/** What a variable of this value does to an agent that is started with it; `unknown` when its value cannot be known. */
interface Turned {
  readonly effect: Effect
  readonly unknown: boolean
}

/** A variable of this guard's own. */
const opens = /^(?:open|allow)$/i

const no = /^(?:|0|false|no|off|n)$/i

function turned(name: string, value: string, analysis: Analysis): Turned | undefined {
  const unknown = value.includes(HOLE)
  if (name === 'TFY_HOOK_FAIL') return unknown || opens.test(value) ? { effect: 'moved', unknown } : undefined
  if (switches.has(name)) return no.test(value) ? undefined : { effect: 'off', unknown }
  if (needed.has(name)) return unknown || (no.test(value) && value !== '') ? { effect: 'off', unknown } : undefined
  const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined
  if (loader !== undefined) return loader.test(value) ? { effect: 'loads', unknown: false } : undefined
  const usual = Object.hasOwn(homes, name) ? homes[name] : Object.hasOwn(commonHomes, name) ? commonHomes[name] : undefined
  if (usual === undefined || (value === '' && usual !== '.')) return undefined
  if (/_CONTENT$/.test(name) && !unknown && !/plugin|permission/i.test(value)) return undefined
  return isUsual(value, usual, analysis) ? undefined : { effect: 'moved', unknown: false }
}

/** Whether this is the place that an agent would look at anyway. */
function isUsual(value: string, usual: string, analysis: Analysis): boolean {
  const { home } = bases(analysis)
  const path = fold(value.replace(/\\/g, '/').replace(/(?<!\/)\/+$/, ''), analysis.host).replace(
    /^~(?=\/|$)|^\$\{?HOME\}?(?=\/|$)/,
    home,
  )
  if (usual === '') return path === ''
  return path === (usual === '.' ? home : fold(`${home}/${usual}`, analysis.host))
}

/** Every variable that counts when an agent, or this guard, is started. */
const names: readonly string[] = [
  ...Object.keys(commonHomes),
  ...Object.keys(homes),
  ...switches,
  'TFY_HOOK_FAIL',
  ...needed,
  ...Object.keys(loaders),
]

/** What the variables around a program started now do to an agent, or to this guard. */
export function surrounding({ env, analysis }: Call): readonly (EffectDetails & { readonly effect: Effect })[] {
  return names.flatMap(name => {
    const value = heldBy(name, env, analysis)
    const found = value === undefined ? undefined : turned(name, value, analysis)
    if (found === undefined) return []
    return [{ effect: found.effect, ...(found.unknown && { unknown: `the value of ${name}` }) }]
  })
}

const prefixes =
  /^(?:CLAUDE|CODEX|CURSOR|GEMINI|QWEN|COPILOT|OPENC|KI[LMR]|PI_|FACTORY|CLINE|AMP_|GROK|JUNIE|AUGMENT|CRUSH|GOOSE|CONTINUE|BUN_|TFY_HOOK_FAIL|PLUGINS$|(?:LOCAL)?APPDATA$|USERPROFILE$)/

/** A variable that outlives this command: exported, or put where later shells and programs take theirs from. */
export function lasting(name: string, value: string, analysis: Analysis): Turned | undefined {
  const key = name.toUpperCase()
  const found = prefixes.test(key) ? turned(Object.hasOwn(loaders, name) ? name : key, value, analysis) : undefined
  return found !== undefined && common.has(key) ? { ...found, unknown: true } : found
}

export function setForLater(name: string, value: string, analysis: Analysis): void {
  const found = lasting(name, value, analysis)
  if (found !== undefined) record(analysis, 'self.tamper', found.unknown ? { unknown: `the value of ${name}` } : {})
}

/** Whether a key of the registry holds the variables of later programs. */
export function isEnvironment(key: string): boolean {
  return /(?:^HKCU|^HKEY_CURRENT_USER|Session Manager):?[\\/]+Environment$/i.test(key)
}

/** The value that a variable has for a program started now. PowerShell and cmd do not tell case. */
export function heldBy(name: string, env: Environment, analysis: Analysis): string | undefined {
  const { variables } = env
  const found =
    variables.get(name) ??
    variables.get(`env:${name.toLowerCase()}`) ??
    (analysis.host.platform === 'win32' ? variables.get(name.toLowerCase()) : undefined)
  return found?.fields[0]?.text
}

/** Packages whose last part says nothing of the program they run. */
const packages: Readonly<Record<string, string>> = {
  '@kilocode/cli': 'kilo',
  '@factory/cli': 'droid',
  '@anthropic-ai/sandbox-runtime': 'srt',
}

const packaged: ReadonlySet<string> = new Set(
  'claude-code codex gemini-cli qwen-code copilot opencode-ai openclaw kilo droid cline pi-coding-agent kimi-code letta-code amp auggie tfy-hook'.split(
    ' ',
  ),
)

const spoken =
  'claude codex gemini qwen copilot opencode openclaw kilo kimi letta cline droid auggie junie kiro cursor-agent openhands aider plandex pi-coding-agent amazon-q'.split(
    ' ',
  )

/** Whether some agent may be named in a text: a first look, for which no part is loaded. */
export function speaksOfAgents(text: string): boolean {
  for (const name of spoken)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
      if (at === 0 || /[\s/#:=@]/.test(text[at - 1] as string)) return true
  return false
}

/** Whether a package of this name is an agent, or this guard. */
export function isAgent(name: string): boolean {
  return packaged.has(name)
}

/** The program that a package is run as. */
export function agentPackage(name: string): string {
  return Object.hasOwn(packages, name) ? (packages[name] as string) : name
}
