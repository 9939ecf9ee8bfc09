/** A refusal on its way to the client: whether a person may permit it, and whether one has. */

import { lstatSync } from 'node:fs'
import type { ApprovalSetting } from '../../core/config.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { Permit, Verdict } from '../../core/verdict.ts'
import { barred } from '../../engine/policy/rules/barred.ts'
import { hasher } from '../io.ts'
import type { Sources } from '../sources/choose.ts'
import { digestOf } from './digest.ts'
import type { Approval, Store } from './store.ts'

/** What one call has taken: what the engine and a gateway refuse is permitted together. */
export interface Taken {
  approval?: Approval
}

export interface Ground {
  /** Who refuses. */
  readonly name: keyof Sources
  readonly approvals: ApprovalSetting
  readonly taken: Taken
  readonly state: string
  readonly server: Served | undefined
}

/** What a server says of the calls that it judges. */
export interface Served {
  /** Whose calls they are, and nobody else's. */
  readonly tenant: string
  /** Where its replicas have what was permitted; else it is in files. */
  readonly store?: Store | undefined
}

/** The verdict with whether it can be permitted, or that the call goes on. Nobody is told how: the refusal names its id, and `explain` of it says so. */
export const refused = async (verdict: Verdict, event: NormalizedHookEvent, ground: Ground): Promise<Verdict> => {
  const { ruling } = verdict
  if (ruling.decision === 'allow') return verdict
  const permit = narrowed(ground.name === 'gateway' ? byGateway(verdict, event) : ruling.permit, ground)
  const { permit: _, ...rest } = ruling
  if (permit === undefined) return { ...verdict, ruling: rest }
  const told = { ...verdict, ruling: { ...rest, permit } }
  if (!permit.may) return told
  const { server, state, taken } = ground
  try {
    const folder = `${state}/approvals`
    if (server?.store === undefined && taken.approval === undefined && !exists(folder)) return told
    const digest = digestOf(event, await hasher(), server?.tenant)
    // A call that nobody has permitted pays for a look at a file.
    if (server?.store !== undefined || taken.approval !== undefined || exists(`${folder}/${digest}`))
      return await (await import('./use.ts')).permitted(told, digest, ground)
  } catch {
    // Whatever keeps us from looking for a permission, the refusal stands.
  }
  return told
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** What the administrator keeps for themselves stays refused. */
const narrowed = (permit: Permit | undefined, { name, approvals }: Ground): Permit | undefined => {
  const kept = permit?.may === true && ((permit.locked && !approvals.preset) || (name === 'gateway' && !approvals.gateway))
  return kept ? { may: false, why: 'managed' } : permit
}

/** A gateway says no more than that it refuses. */
const byGateway = ({ rewrite, rules }: Verdict, event: NormalizedHookEvent): Permit => {
  const why = barred(event) ?? (rewrite === undefined ? undefined : 'rewrite')
  return why === undefined ? { may: true, rules, locked: false } : { may: false, why }
}
