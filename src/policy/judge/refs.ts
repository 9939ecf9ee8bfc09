/** Which branches and remotes a git command is about. */

import type { Invocation } from '../../analysis/values/facts.ts'
import { effectsOf, invocationsOf, type Scope } from './scope.ts'

/** The git branches that the scope names, those of MCP arguments included. */
export const branchesOf = (scope: Scope): Names => {
  const written = spoken(scope).flatMap(branches)
  const all = [...new Set([...effectsOf(scope).flatMap(effect => effect.branch ?? []), ...written])]
  const names = all.map(branch => branch?.replace(/^refs\/heads\//, ''))
  if (names.some(name => name !== undefined) || (scope.every && names.length > 0)) return names
  // One that cannot be known may be the one that is checked out.
  return spoken(scope).some(isGit) ? [...names, ...current(scope)] : names
}

/** The git remotes that the scope names, those of MCP arguments included. */
export const remotesOf = (scope: Scope): Names => [
  ...new Set([...effectsOf(scope).flatMap(effect => effect.remote ?? []), ...spoken(scope).flatMap(remotes)]),
]

/** One effect may stand for several pushes of a command, so that what loosens has to hold for all of them. */
const spoken = (scope: Scope): readonly Invocation[] =>
  scope.every ? (scope.facts.shell()?.invocations ?? []) : scope.effect?.branch === undefined ? invocationsOf(scope) : []

const isGit = ({ program }: Invocation): boolean => program === 'git'

type Names = readonly (string | undefined)[]

const remotes = (invocation: Invocation): Names => {
  const [verb, ...rest] = invocation.args
  return isGit(invocation) && /^(?:push|pull|fetch)$/.test(verb ?? '') ? rest.slice(0, 1) : []
}

const branches = (invocation: Invocation): Names => {
  const [verb, ...rest] = invocation.args
  if (!isGit(invocation) || verb === undefined) return []
  if (/^(?:push|pull|fetch)$/.test(verb)) return rest.slice(1).map(ref => ref?.split(':').at(-1)?.replace(/^\+/, ''))
  return /^(?:checkout|switch|branch|merge|rebase)$/.test(verb) ? rest : []
}

/** The branch that is checked out, from the repository itself. */
const current = ({ facts: { ground } }: Scope): string[] => {
  for (const root of [ground.cwd, ...ground.roots]) {
    const head = ground.host.readText(`${root}/.git/HEAD`, 400)
    const branch = head === undefined ? undefined : /^ref: refs\/heads\/(\S+)/.exec(head)?.[1]
    if (branch !== undefined) return [branch]
  }
  return []
}
