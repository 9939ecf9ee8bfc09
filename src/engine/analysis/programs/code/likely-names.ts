/** The popular package that a name is one slip away from. */

import { plainName } from '../../expansion/confusable-names.ts'
import { packages } from './packages.gen.ts'
import { slipsOf } from './slips.ts'

export type Registry = keyof typeof packages

/** Names by the place they have, the best known first; what else is known and looks like one of them has none. */
type Known = ReadonlyMap<string, number>

const known = new Map<Registry, Known>()

/** Undefined for a name that is known, or like none. */
export function likelyName(written: string, registry: Registry): string | undefined {
  const names = namesOf(registry)
  const name = oneForm(written, registry)
  if (names.has(name) || name.length > longest) return undefined
  const plain = plainName(name) ?? name
  if (names.has(plain)) return plain
  let best: string | undefined
  const consider = (other: string): void => {
    const place = names.get(other) ?? Number.POSITIVE_INFINITY
    if (place < (best === undefined ? Number.POSITIVE_INFINITY : (names.get(best) ?? 0))) best = other
  }
  for (const slip of slipsOf(plain)) consider(slip)
  if (best !== undefined) return best
  const [shape, joined] = [shapeOf(plain), separators(plain)]
  for (const [other, place] of names)
    if (place < Number.POSITIVE_INFINITY && Math.abs(other.length - plain.length) < 4)
      if (shapeOf(other) === shape || separators(other) === joined) consider(other)
  return best
}

/** No popular name is longer. */
const longest = 64

/** A popular name of another owner, for registries in which a name has one: `owner/name`, `publisher.name`. */
export function likelyOwner(written: string, registry: Registry): string | undefined {
  const between = registry === 'go' ? '/' : '.'
  const name = oneForm(written, registry)
  const own = name.slice(0, name.indexOf(between))
  const names = namesOf(registry)
  if (names.has(name) || own === '') return undefined
  for (const other of names.keys()) {
    if (!other.endsWith(name.slice(own.length)) || other.indexOf(between) !== other.length - (name.length - own.length)) continue
    // A fork is called like what it was; whose owner is called like theirs means to be taken for it.
    if (registry === 'editors' || own.startsWith(`${other.slice(0, other.indexOf(between))}-`)) return other
  }
  return undefined
}

const namesOf = (registry: Registry): Known => {
  const made = known.get(registry) ?? namesIn(packages[registry])
  known.set(registry, made)
  return made
}

const namesIn = ({ popular, neighbours }: { readonly popular: string; readonly neighbours: string }): Known => {
  const names = new Map(neighbours.split(' ').map(name => [name, Number.POSITIVE_INFINITY]))
  for (const [place, name] of popular.split(' ').entries()) if (!names.has(name)) names.set(name, place)
  return names
}

/** Some registries do not tell these apart. */
export const oneForm = (name: string, registry: Registry): string => {
  const lower = name.toLowerCase()
  return registry === 'pypi' ? lower.replace(/[-_.]+/g, '-') : registry === 'crates' ? lower.replaceAll('_', '-') : lower
}

/** What looks the same at a glance is the same. */
const shapeOf = (name: string): string =>
  name.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('5', 's')

const separators = (name: string): string => name.replace(/[-_.]/g, '')
