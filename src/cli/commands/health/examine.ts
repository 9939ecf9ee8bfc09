/** What is found on this machine: by `doctor`, which also tries and asks, and by `status`, which does not. One look, so that the two say one thing. */

import { isatty } from 'node:tty'
import { type Scope, scopes } from '../../../core/install.ts'
import type { Calls } from '../../../hook/audit/seen.ts'
import { type Config, placesOf, readConfig } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { deployment } from '../../../setup/doctor/deployment.ts'
import { doorFindings } from '../../../setup/doctor/door.ts'
import { environment } from '../../../setup/doctor/environment.ts'
import { bad, type Finding, fine, of, remedyFor, warn } from '../../../setup/doctor/finding.ts'
import {
  audit,
  breaker,
  configuration,
  credentials,
  gateway,
  policies,
  redirections,
  resident,
} from '../../../setup/doctor/machine-findings.ts'
import type { Guard } from '../../../setup/guard/answer.ts'
import type { World } from '../../../setup/guard/world.ts'
import { knowGateway } from '../../../setup/install/address.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { trialsHere } from '../policy/on-trial.ts'
import { bundleReport, policyReports } from '../policy/reports.ts'
import { noVersion, versionOf } from '../registration/client-version.ts'
import { callsIn, guardsFor, worldHere } from '../registration/guards.ts'
import { type ClientState, onlyShared, scopesOf, takeInventory } from '../registration/inventory.ts'
import { registrable } from '../registration/own-program.ts'
import { groundHere, notesFor } from '../registration/registrations.ts'
import { relativeTime } from '../terminal/relative-time.ts'
import { advisoriesWith, bundledFindings, bundledHere } from './advisories.ts'
import { approvals } from './approval-findings.ts'
import { bundleFindings } from './bundle-findings.ts'
import { examineClient, ours, programsOf } from './client-findings.ts'
import { compiledFindings } from './compiled-findings.ts'
import { faultsOf } from './config-check.ts'
import { drillClient } from './drill.ts'
import { trialFindings } from './trial-findings.ts'

declare const __TFY_VERSION__: string

export interface Examined {
  readonly client: string
  readonly title: string
  readonly version: string | undefined
  readonly scopes: readonly string[]
  readonly guard: Guard
  readonly findings: readonly Finding[]
}

export interface Report {
  readonly version: string
  readonly clients: readonly Examined[]
  readonly findings: readonly Finding[]
}

export interface Looked {
  readonly config: Config
  readonly calls: Calls
  /** Of the clients that are here, or all that were named; the report has them in the same order. */
  readonly here: readonly ClientState[]
  readonly report: Report
}

interface Means {
  /** What is registered is run. */
  readonly drill: boolean
  /** Clients are asked for their version, the gateway and the targets of exports whether they answer. */
  readonly asks: boolean
}

export const lookAround = async (named: readonly string[], { drill, asks }: Means): Promise<Looked> => {
  const files = filesOn()
  const progress = progressOn(asks && isatty(2))
  // A hook's configuration is that of where the client works; nothing on this command line speaks for one.
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  knowGateway(config.gatewayFrom === 'file' ? config.gateway?.url : undefined)
  const inventory = await takeInventory(named, files)
  const calls = callsIn(config.places.state)
  const here = inventory.filter(
    found =>
      found.binary !== undefined ||
      found.folder !== undefined ||
      found.unreadable.length > 0 ||
      calls.byClient.has(found.client) ||
      (found.places.some(ours) && !onlyShared(found, inventory)) ||
      named.length > 0,
  )
  progress('asking versions')
  const versions = await Promise.all(
    here.map(({ installation, binary, ground }) =>
      binary === undefined ? noVersion : versionOf(installation, binary, ground, { state: config.places.state, asks }),
    ),
  )
  const world: World = await worldHere(here, files)
  const numbers = versions.map(version => version.numbers)
  const guards = await guardsFor(here, { calls, audit: config.audit, versions: numbers, files, world })
  const program = registrable(groundHere('user'))
  const bundled = await bundledHere(config)
  const advisories = advisoriesWith(bundled)
  const clients: Examined[] = []
  for (const [i, found] of here.entries()) {
    progress(`examining ${found.adapter.title}`)
    const version = versions[i] ?? noVersion
    const guard = guards[i]
    if (guard === undefined) continue
    const asked = named.length > 0
    const called = calls.byClient.has(found.client)
    const given = { config, version, asked, called, files, drill, guard, program, servers: world.servers, advisories }
    const findings = [...(await examineClient(found, given))]
    if (drill) findings.push(...(await drillClient(found, config)))
    findings.push(...lifeOf(found, calls, guard))
    clients.push({
      client: found.client,
      title: found.adapter.title,
      version: version.numbers?.join('.'),
      scopes: scopesOf(found),
      guard,
      findings,
    })
  }
  progress('examining what is here')
  const findings = [
    ...nothing(inventory, named),
    ...deployment(config.places.managed, {
      files,
      versions: new Map(here.map(({ client: id }, i) => [id, numbers[i]])),
      registered: inventory.flatMap(({ places }) =>
        places.filter(one => one.scope === 'managed' && ours(one)).map(one => one.file),
      ),
    }),
    ...bundledFindings(bundled),
    ...(await compiledFindings(config.places.managed, files)),
    ...(await machine(
      config,
      drill ? here : asks ? [] : undefined,
      asks
        ? here.filter(({ practice, places }) => practice !== undefined && places.some(ours)).map(({ client: id }) => id)
        : undefined,
    )),
  ]
  progress('')
  return { config, calls, here, report: { version: __TFY_VERSION__, clients, findings } }
}

/** When it last called, what it takes to know that it does, and what only a person can do or know. */
const lifeOf = (found: ClientState, calls: Calls, { answer, reasons }: Guard): readonly Finding[] => {
  const { adapter, client, installation, places } = found
  if (!places.some(ours)) return []
  const last = calls.byClient.get(client)?.last
  const called =
    last === undefined
      ? `It has not called ${calls.complete ? 'yet' : 'lately'}.`
      : `It last called ${relativeTime(last.time, Date.now())} (${last.event}, ${last.decision}).`
  const unseen = reasons.filter(({ id }) => id === 'registration.unseen')
  const notes = scopesOf(found).flatMap(scope => (isScope(scope) ? notesFor(installation, groundHere(scope)) : []))
  const asked = scopesOf(found).flatMap(scope => (isScope(scope) ? (installation.inert?.(groundHere(scope)) ?? []) : []))
  const left = [...new Set(notes)].filter(note => !asked.includes(note))
  const [first] = asked
  // Nothing but a call is missing where a person has done what was asked.
  const isDone = answer === 'guarded' || (reasons.length > 0 && unseen.length === reasons.length)
  // The drill proves the program, and cannot prove that the client starts it.
  if (last === undefined && calls.complete && first !== undefined && !isDone) {
    const why = `Until a person has done it, ${adapter.title} runs no hook of ours, and says nothing.`
    return of(client, [warn('heartbeat', called, why, first), ...left.map(note => fine('registration.note', note))])
  }
  const told = isDone ? left : [...asked, ...left]
  const life =
    unseen.length === 0 ? [fine('heartbeat', called)] : unseen.map(({ id, because, fix }) => fine(id, `${because}. ${fix}.`))
  const unjudged =
    last?.failure === undefined
      ? []
      : [
          warn(
            'heartbeat.failed',
            `Its last call got no verdict (${last.failure}).`,
            'The fail mode has decided it, and decides the next ones until the cause is gone.',
            remedyFor(last.failure) ?? 'tfy-hook doctor',
          ),
        ]
  return of(client, [...life, ...unjudged, ...told.map(note => fine('registration.note', note))])
}

const isScope = (scope: string): scope is Scope => (scopes as readonly string[]).includes(scope)

const nothing = (inventory: readonly ClientState[], named: readonly string[]): readonly Finding[] =>
  named.length > 0 || inventory.some(({ places }) => places.some(ours))
    ? []
    : [bad('registration.nowhere', 'tfy-hook is registered at no client here.', 'Nothing is guarded.', 'tfy-hook init')]

/**
 * `here` are those whose program is run for a trial, nothing is run without them; `clients` those for which the gateway is asked, nobody is asked
 * anything without them.
 */
const machine = async (
  config: Config,
  here: readonly ClientState[] | undefined,
  clients: readonly string[] | undefined,
): Promise<readonly Finding[]> => {
  const { gateway: way } = config
  const bundle = await bundleReport(config)
  return [
    ...environment(process.env, config),
    ...configuration(config, await faultsOf(config)),
    ...redirections(config),
    ...(here === undefined
      ? []
      : await doorFindings(
          process.execPath,
          here.flatMap(state => programsOf(state).map(([program]) => ({ client: state.client, program }))),
          config,
          process.env,
        )),
    ...policies(await policyReports(config)),
    ...bundleFindings(bundle),
    ...trialFindings(await trialsHere(config, bundle)),
    ...(here === undefined ? [] : await (await import('./cage-findings.ts')).cageFindings(config)),
    ...credentials(config),
    ...(way === undefined || clients === undefined || config.broken !== undefined
      ? []
      : gateway(
          way.url,
          await (await import('../setup/gateway-check.ts')).checkGateway(config, way, clients),
          config.source !== 'offline',
        )),
    ...breaker(config, process.env),
    ...(await resident(config, process.env, __TFY_VERSION__)),
    ...(await approvals(config.places.state)),
    ...audit(config),
    ...(config.exports.length === 0 || clients === undefined
      ? []
      : await (await import('../../../fleet/export/findings.ts')).exportFindings(config, process.env)),
  ]
}

/** One line on stderr that is written over, for somebody who waits. */
const progressOn = (terminal: boolean) => (what: string) => {
  if (terminal) writeAll(2, what === '' ? '\r\u001b[K' : `\r\u001b[K${what} …`)
}
