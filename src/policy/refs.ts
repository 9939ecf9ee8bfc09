/** Which branches and remotes a git command is about. */

import { invocationsOf, type Scope } from './match.ts'
import type { Invocation } from './types.ts'

export const branchesOf = (scope: Scope): readonly string[] => {
  const effects = scope.effect === undefined ? scope.facts.effects() : [scope.effect]
  const named = effects.flatMap(effect => effect.branch ?? [])
  const written = scope.effect?.branch === undefined ? invocationsOf(scope).flatMap(branches) : []
  const all = [...new Set([...named, ...written])].map(branch => branch.replace(/^refs\/heads\//, ''))
  return all.length > 0 ? all : invocationsOf(scope).some(isGit) ? current(scope) : []
}

export const remotesOf = (scope: Scope): readonly string[] => {
  const effects = scope.effect === undefined ? scope.facts.effects() : [scope.effect]
  return [...new Set([...effects.flatMap(effect => effect.remote ?? []), ...invocationsOf(scope).flatMap(remotes)])]
}

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
