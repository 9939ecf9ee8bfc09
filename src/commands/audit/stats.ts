/** `audit stats`: counts, the denied, the slow. */

import { matches } from '../../audit/filter.ts'
import { entries, nothingSkipped } from '../../audit/read.ts'
import { type Stats, statsOf } from '../../audit/stats.ts'
import { trialsOf } from '../../audit/trials.ts'
import { oneLine } from '../../core/redact.ts'
import { hasher, writeAll } from '../../io.ts'
import { type Palette, palette } from '../terminal/ansi.ts'
import { json } from '../terminal/json.ts'
import { bars, clock, duration, width } from './format.ts'
import { checkNames } from './known-names.ts'
import { type Asked, saySkipped, stateOf, wantedBy } from './options.ts'

export const stats = async (options: Asked): Promise<number> => {
  const [state, wanted, hash, skipped] = [stateOf(options), wantedBy(options), await hasher(), nothingSkipped()]
  await checkNames(wanted, state, hash)
  function* chosen() {
    const started = performance.now()
    let told = false
    for (const entry of entries(state, hash, skipped, wanted.since)) {
      if (!told && performance.now() - started > 1_000) {
        told = true
        writeAll(2, 'tfy-hook: reading the audit log …\n')
      }
      if (matches(entry, wanted)) yield entry
    }
  }
  if (options.trial) {
    const { ranked, trialsText } = await import('./trials.ts')
    const trials = await ranked(trialsOf(chosen()))
    writeAll(
      1,
      options.json ? `${json({ ...trials, damaged: skipped.damaged })}\n` : `${trialsText(trials, palette(), width())}\n`,
    )
    if (!options.json) saySkipped(skipped)
    return 0
  }
  const found = statsOf(chosen())
  writeAll(1, options.json ? `${json({ ...found, damaged: skipped.damaged })}\n` : `${text(found, palette(), width())}\n`)
  if (!options.json) saySkipped(skipped)
  return 0
}

export const text = (found: Stats, { strong, faint, decision }: Palette, columns: number): string => {
  if (found.calls === 0) return 'No calls.'
  const lines: string[] = []
  const section = (title: string, body: readonly string[]): void => {
    if (body.length > 0) lines.push('', strong(title), ...body)
  }
  const span = found.first === undefined ? '' : `, ${clock(Date.parse(found.first))} to ${clock(Date.parse(found.last ?? ''))}`
  lines.push(`${strong(`${found.calls} call${found.calls === 1 ? '' : 's'}`)}${span}`)
  const { ms } = found
  if (ms !== undefined)
    lines.push(faint(`p50 ${duration(ms.p50)}, p90 ${duration(ms.p90)}, p99 ${duration(ms.p99)}, longest ${duration(ms.max)}`))
  section('Decisions', coloured(bars(found.byDecision, columns), found.byDecision, decision))
  section('On trial', coloured(bars(found.byWould, columns), found.byWould, decision))
  section('Clients', bars(found.byClient.slice(0, 20), columns))
  section('Rules', bars(found.byRule.slice(0, 15), columns, 40))
  section('Days', bars(found.byDay.slice(-31), columns))
  section('Failures', bars(found.byFailure.slice(0, 10), columns))
  section(
    'Denied most often',
    found.topDenied.map(({ rules, count, example }) => {
      const by = oneLine(rules.join(' '), 60) || '(no rule)'
      const head = `  ${String(count).padStart(6)}  ${by}  `
      return `${head}${faint(`such as ${example.id}  ${oneLine(example.what, Math.max(20, columns - head.length - 22))}`)}`
    }),
  )
  section(
    'Slowest',
    found.slowest.map(
      ({ ms: took, id, time, client, event, tool }) =>
        `  ${duration(took).padStart(9)}  ${faint(id)}  ${clock(Date.parse(time) || undefined)}  ${oneLine([client, event, tool].filter(Boolean).join(' '), 60)}`,
    ),
  )
  return lines.join('\n')
}

const coloured = (drawn: readonly string[], counts: Stats['byDecision'], decision: Palette['decision']): readonly string[] =>
  drawn.map((line, at) => decision(counts[at]?.name.replace('would ', '') ?? '', line))
