/** Settings that are handed to a coding agent on its command line: whether they switch hooks off. */

import { setting } from '../../places/agent-switches.ts'
import { boundedPath } from '../../places/paths.ts'
import type { Call } from '../../values/analysis.ts'
import { HOLE, isKnown, type Value } from '../../values/value.ts'

export type Answer = 'off' | 'harmless' | 'unknown'

const limit = 65_536

/** JSON itself, or the name of a file that holds it. */
export function ofJson(value: Value, { env, analysis }: Call): Answer {
  const text = value.text.trim()
  if (text === '' || text === HOLE) return text === '' ? 'harmless' : 'unknown'
  if (text[0] === '{') return setting(text, analysis)
  const path = isKnown(value) ? boundedPath(value, env, analysis) : undefined
  const held =
    value.stream?.text ??
    (path === undefined
      ? undefined
      : (analysis.files.get(path)?.text ?? (env.remote ? undefined : analysis.host.readText(path, limit + 1))))
  return held === undefined || held.length > limit ? 'unknown' : setting(held, analysis)
}

const trusted = /^trust_level=(?!untrusted)/

/** `key=value`, the key a path of TOML and the value TOML as well. */
export function ofToml(value: Value): Answer {
  const text = value.text
  const equals = text.indexOf('=')
  if (text.slice(0, equals < 0 ? undefined : equals).includes(HOLE)) return 'unknown'
  const flat = text
    .replace(/\\u([0-9a-f]{4})|\\U([0-9a-f]{8})/gi, (whole, short?: string, long?: string) => {
      const code = Number.parseInt(short ?? long ?? '', 16)
      return code > 0 && code < 0x11_0000 ? String.fromCodePoint(code) : whole
    })
    .replace(/["'\s]/g, '')
    .toLowerCase()
  if (/^hooks?[.=]/.test(flat)) return 'off'
  if (/^(?:features|profiles\.[^=]+)[.=]/.test(flat)) {
    const feature = /(?:[.{,=]|^)(?:codex_)?(?:plugin_)?hooks=([^,}]*)/.exec(flat)
    if (feature !== null) return feature[1] === 'true' ? 'harmless' : feature[1]?.includes(HOLE) === true ? 'unknown' : 'off'
    return flat.includes(HOLE) ? 'unknown' : 'harmless'
  }
  if (/^allow_managed_hooks_only=(?!false)/.test(flat)) return 'off'
  const trust = flat.indexOf('trust_level=')
  return trust >= 0 && !trusted.test(flat.slice(trust)) ? 'off' : 'harmless'
}
