/** The refusals that are still open, and permitting one: what `approve` and `policy allow` do at a terminal. */

import { allowFor } from '../../hook/approvals/allow.ts'
import {
  approve,
  barrierText,
  configHere,
  findRefusal,
  listRefusals,
  personHere,
  type Refusal,
} from '../../hook/approvals/console.ts'
import { diffLines } from '../../setup/install/diff-lines.ts'
import { filesOn } from '../../setup/install/files.ts'
import { digestOf } from './drafts.ts'
import type { Records } from './records.ts'
import type { Allowance, Approvals, Permitted, Shown } from './shapes.ts'

export const openRefusals = async (): Promise<Approvals> => (await listRefusals(await configHere())).map(shownRefusal)

export const shownRefusal = ({ barrier, approvedBy, ...refusal }: Refusal): Approvals[number] => ({
  ...refusal,
  barrier: barrier === undefined ? null : barrierText[barrier],
  approvedBy: approvedBy ?? null,
})

/** With what each session is, so that a person knows whose call it was. */
export const withSessions = async (refusals: Approvals, records: Pick<Records, 'about'>): Promise<Approvals> => {
  const named = [...new Set(refusals.map(({ session }) => session))].filter(name => name !== '')
  const about = named.length === 0 ? {} : await records.about(named)
  return refusals.map(refusal => {
    const known = about[refusal.session]
    return known === undefined ? refusal : { ...refusal, about: known }
  })
}

const told = (from: Partial<Shown>): string => {
  const { id, client, event, tool, decision, rules, reason, content, input, cwd, session, user, host } = from
  return JSON.stringify([id, client, event, tool, decision, rules, reason, content, input, cwd, session, user, host])
}

/** Whether a page that wants a call to be permitted says that it has shown this very call, and all of it. */
export const isShown = (refusal: Refusal, said: unknown): boolean =>
  typeof said === 'object' && said !== null && told(said) === told(refusal)

export const notShown = 'The page has not shown this call as it is. Load it again, and look.'

export const permit = async (id: string, shown: unknown): Promise<Permitted | { readonly error: string }> => {
  const config = await configHere()
  const refusal = await findRefusal(id, config)
  if (refusal !== undefined && !isShown(refusal, shown)) return { error: notShown }
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
