/** `status`: one screen. Which clients are here, by what they are registered, when each last called; and what decides. */

import type { Calls } from '../../audit/seen.ts'
import type { BundleReport } from '../../bundle/report.ts'
import { type Config, placesOf, readConfig } from '../../config.ts'
import { describe } from '../../core/failure.ts'
import { flat } from '../../core/redact.ts'
import { redirectedIn } from '../../doctor/machine-findings.ts'
import { type Standing, standing } from '../../export/standing.ts'
import type { Guard } from '../../guard/answer.ts'
import { knowGateway } from '../../install/address.ts'
import { filesOn } from '../../install/files.ts'
import { writeAll } from '../../io.ts'
import { breakerFor, breakerStatus } from '../../sources/breaker-file.ts'
import { type Trials, trialSentence, trialsHere } from '../policy/on-trial.ts'
import { bundleReport, policyReports } from '../policy/reports.ts'
import { callsIn, guardsFor, neededVersions } from '../registration/guards.ts'
import { type ClientState, onlyShared, scopesOf, takeInventory } from '../registration/inventory.ts'
import { clientNames } from '../registration/registrations.ts'
import { palette } from '../terminal/ansi.ts'
import { json } from '../terminal/json.ts'
import { relativeTime } from '../terminal/relative-time.ts'
import { homely } from './doctor-report.ts'

declare const __TFY_VERSION__: string

export interface StatusFlags {
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
}

/** Exit code 1 when a client that is here is not guarded, when none is, or when the configuration or a policy cannot be used. */
export const status = async (flags: StatusFlags): Promise<number> => {
  const found = await statusHere(clientNames(flags.client))
  writeAll(1, flags.json ? `${json(found, 2)}\n` : text(found, Date.now()))
  return exitCodeOf(found)
}

export const exitCodeOf = ({ problem, clients, policies, bundle }: Status): number =>
  problem === undefined &&
  bundle?.problem === undefined &&
  policies.every(policy => policy.problem === undefined) &&
  clients.some(({ registered }) => registered) &&
  clients.every(({ guard }) => guard.answer !== 'not guarded')
    ? 0
    : 1

const statusHere = async (named: readonly string[]): Promise<Status> => {
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  knowGateway(config.gatewayFrom === 'file' ? config.gateway?.url : undefined)
  const files = filesOn()
  const inventory = await takeInventory(named, files)
  const calls = callsIn(config.places.state)
  const guards = await guardsFor(inventory, { calls, audit: config.audit, versions: await neededVersions(inventory), files })
  const rows = rowsOf(inventory, guards, calls, named.length > 0)
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
    exports: config.exports.map(target => standing(config.places.state, target)),
    ...(config.broken !== undefined && { problem: describe(config.broken) }),
  }
}

/** Clients that are here, or all that were named. */
export const rowsOf = (
  inventory: readonly ClientState[],
  guards: readonly Guard[],
  calls: Calls,
  named: boolean,
): readonly Row[] =>
  inventory.flatMap((one, i) => {
    const seen = calls.byClient.get(one.client)?.last
    const guard = guards[i]
    const own = guard?.scopes.some(({ borrowed }) => !borrowed) ?? false
    const here =
      (own && !onlyShared(one, inventory)) || one.binary !== undefined || one.folder !== undefined || seen !== undefined
    return guard !== undefined && (here || named || one.unreadable.length > 0) ? [rowOf(one, guard, seen)] : []
  })

const rowOf = (one: ClientState, guard: Guard, seen: Row['seen'] | undefined): Row => {
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
    const guard = found.clients[i]?.guard
    const colour = guard?.answer === 'guarded' ? 'ok' : guard?.answer === 'not guarded' ? 'bad' : 'warn'
    const head = `  ${title.padEnd(widths[0] ?? 0)}  ${severity(colour, answer.padEnd(widths[1] ?? 0))}  ${registered.padEnd(widths[2] ?? 0)}  ${faint(seen)}`
    const reasons = (guard?.answer === 'guarded' ? [] : (guard?.reasons ?? [])).flatMap(({ because, fix }) => [
      `    ${homely(flat(because))}.`,
      `    ${faint('fix')}  ${homely(flat(fix))}`,
    ])
    return [head.trimEnd(), ...reasons]
  })
  const facts: readonly (readonly [string, string])[] = [
    ['Source', found.source],
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
