/** Whether a pattern that a shell expands may stand for what a path glob of a policy names: `s*` `/key` for `secrets/**`. Loaded where both occur. */

import { braces, hasMagic, textGlob } from './glob.ts'
import { fold } from './path-identity.ts'
import { anchored, type Ground, type Place } from './path-views.ts'
import { matches } from './shell-globs.ts'
import { liesBelow } from './trees.ts'

/** Steps for all patterns of a call and all globs of a rule; a policy is foreign text. Beyond them anything may stand for anything. */
const mostSteps = 20_000

/**
 * It may where a part with letters of its own (`s*`, `secret?`) fits a name of the glob. One of stars alone fits everything: that it stands for this one is
 * said only where the file is there.
 */
export const anyMayStandFor = (places: readonly Place[], patterns: readonly string[], ground: Ground): boolean => {
  const { host } = ground
  const left = { steps: mostSteps }
  const is = (path: string): boolean => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const folder = path.slice(0, path.length - name.length - 1).replace(/\/\*\*(?=\/|$)/g, '')
    if (!hasMagic(path)) return host.readText(path, 1) !== undefined
    return searched && !hasMagic(folder) && liesBelow(folder, name, host)
  }
  // What `find` looks for lies at any depth.
  const searched = places.some(({ forms }) => forms.some(form => form.includes('/**/')))
  const forms = places.flatMap(({ many, forms }) => (many ? forms.filter(hasMagic) : [])).map(form => fold(form, host).split('/'))
  return patterns.some(pattern =>
    anchored(pattern, ground)
      .flatMap(glob => braces(fold(glob, host)))
      // What a glob names covers what is below.
      .map(glob => [...glob.replace(/\/$/, '').split('/'), '**'])
      .some(glob => forms.some(form => meet(form, glob, is, left))),
  )
}

/** `told`: a part with letters has met a name. `is`: whether there is such a file. */
const meet = (
  form: readonly string[],
  glob: readonly string[],
  is: (path: string) => boolean,
  left: { steps: number },
  path: readonly string[] = [],
  told = false,
): boolean => {
  if (--left.steps < 0) return true
  const [part, name] = [form[0], glob[0]]
  const on = (parts: number, names: number, taken: readonly string[], now = told): boolean =>
    meet(form.slice(parts), glob.slice(names), is, left, [...path, ...taken], now)
  if (name === '**') {
    // Nothing that is left needs to fit.
    if (glob.length === 1) return told || is([...path, ...form].join('/'))
    for (let taken = 0; taken <= form.length; taken++) if (on(taken, 1, form.slice(0, taken))) return true
    return false
  }
  if (part === undefined || name === undefined) return false
  if (part === '**') return on(1, 0, []) || on(0, 1, [name])
  if (!hasMagic(part)) return (part === name || textGlob(name, part)) && on(1, 1, [part])
  if (hasMagic(name)) return on(1, 1, [part])
  // A shell's star leaves out names that begin with a dot.
  return (
    (!name.startsWith('.') || part.startsWith('.')) && matches(part, name) && on(1, 1, [name], told || /[\p{L}\p{N}]/u.test(part))
  )
}
