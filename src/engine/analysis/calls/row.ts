/** When the pattern of a row holds. What it may say is told in `form.ts`. */

import { matches } from '../../matching/shell-globs.ts'
import { isForeign, isUnreviewed } from '../places/origins.ts'
import type { Call } from '../values/analysis.ts'
import { HOLE, type Value } from '../values/value.ts'
import type { Row } from './form.ts'
import type { Options } from './options.ts'

/** How many words the pattern takes, or -1. */
export function holds(pattern: Row[0], given: Options, call: Call, abbreviates = false): number {
  const words = given.positional
  let at = 0
  let loose = false
  for (const token of pattern.split(' ')) {
    const rest = token.slice(1)
    if (token === '...') loose = true
    else if (token === '@@') {
      if (!call.args.some(({ text }) => isForeign(text, call.analysis) || isUnreviewed(text, call.analysis))) return -1
    } else if (token[0] === '@') {
      if (!call.args.some((word, i) => isForeign(word.text, call.analysis) && (rest === '' || isBehind(rest, i, call)))) return -1
    } else if (token === '.') {
      if (at !== words.length) return -1
    } else if (token[0] === '!' || token[0] === '-') {
      if (isGiven(token[0] === '!' ? rest : token, given) === (token[0] === '!')) return -1
    } else if (token[0] === '=') {
      const parts = rest.split('|').map(part => part.replaceAll('+', ' '))
      if (!call.args.some(word => parts.some(part => word.text.toLowerCase().includes(part)))) return -1
    } else if (token !== '') {
      let found = false
      for (; at < words.length && !found; at++) {
        found = wordMatches(token, (words[at] as Value).text, abbreviates)
        if (!found && !loose) return -1
      }
      if (!found) return -1
      loose = false
    }
  }
  return at
}

function wordMatches(token: string, word: string, abbreviates: boolean): boolean {
  if (word.includes(HOLE)) return token === '*'
  for (const option of token.split('|'))
    if (
      option === word ||
      (option.includes('*') ? matches(option, word, true) : abbreviates && word !== '' && option.startsWith(word))
    )
      return true
  return false
}

function isBehind(token: string, index: number, call: Call): boolean {
  const own = call.args[index]?.text ?? ''
  const option = own[0] === '-' ? own : (call.args[index - 1]?.text ?? '')
  return token.split('|').some(name => option === name || option.startsWith(`${name}=`))
}

/** `-f`, also inside `-rf`; `--force`, also as `--force=true`; `--access=public`, also as two words. */
function isGiven(token: string, { flags, values, every }: Options): boolean {
  for (const option of token.split('|')) {
    if (option[0] !== '-') continue
    const sign = option.indexOf('=')
    const name = option.slice(option[1] === '-' ? 2 : 1, sign < 0 ? undefined : sign)
    const value = sign < 0 ? undefined : option.slice(sign + 1)
    if (value === undefined ? flags.has(name) && values.get(name)?.text !== 'false' : isValue(name, value, every)) return true
  }
  return false
}

const isValue = (name: string, value: string, every: Options['every']): boolean =>
  every.some(
    ([given, { text }]) =>
      given === name &&
      (value[0] === '>' ? isMore(text, value) : text === value || (text.includes(',') && text.split(',').includes(value))),
  )

/** The largest number counts: of `1:500`, and `min=1,max=500`. */
const isMore = (text: string, value: string): boolean =>
  (text.match(/\d+/g) ?? []).some(number => Number(number) > Number(value.slice(1)))
