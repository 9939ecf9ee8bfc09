/** `audit stats`: counts, the denied, the slow. */

import { oneLine } from '../../../core/redact.ts'
import type { Asked as AskedAbout } from '../../../hook/audit/history/asked.ts'
import type { Group, SessionAbout } from '../../../hook/audit/history/figures.ts'
import type { Grouping } from '../../../hook/audit/history/groupings.ts'
import type { Loop } from '../../../hook/audit/history/loops.ts'
import type { Stats } from '../../../hook/audit/history/stats.ts'
import { writeAll } from '../../../hook/io.ts'
import { type Palette, palette } from '../terminal/ansi.ts'
import { json } from '../terminal/json.ts'
import { bars, clock, duration, width } from './format.ts'
import { checkNames } from './known-names.ts'
import { type Asked, historyOf, saySkipped, wantedBy } from './options.ts'

const noCalls = 'No calls.'

interface StatsOptions extends Asked {
  readonly by?: Grouping
  readonly asked?: boolean
}

export const stats = async (options: StatsOptions): Promise<number> => {
  const wanted = wantedBy(options)
  const history = await historyOf(options)
  await checkNames(wanted, async () => history)
  const { damaged } = history.skipped()
  const say = (found: object, shown: (palette: Palette, columns: number) => string): number => {
    writeAll(1, options.json ? `${json({ ...found, damaged })}\n` : `${shown(palette(), width())}\n`)
    if (!options.json) saySkipped(history.skipped())
    history.close()
    return 0
  }
  if (options.by !== undefined) {
    const groups = history.groups(options.by, wanted)
    const { by } = options
    // Lines are read for this, of sessions alone that a person may look at.
    const latest = by === 'session' && options.json ? [...groups].sort(latestFirst).slice(0, mostAbout) : []
    const about = history.about(
      latest.map(({ name }) => name),
      // What a session is does not depend on which of its calls are counted.
      wanted.tenant === undefined ? {} : { tenant: wanted.tenant },
    )
    const told = groups.map(group => ({ ...dated(group), ...aboutIn(about.get(group.name)) }))
    return say({ by, groups: told }, (colours, columns) => groupsText(by, groups, colours, columns))
  }
  if (options.trial) {
    const { ranked, trialsText } = await import('./trials.ts')
    const trials = await ranked(history.trials(wanted))
    return say(trials, (colours, columns) => trialsText(trials, colours, columns))
  }
  if (options.asked) {
    const asked = history.asked(wanted)
    return say({ asked }, (colours, columns) => askedText(asked, colours, columns))
  }
  const loops = options.session === undefined ? [] : history.loops(wanted)
  const found = { ...history.stats(wanted), ...(options.session !== undefined && { loops }) }
  return say(found, (colours, columns) => text(found, colours, columns, loops))
}

const dated = (group: Group): object => ({ ...group, first: iso(group.first), last: iso(group.last) })
const aboutIn = (about: SessionAbout | undefined): object =>
  about === undefined ? {} : { about: { ...about, first: iso(about.first) } }
const latestFirst = (a: Group, b: Group): number => (b.last ?? 0) - (a.last ?? 0)
const mostAbout = 5_000
const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString())

const mostShown = 50

/** A table; what there are too many of is said. */
const groupsText = (by: Grouping, groups: readonly Group[], { strong, faint, decision }: Palette, columns: number): string => {
  if (groups.length === 0) return noCalls
  const shown = by === 'day' || by === 'hour' ? groups.slice(-mostShown) : groups.slice(0, mostShown)
  const names = shown.map(({ name }) => oneLine(name, Math.max(20, columns - 60)))
  const wide = Math.max(by.length, ...names.map(({ length }) => length))
  const cell = (count: number, word: string): string => {
    const text = String(count || '-').padStart(8)
    return count === 0 ? faint(text) : decision(word, text)
  }
  const head = `${by.padEnd(wide)}${['calls', 'denied', 'asked', 'on trial'].map(title => title.padStart(9)).join('')}  last`
  const rows = shown.map(({ calls, denied, asked, would, last }, at) =>
    [
      (names[at] ?? '').padEnd(wide),
      String(calls).padStart(8),
      cell(denied, 'deny'),
      cell(asked, 'ask'),
      cell(would, 'ask'),
      ` ${clock(last)}`,
    ].join(' '),
  )
  const rest = groups.length - shown.length
  return [strong(head), ...rows, ...(rest > 0 ? ['', `and ${rest} more; --json has them all`] : [])].join('\n')
}

/** Each with the last one, by whose id it can be permitted. */
const askedText = (asked: readonly AskedAbout[], { strong, faint }: Palette, columns: number): string => {
  if (asked.length === 0) return 'No ordinary call was asked about.'
  const rows = asked.slice(0, mostShown).flatMap(({ shape, rules, count, sessions, projects, example }) => {
    const head = `${' '.repeat(8)}such as ${example.id}  `
    return [
      `${String(count).padStart(6)}  ${strong(oneLine(shape, 60))}  ${oneLine(rules.join(' '), 60)}  ${faint(`${plural(sessions, 'session')}, ${plural(projects, 'project')}`)}`,
      faint(`${head}${oneLine(example.what, Math.max(20, columns - head.length))}`),
    ]
  })
  const rest = asked.length - mostShown
  return [...rows, ...(rest > 0 ? ['', `and ${rest} more; --json has them all`] : [])].join('\n')
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export const text = (
  found: Stats,
  { strong, faint, decision }: Palette,
  columns: number,
  loops: readonly Loop[] = [],
): string => {
  if (found.calls === 0) return noCalls
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
    'The same call in a row, not allowed',
    loops.map(({ times, decision: was, example }) => {
      const head = `  ${String(times).padStart(6)}  ${decision(was, oneLine(was, 12))}  `
      return `${head}${faint(`such as ${example.id}  ${oneLine(example.what, Math.max(20, columns - 40))}`)}`
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
