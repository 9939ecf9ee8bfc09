/** `policy suggest`: refusals that come again, as questions to whoever writes the policy. It changes nothing. */

import { isObject, stringAt } from '../../../core/json.ts'
import { oneLine } from '../../../core/redact.ts'
import { noPermits } from '../../../core/verdict.ts'
import { configHere } from '../../../hook/approvals/console.ts'
import type { Suggestion } from '../../../hook/audit/history/figures.ts'
import { entries, nothingSkipped } from '../../../hook/audit/read.ts'
import { recordedEvent } from '../../../hook/audit/recorded-event.ts'
import { hasher, writeAll } from '../../../hook/io.ts'
import { palette } from '../terminal/ansi.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'

interface SuggestOptions {
  readonly days: string
  readonly json?: boolean
}

interface Group {
  refused: number
  permitted: number
  readonly rule: string
  readonly sessions: Set<string>
  readonly calls: Set<string>
  /** The newest refusal. */
  id: string
  example: string
  barred: boolean
}

const fewest = 2
const most = 20

export const suggest = async ({ days, json: asJson }: SuggestOptions): Promise<number> => {
  if (!/^[1-9]\d{0,2}$/.test(days)) throw new ConfigError('--days takes a whole number from 1 to 999.')
  const since = Date.now() - Number(days) * 24 * 3_600_000
  const calls = new Map<string, Group>()
  const rules = new Map<string, Group>()
  const named = new Map<string, Group[]>()
  const { places } = await configHere()
  for (const { at, id, decision, rules: fired, session, record } of entries(
    places.state,
    await hasher(),
    nothingSkipped(),
    since,
  )) {
    if (at === undefined || at < since) continue
    const approves = stringAt(record, 'approves')
    if (approves !== undefined) for (const group of named.get(approves) ?? []) group.permitted++
    const event = recordedEvent(record)
    const [rule] = fired
    if (decision === 'allow' || decision === 'contain' || rule === undefined || event === undefined || isObject(record.approved))
      continue
    const what = `${event.subject} ${event.toolName ?? ''} ${event.content}`
    const groups = [groupOf(calls, `${rule} ${event.cwd} ${what}`, rule), groupOf(rules, `${rule} ${event.cwd}`, rule)]
    for (const group of groups) {
      group.refused++
      group.sessions.add(session)
      group.calls.add(what)
      group.id = id
      group.example = oneLine(event.content, 100)
      group.barred = noPermits.some(why => why === record.permit)
    }
    named.set(id, groups)
  }
  const found = [
    ...[...calls.values()]
      .filter(({ refused, barred }) => refused >= fewest && !barred)
      .map(group => suggestionOf('exception', group)),
    // Many different calls in one folder against one rule: the rule, and not a call, is what somebody should think about.
    ...[...rules.values()].filter(group => group.calls.size > fewest && !group.barred).map(group => suggestionOf('rule', group)),
  ]
    .sort((a, b) => b.permitted - a.permitted || b.refused - a.refused)
    .slice(0, most)
  if (asJson) writeAll(1, `${json(found)}\n`)
  else writeAll(1, found.length === 0 ? `Nothing was refused twice in ${days} days.\n` : `${found.map(told).join('\n')}\n`)
  return 0
}

const groupOf = (groups: Map<string, Group>, key: string, rule: string): Group => {
  const group = groups.get(key) ?? {
    rule,
    refused: 0,
    permitted: 0,
    sessions: new Set(),
    calls: new Set(),
    id: '',
    example: '',
    barred: false,
  }
  groups.set(key, group)
  return group
}

const suggestionOf = (kind: Suggestion['kind'], { rule, refused, permitted, sessions, id, example }: Group): Suggestion => ({
  kind,
  rule,
  refused,
  permitted,
  sessions: sessions.size,
  id,
  example,
  command: kind === 'exception' ? `tfy-hook policy allow ${id}` : `tfy-hook audit tail --rule ${rule}`,
})

const told = ({ kind, rule, refused, permitted, sessions, example, command }: Suggestion): string => {
  const { strong, place } = palette()
  const times = `refused ${refused} times in ${sessions} session${sessions === 1 ? '' : 's'}${permitted === 0 ? '' : `, permitted ${permitted}`}`
  const what = kind === 'exception' ? 'one call' : 'different calls in one folder: an exception with conditions of its own?'
  return `${strong(rule)}  ${times}; ${what}\n  ${place(example)}\n  ${command}`
}
