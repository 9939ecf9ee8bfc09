/** How it stands with the bundle, for `policy status`, `status` and `doctor`. The signature is checked again here. */

import type { BundleConfig } from '../../core/config.ts'
import { describe } from '../../core/failure.ts'
import { maskSecrets } from '../../core/redact.ts'
import type { Places } from '../config/places.ts'
import { folderOf, type Kept, type Role, readBundle, readKept } from './active.ts'
import { everyOf, isAsCompiled } from './pull.ts'
import { type Outcome, readState } from './state.ts'

export interface BundleReport {
  readonly url: string
  readonly group?: string
  readonly folder: string
  /** The administrator's folder, which this account cannot write. */
  readonly managed: boolean
  readonly active?: Omit<Kept, 'policies' | 'mine'> & { readonly rules: number }
  /** A newer one, whose rollout does not cover this machine yet. */
  readonly offered?: Omit<Kept, 'policies' | 'mine'>
  /** When the source was last reached and what it had was good. */
  readonly pulled?: string
  readonly last?: { readonly at: string; readonly outcome: Outcome; readonly detail?: string }
  readonly next?: string
  /** Calls fail because of it. */
  readonly problem?: string
  /** Calls do not, yet. */
  readonly warning?: string
}

const dayMs = 86_400_000

export const reportBundle = async (bundle: BundleConfig, places: Places, now = Date.now()): Promise<BundleReport> => {
  const folder = folderOf(places)
  const state = readState(folder)
  const { failure, kept } = await readBundle(bundle, places, now)
  const offered = await readKept(folder, 'offered', bundle, places)
  const roles: readonly Role[] = ['active', 'offered']
  const changed = (await Promise.all(roles.map(role => isAsCompiled(folder, role, bundle, places)))).includes(false)
  const problem =
    failure !== undefined ? describe(failure) : changed ? 'what was compiled of the bundle has been changed' : undefined
  const warning = warningOf(bundle, state, now)
  return {
    // A signed address has its secret behind the path.
    url: maskSecrets(bundle.url.replace(/(?<=[?#]).*$/s, '…')),
    ...(bundle.group !== undefined && { group: bundle.group }),
    folder: folder.dir,
    managed: folder.managed,
    ...(kept !== undefined && {
      active: { ...named(kept), rules: kept.policies.reduce((sum, { rules }) => sum + rules.length, 0) },
    }),
    ...(offered.ok && offered.value !== undefined && { offered: named(offered.value) }),
    ...(state?.good !== undefined && { pulled: iso(state.good) }),
    ...(state !== undefined && {
      last: { at: iso(state.at), outcome: state.outcome, ...(state.detail !== undefined && { detail: state.detail }) },
      next: iso(state.nextAt),
    }),
    ...(problem !== undefined && { problem }),
    ...(warning !== undefined && { warning }),
  }
}

const warningOf = (bundle: BundleConfig, state: ReturnType<typeof readState>, now: number): string | undefined => {
  if (state === undefined) return undefined
  if (state.outcome === 'refused') return `the bundle that is offered is refused: ${state.detail}`
  const age = now - (state.good ?? state.at)
  if (age <= Math.max(3 * everyOf(bundle), dayMs)) return undefined
  return `it was last looked at with success ${Math.floor(age / dayMs)} days ago${state.detail === undefined ? '' : `: ${state.detail}`}`
}

const named = ({ policies: _, mine: __, ...rest }: Kept): Omit<Kept, 'policies' | 'mine'> => rest

const iso = (time: number): string => new Date(time).toISOString()
