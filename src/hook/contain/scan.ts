/** What lies in a folder that a cage has to treat: credentials, what runs by itself, sockets. What cannot be looked at counts as a secret. */

import { readdirSync } from 'node:fs'

export interface Seen {
  readonly path: string
  readonly isFolder: boolean
}

export interface Rules {
  /** Empty in the cage. */
  readonly hidden: (path: string) => boolean
  /** Read-only in the cage. */
  readonly kept: (path: string, isFolder: boolean) => boolean
  /** Not looked into: what it holds is readable. */
  readonly skipped: (path: string) => boolean
}

export interface Scan {
  readonly hidden: Seen[]
  readonly kept: Seen[]
  /** Links that count by their name: no mount can hold them. */
  readonly links: string[]
  /** Folders that were not looked into because the bound was reached; hidden as well. */
  readonly unread: string[]
}

/** Breadth first, so that what is not reached lies deep. Links are not followed: what they lead to is met where it is, or cannot be reached. */
export const scan = (root: string, rules: Rules, most: number): Scan => {
  const found: Scan = { hidden: [], kept: [], links: [], unread: [] }
  const queue: (readonly [folder: string, kept: boolean])[] = [[root, false]]
  let entries = 0
  for (let at = 0; at < queue.length; at++) {
    const [folder, within] = queue[at] as readonly [string, boolean]
    if (entries > most) {
      found.unread.push(folder)
      found.hidden.push({ path: folder, isFolder: true })
      continue
    }
    let names: ReturnType<typeof list>
    try {
      names = list(folder)
    } catch {
      // Who cannot list it here cannot in the cage.
      continue
    }
    entries += names.length
    for (const entry of names) {
      const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`
      const isFolder = entry.isDirectory()
      if (entry.isSymbolicLink()) {
        if (!within && rules.kept(path, false)) found.links.push(path)
      } else if (entry.isSocket() || rules.hidden(path)) found.hidden.push({ path, isFolder })
      else {
        const keeps = !within && rules.kept(path, isFolder)
        if (keeps) found.kept.push({ path, isFolder })
        if (isFolder && !rules.skipped(path)) queue.push([path, within || keeps])
      }
    }
  }
  return found
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true })
