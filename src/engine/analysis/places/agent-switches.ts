/** Keys in the settings of coding agents that switch hooks off, in whatever file they stand. */

import type { Analysis } from '../values/analysis.ts'
import { lasting } from './agent-variables.ts'

/** Keys that switch hooks off when they are true. */
const on: ReadonlySet<string> = new Set([
  'disableallhooks',
  'disablehooks',
  'hooksdisabled',
  'allowmanagedhooksonly',
  'strictpluginonlycustomization',
])
/** Keys that switch them off when they are false. */
const off: ReadonlySet<string> = new Set(['hooksenabled', 'enablehooks', 'chat.usehooks'])
/** Keys under which variables are set. */
const variables = /^(?:env|environment|remoteenv|containerenv|terminal\.integrated\.env\.\w+)$/

const deepest = 256

/** Whether JSON switches hooks off; `unknown` when it is none. */
export function setting(text: string, analysis: Analysis): 'off' | 'harmless' | 'unknown' {
  let settings: unknown
  try {
    settings = JSON.parse(uncommented(text))
  } catch {
    return 'unknown'
  }
  return switchedOff(settings, analysis, 0) ? 'off' : 'harmless'
}

const no = (value: unknown): boolean =>
  value === false || value === null || value === 0 || (typeof value === 'string' && /^(?:|0|false|off|no)$/i.test(value))

function switchedOff(settings: unknown, analysis: Analysis, depth: number): boolean {
  if (typeof settings !== 'object' || settings === null || depth > deepest) return false
  for (const [key, value] of Object.entries(settings)) {
    const name = key.toLowerCase()
    if (on.has(name) && !no(value)) return true
    if (off.has(name) && no(value)) return true
    if (name === 'hooksconfig' && typeof value === 'object' && value !== null) {
      const { enabled, disabled } = value as { enabled?: unknown; disabled?: unknown }
      if (enabled === false || (Array.isArray(disabled) && disabled.length > 0)) return true
    }
    if (/tfy-?hook/.test(name) && (value === false || (value as { enabled?: unknown } | null)?.enabled === false)) return true
    if (variables.test(name) && typeof value === 'object' && value !== null)
      for (const [variable, set] of Object.entries(value))
        if (lasting(variable, String(typeof set === 'object' ? '' : set), analysis) !== undefined) return true
    if (switchedOff(value, analysis, depth + 1)) return true
  }
  return false
}

/** Comments and commas at the end of a list, as editors and some agents allow them, outside of texts. */
function uncommented(text: string): string {
  if (!/\/[/*]|,\s*[}\]]/.test(text)) return text
  return text
    .replace(/"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, part => (part[0] === '"' ? part : ''))
    .replace(/"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])/g, part => (part[0] === '"' ? part : ''))
}
