/** The configuration in force, as values. Who reads the files is not this file's business. */

import type { GuardrailType } from './event.ts'
import type { FailMode, SourceName } from './verdict.ts'

export const dialects = ['cursor-flat', 'claude', 'unified', 'native'] as const
/** How a gateway endpoint is spoken to: the RFC's three, and the public page's native one. */
export type Dialect = (typeof dialects)[number]

/** One client's way to the gateway. */
export interface Endpoint {
  readonly path?: string
  readonly dialect?: Dialect
  /** Its schema refuses what is not documented: requests go without our additions. */
  readonly strict?: boolean
}

export interface GatewayConfig {
  /** Base URL, http or https, optionally with a path prefix such as `/api/llm`. */
  readonly url: string
  readonly auth?: 'bearer' | 'x-tfy-api-key'
  readonly headers?: Readonly<Record<string, string>>
  readonly guardrails?: Nominated
  /** Used where `clients` says nothing. */
  readonly endpoint?: Endpoint
  readonly clients?: Readonly<Record<string, Endpoint>>
  /** PEM file of further trusted authorities. */
  readonly caFile?: string
  /** PEM files of our own certificate and its key, for a gateway that asks for one. */
  readonly clientCertFile?: string
  readonly clientKeyFile?: string
  /** Unix socket to connect to; the URL still gives path and `Host`. */
  readonly socket?: string
  /** Sends bodies of 4 KiB and more as gzip. Off unless asked for: not every gateway unpacks. */
  readonly compress?: boolean
  /** Absolute program and its arguments; what it prints is the API key. */
  readonly credentialHelper?: readonly string[]
  /** `tfy`: the token of whoever has signed in with TrueFoundry's own tool. */
  readonly credential?: 'tfy'
  /** Leaves a gateway alone for a while that could not be reached. On unless switched off. */
  readonly breaker?: boolean
  /** Has a process keep connections to it: unless said otherwise, when it is not on this machine. */
  readonly resident?: boolean
}

/** Where replicas of `serve` keep what they share. */
export interface StateConfig {
  /** `redis:` or `rediss:`, with a user and a number of the database where needed. */
  readonly url: string
  /** Holds the password, so that it stands in no configuration. */
  readonly passwordFile?: string
  readonly caFile?: string
  /** In front of every key. */
  readonly prefix?: string
}

/** Whose bearers `serve` takes beside its own tokens. */
export interface IssuerConfig {
  readonly issuer: string
  readonly audience: string
  /** Asked of the issuer unless set. */
  readonly jwksUri?: string
  readonly algorithms?: readonly string[]
  /** The claims that name the user, the groups and the tenant. */
  readonly user?: string
  readonly groups?: string
  readonly tenant?: string
}

/** Who may ask `serve`, and how often. */
export interface ServeConfig {
  readonly oidc?: IssuerConfig
  readonly perMinute?: number
  /** Anthropic's inference hooks, signed with what this file holds. */
  readonly inference?: { readonly secretFile: string }
  /** As browsers have it, and the pages there, which only show. */
  readonly url?: string
  readonly dashboard?: boolean
  readonly approvals?: ApprovalHook
}

/** Who is told of calls that a person may permit: a webhook, signed as verdicts are. */
export type ApprovalHook = Pick<ExportTarget, 'url' | 'secret' | 'headers' | 'tls'>

/** The page on this machine. */
interface DashboardConfig {
  readonly port?: number
}

/** How large the audit log grows, and what of it stays. */
export interface AuditLimits {
  /** The log is rotated once it is larger. */
  readonly maxBytes: number
  /** Rotated files kept beside it. */
  readonly keepFiles: number
  /** A rotated file whose last line is older goes with the next rotation. */
  readonly keepDays?: number
}

/** What is told of who is at work: nothing, a hash of each name, or the names. */
export const identityForms = ['off', 'hash', 'full'] as const

export interface IdentitySetting {
  readonly form: (typeof identityForms)[number]
  /** Makes of the hash one that only its owner can look up. */
  readonly key?: string
  /** Names that a managed file gives. */
  readonly user?: string
  readonly host?: string
  /** Groups that a managed file gives. */
  readonly groups?: readonly string[]
}

/** A secret, or where it is: a variable, a file of its owner's, a program that prints it. */
export type Secret = string | { readonly env: string } | { readonly file: string } | { readonly helper: readonly string[] }

/** Where verdicts go besides the audit log. */
export interface ExportTarget {
  readonly type: 'otlp' | 'syslog' | 'webhook' | 'file'
  /** Of all but `file`. */
  readonly url?: string
  /** Of `file`. */
  readonly path?: string
  readonly protocol?: 'http/protobuf' | 'http/json'
  readonly headers?: Readonly<Record<string, Secret>>
  /** Signs what a webhook is sent. */
  readonly secret?: Secret
  readonly tls?: Pick<GatewayConfig, 'caFile' | 'clientCertFile' | 'clientKeyFile'>
  /** Everything unless said otherwise. */
  readonly events?: 'refusals' | 'all'
  /** What is said of who it was; a hash unless said otherwise. */
  readonly identity?: 'off' | 'hash' | 'full'
}

/** Where the policies of a fleet come from. Only the managed layer says so. */
export interface BundleConfig {
  /** `https:`, `oci:`, or the absolute path of a file. */
  readonly url: string
  /** Public keys, as minisign or PEM write them: the root of what is trusted. */
  readonly keys: readonly string[]
  /** `30m`, `1h`, `1d`. */
  readonly every?: string
  /** Of this machine, for bundles that are for some. */
  readonly group?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly caFile?: string
}

/** What people may permit once, besides what users may except. Only the managed layer says more than off. */
export interface ApprovalSetting {
  /** Nothing at all. */
  readonly off?: boolean
  /** Rules of the preset that a managed file sets. */
  readonly preset?: boolean
  /** What a gateway refuses. */
  readonly gateway?: boolean
}

/** One `config.yaml`, validated. Only the managed and the user layer have one. */
export interface ConfigFile {
  readonly file: string
  readonly source?: SourceName
  readonly gateway?: GatewayConfig
  readonly fail?: FailMode
  readonly timeoutMs?: number
  readonly audit?: boolean
  readonly auditLimits?: Partial<AuditLimits>
  /** Sends events that no guardrail covers to the gateway, later. On unless switched off. */
  readonly analytics?: boolean
  readonly identity?: Partial<IdentitySetting>
  /** The quicker executable may answer. Unless switched off it does, where it is registered. */
  readonly door?: boolean
  /** For `serve`. Files of this machine unless set. */
  readonly state?: StateConfig
  readonly export?: readonly ExportTarget[]
  readonly serve?: ServeConfig
  readonly dashboard?: DashboardConfig
  readonly bundle?: BundleConfig
  readonly approvals?: ApprovalSetting
}

/** One list for all events, or one for each event or guardrail type that is named. */
export type Nominated = readonly string[] | Readonly<Record<string, readonly string[]>>

/** A group and a configuration in it. */
export const selector = /^[\w.-]+\/[\w.-]+$/

export const guardrailHeader = 'x-tfy-hook-guardrails'

/** Says that whoever asks can run a call in a cage: only then is `contain` an answer. */
export const containHeader = 'x-tfy-hook-contains'

/** The header's value for an event; an event's own list counts before that of its type. Undefined where the gateway is to choose. */
export const guardrailsFor = (
  nominated: Nominated | undefined,
  eventName: string,
  type: GuardrailType | null,
): string | undefined => {
  if (nominated === undefined) return undefined
  const own = isList(nominated) ? nominated : (listAt(nominated, eventName) ?? listAt(nominated, type ?? ''))
  return own === undefined || own.length === 0 ? undefined : own.join(',')
}

const isList = (nominated: Nominated): nominated is readonly string[] => Array.isArray(nominated)

const listAt = (lists: Readonly<Record<string, readonly string[]>>, key: string): readonly string[] | undefined =>
  Object.hasOwn(lists, key) ? lists[key] : undefined
