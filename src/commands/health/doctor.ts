/** `doctor`: what is wrong, why it matters, what fixes it; and a drill of what is registered. */

import { isatty } from 'node:tty'
import type { Calls } from '../../audit/seen.ts'
import { type Config, placesOf, readConfig } from '../../config.ts'
import { type Scope, scopes } from '../../core/install.ts'
import { deployment } from '../../doctor/deployment.ts'
import { doorFindings } from '../../doctor/door.ts'
import { environment, settingsEnvironment, variablesIn } from '../../doctor/environment.ts'
import { bad, type Finding, fine, of, severities, warn } from '../../doctor/finding.ts'
import { httpFindings } from '../../doctor/http-findings.ts'
import {
  audit,
  breaker,
  configuration,
  credentials,
  gateway,
  hiddenKey,
  policies,
  redirections,
  resident,
} from '../../doctor/machine-findings.ts'
import { commandIn, programIn, shellOf } from '../../doctor/program.ts'
import { complete, limits, once, type Place, presence } from '../../doctor/registration-findings.ts'
import { distrust } from '../../doctor/trust.ts'
import { programVersions } from '../../doctor/versions.ts'
import type { Guard } from '../../guard/answer.ts'
import { knowGateway } from '../../install/address.ts'
import { type Files, filesOn } from '../../install/files.ts'
import { writeAll } from '../../io.ts'
import { trialsHere } from '../policy/on-trial.ts'
import { bundleReport, policyReports } from '../policy/reports.ts'
import { noVersion, type Version, versionOf } from '../registration/client-version.ts'
import { callsIn, guardsFor } from '../registration/guards.ts'
import { type ClientState, onlyShared, scopesOf, takeInventory } from '../registration/inventory.ts'
import { type Program, registrable } from '../registration/own-program.ts'
import { clientNames, groundHere } from '../registration/registrations.ts'
import { json } from '../terminal/json.ts'
import { relativeTime } from '../terminal/relative-time.ts'
import { approvals } from './approval-findings.ts'
import { bundleFindings } from './bundle-findings.ts'
import { compiledFindings } from './compiled-findings.ts'
import { text } from './doctor-report.ts'
import { drillClient } from './drill.ts'
import { initChanges } from './init-changes.ts'
import { registrationChecks } from './registration-checks.ts'
import { trialFindings } from './trial-findings.ts'
import { versionFindings } from './version-findings.ts'

declare const __TFY_VERSION__: string

export interface DoctorFlags {
  readonly client?: readonly string[]
  readonly json?: boolean
  /** Off: nothing that is registered is run. */
  readonly drill?: boolean
}

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

/** Exit code 1 when anything is not in order, also where somebody chose it: an agent can choose as well. */
export const doctor = async (flags: DoctorFlags): Promise<number> => {
  const report = await examine(flags)
  writeAll(1, flags.json ? `${json(published(report), 2)}\n` : text(report))
  return worstOf(report) === 'ok' ? 0 : 1
}

const worstOf = ({ clients, findings }: Report): Finding['severity'] =>
  [...findings, ...clients.flatMap(client => client.findings)]
    .map(({ severity }) => severity)
    .reduce((a, b) => (severities.indexOf(b) > severities.indexOf(a) ? b : a), 'ok')

const published = (report: Report) => ({
  version: report.version,
  worst: worstOf(report),
  clients: report.clients.map(({ findings: _, ...client }) => client),
  findings: [...report.findings, ...report.clients.flatMap(({ findings }) => findings)],
})

const examine = async ({ client, drill = true }: DoctorFlags): Promise<Report> => {
  const named = clientNames(client)
  const files = filesOn()
  const progress = progressOn(isatty(2))
  // A hook's configuration is that of where the client works; nothing on this command line speaks for one.
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  knowGateway(config.gatewayFrom === 'file' ? config.gateway?.url : undefined)
  const inventory = await takeInventory(named, files)
  const here = inventory.filter(
    found =>
      found.binary !== undefined ||
      found.folder !== undefined ||
      (found.places.some(ours) && !onlyShared(found, inventory)) ||
      named.length > 0,
  )
  progress('asking versions')
  const versions = await Promise.all(
    here.map(({ installation, binary, ground }) => (binary === undefined ? noVersion : versionOf(installation, binary, ground))),
  )
  const calls = callsIn(config.places.state)
  const guards = await guardsFor(here, { calls, audit: config.audit, versions: versions.map(({ numbers }) => numbers), files })
  const program = registrable(groundHere('user'))
  const clients: Examined[] = []
  for (const [i, found] of here.entries()) {
    progress(`examining ${found.adapter.title}`)
    const version = versions[i] ?? noVersion
    const guard = guards[i]
    if (guard === undefined) continue
    const asked = named.length > 0
    const findings = [...(await examineClient(found, { config, version, asked, files, drill, guard, program }))]
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
      versions: new Map(here.map(({ client: id }, i) => [id, versions[i]?.numbers])),
      registered: inventory.flatMap(({ places }) =>
        places.filter(one => one.scope === 'managed' && ours(one)).map(one => one.file),
      ),
    }),
    ...(await compiledFindings(config.places.managed, files)),
    ...(await machine(
      config,
      drill ? here : [],
      here.filter(({ practice, places }) => practice !== undefined && places.some(ours)).map(({ client: id }) => id),
    )),
  ]
  progress('')
  return { version: __TFY_VERSION__, clients, findings }
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
  const notes = scopesOf(found).flatMap(scope => (isScope(scope) ? (installation.notes?.(groundHere(scope)) ?? []) : []))
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
  return of(client, [...life, ...told.map(note => fine('registration.note', note))])
}

const isScope = (scope: string): scope is Scope => (scopes as readonly string[]).includes(scope)

const ours = ({ registered, owner }: Place): boolean => registered.length > 0 && owner === undefined

export interface Asked {
  readonly config: Config
  readonly version: Version
  readonly asked: boolean
  readonly files: Files
  readonly drill: boolean
  readonly guard: Guard
  /** What `init` would register, when this program ran it. */
  readonly program?: Program | undefined
}

export const examineClient = async (
  found: ClientState,
  { config, version, asked, files, drill, guard, program }: Asked,
): Promise<readonly Finding[]> => {
  const { adapter, client, places, unreadable, practice, ground } = found
  const own = places.filter(({ owner }) => owner === undefined)
  return of(client, [
    ...unreadable.map(({ file, problem }) =>
      bad(
        'registration.unreadable',
        `${file} cannot be read: ${problem}.`,
        `${adapter.title} may not read it either, and run no hook at all.`,
        `Fix the file, then: tfy-hook init --client ${client}`,
      ),
    ),
    ...presence(found, asked),
    ...versionFindings(found, version),
    ...own
      .flatMap(({ file, text: said }) => settingsEnvironment(client, file, variablesIn(said)))
      // What our command empties before it starts does nothing, but somebody has tried.
      .map(finding =>
        guard.scopes.some(({ reasons }) => reasons.some(({ id }) => id === finding.id)) ? finding : eased(finding),
      ),
    ...switchedOff(found, guard),
    ...httpFindings(found).filter(({ id }) => !hookSwitches.includes(id)),
    ...complete(found),
    ...once(found),
    ...registrationChecks(found, version.numbers),
    ...initChanges(found, { version: version.numbers, budgetMs: config.timeoutMs, program, asked }, files),
    ...limits(found, config.timeoutMs),
    ...(practice?.hidesKeys && own.some(ours) ? hiddenKey(client, adapter.title, config) : []),
    ...(drill ? await programVersions(client, programsOf(found), __TFY_VERSION__, ground) : []),
  ])
}

const eased = (finding: Finding): Finding => (finding.severity === 'bad' ? { ...finding, severity: 'warn' } : finding)

/** What its registrations start, but for what may not be run here. */
const programsOf = ({ places, practice, ground }: ClientState): readonly Program[] => {
  const shell = shellOf(practice, ground.system)
  return places
    .filter(({ owner }) => owner === undefined)
    .flatMap(({ registered, text: said }) =>
      registered.filter(one => distrust(one, { ...ground, shell, text: said }) === undefined),
    )
    .flatMap(one => commandIn(one, shell) ?? [])
    .map(programIn)
}

/** What keeps a registration from being run. Where another one makes up for it, or only a person can know, that is no fault by itself. */
const switchedOff = (
  { client, installation, unreadable, ground }: ClientState,
  { answer: overall, scopes: told }: Guard,
): readonly Finding[] => {
  const findings = told.flatMap(({ scope, reasons }) =>
    reasons.flatMap(({ id, answer, because, fix, switch: by }): readonly Finding[] => {
      if (!hookSwitches.includes(id)) return []
      // That such a client waits for a person stands in its heartbeat.
      if (installation.inert?.({ ...ground, scope }) !== undefined && id === 'registration.unknown') return []
      // What is deployed is for the folders that people work in, and this is none.
      if (scope === 'managed' && by === 'trust' && answer === 'cannot be known' && [ground.home, '/'].includes(ground.root))
        return [fine(id, `${because}.`)]
      if (id === 'registration.unknown' && unreadable.some(({ file }) => because.includes(file))) return []
      const why =
        answer === 'not guarded'
          ? 'Nothing that it does is checked, whatever the drill shows.'
          : 'Whether it runs us cannot be seen from here.'
      return [(answer === 'not guarded' && overall !== 'guarded' ? bad : warn)(id, `${because}.`, why, fix)]
    }),
  )
  const distinct = new Map(findings.map(finding => [finding.what, finding]))
  return of(client, [...distinct.values()])
}

/** What the findings about a registration do not say already. */
const hookSwitches: readonly string[] = ['registration.off', 'registration.refused', 'registration.unknown', 'client.old']

const nothing = (inventory: readonly ClientState[], named: readonly string[]): readonly Finding[] =>
  named.length > 0 || inventory.some(({ places }) => places.some(ours))
    ? []
    : [bad('registration.nowhere', 'tfy-hook is registered at no client here.', 'Nothing is guarded.', 'tfy-hook init')]

const machine = async (config: Config, here: readonly ClientState[], clients: readonly string[]): Promise<readonly Finding[]> => {
  const { gateway: way } = config
  const bundle = await bundleReport(config)
  return [
    ...environment(process.env, config),
    ...configuration(config),
    ...redirections(config),
    ...(await doorFindings(
      process.execPath,
      here.flatMap(state => programsOf(state).map(([program]) => ({ client: state.client, program }))),
      config,
      process.env,
    )),
    ...policies(await policyReports(config)),
    ...bundleFindings(bundle),
    ...trialFindings(await trialsHere(config, bundle)),
    ...credentials(config),
    ...(way === undefined || config.broken !== undefined
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
    ...(config.exports.length === 0
      ? []
      : await (await import('../../doctor/export-findings.ts')).exportFindings(config, process.env)),
  ]
}

/** One line on stderr that is written over, for somebody who waits. */
const progressOn = (terminal: boolean) => (what: string) => {
  if (terminal) writeAll(2, what === '' ? '\r\u001b[K' : `\r\u001b[K${what} …`)
}
