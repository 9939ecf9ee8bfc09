/** What the model asks about a machine. Pure to the model: a test answers for any system. */

import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Server } from '../doctor/http-client.ts'
import type { Files } from '../install/files.ts'

/** What a store of the system holds, read beforehand; undefined is a store without that entry. */
export type Stored = { readonly text: string | undefined } | { readonly problem: string }

export interface World extends Pick<Files, 'read' | 'list'> {
  /** Whether a link leads to a file, or to one of the folders between it and the project. */
  readonly linked: (file: string, root: string) => boolean
  /** By `Source.at`. */
  readonly stores: ReadonlyMap<string, Stored>
  /** When a file, or a link that leads to it, was last changed in any way, in milliseconds; undefined where it is not there. Without it no evidence is asked for. */
  readonly changed?: (file: string) => number | undefined
  /** Who answers where hooks are asked over HTTP, by address; without an entry nobody has looked. */
  readonly servers?: ReadonlyMap<string, Server>
  /** The path without links. */
  readonly real?: (path: string) => string
  /** Why a program cannot be started; undefined when it can, as far as that is seen from outside. */
  readonly fault?: (path: string, runs: boolean) => string | undefined
}

export const worldOf = (files: Pick<Files, 'read' | 'list'>, stores: World['stores']): World => ({
  read: files.read,
  list: files.list,
  stores,
  changed: changedAt,
  real: path => {
    try {
      return realpathSync(path)
    } catch {
      return path
    }
  },
  linked: (file, root) => {
    for (let at = file; at.startsWith(`${root}/`); at = dirname(at)) if (isLink(at)) return true
    return false
  },
})

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    return false
  }
}

/** By the time of the inode: what was copied, moved here or restored keeps the other one. */
const changedAt = (file: string): number | undefined => {
  try {
    const target = statSync(file, { throwIfNoEntry: false })
    if (target === undefined) return undefined
    return Math.max(target.ctimeMs, lstatSync(file).ctimeMs)
  } catch {
    return undefined
  }
}
