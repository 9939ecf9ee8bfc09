/** Which branches and remotes a call is about, and whether a condition holds of them. */

import type { Invocation, RefChange } from '../../analysis/values/facts.ts'
import { hasMagic, textGlob } from '../../matching/glob.ts'
import type { StringTest } from '../rules/types.ts'
import { effectsOf, invocationsOf, type Scope } from './scope.ts'

/** What objects holds if it may hold for one; what permits holds if it surely holds for all. */
export const branchHolds = (test: StringTest, scope: Scope): boolean => {
  const refs = changesOf(scope).map(({ ref }) => ref)
  return scope.every
    ? refs.length > 0 && refs.every(ref => ref !== undefined && isSurely(test, ref))
    : refs.some(ref => ref === undefined || may(test, ref))
}

export const remoteHolds = (test: StringTest, scope: Scope): boolean => {
  const remotes = [...changesOf(scope).flatMap(({ remote }) => remote ?? []), ...fetchedFrom(scope)]
  const matches = (name: string): boolean => test.any.some(pattern => textGlob(pattern, name))
  return scope.every
    ? remotes.length > 0 &&
        remotes.every(({ name, urls, others }) => {
          const names = [...(name === undefined ? [] : [name]), ...others, ...urls]
          if (test.not) return names.length > 0 && !names.some(matches)
          return (name !== undefined && matches(name)) || (urls.length > 0 && urls.every(matches))
        })
    : remotes.some(({ name, urls, others }) => {
        const names = [...(name === undefined ? [] : [name]), ...others, ...urls]
        return names.length === 0 || names.some(matches) !== test.not
      })
}

/** What the commands of the scope change. What permits has to hold for all pushes of a call, since one effect may stand for several. */
const changesOf = (scope: Scope): readonly RefChange[] => {
  const { effect, every, invocations } = scope
  const told = effectsOf(scope).filter(
    ({ invocation }) => invocations === undefined || (invocation !== undefined && invocations.includes(invocation)),
  )
  const spoken = new Set([...(every ? allOf(scope) : invocationsOf(scope)), ...told.flatMap(each => each.invocation ?? [])])
  const changes = [...spoken].flatMap(({ refs }) => refs?.() ?? [])
  // Tools that are no commands name a branch and no more.
  const named = told.flatMap(({ branch, remote, invocation }) =>
    branch === undefined || invocation?.refs !== undefined
      ? []
      : { ref: `refs/heads/${branch}`, ...(remote !== undefined && { remote: { name: remote, urls: [], others: [] } }) },
  )
  if (!every) return [...changes, ...named]
  const own = effect?.invocation?.refs?.() ?? []
  const isPush = own.some(({ remote }) => remote !== undefined)
  const alike = own.length === 0 ? changes : changes.filter(({ remote }) => (remote !== undefined) === isPush)
  const changed = alike.filter(({ isRead }) => isRead !== true)
  return [...(changed.length > 0 ? changed : alike), ...named]
}

const allOf = ({ facts, invocations }: Scope): readonly Invocation[] => invocations ?? facts.shell()?.invocations ?? []

const fetchedFrom = (scope: Scope) =>
  (scope.every ? allOf(scope) : invocationsOf(scope)).flatMap(({ program, args }) => {
    const [, name] = program === 'git' && /^(?:pull|fetch)$/.test(args[0] ?? '') ? args : []
    return name === undefined ? [] : [{ name, urls: [], others: [] }]
  })

const short = (ref: string): string | undefined => (ref.startsWith('refs/heads/') ? ref.slice(11) : undefined)

/** `main`, `dev/*`, or a ref in full. */
const covers = (pattern: string, ref: string): boolean => {
  const subject = pattern.startsWith('refs/') ? ref : short(ref)
  return subject !== undefined && textGlob(pattern, subject)
}

const may = (test: StringTest, ref: string): boolean => {
  if (!ref.includes('*'))
    return (short(ref) !== undefined || isFull(test)) && test.any.some(pattern => covers(pattern, ref)) !== test.not
  // Of refs by a pattern, some are branches or none is.
  if (!overlap(ref, 'refs/heads/*') && !isFull(test)) return false
  return test.not || test.any.some(pattern => overlap(ref, pattern.startsWith('refs/') ? pattern : `refs/heads/${pattern}`))
}

const isFull = ({ any }: StringTest): boolean => any.some(pattern => pattern.startsWith('refs/'))

const isSurely = (test: StringTest, ref: string): boolean => {
  if (short(ref) === undefined && !isFull(test)) return false
  if (!ref.includes('*')) return test.any.some(pattern => covers(pattern, ref)) !== test.not
  const patterns = test.any.map(pattern => (pattern.startsWith('refs/') ? pattern : `refs/heads/${pattern}`))
  return test.not
    ? !patterns.some(pattern => overlap(ref, pattern))
    : patterns.some(pattern => /^[^*?[{]*\*$/.test(pattern) && ref.startsWith(pattern.slice(0, -1)))
}

/** Whether two patterns may stand for the same; by what is in front of their stars, for most. */
const overlap = (a: string, b: string): boolean => {
  if (!hasMagic(b)) return textGlob(a, b)
  const [x = '', y = ''] = [a, b].map(pattern => pattern.slice(0, pattern.search(/[*?[{]/)))
  return x.startsWith(y) || y.startsWith(x)
}
