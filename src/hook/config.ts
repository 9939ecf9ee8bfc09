/** Hot configuration: flags, environment and files become one value; what is missing or broken is a Failure. */

import { realpathSync, statSync } from 'node:fs'
import type { ClientAdapter } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type {
  ApprovalSetting,
  AuditLimits,
  BundleConfig,
  ConfigFile,
  ExportTarget,
  GatewayConfig,
  IdentitySetting,
} from '../core/config.ts'
import type { Failure, Result } from '../core/failure.ts'
import type { BundleName, FailMode, SourceName } from '../core/verdict.ts'
import type { LayerName, PolicyFile } from '../engine/policy/rules/types.ts'
import type { HookArgs } from './args.ts'
import { isSource, readTimeout } from './args.ts'
import { readBounded } from './config/bounded-file.ts'
import { readCompiled } from './config/compiled.ts'
import { type Places, placesFor, platformOf, projectDirs } from './config/places.ts'

export interface Config {
  readonly places: Places
  readonly source: SourceName
  /** The whole budget, stdin to answer, before the client's own limit is taken into account. */
  readonly timeoutMs: number
  readonly gateway: GatewayConfig | undefined
  /** Who named the gateway. A credential from a file never goes to one that only the environment named. */
  readonly gatewayFrom: 'file' | 'environment'
  readonly apiKey: string | undefined
  readonly audit: boolean
  /** What a file says about the log's size; the rest is standard. */
  readonly auditLimits: Partial<AuditLimits>
  /** Events that no guardrail covers may go to the gateway, if there is one. */
  readonly analytics: boolean
  readonly identity: IdentitySetting
  /** Where verdicts go besides the log, by all files together. */
  readonly exports: readonly ExportTarget[]
  /** No file keeps the quicker executable out. */
  readonly door: boolean
  /** What a managed file says, and no other. */
  readonly bundle: BundleConfig | undefined
  /** Undefined where nobody can permit anything. */
  readonly approvals: ApprovalSetting | undefined
  /** What files, flags and environment say about failing; the client's registration and default come after. */
  readonly fail: FailMode | undefined
  /** Attempts of the environment or the registration to loosen what a file says; for the audit line. */
  readonly ignored: readonly string[]
  /** A configuration file exists and cannot be used: every event is settled by the fail mode. */
  readonly broken: Failure | undefined
}

export const defaultTimeoutMs = 10_000

/**
 * The places in force. A redirected user directory stands in for the user layer only where the account's own has nothing and it does not
 * lie in the directory that the client works in, nor in the repository around that; otherwise it can tighten, like a project.
 */
export const placesOf = (env: Env, here: string = process.cwd()): Places => {
  const { name, home: account, programData } = accountHere()
  const places = { ...placesFor(platformOf(process.platform), env, account, programData), ...(name && { account: name }) }
  if (places.redirected.length === 0 || places.user.some(holdsFiles)) return places
  const real = realOf(here)
  const around = here === '' ? [] : [real, ...repositoryOf(real, realOf(account ?? places.home))]
  const redirected = places.redirected.filter(dir => {
    const own = realOf(dir)
    return around.some(root => own.startsWith(root))
  })
  const trusted = places.redirected.filter(dir => !redirected.includes(dir))
  return { ...places, user: [...trusted, ...places.user], redirected }
}

/** As the system sees it, with a slash behind: `..`, a link, `/proc/self/cwd` and letters of another case lead back to the directory, too. */
const realOf = (dir: string): string => {
  let real = dir
  try {
    real = realpathSync.native(dir)
  } catch {
    // Nothing is there, so nothing is read there.
  }
  let path = real.includes('\\') ? real.replaceAll('\\', '/') : real
  while (path.endsWith('/')) path = path.slice(0, -1)
  return `${path}/`
}

/** The nearest directory above that is a repository, but for a home that is kept as one. Both as `realOf` has them. */
const repositoryOf = (here: string, home: string): readonly string[] => {
  let at = here
  for (let depth = 0; depth < 32 && at !== '/' && at !== home; depth++) {
    if (exists(`${at}.git`)) return [at]
    at = at.slice(0, at.lastIndexOf('/', at.length - 2) + 1) || '/'
  }
  return []
}

const holdsFiles = (dir: string): boolean => ['policy.yaml', 'config.yaml', 'credentials'].some(name => exists(`${dir}/${name}`))

/**
 * The account's name and home directory as the system knows them, on Linux and Windows (but for Bun, which believes USERPROFILE). An environment
 * that points HOME or ProgramData elsewhere must not hide a policy. Empty for accounts that /etc/passwd does not list.
 */
const accountHere = (): { readonly name?: string; readonly home?: string; readonly programData?: string } => {
  if (process.platform === 'win32')
    return {
      ...windowsAccount(),
      // Windows has no other place for it, unless it is installed on another drive.
      ...(exists('C:\\ProgramData') && { programData: 'C:\\ProgramData' }),
    }
  if (process.platform !== 'linux' || process.getuid === undefined) return {}
  const uid = String(process.getuid())
  // By hand: each call comes here before it knows its configuration.
  const text = readSmall('/etc/passwd') ?? ''
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from)
    const entry = text.slice(from, end).split(':')
    if (entry[2] === uid) return { ...(entry[0] && { name: entry[0] }), ...(entry[5] && { home: entry[5] }) }
    from = end + 1
  }
  return {}
}

const windowsAccount = (): { readonly home?: string } => {
  try {
    const home = process.getBuiltinModule('node:os').userInfo().homedir
    return { ...(home && { home }) }
  } catch {
    return {}
  }
}

/** Reads `config.yaml` of the managed and user layers and puts flags and environment under them. */
export const readConfig = async (args: HookArgs, env: Env, places: Places): Promise<Config> => {
  const files: ConfigFile[] = []
  let broken: Failure | undefined
  let salvaged: FailMode | undefined
  for (const dir of [...places.managed, ...places.user]) {
    const file = `${dir}/config.yaml`
    const parse = async (text: string) => {
      if (saysClosed(text)) salvaged = 'closed'
      return (await import('./config/parse.ts')).parseConfig(text, file)
    }
    const managed = places.managed.includes(dir)
    const read = await readCompiled<ConfigFile>({ file, kind: 'config', layer: 'config', managed, parse }, places.state)
    if (!read.ok) broken ??= read.failure
    else if (read.value !== undefined) files.push(read.value)
  }
  let quiet = false
  for (const dir of places.redirected) {
    const text = readSmall(`${dir}/config.yaml`) ?? ''
    if (saysClosed(text)) salvaged = 'closed'
    quiet ||= saysQuiet(text)
  }
  const guarded = () => [...places.managed, ...places.user].some(dir => exists(`${dir}/policy.yaml`))
  return resolve(files, args, env, places, { broken, salvaged, guarded, quiet })
}

/** A look at the text alone, for files that do not parse or may only tighten. */
const saysClosed = (text: string): boolean => text !== '' && /^\s*["']?fail["']?\s*:\s*["']?closed\b/m.test(text)

const saysQuiet = (text: string): boolean => text !== '' && /^\s*["']?analytics["']?\s*:\s*["']?(?:false|off)\b/m.test(text)

/** Whether any configuration file asks to fail closed: for the last resort, which cannot go through anything that may have thrown. */
export const filesSayClosed = (env: Env): boolean => {
  const places = placesOf(env)
  return [...places.managed, ...places.user, ...places.redirected].some(dir => saysClosed(readSmall(`${dir}/config.yaml`) ?? ''))
}

/** What reading the files brought beside their values. */
export interface Found {
  readonly broken: Failure | undefined
  /** `fail: closed` seen in a configuration file that does not parse. */
  readonly salvaged: FailMode | undefined
  /** A managed or user policy exists, so that leaving the offline engine out would loosen it. */
  readonly guarded: () => boolean
  /** `analytics: off` seen in a file that may only tighten. */
  readonly quiet?: boolean
}

/** Files first (managed before user), then flags, then environment. What a file says can only be tightened. Pure. */
export const resolve = (
  files: readonly ConfigFile[],
  args: HookArgs,
  env: Env,
  places: Places,
  { broken, salvaged, guarded, quiet = false }: Found,
): Config => {
  const ignored: string[] = []
  const said = <K extends keyof ConfigFile>(key: K): ConfigFile[K] | undefined =>
    files.find(file => file[key] !== undefined)?.[key]

  const envSource = isSource(env.TFY_HOOK_SOURCE) ? env.TFY_HOOK_SOURCE : undefined
  const askedSource = args.source ?? envSource
  const fileSource = said('source')
  // Without a file, the built-in preset is what stands; a gateway that only the environment asks for comes beside it.
  const asksGateway = askedSource?.startsWith('gateway') === true
  const loosens = fileSource === undefined && asksGateway && (args.source === undefined || guarded())
  const wanted = loosens ? 'both' : (askedSource ?? 'offline')
  const source = fileSource === undefined ? wanted : askedSource === 'both' ? 'both' : fileSource
  if (loosens) ignored.push('source')
  if (fileSource !== undefined && askedSource !== undefined && askedSource !== source) ignored.push('source')

  const fileFail = salvaged ?? said('fail')
  const envFail = env.TFY_HOOK_FAIL === 'open' || env.TFY_HOOK_FAIL === 'closed' ? env.TFY_HOOK_FAIL : undefined
  const tightened = args.fail === 'closed' || envFail === 'closed'
  const failMode = tightened ? 'closed' : (fileFail ?? args.fail ?? envFail)
  if (fileFail === 'closed' && (args.fail === 'open' || envFail === 'open')) ignored.push('fail')

  const fileGateway = said('gateway')
  const envUrl = env.TFY_GATEWAY_URL
  if (fileGateway !== undefined && envUrl && envUrl !== fileGateway.url) ignored.push('gateway')
  const gateway = fileGateway ?? (envUrl ? { url: envUrl } : undefined)

  const fileTimeout = said('timeoutMs')
  const asked = args.timeoutMs ?? readTimeout(env.TFY_HOOK_TIMEOUT_MS)
  // A budget too short for the gateway that a file asks for would be a way to switch it off.
  const tooShort = fileSource !== undefined && asked !== undefined && asked < defaultTimeoutMs
  const askedTimeout = tooShort ? undefined : asked
  if (tooShort || (fileTimeout !== undefined && asked !== undefined && asked !== fileTimeout)) ignored.push('timeoutMs')

  const exports = files.flatMap(file => file.export ?? [])
  // What is exported is read from the log: whoever asks for the one asks for the other.
  const logged = files.find(file => file.audit !== undefined || file.export !== undefined)
  const fileAudit = logged && (logged.audit ?? true)
  if (fileAudit === true && env.TFY_HOOK_LOG === 'off') ignored.push('audit')

  const managed = files.find(isManagedIn(places))
  const bundle = managed?.bundle
  if (files.some(file => file.bundle !== undefined && file.bundle !== bundle)) ignored.push('bundle')

  const audit = fileAudit ?? env.TFY_HOOK_LOG !== 'off'
  return {
    places,
    source,
    timeoutMs: fileTimeout ?? askedTimeout ?? defaultTimeoutMs,
    gateway,
    gatewayFrom: fileGateway === undefined ? 'environment' : 'file',
    apiKey: env.TFY_API_KEY || undefined,
    audit,
    // Of the file that switches it on: a lower layer must not shorten what a higher one keeps.
    auditLimits: logged?.auditLimits ?? {},
    // Nothing is decided by it, and what is not sent cannot leak: whoever says off is heard, and nobody says on against that.
    analytics:
      broken === undefined && !quiet && env.TFY_HOOK_ANALYTICS !== 'off' && !files.some(file => file.analytics === false),
    identity: identityIn(files, places, broken !== undefined, ignored),
    exports,
    door: !files.some(file => file.door === false),
    bundle,
    // What is not recorded cannot be shown to anybody who might permit it.
    approvals: !audit || broken !== undefined || files.some(file => file.approvals?.off) ? undefined : (managed?.approvals ?? {}),
    fail: failMode,
    ignored,
    broken,
  }
}

const isManagedIn =
  ({ managed }: Places) =>
  ({ file }: ConfigFile): boolean =>
    managed.some(dir => file.startsWith(`${dir}/`))

/** A user's file names nobody and takes nothing back that a managed one says. What cannot be read may have said that nothing is told. */
const identityIn = (files: readonly ConfigFile[], places: Places, broken: boolean, ignored: string[]): IdentitySetting => {
  const isManaged = isManagedIn(places)
  const managed = files.find(file => isManaged(file) && file.identity !== undefined)?.identity ?? {}
  const own = files.find(file => !isManaged(file) && file.identity !== undefined)?.identity ?? {}
  const { form, key, ...names } = managed
  if ((own.user ?? own.host ?? own.groups) !== undefined || (form !== undefined && own.form !== undefined && own.form !== form))
    ignored.push('identity')
  const secret = key ?? (form === undefined ? own.key : undefined)
  return { ...names, form: form ?? (broken ? 'off' : (own.form ?? 'full')), ...(secret !== undefined && { key: secret }) }
}

export interface Policies {
  readonly files: readonly PolicyFile[]
  /** The first file that exists and cannot be used. The others still hold: a broken project file must not switch the user's off. */
  readonly failure: Failure | undefined
  /** The bundle among them. */
  readonly bundle?: BundleName | undefined
}

/** Where a policy can stand, and as which layer it is read there. */
export interface PolicyPlace {
  readonly file: string
  readonly layer: LayerName
}

/** Strongest layer first. The user layer may stand in several places; a project can only tighten. */
export const policyPlaces = (places: Places, roots: readonly string[], cwd: string | undefined): readonly PolicyPlace[] => [
  ...places.managed.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'managed' as const })),
  ...places.user.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'user' as const })),
  ...places.redirected.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'project' as const })),
  ...projectDirs(roots, cwd).map(dir => ({ file: `${dir}/.tfy-hook/policy.yaml`, layer: 'project' as const })),
]

/** One policy file; undefined where there is none. */
export const readPolicy = ({ file, layer }: PolicyPlace, stateDir: string): Promise<Result<PolicyFile | undefined>> => {
  const parse = async (text: string) => (await import('../engine/policy/language/load.ts')).parsePolicy(text, file, layer)
  return readCompiled<PolicyFile>({ file, kind: 'policy', layer, managed: layer === 'managed', parse }, stateDir)
}

/** The policy files in force for one event. */
export const readPolicies = async (
  { places, bundle }: Pick<Config, 'places' | 'bundle'>,
  roots: readonly string[],
  cwd: string | undefined,
): Promise<Policies> => {
  const files: PolicyFile[] = []
  let failure: Failure | undefined
  for (const place of policyPlaces(places, roots, cwd)) {
    const read = await readPolicy(place, places.state)
    if (!read.ok) failure ??= read.failure
    else if (read.value !== undefined) files.push(read.value)
  }
  if (bundle === undefined) return { files, failure }
  const kept = await (await import('./bundle/active.ts')).readBundle(bundle, places)
  return { files: [...files, ...kept.files], failure: failure ?? kept.failure, bundle: kept.kept }
}

/** The fail mode after files, flags and environment were silent: the client's own registration, then its documented default. */
export const registeredFailMode = (
  adapter: ClientAdapter,
  eventName: string,
  roots: readonly string[],
  env: Env,
  home: string,
): FailMode => {
  for (const file of adapter.registration?.files(env, home, roots) ?? []) {
    const text = readSmall(file)
    if (text !== undefined && adapter.registration?.failMode(text, eventName) === 'closed') return 'closed'
  }
  return adapter.failDefault(eventName)
}

/**
 * The time limit of the client's own registration, the shortest of our entries for the event. A project can only speak where nobody else
 * has registered us: otherwise a repository could name a limit that no gateway keeps.
 */
export const registeredTimeoutMs = (
  adapter: ClientAdapter,
  eventName: string,
  roots: readonly string[],
  env: Env,
  home: string,
): number | undefined => {
  const { registration } = adapter
  if (registration === undefined) return undefined
  const limits = (files: readonly string[]): readonly number[] =>
    files.flatMap(file => registration.timeouts(readSmall(file) ?? '', eventName)).map(ms => ms ?? Number.POSITIVE_INFINITY)
  const own = registration.files(env, home, [])
  const found = limits(own)
  const shortest = Math.min(...(found.length > 0 ? found : limits(registration.files(env, home, roots))))
  return Number.isFinite(shortest) ? shortest : undefined
}

const exists = (file: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Something is there that we may not look at: it counts.
    return true
  }
}

const readSmall = (file: string): string | undefined => {
  try {
    return readBounded(file, 1024 * 1024)
  } catch {
    // Not readable for us: then it says nothing to us either, and the default holds.
    return undefined
  }
}
