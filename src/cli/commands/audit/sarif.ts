/** Calls that were stopped or asked about as SARIF 2.1.0, which code scanners and their dashboards read. */

import { stringAt } from '../../../core/json.ts'
import { oneLine } from '../../../core/redact.ts'
import { allPacks } from '../../../engine/policy/judge/layers.ts'
import { rulesOf } from '../../../engine/policy/rules/pack.ts'
import type { Entry } from '../../../hook/audit/entry.ts'
import { projectOf } from '../../../hook/audit/filter.ts'
import { whatOf } from '../../../hook/audit/history/stats.ts'

declare const __TFY_VERSION__: string

export const sarifOf = (entries: Iterable<Entry>): object => {
  const reasons = new Map(allPacks.flatMap(rulesOf).map(({ id, reason }) => [id, reason]))
  const places = new Map<string, number>()
  const results: object[] = []
  for (const entry of entries) {
    const level = levelOf(entry)
    if (level === undefined) continue
    const held = entry.decision === 'allow' ? entry.audited : entry.rules
    const ruleId = held[0] ?? stringAt(entry.record, 'failure') ?? 'no-rule'
    const ruleIndex = places.get(ruleId) ?? places.size
    places.set(ruleId, ruleIndex)
    results.push(resultOf(entry, level, ruleId, ruleIndex))
  }
  const rules = [...places.keys()].map(id => {
    const text = reasons.get(id)
    return { id, ...(text !== undefined && { shortDescription: { text } }) }
  })
  const driver = { name: 'tfy-hook', version: __TFY_VERSION__, informationUri: 'https://github.com/truefoundry/tfy-hook', rules }
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  }
}

/** Undefined for what went on as it would have without us. */
const levelOf = ({ decision, would }: Entry): 'error' | 'warning' | 'note' | undefined => {
  if (decision === 'deny') return 'error'
  if (decision === 'contain') return 'note'
  if (decision !== 'allow') return 'warning'
  return would === '' ? undefined : 'note'
}

const resultOf = (entry: Entry, level: string, ruleId: string, ruleIndex: number): object => {
  const { id, record, time, client, event, tool, decision, would, rules, audited, user, session } = entry
  const project = projectOf(entry)
  const properties = {
    ...{ id, time, client, event, tool, decision, would, rules, audited, user, host: stringAt(record, 'host'), project, session },
    certainty: stringAt(record, 'certainty'),
  }
  const digest = stringAt(record, 'digest')
  const reason = stringAt(record, 'reason')
  return {
    ruleId,
    ruleIndex,
    level,
    kind: 'fail',
    message: { text: [oneLine(whatOf(entry), 400), ...(reason === undefined ? [] : [oneLine(reason, 300)])].join(': ') },
    locations: [
      { logicalLocations: [{ name: tool || event || 'call', fullyQualifiedName: `${client || 'unknown'}/${session}/${id}` }] },
    ],
    ...(digest !== undefined && { partialFingerprints: { 'callDigest/v1': digest } }),
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined && value !== '')),
  }
}
