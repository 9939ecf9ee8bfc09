/**
 * Links to refused calls: known by nobody else, for one use, and over when the call can be permitted no longer. A link says which call; that a person is
 * there, the session says in which it is followed.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { Shelf } from '../../../hook/approvals/shelf.ts'

export interface Links {
  /** Undefined while a link to the same is open, where there are too many, or where none can be kept. */
  readonly make: (call: string, about: string, until: number) => Promise<string | undefined>
  /** The call; undefined for a link that was used, is too old or not ours, false where nobody can say now. */
  readonly callOf: (link: string) => Promise<string | undefined | false>
  /** The same, and never again. */
  readonly spend: (link: string) => Promise<string | undefined | false>
}

/** Made here. */
const mostOpen = 1_000
/** At all replicas: each link, and what it is about. */
export const mostLinks = 8_000

export const linksOf = (shelf: Shelf, now: () => number = Date.now): Links => {
  const open = new Map<string, number>()
  return {
    make: async (call, about, until) => {
      for (const [name, end] of open) if (end < now()) open.delete(name)
      if (open.size >= mostOpen) return undefined
      const link = `${call}.${randomBytes(32).toString('base64url')}`
      // No link has this name, whatever stands in it.
      const [name, same] = [digest(link), `same-${digest(about)}`]
      open.set(name, until)
      const kept =
        (await shelf.put(same, call, until - now(), 'first')) && (await shelf.put(name, `${call} ${same}`, until - now()))
      if (!kept) open.delete(name)
      return kept ? link : undefined
    },
    callOf: async link => callIn(await shelf.read(digest(link))),
    spend: async link => {
      const name = digest(link)
      const text = await shelf.take(name)
      if (text) {
        open.delete(name)
        await shelf.take(text.split(' ')[1] ?? '')
      }
      return callIn(text)
    },
  }
}

const callIn = (text: string | undefined | false): string | undefined | false => (text === false ? false : text?.split(' ', 1)[0])

/** What is kept of a link leads nowhere. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
