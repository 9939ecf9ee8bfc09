/** What is ours on this machine: policies, configuration, key, audit log, breaker. */

import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Env } from '../../core/client.ts'
import { describe } from '../../core/failure.ts'
import { auditFile } from '../../hook/audit/files.ts'
import type { Places } from '../../hook/config/places.ts'
import type { Config } from '../../hook/config.ts'
import { breakerFor, breakerStatus } from '../../hook/sources/breaker-file.ts'
import { addressAt, meetingFor, ownFolder } from '../../hook/sources/resident/meeting.ts'
import { isThere } from '../../hook/sources/resident/present.ts'
import { bad, type Finding, fine, warn } from './finding.ts'

export interface PolicyReport {
  readonly file: string
  readonly layer: string
  readonly problems: readonly { readonly severity: 'error' | 'warning'; readonly line: number; readonly message: string }[]
}

export const policies = (reports: readonly PolicyReport[]): readonly Finding[] => {
  if (reports.length === 0) return [fine('policy', 'No policy file is in force here; the built-in preset "recommended" applies.')]
  return reports.map(({ file, layer, problems }) => {
    const [first] = problems.filter(({ severity }) => severity === 'error')
    if (first !== undefined)
      return bad(
        'policy.invalid',
        `The policy ${file} is not valid: line ${first.line}: ${first.message}.`,
        'Its rules do not hold; where a hook fails closed, every action is stopped.',
        'tfy-hook policy check',
      )
    const [warning] = problems
    if (warning !== undefined)
      return warn(
        'policy.warning',
        `The policy ${file} (${layer}): line ${warning.line}: ${warning.message}.`,
        'A part of it has no effect.',
        'tfy-hook policy check',
      )
    return fine('policy', `The policy ${file} is valid (${layer}).`)
  })
}

/** Folders of the user layer that the environment moved to where the client works: what stands there can only tighten. */
export const redirectedIn = ({ redirected }: Config['places']): readonly string[] =>
  redirected.filter(dir => ['config.yaml', 'policy.yaml', 'credentials'].some(name => existsSync(`${dir}/${name}`)))

export const redirections = ({ places }: Config): readonly Finding[] =>
  redirectedIn(places).map(dir =>
    warn(
      'config.redirected',
      `${dir} counts only where it is stricter: HOME or XDG_CONFIG_HOME leads there, the account has ${places.user.at(-1)}, and the client works around it.`,
      'A gateway, a source or a permission that stands there is ignored.',
      `Put these files into ${places.user.at(-1)}, or start the client in another folder`,
    ),
  )

export const configuration = (
  { broken, source, gateway, timeoutMs, fail, places, ignored }: Config,
  faults: readonly string[] = [],
): readonly Finding[] => {
  if (broken !== undefined) {
    const file = 'file' in broken ? broken.file : 'config.yaml'
    // Each whole: what was meant stands at its end.
    const said = faults.length > 0 ? faults.map(fault => `${file}, ${fault}.`) : [`${describe(broken)}.`]
    return said.map(what =>
      bad(
        'config.invalid',
        what,
        'No event gets a verdict: the fail mode alone decides.',
        'Fix the file, then: tfy-hook config check',
      ),
    )
  }
  const found: Finding[] = [
    fine(
      'config',
      `Verdicts come from ${source}, within ${timeoutMs} ms${fail === undefined ? '' : `; a file, flag or variable says to fail ${fail}`}.`,
    ),
  ]
  const kept = { identity: 'config.identity', bundle: 'config.bundle' } as const
  for (const key of ['identity', 'bundle'] as const)
    if (ignored.includes(key))
      found.push(
        warn(
          kept[key],
          `\`${key}\` in your config.yaml has no effect, or not all of it.`,
          'Only an administrator may say this, in a managed file.',
          'Remove it from your config.yaml.',
        ),
      )
  if (source !== 'offline' && gateway === undefined)
    found.push(
      bad(
        'gateway.unconfigured',
        `Verdicts should come from ${source}, and no gateway is configured.`,
        'Every call fails, and the fail mode alone decides.',
        'tfy-hook init, or gateway.url in config.yaml',
      ),
    )
  for (const dir of [...places.managed, ...places.user])
    for (const name of ['config.yaml', 'policy.yaml']) found.push(...writable(`${dir}/${name}`))
  return found
}

/** Whoever may write a policy decides what is allowed. */
const writable = (file: string): readonly Finding[] => {
  const stat = statOf(file)
  if (stat === undefined || process.platform === 'win32' || (stat.mode & 0o022) === 0) return []
  return [
    warn(
      'file.writable',
      `${file} can be written by other accounts.`,
      'Whoever writes it decides what is allowed.',
      `chmod go-w ${file}`,
    ),
  ]
}

export const credentials = ({ places, gateway, apiKey, gatewayFrom }: Config): readonly Finding[] => {
  const found: Finding[] = []
  for (const dir of places.user) {
    const file = `${dir}/credentials`
    const stat = statOf(file)
    if (stat === undefined) continue
    if (!stat.isFile())
      found.push(
        bad('credentials.unusable', `${file} is not a file.`, 'The gateway gets no key.', `Put the key into a file ${file}`),
      )
    else if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      found.push(
        bad(
          'credentials.readable',
          `${file} can be read by other accounts, so it is not used.`,
          'The gateway gets no key, and the key may be known.',
          `chmod 600 ${file}, and think about a new key`,
        ),
      )
    else found.push(fine('credentials', `The key in ${file} is for this account alone.`))
  }
  if (gateway !== undefined && gatewayFrom === 'environment' && apiKey === undefined && found.length > 0)
    found.push(
      warn(
        'credentials.unused',
        'The gateway is named by TFY_GATEWAY_URL alone, so the key in the credentials file does not go there.',
        'A project could name a gateway of its own and be sent the key.',
        'Write gateway.url into config.yaml, or set TFY_API_KEY',
      ),
    )
  return found
}

/** A key that only the environment has does not reach the hooks of a client that hides such variables. */
export const hiddenKey = (client: string, title: string, { gateway, apiKey, places }: Config): readonly Finding[] => {
  const kept = places.user.some(dir => statOf(`${dir}/credentials`) !== undefined)
  const elsewhere = gateway?.credentialHelper !== undefined || gateway?.credential !== undefined
  if (gateway === undefined || apiKey === undefined || kept || elsewhere) return []
  return [
    warn(
      'credentials.hidden',
      `${title} hides variables that look like keys from its hooks, and TFY_API_KEY is the only place of the key.`,
      'The gateway refuses its hooks, and the fail mode decides.',
      `tfy-hook init --client ${client}, which keeps the key in the credentials file`,
    ),
  ]
}

const statOf = (file: string): Stats | undefined => {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** How the gateway answers a client; `instead` is the line of the configuration for an endpoint that would. */
export type Answered = { readonly client: string } & (
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly problem: string; readonly instead?: string | undefined }
)

/** A gateway slower than this is felt at every tool call. */
const slowMs = 1_500

export const gateway = (url: string, told: readonly Answered[], used: boolean): readonly Finding[] => {
  const failing = told.flatMap(one => (one.ok ? [] : [one]))
  const found = [...new Set(failing.map(({ problem }) => problem))].map(problem => {
    const same = failing.filter(one => one.problem === problem)
    const whom = same.length === told.length ? '' : ` ${same.map(({ client }) => client).join(', ')}`
    const instead = same.flatMap(one => one.instead ?? [])
    return (used ? bad : warn)(
      'gateway.fails',
      `The gateway ${url} gives${whom} no verdict: ${problem}.`,
      used ? 'The fail mode, or the embedded engine, decides instead.' : 'It is configured, though no verdict comes from it now.',
      instead.length === 0
        ? problem.endsWith('no API key is set')
          ? 'Write the key into credentials beside config.yaml (mode 600), or set TFY_API_KEY; then: tfy-hook doctor'
          : 'Check gateway.url, the key and the network; then: tfy-hook doctor'
        : `Other endpoints answer. Write below gateway.clients: ${instead.join('; ')}`,
    )
  })
  if (found.length > 0) return found
  const most = Math.max(...told.map(one => (one.ok ? one.ms : 0)))
  const ms = most.toFixed(0)
  if (most > slowMs)
    return [
      warn(
        'gateway.slow',
        `The gateway ${url} takes ${ms} ms for a verdict.`,
        'Every tool call waits for it.',
        'Choose a nearer one, or source: gateway-then-offline',
      ),
    ]
  return [fine('gateway', `The gateway ${url} takes the key and gives a verdict in ${ms} ms.`)]
}

export const breaker = (config: Config, env: Env): readonly Finding[] => {
  const { gateway: way, places } = config
  if (way === undefined) return []
  if (way.breaker === false)
    return [fine('breaker', 'The breaker is switched off: a gateway that is gone costs its whole timeout.')]
  const at = breakerFor(way, env, places.state)
  if (at === undefined) return []
  const { file, failures, pauses, ...stand } = breakerStatus(at)
  if (stand.phase === 'closed')
    return [
      fine(
        'breaker',
        failures === 0 ? 'The breaker is closed.' : `The breaker is closed, after ${failures} failed calls lately.`,
      ),
    ]
  const wait = stand.phase === 'open' ? `asks again in ${Math.ceil(stand.retryAfterMs / 1000)} s` : 'asks with the next call'
  return [
    warn(
      'breaker.open',
      `The breaker is open for the ${ordinal(pauses)} time in a row, and ${wait}.`,
      'The gateway could not be reached; until then the fail mode, or the embedded engine, decides.',
      `When it is back: rm ${file}`,
    ),
  ]
}

/** Who keeps connections to the gateway. */
export const resident = async (config: Config, env: Env, version: string): Promise<readonly Finding[]> => {
  const { gateway: way, places } = config
  if (way === undefined) return []
  if (way.resident === false) return [fine('resident', 'Each call opens a connection to the gateway of its own.')]
  const meeting = meetingFor(way, env, places.state, version)
  if (meeting === undefined) return []
  if (statOf(meeting.dir) !== undefined && !ownFolder(meeting.dir))
    return [
      warn(
        'resident.folder',
        `${meeting.dir} can be read by others, or is not a folder of yours.`,
        'No connection to the gateway is kept there, so that each call opens its own.',
        `rm -r ${meeting.dir}`,
      ),
    ]
  return [
    fine(
      'resident',
      (await isThere(meeting))
        ? `Process ${addressAt(meeting)?.pid} keeps connections to the gateway open.`
        : 'No process keeps connections to the gateway open; the next call starts one.',
    ),
  ]
}

const ordinal = (count: number): string => `${count}${count === 1 ? 'st' : count === 2 ? 'nd' : count === 3 ? 'rd' : 'th'}`

export const audit = (
  { audit: on, places }: Pick<Config, 'audit'> & { readonly places: Pick<Places, 'state'> },
  roomIn: (folder: string) => number = roomOn,
): readonly Finding[] => {
  if (!on)
    return [
      warn(
        'audit.off',
        'No audit line is written.',
        'Nobody can see afterwards what was asked and decided, and status does not know when a client last called.',
        'audit: on in config.yaml, or unset TFY_HOOK_LOG',
      ),
    ]
  const file = auditFile(places.state)
  const fault = writeFault(file) ?? (roomIn(places.state) < leastRoom ? 'its disk is full' : undefined)
  if (fault === undefined) return [fine('audit', `The audit log ${file} can be written.`)]
  return [
    bad(
      'audit.unwritable',
      `The audit log ${file} cannot be written: ${fault}.`,
      'Calls leave no line; verdicts are given all the same.',
      fault === 'its disk is full' ? `Make room on the disk of ${places.state}` : `Fix the permissions of ${places.state}`,
    ),
  ]
}

/** What a few audit lines need. */
const leastRoom = 256 * 1024

/** Bytes that this account may still write there, or in what holds the folder; where nobody says, there is room. */
const roomOn = (folder: string): number => {
  try {
    let at = folder
    while (statOf(at) === undefined && at !== dirname(at)) at = dirname(at)
    const { bavail, bsize } = statfsSync(at)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const writeFault = (file: string): string | undefined => {
  const stat = statOf(file)
  if (stat !== undefined && !stat.isFile()) return 'it is not a file'
  let at = stat === undefined ? dirname(file) : file
  while (statOf(at) === undefined && at !== dirname(at)) at = dirname(at)
  if (stat === undefined && statOf(at)?.isDirectory() !== true) return `${at} is not a directory`
  try {
    accessSync(at, constants.W_OK)
    return undefined
  } catch {
    return `${at} may not be written by this account`
  }
}
