/** Which rules are on trial here, and what says so. */

import { planOf } from '../../policy/judge/layers.ts'
import { showPolicy } from '../../policy/language/show.ts'
import type { PolicyFile } from '../../policy/rules/types.ts'

export interface OnTrial {
  /** The key that says so, and its file. */
  readonly by: 'strategy' | 'settings.strategy' | 'extends'
  readonly file: string
  readonly command: string
}

/** Every rule that is in force here, with what keeps it on trial; undefined for one that is enforced. */
export const trialsIn = (policies: readonly PolicyFile[]): ReadonlyMap<string, OnTrial | undefined> => {
  const plan = planOf(policies)
  const { rules } = showPolicy(policies, new Date().toISOString().slice(0, 10))
  const upper = policies.filter(({ layer }) => layer !== 'project')
  const settings = upper.find(policy => policy.settings.strategy === 'audit')
  const observing = upper.find(policy => policy.extends === 'observe')
  const why = (id: string): OnTrial => {
    const own = upper.find(policy => !plan.audits(policy.layer) && policy.rules.some(rule => rule.id === id))
    if (own !== undefined) return { by: 'strategy', file: own.file, command: `tfy-hook policy enforce ${id}` }
    const command = 'tfy-hook policy enforce --all'
    return observing === undefined
      ? { by: 'settings.strategy', file: settings?.file ?? '', command }
      : { by: 'extends', file: observing.file, command }
  }
  return new Map(
    rules
      .filter(({ decision }) => decision !== 'off')
      .map(({ id, strategy }) => [id, strategy === 'audit' ? why(id) : undefined]),
  )
}
