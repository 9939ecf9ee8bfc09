/** The arguments of a PowerShell command. Names are compared without case and may be shortened. */

import type { Analysis, Environment } from '../values/analysis.ts'
import { literal, type Stream, slashed, type Value } from '../values/value.ts'

export interface Cmdlet {
  readonly words: readonly Value[]
  readonly paths: readonly Value[]
  readonly env: Environment
  readonly analysis: Analysis
  readonly stdin: Stream
  /** Its second word is where the download goes. */
  readonly transfers?: true
  /** Whether a switch or parameter was given, perhaps shortened. */
  has(name: string): boolean
  get(name: string): Value | undefined
}

/** Reads the parameters of a cmdlet as PowerShell does: shortened names, `-x:y`, positions. */
export function cmdlet(words: readonly Value[], env: Environment, stdin: Stream, analysis: Analysis): Cmdlet {
  const paths: Value[] = []
  const given = new Map<string, Value | undefined>()
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Value
    if (/^[12*]?>{1,2}$/.test(word.text)) break
    if (!/^-[A-Za-z]/.test(word.written)) {
      paths.push(atHome(slashed(word), analysis))
      continue
    }
    const colon = word.text.indexOf(':')
    const name = word.text.slice(1, colon < 0 ? undefined : colon).toLowerCase()
    const attached = colon < 0 ? undefined : word.text.slice(colon + 1)
    const next = words[index + 1]
    const switches =
      /^(?:r(?:ec(?:urse)?)?|fo(?:rce)?|f|confirm|whatif|verbose|raw|asbytestream|append|nonewline|passthru|h|hidden|file|directory|wait|nonewwindow|usebasicparsing|useb|asjob|as(?=\w*secure)\w+)$/
    const isSwitch = switches.test(name) || 'recurse'.startsWith(name) || 'force'.startsWith(name)
    if (attached === undefined && !isSwitch && next !== undefined && !/^-[A-Za-z]/.test(next.written)) {
      given.set(name, next)
      if (/^(?:path|p|literalpath|lp|pspath|filepath|destination|dest)$/.test(name)) paths.push(atHome(slashed(next), analysis))
      index++
    } else {
      given.set(name, attached === undefined ? undefined : literal(attached))
      if (attached !== undefined && /^(?:path|p|literalpath|lp|pspath|filepath|destination|dest)$/.test(name))
        paths.push(atHome(slashed({ ...word, text: attached }), analysis))
    }
  }
  const long = (name: string): string | undefined =>
    [...given.keys()].find(key => key === name || (key.length >= 1 && name.startsWith(key)))
  return {
    words,
    paths,
    env,
    analysis,
    stdin,
    has: name => {
      const key = long(name)
      return key !== undefined && given.get(key)?.text.toLowerCase() !== 'false' && given.get(key)?.written !== '$false'
    },
    get: name => given.get(long(name) ?? name),
  }
}

export function atHome(word: Value, analysis: Analysis): Value {
  return /^~(?=$|\/)/.test(word.text) ? { ...word, text: analysis.host.home + word.text.slice(1) } : word
}
