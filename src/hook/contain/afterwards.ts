/** What a command left in the workspace that would run, or be obeyed, by itself: it stays, under a name that nothing reads. */

import { mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { read, remove, save } from '../sources/machine/private-file.ts'
import { type Ground, keptNow } from './places.ts'

export interface Watch {
  /** Says what was put aside, and takes away the folders that were made. */
  readonly settle: () => readonly string[]
}

/** `missing` are folders that have to be there to be held. While another cage needs them they stay. */
export const watch = (ground: Ground, missing: readonly string[], state: string): Watch => {
  const before = new Set(keptNow(ground))
  // One for all workspaces: a cache that one cage takes away may be in use in another.
  const holder = `${state}/caged`
  const mine = `${holder}/${process.pid}`
  // Said before they are made: whoever ends meanwhile leaves them.
  save(mine, missing.map(path => `${path}\n`).join(''))
  for (const path of missing)
    try {
      mkdirSync(path, { recursive: true })
    } catch {
      // Without a cache it is slower; without what is to be held no cage is built.
    }
  return {
    settle: () => {
      const aside: string[] = []
      for (const path of keptNow(ground)) {
        if (before.has(path) || missing.includes(path) || isNew(path) || isSampled(path)) continue
        try {
          renameSync(path, `${path}.contained`)
          aside.push(path)
        } catch {
          // It has gone by itself, or with its folder.
        }
      }
      takeAway(holder)
      return aside
    },
  }
}

/** A repository that the command made has settings of its own; they count when somebody works in it. */
const isNew = (path: string): boolean => /\/\.git(?:\/config)?$/.test(path)

/** Hooks as git makes them with a repository: it runs none of that name. */
const isSampled = (path: string): boolean => /\/\.git\/hooks$/.test(path) && namesIn(path).every(name => name.endsWith('.sample'))

/** The last cage takes away the folders that any of them has made, as far as they are empty. */
const takeAway = (holder: string): void => {
  const names = pidsIn(holder)
  if (names.some(name => Number(name) !== process.pid && lives(Number(name)))) return
  for (const name of names) {
    const file = `${holder}/${name}`
    for (const path of (read(file, 65_536) ?? '').split('\n').filter(Boolean))
      try {
        rmdirSync(path)
      } catch {
        // Somebody has put something there, or it has gone.
      }
    remove(file)
  }
}

const pidsIn = (holder: string): readonly string[] => namesIn(holder).filter(name => /^\d+$/.test(name))

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
