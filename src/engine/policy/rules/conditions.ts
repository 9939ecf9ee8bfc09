/** What the conditions of a rule mention, without judging them. */

import type { When } from './types.ts'

export const accesses = ['reads', 'writes', 'deletes'] as const
export type Access = (typeof accesses)[number]

/** Conditions inside `any`, `all` and `not`. */
const nested = ({ any, all, not }: When): readonly When[] => [...(any ?? []), ...(all ?? []), ...(not === undefined ? [] : [not])]

/** The same without a list: every rule is asked about every call. */
const within = ({ any, all, not }: When, is: (when: When) => boolean): boolean =>
  any?.some(is) === true || all?.some(is) === true || (not !== undefined && is(not))

/** Regular expressions. */
export const patternsIn = (when: When | undefined): readonly string[] =>
  when === undefined ? [] : [...(when.text ?? []), ...nested(when).flatMap(patternsIn)]

/** Needs the content of the event. */
export const readsContent = (when: When | undefined): boolean =>
  when !== undefined && (when.text !== undefined || when.detects !== undefined || within(when, readsContent))

/** What a `redact` rule detects, and so masks. */
export const namesIn = (when: When | undefined): readonly string[] =>
  when === undefined ? [] : [...(when.detects?.not === false ? when.detects.any : []), ...nested(when).flatMap(namesIn)]

/** Speaks of what earlier calls did. */
export const asksSession = (when: When): boolean => when.session?.has !== undefined || within(when, asksSession)

/** Speaks of these. */
export const speaksOf = (when: When | undefined, key: 'args' | 'flags' | 'packages' | 'host' | Access): boolean =>
  when !== undefined && (when[key] !== undefined || within(when, inner => speaksOf(inner, key)))

/** What a server is, beside its name. */
export const namesKind = /^(?:package|command|url):/

/** Asks what a server is. */
export const asksServers = (when: When | undefined): boolean =>
  when !== undefined && ((when.server?.any.some(name => namesKind.test(name)) ?? false) || within(when, asksServers))

/** Names a server that may go by another name as well. */
export const namesServers = (when: When | undefined): boolean =>
  when !== undefined &&
  ((when.server?.not === false && calledLike(when.server.any).length > 0) || nested(when).some(namesServers))

/** What a server is that is known by such a name, whatever the user calls it: its package, its command, its address. */
export const calledLike = (names: readonly string[]): readonly string[] =>
  names
    .filter(name => /^[a-z][a-z0-9-]{2,}$/.test(name))
    .flatMap(name => [
      ...[name, `${name}-*`, `*[/-]${name}`, `*[/-]${name}-*`].map(each => `package:${each}`),
      ...[`*[/ -]${name}[_-]mcp*`, `*[/ -]mcp[_-]${name}*`, `*mcp-server-${name}*`].map(each => `command:${each}`),
      `url:https://${name}.*`,
      `url:https://*.${name}*`,
    ])

/** Speaks of calls that were refused before. */
export const countsRefusals = (when: When | undefined): boolean =>
  when !== undefined && (when.session?.denied !== undefined || within(when, countsRefusals))
