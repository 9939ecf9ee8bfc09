/** Variables that change what the hook is, or that ask it to look away. */

import { parse } from 'jsonc-parser'
import type { Env } from '../../core/client.ts'
import { isObject } from '../../core/json.ts'
import type { Config } from '../../hook/config.ts'
import { bad, type Finding, fine, warn } from './finding.ts'

interface Hazard {
  readonly name: string
  readonly on: (value: string, config: Pick<Config, 'ignored' | 'gatewayFrom' | 'audit'>) => boolean
  readonly why: string
}

/** Of no meaning in a person's own environment, and of one where a project's settings give them to the hook. */
const inSettings: Readonly<Record<string, string>> = {
  XDG_STATE_HOME: 'Audit lines and the breaker’s state go elsewhere.',
}

const loads = 'It loads other code into the hook.'
const onNode = 'Where the hook runs on Node, it loads other code into it.'
const ends = 'It can end the hook before it has decided.'
const shells = 'The shell that starts the hook runs a file that it names.'

/** With these in a settings file the hook, or the shell that starts it, runs what the file says. */
const takeover: readonly (readonly [RegExp, string])[] = [
  [/^BUN_(?:OPTIONS|INSPECT)/, loads],
  [/^BUN_BE_BUN$/, 'It makes the hook another program, which decides nothing.'],
  [/^BUN_BYTECODE_/, 'The hook writes a file over whatever it names.'],
  [
    /^BUN_JSC_/,
    'Some of these options put other code into the hook; others, and any that the runtime does not know, end it before it has decided.',
  ],
  [/^(?:JSC_|MIMALLOC_|SIMDUTF_|NODE_CHANNEL_FD$)/, ends],
  [/^(?:NODE_OPTIONS|NODE_COMPILE_CACHE|OPENSSL_CONF)$/, onNode],
  [/^NODE_(?:V8_COVERAGE|REDIRECT_WARNINGS)$/, 'Where the hook runs on Node, it writes files there.'],
  [/^LD_TRACE_LOADED_OBJECTS$/, 'No program starts any more, and each ends as if all went well.'],
  [/^(?:LD_(?:PRELOAD|AUDIT|LIBRARY_PATH)|DYLD_\w+)$/, loads],
  [/^(?:BASH_ENV|ENV|ZDOTDIR)$/, shells],
  [/^HOME$/, 'zsh, where it starts the hook, runs a file from there. Audit lines and the breaker’s state go elsewhere, too.'],
  [/^SHELL$/, 'A client may start the hook with this program.'],
]

/** The emptied ones do this too. */
const whateverItSays = /^(?:BUN_JSC_(?!functionOverrides$)|SIMDUTF_|LD_TRACE_LOADED_OBJECTS$)/

const harmless = (name: string, value: string): boolean =>
  (value === '' && !whateverItSays.test(name)) ||
  (name === 'BUN_JSC_watchdog' && value === '0') ||
  (name === 'SHELL' && /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/[a-z]+$/.test(value))

/** With which a hook is not this program any more; `ofShell` where only a hook that a shell starts is concerned. */
interface Takeover {
  readonly name: string
  readonly why: string
  readonly ofShell: boolean
}

/** Of variables that a client's file sets for a hook. */
export const takenOver = (variables: Env): readonly Takeover[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    const row = takeover.find(([known]) => known.test(name))
    return row === undefined || harmless(name, value ?? '') ? [] : [{ name, why: row[1], ofShell: row[1] === shells }]
  })

const set = (value: string): boolean => value !== ''

const hazards: readonly Hazard[] = [
  { name: 'BUN_INSPECT', on: set, why: loads },
  { name: 'BUN_INSPECT_CONNECT_TO', on: set, why: loads },
  { name: 'BUN_BYTECODE_ORDER_OUT', on: set, why: 'The hook writes a file over whatever it names.' },
  { name: 'BUN_BYTECODE_DIGEST_OUT', on: set, why: 'The hook writes a file over whatever it names.' },
  { name: 'BUN_OPTIONS', on: set, why: 'The runtime of the hook reads its options from it, also such as load other code.' },
  { name: 'BUN_BE_BUN', on: set, why: 'It makes the hook another program, which decides nothing.' },
  { name: 'NODE_OPTIONS', on: set, why: 'Where the hook runs on Node, it can load other code into it.' },
  {
    name: 'NODE_TLS_REJECT_UNAUTHORIZED',
    on: value => value === '0',
    why: 'Nobody checks any more whether the gateway is the gateway.',
  },
  { name: 'LD_PRELOAD', on: set, why: 'It loads other code into the hook.' },
  { name: 'DYLD_INSERT_LIBRARIES', on: set, why: 'It loads other code into the hook.' },
  { name: 'TFY_HOOK_FAIL', on: value => value === 'open', why: 'It asks for what a failed check must not become.' },
  { name: 'TFY_HOOK_LOG', on: value => value === 'off', why: 'Calls leave no audit line, so status and doctor cannot see them.' },
  {
    name: 'TFY_HOOK_SOURCE',
    on: (value, { ignored }) => value.startsWith('gateway') && ignored.includes('source'),
    why: 'It asks for another source of verdicts than the configuration.',
  },
  {
    name: 'TFY_GATEWAY_URL',
    on: (value, { ignored }) => set(value) && ignored.includes('gateway'),
    why: 'It names another gateway than the configuration.',
  },
  {
    name: 'TFY_HOOK_TIMEOUT_MS',
    on: (_value, { ignored }) => ignored.includes('timeoutMs'),
    why: 'It asks for another budget than the configuration.',
  },
]

/** What of them the configuration overrules is said as well: somebody has tried. */
export const environment = (env: Env, config: Pick<Config, 'ignored' | 'gatewayFrom' | 'audit'>): readonly Finding[] => {
  const found = hazards.flatMap(({ name, on, why }) => {
    const value = env[name]
    if (value === undefined || !on(value, config)) return []
    const ignored = overruled(name, config)
    return [
      warn(
        `environment.${name}`,
        `${name} is set${ignored ? ', and overruled by the configuration' : ''}.`,
        why,
        `unset ${name}, and find out who sets it: a profile, or a project's settings`,
      ),
    ]
  })
  return found.length > 0 ? found : [fine('environment', 'No variable changes what the hook does.')]
}

const keys: Readonly<Record<string, string>> = {
  TFY_HOOK_FAIL: 'fail',
  TFY_HOOK_LOG: 'audit',
  TFY_HOOK_SOURCE: 'source',
  TFY_GATEWAY_URL: 'gateway',
  TFY_HOOK_TIMEOUT_MS: 'timeoutMs',
}

const overruled = (name: string, { ignored }: Pick<Config, 'ignored'>): boolean => ignored.includes(keys[name] ?? '')

/** Variables that a settings file sets for what the client starts. Comments make a client drop the file, and are read over here. */
export const variablesIn = (said: string): Env => {
  const read: unknown = parse(said)
  const env = isObject(read) && isObject(read.env) ? read.env : {}
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
}

/** Variables that a client's settings file sets for every hook, ours included. */
export const settingsEnvironment = (client: string, file: string, variables: Env): readonly Finding[] => {
  const told = (say: typeof bad, name: string, why: string): Finding =>
    say(
      `environment.${name}`,
      `${file} sets ${name} for every hook.`,
      why,
      `Take ${name} out of ${file}, then: tfy-hook doctor --client ${client}`,
    )
  const others = [...hazards.map(({ name }) => name), ...Object.keys(inSettings)].filter(
    name => variables[name] !== undefined && !takeover.some(([known]) => known.test(name)),
  )
  return [
    ...takenOver(variables).map(({ name, why }) => told(bad, name, why)),
    ...others.map(name => told(warn, name, hazards.find(hazard => hazard.name === name)?.why ?? inSettings[name] ?? '')),
  ]
}
