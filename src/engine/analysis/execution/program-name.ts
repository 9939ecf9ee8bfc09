/** Which program a first word names. */

import { plainName } from '../expansion/confusable-names.ts'
import { handlerOf } from '../programs/parts.ts'
import type { Analysis } from '../values/analysis.ts'
import { HOLE, type Value } from '../values/value.ts'

export function programName(first: Value, analysis: Analysis): string | undefined {
  let text = first.text
  // The shell itself.
  if (text.startsWith('/proc/') && /^\/proc\/[^/]+\/exe$/.test(text)) return 'bash'
  if (analysis.host.platform === 'win32') text = text.replace(/\\/g, '/')
  const slash = text.lastIndexOf('/')
  let base = slash < 0 ? (text[0] === '=' ? text.replace(/^=(?=[\w-]+$)/, '') : text) : text.slice(slash + 1)
  if (first.glob) base = plainName(text) ?? base
  // A variable in the middle of a name, most likely unset, hides the name.
  if (base.includes(HOLE) && /^[\w.-]+\0+[\w.-]+$/.test(base)) base = base.replace(/\0/g, '')
  if (base.includes(HOLE) || base === '') return undefined
  base = plainName(base) ?? base
  if (base.includes('.') && /\.(?:exe|cmd|bat|com)$/i.test(base)) base = base.slice(0, base.lastIndexOf('.')).toLowerCase()
  if (handlerOf(base, analysis.wanted) === undefined && analysis.host.platform !== 'linux') {
    const lower = base.toLowerCase()
    if (handlerOf(lower, analysis.wanted) !== undefined) return lower
  }
  return base
}
