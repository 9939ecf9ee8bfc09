/** What a repository can have put there: everything in it, by whatever name one gets to it. */

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, posix, win32 } from 'node:path'

export interface Here {
  /** Where one works: the project, or a folder in it. */
  readonly root: string
  readonly home: string
}

/** Whether a file or folder is the project's. A home directory, and what holds it, is no project. */
export const isProjects = (path: string, { root, home }: Here): boolean => {
  if (inside(home, root)) return false
  // Such names mean another file to every process that asks.
  if (!absolute(path) || /^\/+(?:proc|dev)\//.test(plain(path))) return true
  const top = topOf(root, home)
  return inside(plain(path), top) || inside(real(path), real(top))
}

/** Where a project's file really lies when that is not in the project. */
export const strayOf = (file: string, { root, home }: Here): string | undefined => {
  if (inside(home, root)) return undefined
  const found = real(file)
  return inside(found, real(topOf(root, home))) ? undefined : found
}

/** Folders of a PATH that no repository has put there. */
export const foreignDirs = (path: string, delimiter: string, here: Here): readonly string[] =>
  path.split(delimiter).filter(dir => absolute(dir) && !isProjects(dir, here))

export const inside = (file: string, root: string): boolean => {
  const [a, b] = [file, root].map(path => path.replaceAll('\\', '/').replace(/\/+$/, ''))
  return a === b || (a ?? '').startsWith(`${b}/`)
}

/** One works in a part of a repository, and all of it is of the same origin. */
const topOf = (root: string, home: string): string => {
  for (let dir = root; !inside(home, dir); dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return dir
    if (dir === dirname(dir)) break
  }
  return root
}

const isWindows = (path: string): boolean => /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)

const absolute = (path: string): boolean => path.startsWith('/') || isWindows(path)

const plain = (path: string): string => (isWindows(path) ? win32 : posix).normalize(path)

/** Behind every link; of what does not exist, as far as it does. */
const real = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(real(parent), path.slice(parent.length).replace(/^[\\/]+/, ''))
  }
}
