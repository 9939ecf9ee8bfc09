/** What is found about one client and its registrations, without trying them. */

import type { Advisory } from '../../../hook/bundle/advisories.ts'
import type { Config } from '../../../hook/config.ts'
import { settingsEnvironment, variablesIn } from '../../../setup/doctor/environment.ts'
import { bad, type Finding, fine, of, warn } from '../../../setup/doctor/finding.ts'
import { startsServer } from '../../../setup/doctor/http-client.ts'
import { httpFindings } from '../../../setup/doctor/http-findings.ts'
import { hiddenKey } from '../../../setup/doctor/machine-findings.ts'
import { commandIn, programIn, shellOf } from '../../../setup/doctor/program.ts'
import { complete, limits, once, type Place, presence } from '../../../setup/doctor/registration-findings.ts'
import { distrust } from '../../../setup/doctor/trust.ts'
import { programVersions } from '../../../setup/doctor/versions.ts'
import type { Guard } from '../../../setup/guard/answer.ts'
import type { World } from '../../../setup/guard/world.ts'
import type { Files } from '../../../setup/install/files.ts'
import type { Version } from '../registration/client-version.ts'
import type { ClientState } from '../registration/inventory.ts'
import type { Program } from '../registration/own-program.ts'
import { advisoryFindings } from './advisories.ts'
import { initChanges } from './init-changes.ts'
import { registrationChecks } from './registration-checks.ts'
import { versionFindings } from './version-findings.ts'

declare const __TFY_VERSION__: string

export const ours = ({ registered, owner }: Place): boolean => registered.length > 0 && owner === undefined

export interface Asked {
  readonly config: Config
  readonly version: Version
  readonly asked: boolean
  /** It has called before. */
  readonly called?: boolean
  readonly files: Files
  readonly drill: boolean
  readonly guard: Guard
  /** What `init` would register, when this program ran it. */
  readonly program?: Program | undefined
  readonly servers?: World['servers']
  /** With those of the bundle. */
  readonly advisories?: readonly Advisory[]
}

export const examineClient = async (
  found: ClientState,
  { config, version, asked, called = false, files, drill, guard, program, servers, advisories }: Asked,
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
    ...presence(found, { asked, called }),
    ...versionFindings(found, version),
    ...own
      .flatMap(({ file, text: said }) => settingsEnvironment(client, file, variablesIn(said)))
      // What our command empties before it starts does nothing, but somebody has tried.
      .map(finding =>
        guard.scopes.some(({ reasons }) => reasons.some(({ id }) => id === finding.id)) ? finding : eased(finding),
      ),
    ...switchedOff(found, guard),
    ...stopped(found, guard, servers),
    ...httpFindings(found).filter(({ id }) => !hookSwitches.includes(id)),
    ...complete(found),
    ...once(found),
    ...registrationChecks(found, version.numbers),
    ...(own.some(ours) ? advisoryFindings(client, adapter.title, version.numbers, advisories) : []),
    // What init would write depends on the version.
    ...(version.unasked
      ? []
      : initChanges(found, { version: version.numbers, budgetMs: config.timeoutMs, program, asked }, files)),
    ...limits(found, config.timeoutMs),
    ...(practice?.hidesKeys && own.some(ours) ? hiddenKey(client, adapter.title, config) : []),
    ...(drill ? await programVersions(client, programsOf(found), __TFY_VERSION__, ground) : []),
  ])
}

const eased = (finding: Finding): Finding => (finding.severity === 'bad' ? { ...finding, severity: 'warn' } : finding)

/** What its registrations start, but for what may not be run here. */
export const programsOf = ({ places, practice, ground }: ClientState): readonly Program[] => {
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
const hookSwitches: readonly string[] = [
  'registration.off',
  'registration.refused',
  'registration.unknown',
  'registration.server',
  'client.old',
]

/** A closed form that nobody answers. */
const stopped = ({ adapter, places, client }: ClientState, { scopes }: Guard, servers: World['servers']): readonly Finding[] => {
  const told = scopes.flatMap(({ reasons }) => reasons.map(({ because }) => because))
  const urls = places.flatMap(({ owner, registered }) =>
    owner === undefined ? registered.flatMap(({ run, closed }) => (run.kind === 'http' && closed ? [run.url] : [])) : [],
  )
  const gone = [...new Set(urls)].filter(url => servers?.get(url) === 'gone' && !told.some(because => because.includes(url)))
  return of(
    client,
    gone.map(url =>
      bad('registration.server', `Nobody answers at ${url}.`, `${adapter.title} stops every action.`, startsServer(url)),
    ),
  )
}
