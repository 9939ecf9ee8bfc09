/** An engine for each tenant: policies of its own below the managed ones, and sessions that nobody else sees. */

import { statSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { BundleConfig } from '../../core/config.ts'
import type { Failure } from '../../core/failure.ts'
import type { Places } from '../../hook/config/places.ts'
import type { Policies, PolicyPlace } from '../../hook/config.ts'
import { type Engine, engineOf } from './engine.ts'
import { type PolicyStore, policyStore } from './policies.ts'
import type { SharedState } from './state/shared.ts'
import { isTenant } from './tokens.ts'

interface Engines {
  /** Undefined where the tenant has no folder. */
  readonly of: (tenant: string) => Engine | undefined
  /** The policies that every event has which belongs to no tenant. */
  readonly base: () => Promise<Policies>
  readonly forget: () => void
}

interface EnginesOptions {
  readonly places: Places
  readonly state: Pick<SharedState, 'approvals' | 'memory'>
  readonly env: Env
  readonly local: boolean
  /** Refusals can be permitted here: they are in the log of this server. */
  readonly permits: boolean
  readonly onReload: (place: PolicyPlace, failure: Failure | undefined) => void
  /** The bundle that the managed configuration names, for every tenant. */
  readonly bundle?: () => Promise<BundleConfig | undefined>
}

export const enginesOf = ({ places, state, env, local, permits, onReload, bundle }: EnginesOptions): Engines => {
  const stores: PolicyStore[] = []
  const make = (tenant: string, user: readonly string[]): Engine => {
    const policies = policyStore({ ...places, user }, onReload, bundle)
    stores.push(policies)
    const served = permits ? { tenant, store: state.approvals?.(tenant) } : undefined
    return engineOf({ places, policies, memory: state.memory(tenant), env, local, permits: served })
  }
  const own = make('', places.user)
  const [base] = stores
  const engines = new Map([['', own]])
  return {
    of: tenant => {
      const dir = `${places.user[0] ?? ''}/tenants/${tenant}`
      if (tenant !== '' && (!isTenant(tenant) || statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true))
        return undefined
      const known = engines.get(tenant) ?? make(tenant, [dir])
      engines.set(tenant, known)
      return known
    },
    base: () => (base as PolicyStore).base(),
    forget: () => {
      for (const store of stores) store.forget()
    },
  }
}
