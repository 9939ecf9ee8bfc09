/** `status`: one screen. Which clients are here, by what they are registered, when each last called; and what decides. */

import { existsSync } from 'node:fs'
import { lastCalls } from '../audit/read.ts'
import { type Config, placesOf, policyPlaces, readConfig } from '../config.ts'
import { describe } from '../core/failure.ts'
import { flat } from '../core/redact.ts'
import { commandIn, programFindings, shellOf } from '../doctor/program.ts'
import { complete } from '../doctor/registration.ts'
import { switchedOff } from '../doctor/switches.ts'
import { filesOn } from '../install/files.ts'
import { writeAll } from '../io.ts'
import { breakerFor, breakerStatus } from '../sources/breaker-file.ts'
import { ago } from './ago.ts'
import { json } from './audit-text.ts'
import { homely, paintOn } from './doctor-text.ts'
import { namesIn } from './init.ts'
import { colourful } from './paint.ts'
import { type Surveyed, scopesOf, survey } from './survey.ts'

declare const __TFY_VERSION__: string

export interface StatusFlags {
  readonly client?: readonly string[]
  readonly json?: boolean
}

interface Row {
  readonly client: string
  readonly title: string
  readonly registered: boolean
  readonly scopes: readonly string[]
  readonly files: readonly string[]
  /** Another client's file that this one reads as well. */
  readonly through?: string
  readonly problem?: string
  /** Registered, and not run. */
  readonly idle?: string
  readonly seen?: { readonly time: string; readonly event: string; readonly decision: string }
}

interface Status {
  readonly version: string
  readonly clients: readonly Row[]
  /** False when the log is longer than what was looked at. */
  readonly seenComplete: boolean
  readonly source: string
  readonly gateway: string | null
  readonly breaker: string | null
  readonly policies: readonly { readonly file: string; readonly layer: string }[]
  readonly audit: boolean
  readonly problem?: string
}

/** Exit code 1 when no client is registered, or the configuration cannot be used. */
export const status = async (flags: StatusFlags): Promise<number> => {
  const found = await statusHere(namesIn(flags.client))
  writeAll(1, flags.json ? `${json(found, 2)}\n` : text(found, Date.now()))
  return found.problem === undefined && found.clients.some(({ registered, idle }) => registered && idle === undefined) ? 0 : 1
}

const statusHere = async (named: readonly string[]): Promise<Status> => {
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  const surveyed = await survey(named, filesOn())
  const calls = lastCalls(config.places.state)
  const rows = surveyed.flatMap(one => {
    const seen = calls.byClient.get(one.client)
    const row = rowOf(one, seen)
    const here = row.files.length > 0 || one.binary !== undefined || one.folder !== undefined || seen !== undefined
    return here || named.length > 0 ? [row] : []
  })
  return {
    version: __TFY_VERSION__,
    clients: rows,
    seenComplete: calls.complete,
    source: config.source,
    gateway: config.gateway?.url ?? null,
    breaker: breakerOf(config),
    policies: policyPlaces(config.places, [], process.cwd()).filter(({ file }) => existsSync(file)),
    audit: config.audit,
    ...(config.broken !== undefined && { problem: describe(config.broken) }),
  }
}

const rowOf = (one: Surveyed, seen: Row['seen'] | undefined): Row => {
  const own = one.places.filter(({ owner, registered }) => owner === undefined && registered.length > 0)
  const through = one.places.find(({ owner, registered }) => owner !== undefined && registered.length > 0)
  const borrows = own.length === 0 && through !== undefined && one.practice?.importsClaude === 'always'
  const [unreadable] = one.unreadable
  const [idle] = idleness(one)
  return {
    client: one.client,
    title: one.adapter.title,
    registered: own.length > 0 || borrows,
    scopes: scopesOf(one),
    files: own.map(({ file }) => file),
    ...(borrows && { through: through.file }),
    ...(unreadable !== undefined && { problem: `${unreadable.file}: ${unreadable.problem}` }),
    ...(unreadable === undefined && idle !== undefined && { idle }),
    ...(seen !== undefined && { seen }),
  }
}

/** Why what is registered is not run, as far as that is seen without running it. */
const idleness = (one: Surveyed): readonly string[] => {
  const shell = shellOf(one.practice, one.ground.system)
  const gone = one.places.flatMap(({ file, owner, registered }) =>
    owner !== undefined ? [] : registered.flatMap(entry => programFindings(one.client, commandIn(entry, shell), file)),
  )
  return [...switchedOff(one), ...complete(one), ...gone].filter(({ severity }) => severity === 'bad').map(({ what }) => what)
}

const breakerOf = ({ gateway, places }: Config): string | null => {
  if (gateway === undefined) return null
  if (gateway.breaker === false) return 'off'
  const at = breakerFor(gateway, process.env, places.state)
  return at === undefined ? null : breakerStatus(at).phase
}

export const text = (found: Status, now: number, { strong, faint, severity } = paintOn(colourful())): string => {
  const cells = found.clients.map(row => [
    row.title,
    row.problem !== undefined
      ? 'broken file'
      : row.idle !== undefined
        ? 'not guarded'
        : row.registered
          ? row.scopes.join(', ') || 'borrowed'
          : 'not registered',
    row.seen === undefined
      ? found.seenComplete
        ? 'never called'
        : 'not lately'
      : `${ago(row.seen.time, now)}: ${flat(row.seen.event)}, ${flat(row.seen.decision)}`,
  ])
  const widths = [0, 1].map(column => Math.max(...cells.map(row => (row[column] ?? '').length), 0))
  const rows = cells.map(([title = '', registered = '', seen = ''], i) => {
    const row = found.clients[i]
    const colour = row?.problem !== undefined || row?.idle !== undefined ? 'bad' : row?.registered ? 'ok' : 'warn'
    return `  ${title.padEnd(widths[0] ?? 0)}  ${severity(colour, registered.padEnd(widths[1] ?? 0))}  ${faint(seen)}`.trimEnd()
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
        : found.policies.map(({ file, layer }) => `${file} (${layer})`).join('\n            '),
    ],
    ['Audit', found.audit ? 'on' : 'off'],
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
