/** Which rules apply: the built-in packs under the effective preset, then what each layer adds. A lower layer only tightens. */

import type { Subject } from '../../../core/event.ts'
import { rank } from '../../../core/verdict.ts'
import { decisionOf, type Pack, type PackLevel, type PackRule } from '../rules/pack.ts'
import {
  type Exception,
  type LayerName,
  type PolicyFile,
  type PolicySettings,
  type Preset,
  presets,
  type Rule,
  type RuleDecision,
  type RuleSubject,
} from '../rules/types.ts'
import { packs as builtIn } from './packs.gen.ts'

/** A rule that applies, with its decision settled. */
export interface ActiveRule extends Omit<Rule, 'on'> {
  readonly on: readonly RuleSubject[]
  readonly decision?: RuleDecision
  /** It is watched, not enforced. */
  readonly audited: boolean
  /** An error in judging it is ignored. */
  readonly lenient: boolean
  /** What it objects to does not happen in a cage. */
  readonly caged?: boolean
}

interface ActiveException extends Exception {
  readonly layer: LayerName
}

export interface Plan {
  readonly preset: Preset
  readonly couldNotTell: 'allow' | 'contain' | 'ask' | 'deny'
  readonly unattended: 'allow' | 'ask' | 'deny'
  /** The pack rule that answers a finding of the analyser; undefined when the policy is silent about it. */
  readonly answers: (finding: string) => ActiveRule | undefined
  /** Everything else, by what the event is about. */
  readonly bySubject: (subject: Subject) => readonly ActiveRule[]
  readonly exceptions: readonly ActiveException[]
  /** Rules of this layer are watched, not enforced. */
  readonly audits: (layer: LayerName) => boolean
  /** Whose the rules of a pack are: a pack that managed switched on is managed's, whoever else wants it watched only. */
  readonly owner: (pack: string) => LayerName
  /** Packs in force, with their level. */
  readonly levels: ReadonlyMap<string, PackLevel>
}

export const allPacks: readonly Pack[] = builtIn

const plans = new WeakMap<readonly PolicyFile[], Plan>()

const noFiles: readonly PolicyFile[] = []

/** The effective policy of these files. Remembered per array, for doors that ask more than once; no files are always the same. */
export const planOf = (policies: readonly PolicyFile[]): Plan => {
  const files = policies.length === 0 ? noFiles : policies
  const known = plans.get(files)
  if (known !== undefined) return known
  const plan = makePlan(files)
  plans.set(files, plan)
  return plan
}

const makePlan = (policies: readonly PolicyFile[]): Plan => {
  const layers: Layers = {
    managed: policies.filter(policy => policy.layer === 'managed'),
    user: policies.filter(policy => policy.layer === 'user'),
    project: policies.filter(policy => policy.layer === 'project'),
  }
  const { base, preset, contains } = effectivePreset(layers)
  const levels = packLevels(layers, preset)
  const audits = auditing(layers, base, preset)
  const owner = (id: string): LayerName => (says(layers.managed, id, true) ? 'managed' : 'preset')
  const fromPack = (rule: PackRule, level: PackLevel, id: string): ActiveRule | undefined => {
    const given = decisionOf(rule, level)
    const lifts = given === 'allow' || (given === 'ask' && preset === 'contained')
    const decision = contains && lifts && rule.contained !== undefined ? 'contain' : given
    const { caged } = allPacks.find(pack => pack.id === id) ?? {}
    return decision === 'allow' ? undefined : activate(rule, decision, audits(owner(id)), caged === true)
  }
  const ofPacks = (): Groups => {
    const rules: ActiveRule[] = []
    for (const pack of allPacks) {
      const level = levels.get(pack.id)
      if (level === undefined) continue
      for (const rule of pack.conditions?.() ?? []) {
        const active = fromPack(rule, level, pack.id)
        if (active !== undefined) rules.push(active)
      }
    }
    return grouped(rules)
  }
  const answered = new Map<string, ActiveRule | undefined>()
  const rules: ActiveRule[] = []
  for (const policy of policies) {
    for (const rule of policy.rules) {
      const audited = rule.strategy === undefined ? audits(policy.layer) : rule.strategy === 'audit'
      rules.push({ ...rule, layer: policy.layer, audited: audited || audits(policy.layer), lenient: isLenient(rule, policy) })
    }
  }
  return {
    preset,
    couldNotTell: strictestSetting(layers, 'could-not-tell', doubts[preset]),
    unattended: strictestSetting(layers, 'unattended', 'deny'),
    answers: finding => {
      if (answered.has(finding)) return answered.get(finding)
      const id = finding.slice(0, finding.indexOf('.'))
      const level = levels.get(id)
      const rule = allPacks
        .find(pack => pack.id === id)
        ?.answers()
        .find(rule => rule.id === finding)
      const found = level === undefined || rule === undefined ? undefined : fromPack(rule, level, id)
      answered.set(finding, found)
      return found
    },
    bySubject: bySubject(
      isSwitched(layers) ? ofPacks() : ofPreset(`${preset} ${contains} ${audits('preset')}`, ofPacks),
      grouped(rules),
    ),
    exceptions: exceptionsOf(layers),
    audits,
    owner,
    levels,
  }
}

const isLenient = (rule: Rule, policy: PolicyFile): boolean =>
  (rule.strategy ?? policy.settings.strategy) === 'enforce-ignore-on-error'

interface Layers {
  readonly managed: readonly PolicyFile[]
  readonly user: readonly PolicyFile[]
  readonly project: readonly PolicyFile[]
}

const strictest = (names: readonly Preset[]): Preset | undefined =>
  names.length === 0 ? undefined : names.reduce((a, b) => (presets.indexOf(b) > presets.indexOf(a) ? b : a))

const presetsOf = (policies: readonly PolicyFile[]): Preset[] => policies.flatMap(policy => policy.extends ?? [])

/** Managed is a floor; the user's word counts above it; a project can only raise. Silence everywhere is `recommended`. */
const effectivePreset = (layers: Layers): { readonly base: Preset; readonly preset: Preset; readonly contains: boolean } => {
  const upper = [...presetsOf(layers.managed), ...presetsOf(layers.user)]
  const project = presetsOf(layers.project)
  const base = strictest(upper) ?? 'recommended'
  // Beside a preset that asks, `contained` still contains what that lets through.
  return { base, preset: strictest([base, ...project]) ?? base, contains: [...upper, ...project].includes('contained') }
}

/** What a preset makes of a call that cannot be judged by looking at it. */
const doubts = { none: 'allow', observe: 'ask', contained: 'contain', recommended: 'ask', strict: 'deny' } as const

const says = (policies: readonly PolicyFile[], id: string, on: boolean): boolean =>
  policies.some(policy => Object.hasOwn(policy.packs, id) && policy.packs[id] === on)

/** Whether any file switches a pack on or off. */
const isSwitched = ({ managed, user, project }: Layers): boolean =>
  [managed, user, project].some(policies => policies.some(({ packs }) => Object.keys(packs).length > 0))

const packLevels = (layers: Layers, preset: Preset): ReadonlyMap<string, PackLevel> => {
  const locked = presetsOf(layers.managed).length > 0
  const levels = new Map<string, PackLevel>()
  const switched = isSwitched(layers)
  for (const pack of allPacks) {
    const level = presetLevel(pack, preset)
    if (!switched) {
      if (level !== undefined) levels.set(pack.id, level)
      continue
    }
    const on = [layers.managed, layers.user, layers.project].some(policies => says(policies, pack.id, true))
    const offByManaged = says(layers.managed, pack.id, false)
    const offByUser = says(layers.user, pack.id, false) && !locked
    if (on) levels.set(pack.id, preset === 'strict' ? 'strict' : 'on')
    else if (level !== undefined && !offByManaged && !offByUser) levels.set(pack.id, level)
  }
  return levels
}

const presetLevel = (pack: Pack, preset: Preset): PackLevel | undefined => {
  switch (preset) {
    case 'none':
      return undefined
    case 'strict':
      return pack.strict === 'on' ? 'strict' : undefined
    case 'observe':
    case 'contained':
    case 'recommended':
      return pack.recommended === 'off' ? undefined : pack.recommended
    default:
      return preset satisfies never
  }
}

/** Whether rules of a layer are watched only. What managed says holds for managed rules whatever others say. */
const auditing = (layers: Layers, base: Preset, preset: Preset): ((layer: LayerName) => boolean) => {
  const strategy = (policies: readonly PolicyFile[]) =>
    policies.findLast(policy => policy.settings.strategy !== undefined)?.settings.strategy
  const managed = strategy(layers.managed)
  const user = strategy(layers.user)
  const locked = presetsOf(layers.managed).length > 0
  const below =
    managed === 'audit' ? user === undefined || user === 'audit' : user === 'audit' && managed === undefined && !locked
  return layer => {
    if (layer === 'managed') return managed === 'audit' || strictest(presetsOf(layers.managed)) === 'observe'
    // A project that raises the preset does not wake the user's own rules, of which some may grant.
    return (layer === 'user' ? base : preset) === 'observe' || below
  }
}

const strictestSetting = <Name extends 'could-not-tell' | 'unattended'>(
  layers: Layers,
  name: Name,
  otherwise: Setting<Name>,
): Setting<Name> => {
  const values = (policies: readonly PolicyFile[]): readonly Setting<Name>[] =>
    policies.flatMap(policy => (policy.settings[name] as Setting<Name> | undefined) ?? [])
  const max = (list: readonly Setting<Name>[]): Setting<Name> => list.reduce((a, b) => (rank(b) > rank(a) ? b : a))
  const upper = [...values(layers.managed), ...values(layers.user)]
  return max([upper.length > 0 ? max(upper) : otherwise, ...values(layers.project)])
}

type Setting<Name extends keyof PolicySettings> = NonNullable<PolicySettings[Name]>

const activate = (rule: PackRule, decision: RuleDecision, audited: boolean, caged: boolean): ActiveRule => ({
  id: rule.id,
  on: rule.on ?? ['any'],
  ...(rule.when !== undefined && { when: rule.when }),
  decision,
  ...(decision === 'contain' && rule.contained !== undefined && { contain: rule.contained }),
  reason: rule.reason,
  instead: rule.instead,
  severity: rule.severity,
  layer: 'preset',
  audited,
  lenient: false,
  caged,
})

type Groups = ReadonlyMap<RuleSubject, readonly ActiveRule[]>

/** Rules of the packs, which are the same for whoever has that preset and switches none. */
const presetRules = new Map<string, Groups>()

const ofPreset = (key: string, make: () => Groups): Groups => {
  const groups = presetRules.get(key) ?? make()
  presetRules.set(key, groups)
  return groups
}

const grouped = (rules: readonly ActiveRule[]): Groups => {
  const groups = new Map<RuleSubject, ActiveRule[]>()
  for (const rule of rules) {
    for (const subject of new Set(rule.on.includes('any') ? (['any'] as const) : rule.on)) {
      const group = groups.get(subject)
      if (group === undefined) groups.set(subject, [rule])
      else group.push(rule)
    }
  }
  return groups
}

const bySubject = (packs: Groups, own: Groups): ((subject: Subject) => readonly ActiveRule[]) => {
  const made = new Map<Subject, readonly ActiveRule[]>()
  const of = (subject: RuleSubject): readonly ActiveRule[] => [...(packs.get(subject) ?? []), ...(own.get(subject) ?? [])]
  return subject => {
    const all = made.get(subject) ?? [...(subject === 'other' ? [] : of(subject)), ...of('any')]
    made.set(subject, all)
    return all
  }
}

const exceptionsOf = (layers: Layers): ActiveException[] =>
  [...layers.managed, ...layers.user].flatMap(policy =>
    policy.exceptions.map(exception => ({ ...exception, layer: policy.layer })),
  )

/** A user cannot except what managed wrote, nor what a managed preset put there; what is final, nobody. */
export const mayExcept = (
  exception: ActiveException,
  rule: Pick<ActiveRule, 'layer' | 'final'>,
  policies: readonly PolicyFile[],
): boolean => {
  if (rule.final) return false
  if (exception.layer === 'managed') return true
  if (rule.layer === 'managed') return false
  return rule.layer !== 'preset' || !policies.some(policy => policy.layer === 'managed' && policy.extends !== undefined)
}
