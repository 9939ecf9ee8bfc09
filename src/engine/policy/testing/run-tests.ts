/** `policy test`: the cases that stand beside a policy, each judged by the whole effective policy. */

import { describe as sentence } from '../../../core/failure.ts'
import type { Verdict } from '../../../core/verdict.ts'
import type { Host } from '../../matching/host.ts'
import { evaluate } from '../evaluate.ts'
import { explain, type Problem, readDocument } from '../language/document.ts'
import { type EffectivePolicy, showPolicy } from '../language/show.ts'
import { nearest } from '../language/suggest.ts'
import type { PolicyFile } from '../rules/types.ts'
import { eventOf, hostAfter, type Stage } from './case.ts'
import { hostIn } from './repository.ts'
import { keysOfTests, type TestCase, testFileSchema, whats } from './test-schema.ts'

interface CaseResult {
  readonly name: string
  readonly line: number
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly want: string
  readonly got: string
  readonly rules: readonly string[]
  /** Why it failed, as one sentence. */
  readonly why?: string
  readonly ms: number
}

export interface TestReport {
  readonly file: string
  readonly cases: readonly CaseResult[]
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** How often each rule of the policy files fired, over all cases. */
  readonly coverage: Readonly<Record<string, number>>
  readonly neverMatched: readonly string[]
  /** In how many cases a rule of each built-in pack fired that is on. */
  readonly packs: Readonly<Record<string, number>>
}

/** Problems of the file itself come instead of a report: an empty or misspelt test file tests nothing. */
type TestRun = { readonly ok: true; readonly report: TestReport } | { readonly ok: false; readonly problems: readonly Problem[] }

export const runPolicyTests = async (
  text: string,
  file: string,
  policies: readonly PolicyFile[],
  host: Host,
  options: Partial<Stage> & { readonly today?: string } = {},
): Promise<TestRun> => {
  const written = readDocument(text)
  if (written.problems.length > 0) return { ok: false, problems: written.problems }
  const parsed = testFileSchema.safeParse(written.value)
  if (!parsed.success) return { ok: false, problems: explain(parsed.error.issues, written, { keysAt: keysOfTests }) }
  const problems = parsed.data.tests.flatMap((test, i) => {
    const given = whats.filter(what => test[what] !== undefined)
    if (given.length === 1) return []
    const found = given.length === 0 ? 'a case about nothing' : given.join(' and ')
    return [written.at(['tests', i], { found, expected: `exactly one of ${whats.join(', ')}` })]
  })
  if (problems.length > 0) return { ok: false, problems }

  const cwd = options.cwd ?? `${host.home}/workspace`
  const { folder } = options
  const stage: Stage = { cwd, workspaceRoots: options.workspaceRoots ?? [cwd], ...(folder !== undefined && { folder }) }
  const coverage: Record<string, number> = Object.fromEntries(policies.flatMap(policy => policy.rules.map(rule => [rule.id, 0])))
  const cases: CaseResult[] = []
  const shown = showPolicy(policies, options.today ?? new Date().toISOString().slice(0, 10))
  const packs: Record<string, number> = Object.fromEntries(
    shown.packs.flatMap(({ id, value }) => (value === 'off' ? [] : [[id, 0]])),
  )
  const silent = silentRules(shown)
  for (const [i, test] of parsed.data.tests.entries()) {
    const { line } = written.at(['tests', i], { found: '', expected: '' })
    const { result, verdict } = await runCase(test, line, stage, policies, host, silent, options.today)
    const fired = [...(verdict?.rules ?? []), ...(verdict?.audited ?? [])]
    for (const id of fired) if (Object.hasOwn(coverage, id)) coverage[id] = (coverage[id] ?? 0) + 1
    // A file may have a rule under a pack's name.
    const ofPacks = fired.filter(id => !Object.hasOwn(coverage, id)).map(id => id.slice(0, id.indexOf('.')))
    for (const id of new Set(ofPacks)) if (Object.hasOwn(packs, id)) packs[id] = (packs[id] ?? 0) + 1
    cases.push(result)
  }
  const count = (status: CaseResult['status']): number => cases.filter(result => result.status === status).length
  return {
    ok: true,
    report: {
      file,
      cases,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      coverage,
      neverMatched: Object.keys(coverage).filter(id => coverage[id] === 0),
      packs,
    },
  }
}

const runCase = async (
  test: TestCase,
  line: number,
  stage: Stage,
  policies: readonly PolicyFile[],
  host: Host,
  silent: WhySilent,
  today: string | undefined,
): Promise<{ result: CaseResult; verdict?: Verdict }> => {
  const base = { name: test.name ?? titleOf(test), line, want: test.expect }
  if (test.name?.startsWith('todo_')) return { result: { ...base, status: 'skipped', got: '', rules: [], ms: 0 } }
  const started = performance.now()
  const event = eventOf(test, stage)
  const judged = await evaluate(
    event,
    policies,
    hostAfter(test.earlier, event, hostIn(test.repo, event, host)),
    test.today ?? today,
  )
  const ms = performance.now() - started
  if (!judged.ok)
    return { result: { ...base, status: 'failed', got: judged.failure.kind, rules: [], why: sentence(judged.failure), ms } }
  const verdict = judged.value
  const got = gotOf(verdict)
  const wrong = mismatch(test, got, verdict)
  const why = wrong === undefined ? undefined : [wrong, ...missingIn(test, verdict).flatMap(id => silent(id) ?? [])].join('; ')
  const result = {
    ...base,
    got,
    rules: verdict.rules,
    ms,
    ...(why === undefined ? { status: 'passed' as const } : { status: 'failed' as const, why }),
  }
  return { result, verdict }
}

/** A verdict in the one word that cases use. */
const gotOf = (verdict: Verdict): string => {
  if (verdict.ruling.decision !== 'allow') return verdict.ruling.decision
  if (verdict.rewrite !== undefined) return verdict.rewrite.of === 'output' ? 'redact' : 'rewrite'
  return verdict.ruling.grant ? 'grant' : 'allow'
}

const mismatch = (test: TestCase, got: string, verdict: Verdict): string | undefined => {
  const because = verdict.rules.length > 0 ? ` by ${verdict.rules.join(', ')}` : ''
  const trial = verdict.would === undefined ? '' : `; on trial it would be ${verdict.would} by ${verdict.audited?.join(', ')}`
  if (got !== test.expect) return `wanted ${test.expect}, got ${got}${because}${trial}`
  const gave = verdict.deciders ?? verdict.rules
  const missing = (test.rules ?? []).filter(id => !gave.includes(id))
  const tried = verdict.audited ?? []
  const untried = (test.audited ?? []).filter(id => !tried.includes(id))
  if (untried.length > 0)
    return untried.every(id => verdict.rules.includes(id))
      ? `${untried.join(', ')} fired, but is not on trial`
      : `wanted ${untried.join(', ')} to hold on trial, but it was ${tried.join(', ') || 'none'}`
  const asked = missing.filter(id => verdict.rules.includes(id))
  if (asked.length > 0) return `${asked.join(', ')} fired, but the ${got} came from ${gave.join(', ')}`
  if (missing.length > 0)
    return missing.every(id => tried.includes(id))
      ? `wanted ${missing.join(', ')} to fire, but it is on trial; with audited a case expects that`
      : `wanted ${missing.join(', ')} to fire, but it was ${got}${because || ' by no rule'}`
  if (test.certainty !== undefined && verdict.certainty !== test.certainty)
    return `wanted ${test.certainty}, got ${verdict.certainty ?? 'no certainty'}`
  const command = verdict.rewrite?.of === 'input' ? verdict.rewrite.input.command : undefined
  if (test.rewritten !== undefined && command !== test.rewritten)
    return `wanted the command ${test.rewritten}, got ${String(command)}`
  if (test.context !== undefined && !verdict.context?.includes(test.context))
    return `wanted the context to contain "${test.context}"`
  return undefined
}

/** The rules a case names that did not fire, or hold on trial. */
const missingIn = (test: TestCase, verdict: Verdict): readonly string[] => [
  ...(test.rules ?? []).filter(id => !verdict.rules.includes(id)),
  ...(test.audited ?? []).filter(id => !verdict.audited?.includes(id)),
]

/** Why a rule can fire in no case; undefined when it can. */
type WhySilent = (id: string) => string | undefined

const silentRules = ({ rules }: EffectivePolicy): WhySilent => {
  const known = new Map(rules.map(rule => [rule.id, rule]))
  return id => {
    const rule = known.get(id)
    if (rule?.decision === 'off') return `${id} is off in this policy`
    if (rule !== undefined) return undefined
    const suggestion = nearest(id, [...known.keys()])
    return `no rule is named ${id}${suggestion === undefined ? '' : `; did you mean ${suggestion}`}`
  }
}

const titleOf = (test: TestCase): string => {
  const what = whats.find(name => test[name] !== undefined) ?? 'session'
  const value = test[what]
  const shown = typeof value === 'string' ? value : typeof value === 'object' ? `${value.server}.${value.tool}` : ''
  return `${what} ${shown}`.trim().slice(0, 100)
}
