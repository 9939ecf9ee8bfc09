/** Whether a pattern that a shell expands may stand for what a path glob of a policy names: `s*` `/key` for `secrets/**`. Loaded where both occur. */

import { braces, hasMagic, textGlob } from './glob.ts'
import { fold } from './path-identity.ts'
import { anchored, type Ground, type Place } from './path-views.ts'
import { matches } from './shell-globs.ts'

/** Both are cut into parts; most of what they can become together. */
const mostJoined = 64

/**
 * It may where a part with letters of its own (`s*`, `secret?`) fits a name of the glob. One of stars alone fits everything: that it stands for this one is
 * said only where the file is there.
 */
export const anyMayStandFor = (places: readonly Place[], patterns: readonly string[], ground: Ground): boolean =>
  places.some(
    ({ many, forms }) =>
      many && forms.some(form => hasMagic(form) && patterns.some(pattern => mayStandFor(form, pattern, ground))),
  )

const mayStandFor = (form: string, pattern: string, ground: Ground): boolean => {
  const { host } = ground
  const written = fold(form, host).split('/')
  return anchored(pattern, ground)
    .flatMap(glob => braces(fold(glob, host)))
    .some(glob =>
      joined(written, [...glob.replace(/\/$/, '').split('/'), '**']).some(
        ({ path, told }) => told || (!hasMagic(path) && host.readText(path, 1) !== undefined),
      ),
    )
}

interface Joined {
  readonly path: string
  /** A part with letters has met a name. */
  readonly told: boolean
}

/** `glob` ends in `**`: what it names covers what is below. */
const joined = (form: readonly string[], glob: readonly string[]): readonly Joined[] => {
  const found: Joined[] = []
  const walk = (i: number, j: number, path: readonly string[], told: boolean): void => {
    if (found.length >= mostJoined) return
    const [part, name] = [form[i], glob[j]]
    if (name === undefined) {
      if (part === undefined) found.push({ path: path.join('/'), told })
      return
    }
    if (name === '**') {
      // Nothing that is left needs to fit: the rest of the form is below.
      if (j + 1 === glob.length) found.push({ path: [...path, ...form.slice(i)].join('/'), told })
      else for (let k = i; k <= form.length; k++) walk(k, j + 1, [...path, ...form.slice(i, k)], told)
      return
    }
    if (part === undefined) return
    if (part === '**') {
      walk(i + 1, j, path, told)
      walk(i, j + 1, [...path, name], told)
    } else if (!hasMagic(part)) {
      if (part === name || textGlob(name, part)) walk(i + 1, j + 1, [...path, part], told)
    } else if (hasMagic(name)) walk(i + 1, j + 1, [...path, part], told)
    // A shell's star leaves out names that begin with a dot.
    else if ((!name.startsWith('.') || part.startsWith('.')) && matches(part, name))
      walk(i + 1, j + 1, [...path, name], told || /[\p{L}\p{N}]/u.test(part))
  }
  walk(0, 0, [], false)
  return found
}
