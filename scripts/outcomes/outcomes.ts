/**
 * The table of outcomes: source, failure, fail mode, attended, client and event, each combination run through the real pipeline and read
 * back by the client's oracle. `docs/operate/failing-tables.md` folds it, `test/failing.test.ts` holds it.
 */

import type { Failure, FailureKind } from '../../src/core/failure.ts'
import { fail, ok } from '../../src/core/failure.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { payloadIn } from '../../src/core/payload/payload.ts'
import { type FailMode, noObjection, type Ruling, type SourceName, type Verdict } from '../../src/core/verdict.ts'
import { type Call, type Decided, decide } from '../../src/hook/decide.ts'
import { recognise } from '../../src/hook/recognise.ts'
import type { Ask, Sourced } from '../../src/hook/sources/choose.ts'
import { envOn, fixturesOf } from '../../test/clients/oracles/fixtures.ts'
import { oracleOf } from '../../test/clients/oracles/oracles.ts'
import type { Reading } from '../../test/clients/oracles/reading.ts'
import { type Caller, signatures } from './callers.ts'
import { failureKinds, type Stage, samples } from './failures.ts'

const named: { readonly [S in SourceName]: true } = { gateway: true, offline: true, 'gateway-then-offline': true, both: true }
export const sourceNames = Object.keys(named) as readonly SourceName[]
export const modes: readonly FailMode[] = ['open', 'closed']

/** What a source can say: `grant` is an allow that skips the client's own prompt. */
export type Said = 'allow' | 'grant' | 'ask' | 'defer' | 'deny'
const words: readonly Said[] = ['allow', 'grant', 'ask', 'defer', 'deny']

/** One source's part: a verdict, or a failure with what it does know. */
export type Part = { readonly says: Said } | { readonly fails: Failure; readonly knows?: Said }

export interface Situation {
  readonly source: SourceName
  readonly kind: FailureKind
  readonly stage: Stage
  readonly gateway: Part
  readonly offline: Part
}

export interface Outcome extends Situation {
  readonly mode: FailMode
  readonly caller: Caller
  readonly decided: Decided
  readonly reading: Reading
  readonly onWindows: Reading
}

/** Whom a source asks; the part of a source that is not asked stands for nothing. */
export const asks = (source: SourceName, part: 'gateway' | 'offline'): boolean =>
  source === part || source === 'both' || source === 'gateway-then-offline'

const quiet: Part = { says: 'allow' }

const situationsOf = (source: SourceName, kind: FailureKind, stage: Stage): readonly Situation[] => {
  const { failure } = samples[kind]
  const make = (gateway: Part, offline: Part): Situation => ({ source, kind, stage, gateway, offline })
  const failing: readonly Part[] = [{ fails: failure }, ...words.map(knows => ({ fails: failure, knows }))]
  const down: Part = { fails: samples['gateway-unreachable'].failure }
  switch (stage) {
    case 'gateway':
      if (source === 'offline') return []
      return source === 'gateway' ? [make({ fails: failure }, quiet)] : words.map(says => make({ fails: failure }, { says }))
    case 'engine':
      if (source === 'gateway') return []
      return [
        ...(source === 'gateway-then-offline' ? [] : failing.map(part => make(quiet, part))),
        ...(source === 'offline' ? [] : failing.map(part => make(down, part))),
        ...(source === 'both' ? words.map(says => make({ says }, { fails: failure })) : []),
      ]
    case 'config':
      return source === 'gateway'
        ? [make({ fails: failure }, quiet)]
        : words.map(knows => make({ fails: failure }, { fails: failure, knows }))
    case 'doubt':
      return words.map(says => make({ says }, { says }))
    case 'stdin':
    case 'call':
    case 'caller':
    case 'event':
    case 'payload':
      return [make(quiet, quiet)]
    default:
      return stage satisfies never
  }
}

export const situations: readonly Situation[] = sourceNames.flatMap(source =>
  failureKinds.flatMap(kind => samples[kind].stages.flatMap(stage => situationsOf(source, kind, stage))),
)

/** Undefined where this failure cannot arise for this caller, because another one does. */
export const outcomeOf = async (situation: Situation, mode: FailMode, caller: Caller): Promise<Outcome | undefined> => {
  const decided = await decidedFor(situation, mode, caller)
  if (decided === undefined) return undefined
  const there = await decidedFor(situation, mode, { ...caller, env: envOn('win32', caller.env) })
  const read = (platform: 'linux' | 'win32', { answer }: Decided) =>
    oracleOf(caller.adapter.id)(caller.eventName, answer, { ...caller.situation, platform })
  return { ...situation, mode, caller, decided, reading: read('linux', decided), onWindows: read('win32', there ?? decided) }
}

/** As the hook does it: what breaks before the payload is read is handed in, the rest breaks on the way. */
const decidedFor = async (situation: Situation, mode: FailMode, caller: Caller): Promise<Decided | undefined> => {
  const { kind, stage } = situation
  const { failure } = samples[kind]
  const { payload } = caller
  const { hints } = caller
  const call: Call = {
    env: caller.env,
    hints,
    source: situation.source,
    sources: { gateway: ask(situation.gateway, 'gateway'), offline: ask(situation.offline, 'offline') },
    failMode: async () => mode,
  }
  switch (stage) {
    case 'stdin':
      return decide(fail(failure), call)
    case 'doubt':
      return decide(payloadIn(`${JSON.stringify(payload)} and more`), call)
    case 'call':
      return decide(ok(payload), call, failure)
    case 'caller':
      return decide(ok(kind === 'client-unsupported' ? stranger : nobody), { ...call, hints: {} })
    case 'event': {
      const next = `${caller.eventName}Next`
      const key = Object.keys(payload).find(name => payload[name] === caller.eventName) ?? 'hook_event_name'
      const named = Object.hasOwn(payload, key)
      const decided = named
        ? await decide(ok({ ...payload, [key]: next }), call)
        : await decide(ok(payload), { ...call, hints: { ...hints, event: next } })
      // A client that is known by its events only is then not known at all.
      return decided.failure?.kind === kind ? decided : undefined
    }
    case 'payload':
      for (const damage of damages) {
        // What a payload does not have cannot break, and would make it another event.
        if (!Object.keys(damage).some(key => Object.hasOwn(payload, key))) continue
        const decided = await decide(ok({ ...payload, ...damage }), call)
        if (decided.failure?.kind === kind) return decided
      }
      return undefined
    case 'config':
    case 'engine':
    case 'gateway':
      return decide(ok(payload), call)
    default:
      return stage satisfies never
  }
}

const nobody: JsonObject = { of: 'nobody' }
const damages: readonly JsonObject[] = [
  { tool_input: '{"half":' },
  { command: 7, text: 7 },
  { tool_info: 7 },
  { toolCall: 7 },
  { toolInput: '{"half":' },
  { tool_call: 7, preToolUse: 7 },
]

/** What a client sends that is recognised and has no adapter; where every client has one, somebody else, who gets the same answer. */
const stranger: JsonObject =
  signatures
    .flatMap(({ id }) => fixturesOf(id))
    .map(({ stdin }) => stdin as JsonObject)
    .find(stdin => {
      const found = recognise(stdin, { env: {}, hints: {} })
      return stdin.hook_event_name === undefined && !found.ok && found.failure.kind === 'client-unsupported'
    }) ?? nobody

const ask =
  (part: Part, source: 'gateway' | 'offline'): Ask =>
  async (): Promise<Sourced> => {
    if ('says' in part) return { ok: true, value: verdict(part.says, source) }
    const { fails: failure, knows } = part
    return { ok: false, failure, ...(knows !== undefined && { known: verdict(knows, source) }) }
  }

const verdict = (said: Said, source: 'gateway' | 'offline'): Verdict => {
  const ruleId = `${source === 'gateway' ? 'gateway' : 'shop'}.example`
  const ruling: Ruling =
    said === 'allow' || said === 'grant'
      ? { decision: 'allow', grant: said === 'grant' }
      : { decision: said, ruleId, reason: 'An example of a rule.' }
  return { ...noObjection(source), ruling, rules: ruling.decision === 'allow' ? [] : [ruleId] }
}
