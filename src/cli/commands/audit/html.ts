/** A report in one page: no script, nothing from elsewhere, readable in light and dark, and what agents wrote is text. */

import { createHash } from 'node:crypto'
import { stringAt } from '../../../core/json.ts'
import { oneLine, visible } from '../../../core/redact.ts'
import type { Entry } from '../../../hook/audit/entry.ts'
import { projectOf } from '../../../hook/audit/filter.ts'
import type { Group } from '../../../hook/audit/history/figures.ts'
import type { Grouping } from '../../../hook/audit/history/groupings.ts'
import { contentOf, type Stats, whatOf } from '../../../hook/audit/history/stats.ts'
import { clock, duration } from './format.ts'

export interface Report {
  readonly made: number
  /** What was asked for, as on the command line; empty for everything. */
  readonly asked: readonly string[]
  readonly stats: Stats
  readonly groups: readonly { readonly by: Grouping; readonly groups: readonly Group[] }[]
  /** Newest first. */
  readonly calls: readonly Entry[]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, found => escapes[found] ?? '')

const style = `
:root{color-scheme:light dark;--ink:#1c2127;--faint:#5b6570;--page:#fff;--card:#f4f6f8;--line:#d9dee3;--deny:#b3261e;--ask:#8a5a00;--allow:#1b6e3c}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--faint:#9aa5b1;--page:#14181c;--card:#1d2329;--line:#333b43;--deny:#ff8a80;--ask:#ffc166;--allow:#7fd6a0}}
body{margin:0 auto;max-width:76rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page)}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p,dt,.faint{color:var(--faint)}
dl{display:flex;flex-wrap:wrap;gap:.75rem}dl div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem 1rem}
dt{font-size:.85rem}dd{margin:0;font-size:1.3rem;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.what{min-width:18rem;overflow-wrap:anywhere}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);padding:.6rem;border-radius:.4rem;margin:.4rem 0}
.deny{color:var(--deny)}.ask,.defer{color:var(--ask)}.allow{color:var(--allow)}summary{cursor:pointer}
@media print{details{display:block}}
`
const hash = createHash('sha256').update(style).digest('base64')

export const htmlOf = ({ made, asked, stats, groups, calls }: Report): string => {
  const span = stats.first === undefined ? '' : `${clock(Date.parse(stats.first))} to ${clock(Date.parse(stats.last ?? ''))}`
  const cards = [
    ['calls', String(stats.calls)],
    ...[...stats.byDecision, ...stats.byWould].map(({ name, count }) => [name, String(count)]),
    ...(stats.ms === undefined
      ? []
      : [
          ['median', duration(stats.ms.p50)],
          ['99 of 100 within', duration(stats.ms.p99)],
        ]),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tfy-hook audit report</title>
<style>${style}</style>
</head>
<body>
<header><h1>What agents did, and what was decided</h1>
<p>${[span, asked.length === 0 ? 'all calls' : asked.map(escaped).join(', '), `made ${clock(made)}`].filter(Boolean).join(' · ')}</p></header>
<main>
${stats.calls === 0 ? '<p>No call matches.</p>' : `<dl>${cards.map(([name = '', value = '']) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`}
${groups.map(table).join('\n')}
${callsOf(calls, stats.calls)}
</main>
</body>
</html>
`
}

const mostGroups = 20

const table = ({ by, groups }: Report['groups'][number]): string => {
  if (groups.length === 0) return ''
  const rows = groups
    .slice(0, mostGroups)
    .map(({ name, calls, denied, asked, would, last }) =>
      row([
        `<td class="what">${escaped(oneLine(name, 200))}</td>`,
        ...[calls, denied, asked, would].map(count => `<td class="n">${count || ''}</td>`),
        `<td>${clock(last)}</td>`,
      ]),
    )
  const rest = groups.length > mostGroups ? `<p>and ${groups.length - mostGroups} more</p>` : ''
  const head = `<th scope="col">${by}</th>${['calls', 'denied', 'asked', 'on trial'].map(title => `<th scope="col" class="n">${title}</th>`).join('')}<th scope="col">last</th>`
  return `<h2>By ${by}</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${rest}`
}

const row = (cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`

const callsOf = (calls: readonly Entry[], all: number): string => {
  if (calls.length === 0) return ''
  const rows = calls.map(entry => {
    const { at, id, client, decision, would, rules, audited, user, record } = entry
    const word = /^[a-z]{1,12}$/.test(decision) ? decision : ''
    const reason = stringAt(record, 'reason')
    const content = contentOf(entry)
    const inFull = [reason, projectOf(entry)]
      .filter(one => one !== undefined && one !== '')
      .map(one => `<p>${escaped(one ?? '')}</p>`)
    return row([
      `<td>${clock(at)}<br><span class="faint">${escaped(id)}</span></td>`,
      `<td>${escaped(oneLine(client || 'unknown', 40))}<br><span class="faint">${escaped(oneLine(user, 60))}</span></td>`,
      `<td class="${word}">${escaped(decision)}${would === '' ? '' : `<br>would ${escaped(would)}`}</td>`,
      `<td>${[...rules, ...audited].map(rule => escaped(oneLine(rule, 80))).join('<br>')}</td>`,
      `<td class="what"><details><summary><code>${escaped(oneLine(whatOf(entry), 160))}</code></summary>${inFull.join('')}<pre>${escaped(content)}</pre></details></td>`,
    ])
  })
  const title = calls.length < all ? `The last ${calls.length} of ${all} calls` : 'Calls'
  const head = ['time', 'client', 'decision', 'rules', 'call'].map(name => `<th scope="col">${name}</th>`).join('')
  return `<h2>${title}</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}
