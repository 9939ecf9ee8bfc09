/** Variables by which a coding agent, or this guard, works without the settings that register the guard. Data, and how it is read. */

import { fold } from '../../matching/path-identity.ts'
import { type Analysis, type Call, type EffectDetails, type Environment, record } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'
import { common, commonHomes, homes, loaders, needed, packaged, packages, spoken, switches } from './agent-variables.gen.ts'
import { bases } from './roots.ts'

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
