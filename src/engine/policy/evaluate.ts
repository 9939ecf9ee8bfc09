/** The embedded engine: one event, the files of the layers, one verdict. Pure but for what the host tells; never throws on purpose. */

import { refusalWord } from '../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { type Failure, fail, ok, type Result } from '../../core/failure.ts'
import { stringAt } from '../../core/json.ts'
import { hasAnyOf, markOf } from '../../core/traits.ts'
import { rank, type Verdict } from '../../core/verdict.ts'
import { touch } from '../analysis/file-tools.ts'
import { isRunLater, mayTurn, setsDownloads } from '../analysis/places/read-later.ts'
import { acts, equivalentsOf } from '../analysis/tools/tools.ts'
import type { Part } from '../analysis/values/analysis.ts'
import { budgetOf } from '../analysis/values/budget.ts'
import type { WrittenFile } from '../analysis/values/facts.ts'
import type { Equivalents } from '../analysis/values/tool-call.ts'
import type { Host } from '../matching/host.ts'
import { compose, type Findings, type Fired, settleAttendance } from './judge/compose.ts'
import { type Analyse, type Facts, factsOf, type Readers } from './judge/facts.ts'
import { type Judged, judge } from './judge/judge.ts'
import { type ActiveRule, type Plan, planOf } from './judge/layers.ts'
import { type Matchers, matchersFor } from './judge/matchers.ts'
import { loadLinearEngine, needsLinearEngine, requiredText } from './judge/pattern.ts'
import { countsRefusals, patternsIn, readsContent, speaksOf } from './rules/conditions.ts'
import type { PolicyFile } from './rules/types.ts'

/** Patterns of names, and programs that find names without one. */
const magic = [...'*?[{'].map(markOf)
const finders = /\bf(?:in)?d(?:find)?\b/
const finding = ['fd', 'find'].map(markOf)
const mayFind = (content: string): boolean => hasAnyOf(content, magic) || (hasAnyOf(content, finding) && finders.test(content))

/** Most characters of content that are judged. Beyond it the answer is a failure, not a guess. */
export const maxContent = 4 * 1024 * 1024

/** Asynchronous only because the parser, linear regular expressions and checks are loaded when a rule needs them. */
export const evaluate = async (
  event: NormalizedHookEvent,
  policies: readonly PolicyFile[],
  host: Host,
  today: string = new Date().toISOString().slice(0, 10),
  saw?: (prepared: Prepared, judged: Judged) => void,
): Promise<Result<Verdict>> => {
  try {
    const prepared = await prepare(event, policies, host)
    if (!prepared.ok) return prepared
    const { plan, rules, facts } = prepared.value
    let { pending, ...found } = judge(facts, plan, rules, policies, today)
    let verdict = compose(facts, plan, found)
    if (
      rank(verdict.ruling.decision) > rank('contain') &&
      host.earlier !== undefined &&
      rules.some(({ when }) => countsRefusals(when))
    ) {
      const refused = 1 + host.earlier().times(refusalWord(event))
      facts.refusals = () => refused
      if (refused > 1) {
        ;({ pending, ...found } = judge(facts, plan, rules, policies, today))
        verdict = compose(facts, plan, found)
      }
    }
    saw?.(prepared.value, { pending, ...found })
    if (mayMatterLater(facts)) {
      loaded.happened ??= await import('./judge/happened.ts')
      verdict = { ...verdict, happened: loaded.happened.happenedIn(facts, plan) }
    }
    if (pending.length === 0 || verdict.ruling.decision === 'deny')
      return await settleRewrite(await objected(verdict, facts, plan, found, policies), event, policies, host, today)
    const checked = await askChecks(pending, event)
    // A deny is a deny, whatever became of the other checks.
    const together = merged(found, checked.found)
    const whole = compose(facts, plan, together)
    if (checked.failure !== undefined && whole.ruling.decision !== 'deny') return fail(checked.failure)
    return await settleRewrite(await objected(whole, facts, plan, together, policies), event, policies, host, today)
  } catch (error) {
    return fail({ kind: 'internal', detail: error instanceof Error ? error.message : 'unknown' })
  }
}

/** A refusal says whether a person may let it through, and in which cage the call could run. */
const objected = async (
  verdict: Verdict,
  facts: Facts,
  plan: Plan,
  found: Findings,
  policies: readonly PolicyFile[],
): Promise<Verdict> => {
  if (verdict.ruling.decision === 'allow') return verdict
  loaded.permit ??= await import('./judge/permit.ts')
  const permit = loaded.permit.permitOf(verdict, facts.event, found.fired, policies)
  return { ...(await caged(verdict, facts, plan, found, policies)), ruling: { ...verdict.ruling, permit } }
}

const caged = async (
  verdict: Verdict,
  { event }: Facts,
  plan: Plan,
  found: Findings,
  policies: readonly PolicyFile[],
): Promise<Verdict> => {
  const fired = found.fired.filter(({ rule }) => !rule.audited).map(answer => settleAttendance(answer, event, plan))
  if (!fired.some(({ decision }) => decision === 'contain')) return verdict
  return { ...verdict, contain: (await import('./judge/contained.ts')).containmentOf(fired, found.grant, policies) }
}

/** Part of what is noted for later calls of the session; most calls have nothing of it. */
const mayMatterLater = (facts: Facts): boolean =>
  facts.shell()?.carried !== undefined ||
  facts.writtenPaths().length > 0 ||
  facts.effects().some(({ kind, certainty }) => kind === 'read-secret' && certainty === 'proved-dangerous')

/** A command that a rule wrote is judged like one that the agent wrote. It is not rewritten again. */
const settleRewrite = async (
  verdict: Verdict,
  event: NormalizedHookEvent,
  policies: readonly PolicyFile[],
  host: Host,
  today: string,
): Promise<Result<Verdict>> => {
  const { rewrite } = verdict
  if (event.subject !== 'shell' || rewrite?.of !== 'input' || verdict.ruling.decision === 'deny') return ok(verdict)
  const key = Object.keys(event.structuredInput).find(name => event.structuredInput[name] === event.content)
  const command = key === undefined ? undefined : stringAt(rewrite.input, key)
  if (command === undefined || command === event.content) return ok(verdict)
  const prepared = await prepare({ ...event, content: command, structuredInput: rewrite.input }, policies, host)
  if (!prepared.ok) return prepared
  const { plan, rules, facts } = prepared.value
  const found = judge(
    facts,
    plan,
    rules.filter(rule => rule.rewrite === undefined && rule.check === undefined),
    policies,
    today,
  )
  const again = await caged(compose(facts, plan, found), facts, plan, found, policies)
  if (rank(again.ruling.decision) <= rank(verdict.ruling.decision)) return ok(verdict)
  const { would: _, ...rest } = verdict
  return ok({
    ...rest,
    ruling: again.ruling,
    ...(again.contain !== undefined && { contain: again.contain }),
    rules: [...new Set([...again.rules, ...verdict.rules])],
    ...(again.certainty !== undefined && { certainty: again.certainty }),
  })
}

export interface Prepared {
  readonly plan: Plan
  /** Rules of conditions that speak about this subject. */
  readonly rules: readonly ActiveRule[]
  readonly facts: Facts
}

/** The effective policy and the facts of one event, ready to be judged. */
export const prepare = async (
  event: NormalizedHookEvent,
  policies: readonly PolicyFile[],
  host: Host,
): Promise<Result<Prepared>> => {
  const plan = planOf(policies)
  const rules = rulesFor(event, plan)
  const texts = textsOf(rules)
  if (event.content.length > maxContent && (acts.has(event.subject) || rules.some(rule => readsContent(rule.when)))) {
    return fail({ kind: 'engine-limit', detail: `content of ${event.content.length} characters` })
  }
  const equivalents = await equivalentsOf(event)
  const matchers = await matchersFor(
    [rules, plan.exceptions],
    acts.has(event.subject) && mayFind(event.content),
    event.mcpServer !== undefined || event.mcpTold !== undefined,
    acts.has(event.subject),
  )
  const whole = await wholeFacts(event, equivalents, host, matchers, texts.length)
  if (!whole.ok) return whole
  const facts = whole.value
  // Only for a pattern that could match here: its fixed part stands in the content.
  if (texts.some(source => needsLinearEngine(source) && facts.mayContain(requiredText(source)))) await loadLinearEngine()
  return ok({ plan, rules, facts })
}

/** A prompt that brings files along answers to the rules about reading as well, as far as they speak of files. */
const rulesFor = ({ subject, paths }: NormalizedHookEvent, plan: Plan): readonly ActiveRule[] => {
  const own = plan.bySubject(subject)
  if (subject !== 'prompt' || paths.length === 0) return own
  const reading = plan.bySubject('file-read').filter(({ when }) => when === undefined || speaksOf(when, 'reads'))
  return [...new Set([...own, ...reading])]
}

/** A plan has one array for each subject, so that a door which asks more than once reads its rules once. */
const texts = new WeakMap<readonly ActiveRule[], readonly string[]>()

const textsOf = (rules: readonly ActiveRule[]): readonly string[] => {
  const known = texts.get(rules) ?? rules.flatMap(rule => patternsIn(rule.when))
  texts.set(rules, known)
  return known
}

type Analyser = typeof import('../analysis/analyse.ts')

/** Importing again what is loaded costs more than reading a short command. */
const loaded: {
  analyser?: Analyser
  happened?: typeof import('./judge/happened.ts')
  permit?: typeof import('./judge/permit.ts')
  written?: typeof import('../analysis/written-files.ts')
} = {}
const loadAnalyser = async () => (loaded.analyser = await import('../analysis/analyse.ts'))

/**
 * The analyser loads what it knows of rare programs when a command names one. Facts that missed something are thrown
 * away and found again; whoever judges never sees them.
 */
const wholeFacts = async (
  event: NormalizedHookEvent,
  equivalents: Equivalents,
  host: Host,
  matchers: Matchers,
  textRules: number,
): Promise<Result<Facts>> => {
  const touch = await touchFor(equivalents)
  let analyser = runs(equivalents) ? (loaded.analyser ?? (await loadAnalyser())) : undefined
  if (analyser === undefined) {
    const facts = await withTexts(
      factsOf(event, equivalents, host, { analyse: undefined, touch, texts: undefined }, matchers, textRules),
    )
    if (!facts.written().some(needsAnalysis)) return ok(facts)
    analyser = loaded.analyser ?? (await loadAnalyser())
  }
  // What only the second round could see may need more: then everything is loaded, and the third is the last.
  for (const load of [analyser.loadParts, analyser.loadAll, undefined]) {
    const wanted = new Set<Part>()
    const analyse = analyseWith(analyser, event, host, wanted)
    const facts = await withTexts(factsOf(event, equivalents, host, { analyse, touch, texts: undefined }, matchers, textRules))
    facts.effects()
    if (wanted.size === 0) return ok(facts)
    await load?.(wanted)
  }
  return fail({ kind: 'internal', detail: 'what the analyser knows of a program could not be loaded' })
}

/** What reads the texts is loaded when there are some. */
const withTexts = async (facts: Facts): Promise<Facts> => {
  if (facts.written().length > 0) {
    loaded.written ??= await import('../analysis/written-files.ts')
    facts.readers.texts = loaded.written.effectsOf
  }
  return facts
}

const needsAnalysis = ({ path, text }: WrittenFile): boolean =>
  isRunLater(path, text) ||
  mayTurn(path, text) ||
  setsDownloads.test(path) ||
  /(?:^|[\\/])(?:go\.mod|kustomization\.ya?ml)$/.test(path) ||
  (/\.ya?ml$/.test(path) && text.includes('repoURL:'))

const runs = ({ commands, possibleCommands, translated }: Equivalents): boolean =>
  commands.length + possibleCommands.length + translated.length > 0

/** The knowledge of places, for whatever names paths and addresses. */
const touchFor = async (equivalents: Equivalents): Promise<Readers['touch']> => {
  const { reads, writes, deletes, transfers, possiblePaths, searches, urls, requests, findings, unknown } = equivalents
  const touches =
    unknown !== undefined ||
    [reads, writes, deletes, transfers, possiblePaths, searches, urls, requests, findings].some(list => list.length > 0)
  if (!touches && !runs(equivalents)) return undefined
  // A command touches what the analyser says, and has nothing of its own.
  if (!touches) return (all, ground) => (all === equivalents ? [] : touch(all, ground))
  if (urls.length + requests.length === 0) return touch
  const { asked } = await import('../analysis/web-tools.ts')
  return (all, ground) => [...touch(all, ground), ...asked(all, ground)]
}

const analyseWith = (analyser: Analyser, event: NormalizedHookEvent, host: Host, wanted: Set<Part>): Analyse => {
  const { workspaceRoots } = event
  // For all commands of one event together.
  const budget = budgetOf(600, host)
  return (command, dialect, cwd = event.cwd) =>
    analyser.analyse(command, {
      cwd,
      folder: event.cwd,
      workspaceRoots,
      host,
      wanted,
      budget,
      ...(dialect !== undefined && { dialect }),
    })
}

/** Runs the external programs of rules that hold, side by side. */
const askChecks = async (
  rules: readonly ActiveRule[],
  event: NormalizedHookEvent,
): Promise<{ readonly found: Findings; readonly failure: Failure | undefined }> => {
  const { runCheck } = await import('./judge/check.ts')
  const fired: Fired[] = []
  let failure: Failure | undefined
  const ask = async (rule: ActiveRule): Promise<void> => {
    if (rule.check === undefined) return
    const outcome = await runCheck(rule.check, event)
    if (!outcome.ok) {
      if (!rule.lenient && !rule.audited)
        failure ??= { kind: 'internal', detail: `the check of ${rule.id} gave no answer: ${outcome.detail}` }
      return
    }
    const { decision, reason = rule.reason, rewrite, context } = outcome.answer
    const more = { ...(rewrite !== undefined && { rewrite }), ...(context !== undefined && { context }) }
    if (decision !== 'allow' || Object.keys(more).length > 0) fired.push({ rule, decision, reason, by: 'rule', ...more })
  }
  await Promise.all(rules.map(ask))
  return { found: { fired, notes: [], grant: false }, failure }
}

const merged = (a: Findings, b: Findings): Findings => ({
  fired: [...a.fired, ...b.fired],
  notes: [...a.notes, ...b.notes],
  grant: a.grant || b.grant,
})
