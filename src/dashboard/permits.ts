/** The refusals that are still open, and permitting one: what `approve` and `policy allow` do at a terminal. */

import { allowFor } from '../approvals/allow.ts'
import { approve, barrierText, configHere, listRefusals, personHere, type Refusal } from '../approvals/console.ts'
import { diffLines } from '../install/diff-lines.ts'
import { filesOn } from '../install/files.ts'
import { digestOf } from './drafts.ts'
import type { Allowance, Approvals, Permitted } from './shapes.ts'

export const openRefusals = async (): Promise<Approvals> => (await listRefusals(await configHere())).map(shownRefusal)

export const shownRefusal = ({ barrier, approvedBy, ...refusal }: Refusal): Approvals[number] => ({
  ...refusal,
  barrier: barrier === undefined ? null : barrierText[barrier],
  approvedBy: approvedBy ?? null,
})

export const permit = async (id: string): Promise<Permitted | { readonly error: string }> => {
  const config = await configHere()
  const done = await approve(id, { name: await personHere(config), way: 'dashboard' }, config)
  return done.ok ? { until: done.until } : { error: `It cannot be permitted: ${barrierText[done.barrier]}.` }
}

interface Refused {
  readonly error: string
}

const found = async (id: string) => {
  const allowing = await allowFor(id, await configHere())
  if (!allowing.ok) return { error: `No exception can be written for it: ${allowing.why}.` }
  const { changes, rules, expires, neighbours } = allowing.allowance
  const files = changes.map(({ file, before, after }) => ({ file, diff: diffLines(file, before ?? '', after) }))
  return { changes, shown: { rules, expires, neighbours, files, digest: digestOf(JSON.stringify(changes)) } }
}

/** What `policy allow --dry-run` shows. */
export const allowance = async (id: string): Promise<Allowance | Refused> => {
  const one = await found(id)
  return one.error === undefined ? one.shown : { error: one.error }
}

/** Writes what was shown, and nothing if that would be something else by now. */
export const allow = async (id: string, digest: unknown): Promise<Allowance | Refused> => {
  const one = await found(id)
  if (one.error !== undefined) return { error: one.error }
  if (one.shown.digest !== digest) return { error: 'A file was changed meanwhile. Look again; nothing was written.' }
  for (const { file, after } of one.changes) filesOn().replace(file, after)
  return one.shown
}
