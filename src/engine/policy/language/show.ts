/** `policy show`: the effective policy, and where each part of it comes from. */

import { findings } from '../../analysis/values/findings.gen.ts'
import type { FindingId } from '../../analysis/values/findings.ts'
import { allPacks, mayExcept, planOf } from '../judge/layers.ts'
import { decisionOf, type PackLevel, rulesOf } from '../rules/pack.ts'
import type { LayerName, PolicyFile, Preset, RuleDecision, RuleSubject, When } from '../rules/types.ts'

/** A value and the file that set it; `default` when none did. */
export interface Sourced<T> {
  readonly value: T
  readonly from: string
}

export interface ShownRule {
  readonly id: string
  readonly on: readonly RuleSubject[]
  /** What it answers; `off` when it is silent, `adds` when it only adds text or changes something. */
  readonly decision: RuleDecision | 'off' | 'adds' | 'check'
  readonly severity?: string
  readonly means?: string
  readonly reason: string
  readonly instead?: string
  readonly strategy: 'enforce' | 'audit'
  readonly layer: LayerName
  readonly from: string
}

interface ShownException {
  readonly rule: string
  readonly reason: string
  readonly when?: When
  readonly expires?: string
  readonly from: string
  /** Why it has no effect; absent when it has. */
  readonly ineffective?: string
}

export interface EffectivePolicy {
  readonly preset: Sourced<Preset>
  readonly settings: {
    readonly 'could-not-tell': Sourced<string>
    readonly unattended: Sourced<string>
    readonly strategy: Sourced<string>
  }
  readonly packs: readonly (Sourced<PackLevel | 'off'> & { readonly id: string; readonly title: string })[]
  readonly rules: readonly ShownRule[]
  readonly exceptions: readonly ShownException[]
  /** What files said and may not say. */
  readonly refused: readonly { readonly from: string; readonly what: string }[]
}

/** The effective policy on a day (`YYYY-MM-DD`): its rules with their layer, and what exceptions take out. */
export const showPolicy = (policies: readonly PolicyFile[], today: string): EffectivePolicy => {
  const plan = planOf(policies)
  const whoSays = (says: (policy: PolicyFile) => boolean): string => policies.find(says)?.file ?? 'default'
  const setting = (name: 'could-not-tell' | 'unattended', value: string): Sourced<string> => ({
    value,
    from: whoSays(policy => policy.settings[name] === value),
  })
  const preset: Sourced<Preset> = { value: plan.preset, from: whoSays(policy => policy.extends === plan.preset) }
  return {
    preset,
    settings: {
      'could-not-tell': setting('could-not-tell', plan.couldNotTell),
      unattended: setting('unattended', plan.unattended),
      strategy: strategyOf(policies),
    },
    packs: allPacks.map(({ id, title }) => {
      const level = plan.levels.get(id) ?? 'off'
      const switched = policies.find(policy => Object.hasOwn(policy.packs, id) && policy.packs[id] === (level !== 'off'))
      return { id, title, value: level, from: switched?.file ?? `preset ${plan.preset}` }
    }),
    rules: [...builtIn(policies), ...written(policies)],
    exceptions: exceptionsOf(policies, today),
    refused: policies.flatMap(policy => policy.refused.map(what => ({ from: policy.file, what }))),
  }
}

const strategyOf = (policies: readonly PolicyFile[]): Sourced<string> => {
  const policy = policies.find(({ settings }) => settings.strategy !== undefined)
  return { value: policy?.settings.strategy ?? 'enforce', from: policy?.file ?? 'default' }
}

const builtIn = (policies: readonly PolicyFile[]): ShownRule[] => {
  const plan = planOf(policies)
  return allPacks.flatMap(pack => {
    const level = plan.levels.get(pack.id)
    return rulesOf(pack).map((rule): ShownRule => {
      const decision = level === undefined ? 'allow' : decisionOf(rule, level)
      const means = rule.means ?? (Object.hasOwn(findings(), rule.id) ? findings()[rule.id as FindingId].means : undefined)
      return {
        id: rule.id,
        on: rule.on ?? ['shell', 'file-read', 'file-write', 'mcp', 'web'],
        decision: decision === 'allow' ? 'off' : decision,
        severity: rule.severity,
        ...(means !== undefined && { means }),
        reason: rule.reason,
        instead: rule.instead,
        strategy: plan.audits(plan.owner(pack.id)) ? 'audit' : 'enforce',
        layer: 'preset',
        from: `pack ${pack.id}`,
      }
    })
  })
}

const written = (policies: readonly PolicyFile[]): ShownRule[] => {
  const plan = planOf(policies)
  return policies.flatMap(policy =>
    policy.rules.map((rule): ShownRule => {
      const subject = rule.on[0] ?? 'any'
      const active = plan
        .bySubject(subject === 'any' ? 'other' : subject)
        .find(({ id, layer }) => id === rule.id && layer === policy.layer)
      return {
        id: rule.id,
        on: rule.on,
        decision: rule.decision ?? (rule.check === undefined ? 'adds' : 'check'),
        ...(rule.severity !== undefined && { severity: rule.severity }),
        reason: rule.reason,
        ...(rule.instead !== undefined && { instead: rule.instead }),
        strategy: active?.audited === true ? 'audit' : 'enforce',
        layer: policy.layer,
        from: policy.file,
      }
    }),
  )
}

const exceptionsOf = (policies: readonly PolicyFile[], today: string): ShownException[] => {
  const plan = planOf(policies)
  return policies.flatMap(policy =>
    policy.exceptions.map(({ rule, reason, when, expires }): ShownException => {
      const found =
        plan.answers(rule) ??
        policies.flatMap(file => file.rules.map(own => ({ ...own, layer: file.layer }))).find(({ id }) => id === rule)
      const active = plan.exceptions.find(exception => exception.rule === rule && exception.layer === policy.layer)
      const locked = found !== undefined && active !== undefined && !mayExcept(active, found, policies)
      const ineffective =
        expires !== undefined && expires < today
          ? `expired on ${expires}`
          : locked
            ? found.final
              ? 'this rule is final'
              : 'the managed policy locks this rule'
            : found === undefined && !rule.includes('*')
              ? 'no such rule is in force'
              : undefined
      return {
        rule,
        reason,
        ...(when !== undefined && { when }),
        ...(expires !== undefined && { expires }),
        from: policy.file,
        ...(ineffective !== undefined && { ineffective }),
      }
    }),
  )
}
