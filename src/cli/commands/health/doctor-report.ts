/** The report for a person: each client, then the machine; what is not in order with its reason and its remedy. */

import { flat } from '../../../core/redact.ts'
import type { Finding, Severity } from '../../../setup/doctor/finding.ts'
import type { Answer } from '../../../setup/guard/answer.ts'
import { type Palette, palette } from '../terminal/ansi.ts'
import type { Examined, Report } from './examine.ts'

export const text = (report: Report, colors: Palette = palette()): string => {
  const { version, clients, findings } = report
  const parts = [
    colors.strong(`tfy-hook ${version}`),
    ...clients.map(client => section(headOf(client, colors), client.findings, colors)),
    section(colors.strong('This machine'), findings, colors),
    summary(report, colors),
  ]
  return `${homely(parts.join('\n\n'))}\n`
}

/** Paths below the home directory as people write them. */
export const homely = (said: string, home = process.env.HOME ?? ''): string =>
  home.length > 1 ? said.replaceAll(`${home}/`, '~/') : said

const headOf = ({ title, version, scopes, guard }: Examined, { strong, faint, severity }: Palette): string =>
  [
    strong(title),
    ...(version === undefined ? [] : [version]),
    faint(scopes.length === 0 ? 'not registered' : scopes.join(', ')),
    severity(severities[guard.answer], guard.answer),
  ].join('  ')

const severities: Readonly<Record<Answer, Severity>> = { guarded: 'ok', 'cannot be known': 'warn', 'not guarded': 'bad' }

const section = (head: string, findings: readonly Finding[], colors: Palette): string =>
  [head, ...findings.flatMap(finding => lines(finding, colors))].join('\n')

/** What is neither right nor wrong. */
const notes: readonly string[] = ['heartbeat', 'registration.note', 'registration.unseen', 'policy.trial-rules']

const lines = ({ id, severity, what, why, fix }: Finding, { severity: colour, faint }: Palette): readonly string[] => [
  `  ${notes.includes(id) ? faint('note') : colour(severity, severity.padEnd(4))}  ${flat(what)}`,
  ...(why === undefined ? [] : [`        ${faint('why')}   ${flat(why)}`]),
  ...(fix === undefined ? [] : [`        ${faint('fix')}   ${flat(fix)}`]),
]

const summary = ({ clients, findings }: Report, { severity }: Palette): string => {
  const all = [...findings, ...clients.flatMap(client => client.findings)]
  const count = (wanted: Severity): number => all.filter(finding => finding.severity === wanted).length
  const [warned, wrong] = [count('warn'), count('bad')]
  const trial = all.some(({ id }) => id === 'policy.trial-rules')
  if (warned + wrong === 0) {
    const unseen = clients.filter(({ guard }) => guard.answer === 'cannot be known').map(({ title }) => title)
    const titled = (id: string): string =>
      clients
        .filter(client => client.findings.some(finding => finding.id === id))
        .map(({ title }) => title)
        .join(', ')
    const [gone, late] = [titled('registration.goes-on'), titled('registration.late')]
    const but = [
      ...(gone === '' ? [] : [`${gone} goes on when the hook is missing, crashes or is late`]),
      ...(late === '' ? [] : [`${late} goes on when the hook is late`]),
      ...(trial ? ['some rules are only on trial'] : []),
      ...(unseen.length > 0 ? [`whether ${unseen.join(', ')} asks has yet to be seen`] : []),
    ]
    return severity(but.length > 0 ? 'warn' : 'ok', `Everything is in order${but.map(what => `, and ${what}`).join('')}.`)
  }
  const parts = [
    ...(wrong > 0 ? [severity('bad', `${wrong} bad`)] : []),
    ...(warned > 0 ? [severity('warn', `${warned} to look at`)] : []),
  ]
  return `${parts.join(', ')}, ${count('ok')} in order.`
}
