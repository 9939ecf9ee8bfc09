/** `status`: one screen. Which clients are here, by what they are registered, when each last called; and what decides. */

import { describe } from '../../../core/failure.ts'
import { flat } from '../../../core/redact.ts'
import { type Standing, standing } from '../../../fleet/export/standing.ts'
import type { Calls } from '../../../hook/audit/seen.ts'
import type { BundleReport } from '../../../hook/bundle/report.ts'
import type { Config } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { breakerFor, breakerStatus } from '../../../hook/sources/breaker-file.ts'
import type { Finding } from '../../../setup/doctor/finding.ts'
import { redirectedIn } from '../../../setup/doctor/machine-findings.ts'
import type { Guard } from '../../../setup/guard/answer.ts'
import { type Trials, trialSentence, trialsHere } from '../policy/on-trial.ts'
import { bundleReport, policyReports } from '../policy/reports.ts'
import { type ClientState, scopesOf } from '../registration/inventory.ts'
import { clientNames } from '../registration/registrations.ts'
import { palette } from '../terminal/ansi.ts'
import { json } from '../terminal/json.ts'
import { relativeTime } from '../terminal/relative-time.ts'
import { homely } from './doctor-report.ts'
import { lookAround } from './examine.ts'

declare const __TFY_VERSION__: string

interface StatusFlags {
  readonly client?: readonly string[]
  readonly json?: boolean
}

export interface Row {
  readonly client: string
  readonly title: string
  readonly registered: boolean
  readonly scopes: readonly string[]
  readonly files: readonly string[]
  /** Another client's file that this one reads as well. */
  readonly through?: string
  readonly guard: Guard
  readonly seen?: { readonly time: string; readonly event: string; readonly decision: string }
  /** What `doctor` would say of it without a drill, where that is not in order. */
  readonly findings?: readonly Finding[]
}

export interface Status {
  readonly version: string
  readonly clients: readonly Row[]
  /** False when the log is longer than what was looked at. */
  readonly seenComplete: boolean
  readonly source: string
  readonly gateway: string | null
  readonly breaker: string | null
  readonly policies: readonly { readonly file: string; readonly layer: string; readonly problem?: string }[]
  readonly bundle?: BundleReport
  /** Rules that stop nothing, and how many do; absent where the embedded engine decides nothing. */
  readonly trial?: Trials
  readonly audit: boolean
  /** Folders of which only what is stricter counts. */
  readonly redirected?: readonly string[]
  readonly exports: readonly Standing[]
  readonly problem?: string
  /** The same of this machine. */
  readonly findings?: readonly Finding[]
}

/** Exit code 1 when a client that is here is not guarded, or is and `doctor` would look at something of it; when none is registered; or when something is wrong here. */
export const status = async (flags: StatusFlags): Promise<number> => {
  const found = await statusHere(clientNames(flags.client))
  writeAll(1, flags.json ? `${json(found, 2)}\n` : text(found, Date.now()))
  return exitCodeOf(found)
}

export const exitCodeOf = ({ problem, clients, policies, bundle, findings = [] }: Status): number =>
  problem === undefined &&
  bundle?.problem === undefined &&
  policies.every(policy => policy.problem === undefined) &&
  clients.some(({ registered }) => registered) &&
  clients.every(row => row.guard.answer !== 'not guarded' && wrongIn(row).length === 0) &&
  findings.every(({ severity }) => severity !== 'bad')
    ? 0
    : 1

/** What makes "guarded" too much. Why something cannot be known, or is not so, is told with the answer. */
const wrongIn = ({ guard, findings = [] }: Row): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'bad' || (severity === 'warn' && guard.answer === 'guarded'))

const statusHere = async (named: readonly string[]): Promise<Status> => {
  const { config, calls, here, report } = await lookAround(named, { drill: false, asks: false })
  const amiss = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity !== 'ok')
  const guards = report.clients.map(({ guard }) => guard)
  const found = report.clients.map(({ findings }) => amiss(findings))
  const rows = rowsOf({ here, guards, calls, found })
  const bundle = await bundleReport(config)
  const trial = await trialsHere(config, bundle)
  return {
    version: __TFY_VERSION__,
    clients: rows,
    seenComplete: calls.complete,
    source: config.source,
    gateway: config.gateway?.url ?? null,
    breaker: breakerOf(config),
    policies: (await policyReports(config)).map(({ file, layer, problems }) => {
      const [first] = problems.filter(({ severity }) => severity === 'error')
      return { file, layer, ...(first !== undefined && { problem: `line ${first.line}: ${first.message}` }) }
    }),
    ...(bundle !== undefined && { bundle }),
    ...(trial !== undefined && { trial }),
    audit: config.audit,
    redirected: redirectedIn(config.places),
    findings: amiss(report.findings),
    exports: config.exports.map(target => standing(config.places.state, target)),
    ...(config.broken !== undefined && { problem: describe(config.broken) }),
  }
}

/** In the order of what `lookAround` gives. */
export const rowsOf = ({ here, guards, calls, found = [] }: Listed): readonly Row[] =>
  here.flatMap((one, i) => {
    const guard = guards[i]
    return guard === undefined
      ? []
      : [rowOf(one, guard, { seen: calls.byClient.get(one.client)?.last, findings: found[i] ?? [] })]
  })

interface Listed {
  readonly here: readonly ClientState[]
  readonly guards: readonly Guard[]
  readonly calls: Calls
  readonly found?: readonly (readonly Finding[])[]
}

const rowOf = (
  one: ClientState,
  guard: Guard,
  { seen, findings }: { readonly seen: Row['seen'] | undefined; readonly findings: readonly Finding[] },
): Row => {
  const own = one.places.filter(({ owner, registered }) => owner === undefined && registered.length > 0)
  const through = guard.scopes.find(({ borrowed }) => borrowed)?.files[0]
  return {
    client: one.client,
    title: one.adapter.title,
    registered: guard.scopes.length > 0,
    scopes: scopesOf(one),
    files: own.map(({ file }) => file),
    ...(through !== undefined && { through }),
    guard,
    ...(seen !== undefined && { seen }),
    ...(findings.length > 0 && { findings }),
  }
}

const exportLine = ({ label, delivered, waiting, lost, refused, gaps, failing, lastOk }: Standing, now: number): string =>
  [
    label,
    `${delivered} given`,
    `${waiting} waiting`,
    ...(lost + refused > 0 ? [`${lost + refused} lost`] : []),
    ...(gaps > 0 ? [`the end of ${gaps} files lost`] : []),
    ...(failing === undefined
      ? lastOk === undefined
        ? []
        : [`last ${relativeTime(lastOk, now)}`]
      : [`failing since ${relativeTime(failing.since, now)}: ${flat(failing.why)}`]),
  ].join(', ')

const breakerOf = ({ gateway, places }: Config): string | null => {
  if (gateway === undefined) return null
  if (gateway.breaker === false) return 'off'
  const at = breakerFor(gateway, process.env, places.state)
  return at === undefined ? null : breakerStatus(at).phase
}

const bundleLine = (report: BundleReport, now: number, severity: ReturnType<typeof palette>['severity']): string => {
  const { active, offered, pulled, problem, warning } = report
  const what =
    active === undefined
      ? `none${offered === undefined ? '' : ', until it is this machine’s turn'}`
      : `${active.name} ${active.version}`
  const when = pulled === undefined ? '' : `, looked at ${relativeTime(pulled, now)}`
  const wrong =
    problem !== undefined
      ? `: ${severity('bad', flat(problem))}`
      : warning !== undefined
        ? `: ${severity('warn', flat(warning))}`
        : ''
  return `${flat(what)}${when}${wrong}`
}

const trialLines = ({ trials, enforced }: Trials): readonly string[] => [
  ...trials.map(trialSentence),
  ...(enforced === 0 ? ['no rule is enforced: nothing is stopped'] : []),
]

export const text = (found: Status, now: number, { strong, faint, severity } = palette()): string => {
  const cells = found.clients.map(row => [
    row.title,
    row.guard.answer,
    row.registered ? row.scopes.join(', ') || 'borrowed' : 'not registered',
    row.seen === undefined
      ? found.seenComplete
        ? 'never called'
        : 'not lately'
      : `${relativeTime(row.seen.time, now)}: ${flat(row.seen.event)}, ${flat(row.seen.decision)}`,
  ])
  const widths = [0, 1, 2].map(column => Math.max(...cells.map(row => (row[column] ?? '').length), 0))
  const rows = cells.flatMap(([title = '', answer = '', registered = '', seen = ''], i) => {
    const row = found.clients[i]
    const guard = row?.guard
    const said = new Set((guard?.reasons ?? []).map(({ because }) => `${because}.`))
    const amiss = row === undefined ? [] : wrongIn(row).filter(({ what }) => guard?.answer === 'guarded' || !said.has(what))
    const colour = guard?.answer === 'guarded' ? 'ok' : guard?.answer === 'not guarded' ? 'bad' : 'warn'
    const head = `  ${title.padEnd(widths[0] ?? 0)}  ${severity(colour, answer.padEnd(widths[1] ?? 0))}  ${registered.padEnd(widths[2] ?? 0)}  ${faint(seen)}`
    const reasons = (guard?.answer === 'guarded' ? [] : (guard?.reasons ?? [])).flatMap(({ because, fix }) => [
      `    ${homely(flat(because))}.`,
      `    ${faint('fix')}  ${homely(flat(fix))}`,
    ])
    const more = amiss.flatMap(({ severity: grade, what, fix }) => [
      `    ${severity(grade, homely(flat(what)))}`,
      ...(fix === undefined ? [] : [`    ${faint('fix')}  ${homely(flat(fix))}`]),
    ])
    return [head.trimEnd(), ...reasons, ...more]
  })
  const facts: readonly (readonly [string, string])[] = [
    ['Source', found.problem === undefined ? found.source : 'none: the configuration is invalid, and nothing is judged'],
    ...(found.gateway === null
      ? []
      : [['Gateway', `${flat(found.gateway)}${found.breaker === null ? '' : `, breaker ${found.breaker}`}`] as const]),
    [
      'Policies',
      found.policies.length === 0
        ? 'none; the built-in preset "recommended"'
        : found.policies
            .map(
              ({ file, layer, problem }) =>
                `${file} (${layer})${problem === undefined ? '' : `: ${severity('bad', flat(problem))}`}`,
            )
            .join('\n            '),
    ],
    ...(found.bundle === undefined ? [] : [['Bundle', bundleLine(found.bundle, now, severity)] as const]),
    ...(found.trial === undefined ? [] : trialLines(found.trial)).map((line, i): readonly [string, string] => [
      i === 0 ? 'Rules' : '',
      severity('warn', flat(line)),
    ]),
    ...(found.redirected ?? []).map(
      dir => ['Ignored', `${flat(dir)}, but for what is stricter: it is not the account’s`] as const,
    ),
    ...(found.findings ?? [])
      .filter(({ severity: grade }) => grade === 'bad')
      .map(({ what }): readonly [string, string] => ['Wrong', severity('bad', flat(what))]),
    ['Audit', found.audit ? 'on' : 'off'],
    ...found.exports.map((one, i): readonly [string, string] => [i === 0 ? 'Export' : '', exportLine(one, now)]),
  ]
  return `${[
    strong(`tfy-hook ${found.version}`),
    ...(found.problem === undefined ? [] : [severity('bad', flat(found.problem))]),
    '',
    ...(rows.length === 0 ? ['  No coding agent was found here.'] : rows),
    '',
    ...facts.map(([name, value]) => `  ${faint(name.padEnd(8))}  ${homely(value)}`),
    '',
    faint('More: tfy-hook doctor'),
  ].join('\n')}\n`
}
