/** docs/compatibility.md: one section per client, rewritten when all of its scenarios ran; and what is new against it. */

import { table } from '../gen/docs.ts'
import type { E2eClient } from './client.ts'
import type { Outcome } from './run.ts'
import type { Scenario } from './scenario.ts'

export interface Ran {
  readonly client: E2eClient
  readonly version: string
  readonly outcomes: readonly Outcome[]
}

const marks: Readonly<Record<Outcome['result'], string>> = {
  passed: 'yes',
  limited: 'no',
  impossible: 'n/a',
  failed: '**broken**',
}

const head = `# Compatibility

Each line was seen on the real client: driven headlessly against a scripted model on loopback, with the built executable registered the way
the client's page says, and judged by what happened (files, and what the model was sent). Written by \`npm run e2e\`; do not edit.

*yes*: it holds. *no*: the client cannot, for the reason given; that this is still so is part of the run. *n/a*: there is no such channel.
*broken*: it should hold, and did not.

`

/** The page with the sections of these clients replaced, in the order of their titles. */
export const updated = (page: string, ran: readonly Ran[], scenarios: readonly Scenario[], now: Date): string => {
  const sections = new Map(sectionsIn(page))
  for (const each of ran) sections.set(each.client.id, section(each, scenarios, now))
  return head + [...sections.values()].sort().join('\n')
}

const section = ({ client, version, outcomes }: Ran, scenarios: readonly Scenario[], now: Date): string => {
  const { name } = client.package
  const rows = outcomes.map(({ scenario, result, note }) => [
    `\`${scenario}\``,
    scenarios.find(each => each.name === scenario)?.title ?? '',
    marks[result],
    result === 'failed' ? (note.split('\n')[0] ?? '') : note,
  ])
  const day = now.toISOString().slice(0, 10)
  return `## ${client.title}\n\n<!-- e2e:${client.id} -->\n\`${name}\` ${version}, ${day}, Linux.\n\n${table(['scenario', 'what holds', '', 'why not'], rows)}<!-- /e2e -->\n`
}

const sectionsIn = (page: string): readonly (readonly [string, string])[] =>
  [...page.matchAll(/^## [^\n]+\n\n<!-- e2e:([\w-]+) -->\n[\s\S]*?<!-- \/e2e -->\n/gm)].map(([text, id = '']) => [id, text])

/** What differs from the page, line by line. */
export const compared = (page: string, ran: readonly Ran[], scenarios: readonly Scenario[]): string => {
  const sections = new Map(sectionsIn(page))
  const lines = ran.flatMap(each => {
    const old = sections.get(each.client.id)
    if (old === undefined) return [`${each.client.title} ${each.version}: not on the page yet`]
    const before = resultsIn(old)
    const after = resultsIn(section(each, scenarios, new Date(0)))
    const changes = [...after].filter(([name, mark]) => before.get(name) !== mark)
    const [, from = '?'] = /^`[^`]+` (\S+),/m.exec(old) ?? []
    const title = `${each.client.title} ${from} -> ${each.version}: `
    if (changes.length === 0) return [`${title}nothing changed`]
    return [
      `${title}${changes.length} changed`,
      ...changes.map(([name, mark]) => `  ${name}: ${before.get(name) ?? 'new'} -> ${mark}`),
    ]
  })
  return `\nAgainst docs/compatibility.md:\n${lines.join('\n')}`
}

const resultsIn = (section: string): ReadonlyMap<string, string> =>
  new Map([...section.matchAll(/^\| `([\w-]+)` \| [^|]* \| ([^|]*) \|/gm)].map(([, name = '', mark = '']) => [name, mark.trim()]))
