/** From what was written to the normal form of rules, and the limits of a project's file. */

import { builtIn, type Cage, usual } from '../../../core/contain/cage.ts'
import type {
  Exception,
  LayerName,
  PackageTest,
  PathTest,
  PolicyFile,
  Rule,
  SandboxTest,
  SessionTest,
  StringTest,
  When,
} from '../rules/types.ts'
import type { Problem, Written } from './document.ts'
import { checkExceptions, checkRules } from './rule-checks.ts'
import type { WrittenCage, WrittenPolicy, WrittenRule } from './schema.ts'
import { isNot, listOf, type Tested, type WrittenWhen } from './written-when.ts'

/** A written policy in the one form that the judge reads: lists where one value may stand, switches as booleans. */
export const normalForm = (
  policy: WrittenPolicy,
  written: Written,
  file: string,
  layer: LayerName,
): { policy: PolicyFile; problems: Problem[] } => {
  const problems: Problem[] = [...checkRules(policy, written, layer), ...checkExceptions(policy, written, layer)]
  const refused: string[] = []
  const refuse = (path: readonly PropertyKey[], what: string): void => {
    refused.push(what)
    problems.push(
      written.at(path, {
        found: what,
        expected: 'ignored, since a project file may only tighten',
        severity: 'warning',
        code: 'loosens',
      }),
    )
  }
  const rules = (policy.rules ?? []).map(rule => ruleOf(rule, layer))
  const exceptions = (policy.exceptions ?? []).map(exceptionOf)
  const whole: PolicyFile = {
    version: 1,
    layer,
    file,
    ...(policy.extends !== undefined && { extends: policy.extends }),
    settings: present(policy.settings ?? {}),
    packs: Object.fromEntries(Object.entries(policy.packs ?? {}).map(([id, value]) => [id, value === true || value === 'on'])),
    ...(policy.profiles !== undefined && {
      profiles: Object.fromEntries(Object.entries(policy.profiles).map(([name, cage]) => [name, cageOf(cage)])),
    }),
    rules,
    exceptions,
    refused,
  }
  return { policy: layer === 'project' ? tightenOnly(whole, refuse) : whole, problems }
}

/** Drops what loosens, and says so. */
const tightenOnly = (policy: PolicyFile, refuse: (path: readonly PropertyKey[], what: string) => void): PolicyFile => {
  const rules = policy.rules.filter((rule, i) => {
    const why = loosens(rule)
    if (why !== undefined) refuse(['rules', i], `rule ${rule.id}: ${why}`)
    return why === undefined
  })
  policy.exceptions.forEach((exception, i) => {
    refuse(['exceptions', i], `an exception from ${exception.rule}`)
  })
  const lower = policy.extends === 'none' || policy.extends === 'observe'
  if (lower) refuse(['extends'], `extends: ${policy.extends}`)
  const off = Object.keys(policy.packs).filter(id => policy.packs[id] === false)
  for (const id of off) refuse(['packs', id], `pack ${id} off`)
  const settings = { ...policy.settings }
  if (settings['could-not-tell'] === 'allow') {
    refuse(['settings', 'could-not-tell'], 'could-not-tell: allow')
    delete settings['could-not-tell']
  }
  if (settings.unattended === 'allow' || settings.unattended === 'ask') {
    refuse(['settings', 'unattended'], `unattended: ${settings.unattended}`)
    delete settings.unattended
  }
  if (settings.strategy !== undefined && settings.strategy !== 'enforce') {
    refuse(['settings', 'strategy'], `strategy: ${settings.strategy}`)
    delete settings.strategy
  }
  const { extends: preset, ...rest } = policy
  return {
    ...rest,
    ...(preset !== undefined && !lower && { extends: preset }),
    settings,
    packs: Object.fromEntries(Object.entries(policy.packs).filter(([, on]) => on)),
    rules,
    exceptions: [],
  }
}

const loosens = (rule: Rule): string | undefined => {
  if (rule.grant === true) return 'grants what the client would ask about'
  if (rule.decision === 'allow') return 'allows'
  if (rule.check !== undefined) return 'runs a program'
  if (rule.rewrite !== undefined) return 'rewrites what the tool gets'
  if (rule.strategy !== undefined && rule.strategy !== 'enforce') return `strategy ${rule.strategy}`
  return undefined
}

/** Removes keys that are undefined. */
const present = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const ruleOf = (rule: WrittenRule, layer: LayerName): Rule => {
  const { on, when, reason, reviewers, links, contain, ...rest } = rule
  return {
    ...present(rest),
    ...(reviewers !== undefined && { reviewers: listOf(reviewers) }),
    ...(links !== undefined && { links: listOf(links) }),
    ...(contain !== undefined && { contain: typeof contain === 'string' ? contain : cageOf(contain) }),
    id: rule.id,
    on: listOf(on),
    ...(when !== undefined && { when: whenOf(when) }),
    reason: reason ?? `Rule ${rule.id} of the ${layer} policy.`,
    layer,
  }
}

/** What is not said is as in the usual cage. */
const cageOf = ({ write, network, hide }: WrittenCage): Cage => {
  const { write: places, network: net, hide: hidden } = builtIn[usual] as Cage
  return {
    write: write === undefined ? places : listOf(write).filter(place => place !== 'nothing'),
    network: network === undefined ? net : network === 'none' || network === 'all' ? network : listOf(network),
    hide: hide ?? hidden,
  }
}

const exceptionOf = ({ when, ...rest }: NonNullable<WrittenPolicy['exceptions']>[number]): Exception => ({
  ...present(rest),
  rule: rest.rule,
  reason: rest.reason,
  ...(when !== undefined && { when: whenOf(when) }),
})

/** A written `when` in the form that the judge reads. */
const whenOf = (when: WrittenWhen): When => {
  // Lists of `text`, `effect` and `certainty`, and paths, have no negated form of their own: `not` says it.
  const negated: When[] = []
  const positive = <K extends 'text' | 'effect' | 'certainty', T>(
    key: K,
    value: Tested<T> | undefined,
  ): Partial<Record<K, readonly T[]>> => {
    if (value === undefined) return {}
    if (!isNot(value)) return { [key]: listOf(value) } as Record<K, readonly T[]>
    negated.push({ not: { [key]: listOf(value.not) } as When })
    return {}
  }
  const paths = (key: 'reads' | 'writes' | 'deletes'): Partial<Record<typeof key, PathTest>> => {
    const value = when[key]
    if (value === undefined) return {}
    // `{ not: globs }`: it touches something that none of the globs covers.
    if (isNot(value)) return { [key]: { include: ['/**'], exclude: listOf(value.not) } }
    const globs = listOf(value)
    const include = globs.filter(glob => !glob.startsWith('!'))
    return {
      [key]: {
        include: include.length > 0 ? include : ['/**'],
        exclude: globs.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1)),
      },
    }
  }
  const strings = (key: (typeof stringKeys)[number]): Partial<Record<typeof key, StringTest>> => {
    const value = when[key]
    if (value === undefined) return {}
    return { [key]: isNot(value) ? { any: listOf(value.not), not: true } : { any: listOf(value), not: false } }
  }
  const parts: When = Object.assign(
    {},
    positive('text', when.text),
    positive('effect', when.effect),
    positive('certainty', when.certainty),
    ...(['reads', 'writes', 'deletes'] as const).map(paths),
    ...stringKeys.map(strings),
    present({ attended: when.attended }),
    when.sandboxed === undefined ? {} : { sandboxed: listOf(when.sandboxed).map(state => String(state) as SandboxTest) },
    when.session === undefined ? {} : { session: sessionOf(when.session) },
    when.args === undefined ? {} : { args: listOf(when.args) },
    when.flags === undefined ? {} : { flags: listOf(when.flags) },
    when.operands === undefined ? {} : { operands: { only: listOf(when.operands.only) } },
    when.packages === undefined ? {} : { packages: packagesOf(when.packages) },
    when.outside === undefined ? {} : { outside: listOf(when.outside) },
    when.any === undefined ? {} : { any: when.any.map(whenOf) },
    when.not === undefined ? {} : { not: whenOf(when.not) },
  )
  const all = [...(when.all ?? []).map(whenOf), ...negated]
  return all.length === 0 ? parts : { ...parts, all }
}

const packagesOf = (written: NonNullable<WrittenWhen['packages']>): PackageTest =>
  typeof written === 'object' && 'only' in written ? { only: listOf(written.only) } : { any: listOf(written) }

const sessionOf = ({ has, denied }: NonNullable<WrittenWhen['session']>): SessionTest => ({
  ...(has !== undefined && { has: listOf(has) }),
  ...(denied !== undefined && { denied }),
})

const stringKeys = [
  'program',
  'branch',
  'remote',
  'host',
  'server',
  'tool',
  'detects',
  'agent',
  'folder',
  'user',
  'group',
  'mode',
] as const
