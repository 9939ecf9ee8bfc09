/** Whether a folder that is read with all below it may hold what a path glob of a policy names. Loaded where a rule names paths. */

import { braces, hasMagic, textGlob } from './glob.ts'
import { fold } from './path-identity.ts'
import { anchored, type Ground, type Place } from './path-views.ts'

/** Most folders that are looked into for a name that may lie anywhere, and most names of one. Beyond them it may be there. */
const most = { folders: 512, names: 4096 }

/** Nobody reads these as a part of the project, and they hold thousands of names. */
const machinery = new Set(['.git', 'node_modules'])

export const anyMayHold = (places: readonly Place[], patterns: readonly string[], ground: Ground): boolean => {
  const { host } = ground
  const folders = foldersOf(places, ground)
  if (folders.length === 0) return false
  const left = { folders: most.folders }
  return patterns
    .flatMap(pattern => anchored(pattern, ground))
    .flatMap(glob => braces(fold(glob, host)))
    .some(glob => folders.some(folder => mayHold(folder, glob.replace(/\/$/, '').split('/'), ground, left)))
}

const known = new WeakMap<readonly Place[], readonly string[]>()

/** Without files. What nobody can see is one where its name has an ending. */
const foldersOf = (places: readonly Place[], { host }: Ground): readonly string[] => {
  const found =
    known.get(places) ?? places.flatMap(({ forms }) => forms.filter(form => isFolder(form, host)).map(form => fold(form, host)))
  known.set(places, found)
  return found
}

const isFolder = (path: string, host: Ground['host']): boolean =>
  hasMagic(path) ||
  host.names?.(path, most.names) !== undefined ||
  (!/[^/]\.\w+$/.test(path) && host.readText(path, 1) === undefined)

const mayHold = (folder: string, glob: readonly string[], ground: Ground, left: { folders: number }): boolean => {
  const parts = folder === '/' ? [''] : folder.split('/')
  for (const [i, part] of parts.entries()) {
    const name = glob[i]
    if (name === '**') return isBelow(folder, glob[i + 1], ground, left)
    if (name === undefined || !(textGlob(name, part) || (hasMagic(part) && (hasMagic(name) || textGlob(part, name)))))
      return false
  }
  const next = glob[parts.length]
  // A star that stands for the folder itself, if it is there.
  if (next === '**' && hasMagic(folder) && glob.length === parts.length + 1)
    return ground.host.names?.(glob.slice(0, -1).join('/'), most.names) !== undefined
  return next === '**' ? isBelow(folder, glob[parts.length + 1], ground, left) : next !== undefined
}

/** A name that may lie at any depth is looked for. What cannot be seen is not there; what is not looked through may be. */
const isBelow = (folder: string, name: string | undefined, { host }: Ground, left: { folders: number }): boolean => {
  if (name === undefined || (hasMagic(name) && !/[\p{L}\p{N}]/u.test(name))) return false
  const parts = folder.split('/')
  while (parts.length > 1 && /^[*?]+$/.test(parts.at(-1) as string)) parts.pop()
  const from = parts.join('/')
  // What a pattern with letters stands for (`*.md`) is a file.
  return !hasMagic(from) && liesBelow(from, name, host, left)
}

/** Whether a name that this glob fits is seen at any depth below a folder. */
export const liesBelow = (folder: string, name: string, host: Ground['host'], left = { folders: most.folders }): boolean => {
  const waiting = [folder]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (--left.folders < 0) return true
    for (const found of host.names?.(next, most.names) ?? []) {
      if (textGlob(name, fold(found.replace(/\/$/, ''), host))) return true
      // A name with an ending is hardly ever a folder, and a link is followed by few.
      if (!machinery.has(found) && !/\/$|.\.\w+$/.test(found)) waiting.push(`${next === '/' ? '' : next}/${found}`)
    }
  }
  return false
}
