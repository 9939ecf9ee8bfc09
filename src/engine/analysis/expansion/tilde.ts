/** Tildes: whose home a word begins with. */

import type { Word, WordPart } from 'unbash'
import type { Expander } from '../values/analysis.ts'
import { hole, literal, type Value } from '../values/value.ts'
import type { Builder } from './fields.ts'
import { lookup } from './parameters.ts'

/** A word without anything in it that is expanded, but perhaps a tilde. */
export function bare(word: Word, on: Expander): Value {
  const value = word.value
  const lead = beforeTilde(word)
  if (lead === undefined) return literal(value, word.text)
  const slash = value.indexOf('/', lead.length)
  const home = homeOf(value.slice(lead.length, slash < 0 ? undefined : slash), on)
  return home === undefined
    ? literal(value, word.text)
    : { ...home, text: lead + home.text + (slash < 0 ? '' : value.slice(slash)), written: word.text }
}

/** Puts the home in place of the tilde that a word begins with. */
export function tilde(word: Word, parts: readonly WordPart[], builder: Builder, on: Expander): void {
  const first = parts[0]
  const lead = beforeTilde(word)
  if (lead === undefined || first?.type !== 'Literal') return
  const slash = first.value.indexOf('/', lead.length)
  const prefix = first.value.slice(lead.length, slash < 0 ? undefined : slash)
  if (slash < 0 && parts.length > 1) return
  const home = homeOf(prefix, on)
  if (home === undefined) return
  if (lead !== '') builder.push(lead, false)
  builder.add(home, true)
  builder.skipped = lead.length + prefix.length
}

/** What stands in front of a tilde that a shell replaces: bash and mksh do so in every word that looks like an assignment (`dd of=~/x`). */
const beforeTilde = ({ text }: Word): string | undefined =>
  text[0] === '~' ? '' : !text.includes('=~') ? undefined : /^(?:[A-Za-z_]\w*=)?(?=~)/.exec(text)?.[0]

/** `~`, `~+`, `~-`, `~name`; undefined for what is none. */
export function homeOf(prefix: string, on: Expander): Value | undefined {
  const { env, analysis } = on
  if (prefix === '~') return lookup('HOME', on)?.fields[0] ?? literal(analysis.host.home)
  if (prefix === '~+') return env.cwd === undefined ? hole(prefix) : literal(env.cwd)
  if (prefix === '~-') return lookup('OLDPWD', on)?.fields[0] ?? hole(prefix)
  if (prefix === '~root') return literal(analysis.host.platform === 'darwin' ? '/var/root' : '/root')
  const user = prefix.slice(1)
  if (!/^[a-z_][\w.-]*$/i.test(user)) return undefined
  const home = analysis.host.home
  return literal(`${home.slice(0, home.lastIndexOf('/'))}/${user}`)
}
