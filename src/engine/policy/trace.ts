/** `explain`: the way from an event to its verdict, step by step. */

import { type Earlier, nothingEarlier } from '../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/failure.ts'
import type { Certainty, Decision, Verdict } from '../../core/verdict.ts'
import { findings } from '../analysis/values/findings.gen.ts'
import type { FindingId } from '../analysis/values/findings.ts'
import type { Host } from '../matching/host.ts'
import { evaluate, type Prepared } from './evaluate.ts'
import type { Judged } from './judge/judge.ts'
import type { PolicyFile, Preset, RuleDecision } from './rules/types.ts'

interface TracedInvocation {
  readonly program: string | undefined
  readonly argv: readonly (string | undefined)[]
  readonly cwd: string | undefined
  readonly wrappers: readonly string[]
}

interface TracedEffect {
  readonly finding: string
  readonly kind: string
  readonly means: string | undefined
  readonly certainty: Certainty
  readonly targets: readonly string[]
  readonly hosts: readonly string[]
  readonly unknown: string | undefined
  /** What the policy answers; undefined when it is silent about this. */
  readonly answer: RuleDecision | undefined
}

interface TracedRule {
  readonly id: string
  readonly layer: string
  readonly outcome: 'fired' | 'audited' | 'did not hold'
}

export interface Trace {
  readonly preset: Preset
  readonly invocations: readonly TracedInvocation[]
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly hosts: readonly string[]
  readonly effects: readonly TracedEffect[]
  /** Rules of conditions for this subject, and pack rules that fired. */
  readonly rules: readonly TracedRule[]
  readonly verdict: Verdict
  /** What would be decided had nothing happened before in the session, where that is something else. */
  readonly otherwise?: Decision
}

/** What was judged last, with what was seen of it: to say how a verdict came about, nothing need be judged again. */
export interface Keeping {
  readonly evaluate: typeof evaluate
  readonly kept: (event: NormalizedHookEvent, policies: readonly PolicyFile[], host: Host) => Kept | undefined
}

interface Kept {
  readonly judged: Result<Verdict>
  readonly prepared: Prepared
  readonly found: Judged
  /** Whether it mattered what the session did before. */
  readonly recalled: boolean
}

export const keeping = (): Keeping => {
  let last: (Kept & { readonly of: readonly unknown[] }) | undefined
  return {
    evaluate: async (event, policies, host, today = thisDay()) => {
      last = undefined
      let known: Pick<Kept, 'prepared' | 'found'> | undefined
      let recalled = false
      const earlier = (): Earlier => {
        const found = host.earlier?.() ?? nothingEarlier
        recalled ||= found !== nothingEarlier
        return found
      }
      const watched = host.earlier === undefined ? host : { ...host, earlier }
      const judged = await evaluate(event, policies, watched, today, (prepared, found) => {
        known = { prepared, found }
      })
      if (known !== undefined) last = { of: [event, policies, host], judged, ...known, recalled }
      return judged
    },
    kept: (...asked) => (last?.of.every((one, n) => one === asked[n]) ? last : undefined),
  }
}

const thisDay = (): string => new Date().toISOString().slice(0, 10)

export const traceEvent = async (
  event: NormalizedHookEvent,
  policies: readonly PolicyFile[],
  host: Host,
  today: string = thisDay(),
  before: Keeping = keeping(),
): Promise<Result<Trace>> => {
  if (before.kept(event, policies, host) === undefined) {
    const judged = await before.evaluate(event, policies, host, today)
    if (!judged.ok) return judged
  }
  const known = before.kept(event, policies, host)
  if (known === undefined) return fail({ kind: 'internal', detail: 'nothing was seen of the event' })
  const { judged, recalled, found } = known
  if (!judged.ok) return judged
  const { plan, rules, facts } = known.prepared
  const { earlier: _, ...bare } = host
  const without = recalled ? await evaluate(event, policies, bare, today) : judged
  const otherwise =
    without.ok && without.value.ruling.decision !== judged.value.ruling.decision ? without.value.ruling.decision : undefined
  const { fired, notes, pending } = found
  const spoke = [...fired.map(({ rule }) => rule), ...notes, ...pending]
  const silent = rules.filter(rule => !spoke.includes(rule))
  const places = (access: 'reads' | 'writes' | 'deletes'): string[] =>
    facts.places(access).flatMap(place => place.forms.at(-1) ?? place.written)
  return ok({
    preset: plan.preset,
    invocations: (facts.shell()?.invocations ?? []).map(({ program, argv, cwd, wrappers }) => ({ program, argv, cwd, wrappers })),
    reads: places('reads'),
    writes: places('writes'),
    deletes: places('deletes'),
    hosts: facts.hosts(),
    effects: facts.effects().map(({ finding, kind, certainty, targets, hosts, unknown }) => ({
      finding,
      kind,
      means: Object.hasOwn(findings(), finding) ? findings()[finding as FindingId].means : undefined,
      certainty,
      targets: targets.map(target => target.path ?? target.written),
      hosts,
      unknown,
      answer: plan.answers(finding)?.decision,
    })),
    rules: [
      ...[...new Map(spoke.map(rule => [rule.id, rule])).values()].map(({ id, layer, audited }) => ({
        id,
        layer,
        outcome: audited ? ('audited' as const) : ('fired' as const),
      })),
      ...silent.map(({ id, layer }) => ({ id, layer, outcome: 'did not hold' as const })),
    ],
    verdict: judged.value,
    ...(otherwise !== undefined && { otherwise }),
  })
}
