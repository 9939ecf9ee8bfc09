/** The cage in a gateway's answer. What is not said of it is as in the usual one. */

import { builtIn, type Cage, usual } from '../../../core/contain/cage.ts'
import { type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import type { Containment } from '../../../core/verdict.ts'
import type { Fields } from './fields.ts'

/** Whoever answers from afar grants nothing. */
export const readContain = (answer: JsonObject, nested: JsonObject, fields: Fields): Containment | undefined => {
  const given = fields.object(nested, 'contain') ?? fields.object(answer, 'contain')
  return given === undefined ? undefined : containmentIn(given, fields)
}

export const usualContainment: Containment = { cage: builtIn[usual] as Cage, otherwise: 'ask', grant: false }

const containmentIn = (given: JsonObject, fields: Fields): Containment => {
  const { cage: plain } = usualContainment
  const words = (name: string, usual: readonly string[], form: RegExp): readonly string[] => {
    const value = given[name]
    if (value === undefined || value === null) return usual
    if (Array.isArray(value) && value.length <= most && value.every(word => isWord(word, form))) return value as string[]
    fields.note(`contain.${name} cannot be read`)
    return []
  }
  const one = <T extends string>(name: string, among: readonly T[], usual: T): T => {
    const value = stringAt(given, name)
    const known = among.find(word => word === value)
    if (known === undefined && given[name] !== undefined && given[name] !== null)
      fields.note(`contain.${name} has an unknown value`)
    return known ?? usual
  }
  const network = given.network ?? plain.network
  return {
    cage: {
      write: words('write', plain.write, places),
      network: network === 'all' || network === 'none' ? network : words('network', [], hosts),
      hide: one('hide', ['secrets', 'guard'], 'secrets'),
    },
    otherwise: one('otherwise', ['ask', 'deny', 'allow'], 'ask'),
    grant: false,
  }
}

const most = 64

/** They become words of a command line, so none is an option. */
const places = /^(?:workspace|caches|agents|(?:~\/|\/)[^\0-\x1f]+)$/
const hosts = /^[\w*[][\w.*:\]-]*$/

const isWord = (word: JsonValue, form: RegExp): boolean => typeof word === 'string' && word.length <= 1_000 && form.test(word)
