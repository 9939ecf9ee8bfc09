/** docs/decide/compatibility.md: written whole from the records in it, one per client, of which a run replaces what it ran. And what is new against it. */

import { table } from '../gen/docs.ts'
import type { E2eClient } from './client.ts'
import type { Outcome } from './run.ts'
import type { Scenario } from './scenarios/scenario.ts'

export interface Ran {
  readonly client: Pick<E2eClient, 'id' | 'title' | 'package'>
  readonly version: string
  readonly outcomes: readonly Outcome[]
}

/** What the page knows of one client, as JSON in a comment above its section. */
interface Known {
  readonly id: string
  readonly title: string
  readonly package: string
  readonly version: string
  readonly date: string
  readonly results: readonly Result[]
}

interface Result extends Pick<Outcome, 'scenario' | 'result' | 'note'> {
  /** When it is older than the record. */
  readonly date?: string
}

const marks: Readonly<Record<Outcome['result'] | 'missing', string>> = {
  passed: 'yes',
  partly: 'partly',
  limited: 'no',
  impossible: 'n/a',
  failed: '**broken**',
  missing: '?',
}

const head = `# Compatibility

Each line was seen on the real client: driven headlessly against a scripted model on loopback, with the built executable registered the way
the client's page says, and judged by what happened (files, and what the model was sent). Written by \`npm run e2e\`; do not edit.

*yes*: it holds. *partly*: what had to be stopped was, but not all of the rest holds. *no*: the client cannot. Both for the reason given below;
that this is still so is part of the run. *n/a*: there is no such channel. *broken*: it should hold, and did not. *?*: not run yet.

`

export const updated = (page: string, ran: readonly Ran[], scenarios: readonly Scenario[], now: Date): string => {
  const known = new Map(knownIn(page).map(each => [each.id, each]))
  for (const each of ran) known.set(each.client.id, merged(knownFrom(each, now), known.get(each.client.id), scenarios))
  const all = [...known.values()].sort((a, b) => a.title.localeCompare(b.title, 'en'))
  return head + matrix(all, scenarios) + all.map(section).join('')
}

const knownFrom = ({ client, version, outcomes }: Ran, now: Date): Known => ({
  id: client.id,
  title: client.title,
  package: client.package.name,
  version,
  date: now.toISOString().slice(0, 10),
  results: outcomes.map(({ scenario, result, note }) => ({ scenario, result, note: note.split('\n')[0] ?? '' })),
})

/** A run of some scenarios leaves the others as they were, if they were seen on the same version. */
const merged = (fresh: Known, old: Known | undefined, scenarios: readonly Scenario[]): Known => {
  if (old?.version !== fresh.version) return fresh
  const kept = old.results.filter(({ scenario }) => resultOf(fresh, scenario) === undefined)
  const dated = kept.map(result => (old.date === fresh.date ? result : { date: old.date, ...result }))
  const place = ({ scenario }: Result): number => scenarios.findIndex(({ name }) => name === scenario)
  const results = [...fresh.results, ...dated].filter(result => place(result) >= 0).sort((a, b) => place(a) - place(b))
  return { ...fresh, results }
}

const matrix = (all: readonly Known[], scenarios: readonly Scenario[]): string =>
  table(
    ['what holds', '', ...all.map(({ title }) => title)],
    scenarios.map(each => [each.title, `\`${each.name}\``, ...all.map(known => markOf(known, each))]),
  )

/** Scenarios of bridges run only where there is one. */
const markOf = (known: Known, { name, bridged }: Scenario): string =>
  marks[resultOf(known, name) ?? (bridged === true ? 'impossible' : 'missing')]

const resultOf = ({ results }: Known, scenario: string): Outcome['result'] | undefined =>
  results.find(each => each.scenario === scenario)?.result

/** `--` would end the comment for some readers. */
const section = (known: Known): string => {
  const record = JSON.stringify(known).replaceAll('--', '-\\u002d')
  const notes = known.results.filter(({ result }) => result !== 'passed')
  const lines = notes.map(({ scenario, result, note }) => `- \`${scenario}\`, ${marks[result]}: ${note}.\n`).join('')
  const older = known.results.flatMap(({ date }) => date ?? [])
  const earlier =
    older.length === 0 ? '' : ` (${older.length} of ${known.results.length} scenarios earlier, since ${older.sort()[0]})`
  const seen = `\`${known.package}\` ${known.version}, ${known.date}${earlier}, Linux.`
  return `\n## ${known.title}\n\n<!-- e2e ${record} -->\n\n${seen}${lines === '' ? '' : `\n\n${lines.trimEnd()}`}\n`
}

export const knownIn = (page: string): readonly Known[] =>
  [...page.matchAll(/^<!-- e2e (\{.*\}) -->$/gm)].map(([, record = '']) => JSON.parse(record) as Known)

/** What differs from the page, line by line. */
export const compared = (page: string, ran: readonly Ran[]): string => {
  const known = knownIn(page)
  const lines = ran.flatMap(each => {
    const old = known.find(({ id }) => id === each.client.id)
    if (old === undefined) return [`${each.client.title} ${each.version}: not on the page yet`]
    const changes = each.outcomes.flatMap(({ scenario, result }) => {
      const before = resultOf(old, scenario)
      return before === result ? [] : [`  ${scenario}: ${before ?? 'new'} -> ${result}`]
    })
    const title = `${each.client.title} ${old.version} -> ${each.version}: `
    return changes.length === 0 ? [`${title}nothing changed`] : [`${title}${changes.length} changed`, ...changes]
  })
  return `\nAgainst docs/decide/compatibility.md:\n${lines.join('\n')}`
}
