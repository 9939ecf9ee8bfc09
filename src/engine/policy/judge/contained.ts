/** In which cage a call is to run. Loaded when a rule says that it is to run in one. */

import { builtIn, type Cage, narrower, usual } from '../../../core/contain/cage.ts'
import { type Containment, rank } from '../../../core/verdict.ts'
import type { LayerName, PolicyFile } from '../rules/types.ts'
import type { Fired } from './compose.ts'

/** What all of these rules permit. A name that nobody knows stands for a cage in which nothing can be written. */
export const containmentOf = (enforced: readonly Fired[], grant: boolean, policies: readonly PolicyFile[]): Containment => {
  const fired = enforced.filter(({ decision }) => decision === 'contain')
  const written = fired.map(({ rule }) => rule.contain ?? usual)
  const [profile] = new Set(written).size === 1 ? written : []
  return {
    cage: written.map(cage => (typeof cage === 'string' ? profileOf(cage, policies) : cage)).reduce(narrower),
    ...(typeof profile === 'string' && { profile }),
    otherwise: fired
      .map(({ rule, otherwise = 'ask' }) => rule.otherwise ?? otherwise)
      .reduce((a, b) => (rank(b) > rank(a) ? b : a)),
    grant: grant && enforced.every(({ decision }) => decision === 'allow' || decision === 'contain'),
  }
}

/**
 * The cage that a person names: by these files, or built in. A name that only a project has is a stranger's choice, and no wider than the usual
 * cage.
 */
export const profileNamed = (name: string, policies: readonly PolicyFile[]): Cage | undefined => {
  const theirs = policies.filter(({ profiles = {} }) => Object.hasOwn(profiles, name))
  if (Object.hasOwn(builtIn, name) || theirs.some(({ layer }) => layer !== 'project')) return profileOf(name, policies)
  return theirs.length === 0 ? undefined : narrower(builtIn[usual] as Cage, profileOf(name, policies))
}

/** A user's profile replaces the built-in one of its name; beside a managed one it narrows, as a project's always does. */
const profileOf = (name: string, policies: readonly PolicyFile[]): Cage => {
  const of = (layer: LayerName): readonly Cage[] =>
    policies.flatMap(
      policy =>
        (policy.layer === layer && Object.hasOwn(policy.profiles ?? {}, name) ? policy.profiles?.[name] : undefined) ?? [],
    )
  const upper = [...of('managed'), ...of('user')]
  const own = upper.length === 0 && Object.hasOwn(builtIn, name) ? [builtIn[name] as Cage] : upper
  const all = [...own, ...of('project')]
  return all.length === 0 ? { write: [], network: 'none', hide: 'secrets' } : all.reduce(narrower)
}
