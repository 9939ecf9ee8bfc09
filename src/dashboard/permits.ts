/** The refusals that are still open, and permitting one: what `approve` does at a terminal. */

import { approve, barrierText, configHere, listRefusals, personHere } from '../approvals/console.ts'
import type { Approvals, Permitted } from './shapes.ts'

export const openRefusals = async (): Promise<Approvals> =>
  (await listRefusals(await configHere())).map(({ barrier, approvedBy, ...refusal }) => ({
    ...refusal,
    barrier: barrier === undefined ? null : barrierText[barrier],
    approvedBy: approvedBy ?? null,
  }))

export const permit = async (id: string): Promise<Permitted | { readonly error: string }> => {
  const config = await configHere()
  const done = await approve(id, { name: await personHere(config), way: 'dashboard' }, config)
  return done.ok ? { until: done.until } : { error: `It cannot be permitted: ${barrierText[done.barrier]}.` }
}
