/** `explain` of a recorded call: as the log has it, and as the policy would decide it now. */

import { isatty } from 'node:tty'
import { describe } from '../../../core/failure.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'
import { quoteText } from '../../../core/redact.ts'
import { allowFor } from '../../../hook/approvals/allow.ts'
import { barrierText, findRefusal, isRefusal } from '../../../hook/approvals/console.ts'
import { type Entry, hasId } from '../../../hook/audit/entry.ts'
import { entriesFromEnd, nothingSkipped } from '../../../hook/audit/read.ts'
import { recordedEvent } from '../../../hook/audit/recorded-event.ts'
import { type Config, readPolicies } from '../../../hook/config.ts'
import { hasher, writeAll } from '../../../hook/io.ts'
import { remedyFor } from '../../../setup/doctor/finding.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { relativeTime } from '../terminal/relative-time.ts'
import { table } from './table.ts'

/** A session that has ended since must not hide the refusal that a person asks about. */
export const last = async (config: Config, asJson: boolean): Promise<number> => {
  let newest: Entry | undefined
  for (const entry of await logOf(config)) {
    newest ??= entry
    if (!refused(entry)) continue
    return show(entry, config, asJson)
  }
  if (newest === undefined) throw new ConfigError('The audit log is empty: no hook call was recorded yet.')
  return show(newest, config, asJson)
}

/** Undefined when no call has this id. */
export const byId = async (id: string, config: Config): Promise<Entry | undefined> => {
  const found: Entry[] = []
  for (const entry of await logOf(config)) {
    if (!hasId(entry, id)) continue
    found.push(entry)
    if (found.length > 10) break
  }
  if (found.length > 1)
    throw new ConfigError(`More than one call has an id that begins with ${id}: ${found.map(entry => entry.id).join(', ')}.`)
  return found[0]
}

export const show = async (entry: Entry, config: Config, asJson: boolean): Promise<number> => {
  const { record } = entry
  const now = await again(record, config)
  const permits = isRefusal(entry) ? await permitsFor(entry, config) : undefined
  const { nextCall } = await import('./next-call.ts')
  const next = await nextCall(record, config, stringAt(now ?? {}, 'decision'))
  if (asJson)
    writeAll(
      1,
      `${json({ recorded: record, ...(now !== undefined && { now }), ...(next !== undefined && { next }), ...(permits && { permits }) })}\n`,
    )
  else {
    const fix = remedyFor(stringAt(record, 'failure'))
    const age = entry.at === undefined ? undefined : `${entry.time} (${relativeTime(entry.time, Date.now())})`
    const more = {
      id: entry.id,
      ...(age !== undefined && { time: age }),
      ...(fix !== undefined && { fix }),
      ...(permits && { permits: `once: ${permits.once}; for good: ${permits.forGood}` }),
      ...(now !== undefined && (next === undefined || config.source !== 'gateway') && { 'decided now': now.decision ?? null }),
      ...(next !== undefined && { 'next call': next }),
    }
    writeAll(1, `${table({ ...record, ...more })}\n`)
  }
  return record.decision === 'deny' ? 1 : 0
}

/** Whether a person may let it through; how is told where a person reads it, since an agent could not. */
const permitsFor = async (entry: Entry, config: Config): Promise<{ readonly once: string; readonly forGood: string }> => {
  const barrier = (await findRefusal(entry.id, config))?.barrier
  const allowing = await allowFor(entry.id, config)
  const how = (command: string): string => (isatty(1) ? `tfy-hook ${command} ${entry.id}` : 'a person may')
  return {
    once: barrier === undefined ? how('approve') : `no, ${barrierText[barrier]}`,
    forGood: allowing.ok ? how('policy allow') : `no, ${entry.record.failure === undefined ? allowing.why : barrierText.unknown}`,
  }
}

const logOf = async (config: Config): Promise<Iterable<Entry>> =>
  entriesFromEnd(config.places.state, await hasher(), nothingSkipped())

/** A refusal, a question, or what went on because a failure was settled so. */
const refused = ({ decision, record }: Entry): boolean =>
  (decision !== 'allow' && decision !== 'contain') ||
  record.settled !== undefined ||
  (record.told !== undefined && record.told !== 'allow')

/** Decides a recorded event again, offline, from its redacted form. */
const again = async (recorded: JsonObject, config: Config): Promise<JsonObject | undefined> => {
  const event = recordedEvent(recorded)
  if (event === undefined) return undefined
  const policies = await readPolicies(config, event.workspaceRoots, event.cwd)
  if (policies.failure !== undefined) return { error: describe(policies.failure) }
  const { hostFor, withMemory } = await import('../../../hook/sources/offline.ts')
  const { traceEvent } = await import('../../../engine/policy/trace.ts')
  // Sessions are forgotten sooner than their calls: then it is decided as if nothing had happened before.
  const sessionId = stringAt(recorded, 'session')
  const of = { ...event, ...(sessionId !== undefined && { sessionId }) }
  const host = withMemory(hostFor(config.places, process.env), config.places.state, of)
  const traced = await traceEvent(event, policies.files, host)
  if (!traced.ok) return { error: describe(traced.failure) }
  const { verdict, preset, invocations, reads, writes, deletes, hosts, effects, rules } = traced.value
  const { ruling, certainty } = verdict
  return {
    decision: ruling.decision,
    rules: verdict.rules,
    ...(certainty !== undefined && { certainty }),
    ...(ruling.decision !== 'allow' && {
      reason: ruling.reason,
      ...(ruling.instead !== undefined && { instead: ruling.instead }),
    }),
    trace: {
      preset,
      runs: invocations.slice(0, most).map(run => few([...run.wrappers, run.program, ...run.argv])),
      reads: few(reads),
      writes: few(writes),
      deletes: few(deletes),
      hosts: few(hosts),
      effects: effects.slice(0, most).map(({ finding, kind, means, certainty: sure, targets, unknown, answer }) => ({
        finding,
        kind,
        means: means ?? null,
        certainty: sure,
        targets: few(targets),
        unknown: unknown === undefined ? null : quoteText(unknown),
        answer: answer ?? null,
      })),
      rules: rules.filter(({ outcome }) => outcome !== 'did not hold').map(({ id, layer, outcome }) => ({ id, layer, outcome })),
    },
  }
}

const most = 20
const few = (list: readonly (string | undefined)[]): string[] =>
  list.slice(0, most).map(text => (text === undefined ? '?' : quoteText(text, 120)))
