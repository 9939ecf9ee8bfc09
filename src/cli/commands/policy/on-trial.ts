/** Which rules are on trial here, what says so, and since when. */

import { statSync } from 'node:fs'
import { planOf } from '../../../engine/policy/judge/layers.ts'
import { type ShownRule, showPolicy } from '../../../engine/policy/language/show.ts'
import type { PolicyFile } from '../../../engine/policy/rules/types.ts'
import type { BundleReport } from '../../../hook/bundle/report.ts'
import { type Config, readPolicies } from '../../../hook/config.ts'

export interface OnTrial {
  /** The key that says so, and its file. */
  readonly by: 'strategy' | 'settings.strategy' | 'extends'
  readonly file: string
  readonly command: string
}

/** Every rule that is in force here, with what keeps it on trial; undefined for one that is enforced. */
export const trialsIn = (policies: readonly PolicyFile[]): ReadonlyMap<string, OnTrial | undefined> => {
  const plan = planOf(policies)
  const upper = policies.filter(({ layer }) => layer !== 'project')
  const why = ({ id, layer }: ShownRule): OnTrial => {
    const own = policies.find(policy => !plan.audits(policy.layer) && policy.rules.some(rule => rule.id === id))
    if (own !== undefined) return { by: 'strategy', file: own.file, command: `tfy-hook policy enforce ${id}` }
    const command = 'tfy-hook policy enforce --all'
    // What an administrator wrote is on trial by the word of an administrator.
    const said = layer === 'managed' ? upper.filter(policy => policy.layer === 'managed') : upper
    const settings = said.find(policy => policy.settings.strategy === 'audit')
    const observing = said.find(policy => policy.extends === 'observe')
    return observing === undefined
      ? { by: 'settings.strategy', file: settings?.file ?? '', command }
      : { by: 'extends', file: observing.file, command }
  }
  return new Map(
    shownIn(policies)
      .filter(({ decision }) => decision !== 'off')
      .map(rule => [rule.id, rule.strategy === 'audit' ? why(rule) : undefined]),
  )
}

const shownIn = (policies: readonly PolicyFile[]) => showPolicy(policies, new Date().toISOString().slice(0, 10)).rules

export interface Trial {
  readonly by: OnTrial['by']
  readonly file: string
  /** When that file was last changed, or the bundle made that it came in: the trial is as old as that, or older. */
  readonly since?: string
  readonly rules: readonly string[]
}

export interface Trials {
  readonly trials: readonly Trial[]
  /** How many rules may stop something. */
  readonly enforced: number
}

/** Undefined where the embedded engine decides nothing, or what it goes by cannot be read, which another finding says. */
export const trialsHere = async (config: Config, bundle: BundleReport | undefined): Promise<Trials | undefined> => {
  if (config.source === 'gateway' || config.broken !== undefined) return undefined
  const read = await readPolicies(config, [], process.cwd())
  if (read.failure !== undefined) return undefined
  const trials = new Map<string, Trial>()
  for (const [id, trial] of trialsIn(read.files)) {
    if (trial === undefined) continue
    const { by, file } = trial
    const since = changedAt(file) ?? bundle?.active?.created
    const rules = [...(trials.get(`${by} ${file}`)?.rules ?? []), id]
    trials.set(`${by} ${file}`, { by, file, ...(since !== undefined && { since }), rules })
  }
  const stops = shownIn(read.files).filter(
    ({ decision, strategy }) => strategy === 'enforce' && !['off', 'adds', 'allow'].includes(decision),
  )
  return { trials: [...trials.values()], enforced: stops.length }
}

/** Undefined for a policy that came in a bundle, which is no file. */
const changedAt = (file: string): string | undefined => statSync(file, { throwIfNoEntry: false })?.mtime.toISOString()

/** `3 rules are on trial (…)`: how many, or which, and what says so. */
export const trialSentence = ({ by, file, since, rules }: Trial): string => {
  const which = rules.length <= 3 ? rules.join(', ') : `${rules.length} rules`
  const is = rules.length === 1 ? 'is' : 'are'
  const key = by === 'extends' ? 'extends: observe' : `${by}: audit`
  return `${which} ${is} on trial: ${key} in ${file}${since === undefined ? '' : `, unchanged since ${since.slice(0, 10)}`}`
}
