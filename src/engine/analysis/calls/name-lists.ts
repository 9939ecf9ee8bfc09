/** Lists of names: those of credentials are followed to whoever opens them. */

import { place } from '../places/paths.ts'
import { isSecretPath } from '../places/secret-places.ts'
import { type Analysis, atMost, bounds, type Call } from '../values/analysis.ts'
import { HOLE, listed, type Stream, type Value } from '../values/value.ts'

/** The files that a list names, one a line. */
export function namedBy({ names, from, text = '' }: Stream, analysis: Analysis): readonly Value[] {
  if (names === true && from !== undefined) return from
  const lines = text.split(/[\n\0]+/).filter(line => line !== '')
  return atMost(lines, bounds.fields, analysis).map(listed)
}

/** The output of a program that lists names. Its text is known as far as it names credentials. */
export function listing(from: readonly Value[], { env, analysis }: Call, bits = 0): Stream {
  const secret = from.filter(name => isSecretPath(place(name, env, analysis).absolute, name.glob, analysis.host))
  if (secret.length === 0) return { text: undefined, taint: bits, from, names: true }
  const lines = secret.map(name => name.text)
  return { text: `${[...lines, ...(secret.length < from.length ? [HOLE] : [])].join('\n')}\n`, taint: bits, from, names: true }
}
