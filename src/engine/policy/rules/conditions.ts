/** What the conditions of a rule mention, without judging them. */

import type { When } from './types.ts'

export const accesses = ['reads', 'writes', 'deletes'] as const
export type Access = (typeof accesses)[number]

/** Conditions inside `any`, `all` and `not`. */
const nested = (when: When): readonly When[] => [
  ...(when.any ?? []),
  ...(when.all ?? []),
  ...(when.not === undefined ? [] : [when.not]),
]

/** Regular expressions. */
export const patternsIn = (when: When | undefined): readonly string[] =>
  when === undefined ? [] : [...(when.text ?? []), ...nested(when).flatMap(patternsIn)]

/** Needs the content of the event. */
export const readsContent = (when: When | undefined): boolean =>
  when !== undefined && (when.text !== undefined || when.detects !== undefined || nested(when).some(readsContent))

/** What a `redact` rule detects, and so masks. */
export const namesIn = (when: When | undefined): readonly string[] =>
  when === undefined ? [] : [...(when.detects?.not === false ? when.detects.any : []), ...nested(when).flatMap(namesIn)]

/** Speaks of what earlier calls did. */
export const asksSession = (when: When): boolean => when.session?.has !== undefined || nested(when).some(asksSession)

/** Speaks of these. */
export const speaksOf = (when: When | undefined, key: 'args' | 'flags' | 'packages' | 'host' | Access): boolean =>
  when !== undefined && (when[key] !== undefined || nested(when).some(inner => speaksOf(inner, key)))

/** What a server is, beside its name. */
export const namesKind = /^(?:package|command|url):/

/** Asks what a server is. */
export const asksServers = (when: When | undefined): boolean =>
  when !== undefined && ((when.server?.any.some(name => namesKind.test(name)) ?? false) || nested(when).some(asksServers))

/** Speaks of calls that were refused before. */
export const countsRefusals = (when: When | undefined): boolean =>
  when !== undefined && (when.session?.denied !== undefined || nested(when).some(countsRefusals))
