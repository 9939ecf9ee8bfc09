/** Which branches and remotes a git command is about. */

import type { Invocation } from '../../analysis/values/facts.ts'
import { effectsOf, invocationsOf, type Scope } from './scope.ts'

/** The git branches that the scope names, those of MCP arguments included. */
export const branchesOf = (scope: Scope): readonly string[] => {
  const written = spoken(scope).flatMap(branches)
  const all = [...new Set([...effectsOf(scope).flatMap(effect => effect.branch ?? []), ...written])]
  if (all.length > 0) return all.map(branch => branch.replace(/^refs\/heads\//, ''))
  return spoken(scope).some(isGit) ? current(scope) : []
}

/** The git remotes that the scope names, those of MCP arguments included. */
export const remotesOf = (scope: Scope): readonly string[] => [
  ...new Set([...effectsOf(scope).flatMap(effect => effect.remote ?? []), ...spoken(scope).flatMap(remotes)]),
]

/** One effect may stand for several pushes of a command, so that what loosens has to hold for all of them. */
const spoken = (scope: Scope): readonly Invocation[] =>
  scope.every ? (scope.facts.shell()?.invocations ?? []) : scope.effect?.branch === undefined ? invocationsOf(scope) : []

const isGit = ({ program }: Invocation): boolean => program === 'git'

const known = (words: readonly (string | undefined)[]): string[] => words.filter(word => word !== undefined)

const remotes = (invocation: Invocation): string[] => {
  const [verb, remote] = known(invocation.args)
  return isGit(invocation) && remote !== undefined && /^(?:push|pull|fetch)$/.test(verb ?? '') ? [remote] : []
}

const branches = (invocation: Invocation): string[] => {
  const [verb, ...rest] = known(invocation.args)
  if (!isGit(invocation) || verb === undefined) return []
  if (/^(?:push|pull|fetch)$/.test(verb)) return rest.slice(1).map(ref => (ref.split(':').at(-1) ?? ref).replace(/^\+/, ''))
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
