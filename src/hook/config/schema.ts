/** The shape of `config.yaml`, in one place: validation and the reference come from here. */

import { z } from 'zod'
import { dialects, identityForms, selector } from '../../core/config.ts'
import { exportKeys, exportTarget, file, http, signedHook } from './export-schema.ts'

const endpoint = z.strictObject({
  path: z.string().startsWith('/').optional().describe('The path, put behind that of `url`'),
  dialect: z.enum(dialects).optional().describe('The form of request and answer'),
  strict: z.boolean().optional().describe('It refuses fields it does not know: `metadata.hook_event` is left out'),
})

/** `<group>/<config>`, as the gateway has them. */
const selectors = z.array(z.string().regex(selector))

const gateway = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^\s/]+\S*$/)
    .describe('Base URL, without user and password; `http` on loopback or through `socket` only'),
  auth: z.enum(['bearer', 'x-tfy-api-key']).optional().describe('The header that carries the key; `bearer` unless set'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Further headers; framing, `content-type`, `accept` and the trace cannot be set'),
  guardrails: z
    .union([selectors, z.record(z.string().regex(/^[A-Za-z_.]+$/), selectors)])
    .optional()
    .describe('Sent as `x-tfy-hook-guardrails`: one list, or one by event or guardrail type; without it the gateway chooses'),
  endpoint: endpoint.optional().describe('For every client that `clients` does not name'),
  clients: z.record(z.string(), endpoint).optional().describe('The same, by client id'),
  caFile: z.string().min(1).optional().describe('PEM file of further authorities'),
  clientCertFile: z.string().min(1).optional().describe('Our own certificate, PEM'),
  clientKeyFile: z.string().min(1).optional().describe('Its key, PEM, unencrypted, readable by its owner only'),
  socket: z
    .string()
    .startsWith('/')
    .max(103)
    .optional()
    .describe('Absolute path of a Unix socket; `url` still gives path and `Host`'),
  compress: z.boolean().optional().describe('Bodies of 4 KiB or more go as gzip where that saves a tenth; off unless set'),
  credentialHelper: z
    .array(z.string().min(1))
    .min(1)
    .max(50)
    .optional()
    .describe('Absolute program and its arguments; what it prints is the key'),
  credential: z.enum(['tfy']).optional().describe('`tfy`: the token that TrueFoundry’s own tool keeps in `~/.tf/access-token`'),
  breaker: z.boolean().optional().describe('Pauses while the gateway cannot be reached; on unless set'),
  resident: z
    .boolean()
    .optional()
    .describe('A process keeps connections to it; unless set, for a gateway that is not on this machine'),
})

const kept = z.strictObject({
  maxMiB: z.number().min(0.1).max(1_024).optional().describe('The log is put aside beyond this; 8 unless set'),
  keepFiles: z.number().int().min(1).max(1_000).optional().describe('Files kept beside it; 12 unless set'),
  keepDays: z.number().int().min(1).max(3_650).optional().describe('Older files go as well; no limit unless set'),
})

const redis = z.string().regex(/^rediss?:\/\/[^\s/?#]+(?:\/\d*)?$/)

const state = z.strictObject({
  url: redis.describe('`redis://` or `rediss://` (TLS), with user and number of the database where needed'),
  passwordFile: file.optional().describe('Holds the password; not readable by other accounts'),
  caFile: file.optional().describe('PEM file of the authority that certified Redis'),
  prefix: z.string().min(1).max(64).optional().describe('In front of every key; `tfy-hook:` unless set'),
})

const oidc = z.strictObject({
  issuer: z
    .string()
    .regex(/^https?:\/\/\S+$/)
    .describe('What `iss` has to be; `https`, but for loopback'),
  audience: z.string().min(1).describe('What `aud` has to hold'),
  jwksUri: z
    .string()
    .regex(/^https?:\/\/\S+$/)
    .optional()
    .describe('Where the keys are; asked of the issuer unless set'),
  algorithms: z
    .array(z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']))
    .min(1)
    .optional()
    .describe('Algorithms of signatures; `RS256`, `PS256`, `ES256`, `EdDSA` unless set'),
  user: z.string().min(1).optional().describe('The claim that names the user; `email` unless set, `sub` where that is missing'),
  groups: z.string().min(1).optional().describe('The claim that lists groups, for `group` in policies; none unless set'),
  tenant: z.string().min(1).optional().describe('The claim that names the tenant; a bearer without it is refused'),
})

const inference = z.strictObject({
  secretFile: file.describe('Signing secrets, `whsec_…`, one in a line; not readable by other accounts'),
})

const serve = z.strictObject({
  oidc: oidc.optional().describe('An OpenID provider whose bearers count beside tokens'),
  inference: inference.optional().describe('Answers the inference hooks of Anthropic; a beta'),
  url: http.optional().describe('Where browsers find it: `https`, or `http` on loopback; for the pages'),
  dashboard: z.boolean().optional().describe('Shows the pages of the dashboard below `/dashboard/`; off unless set'),
  approvals: signedHook
    .optional()
    .describe('A webhook that is told of refused calls which a person may permit, with a link for that'),
  perMinute: z.number().int().min(1).max(10_000_000).optional().describe('Requests of each caller; no limit unless set'),
})

const dashboard = z.strictObject({
  port: z
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe('Where it listens unless `--port` says it; a free one unless set'),
})

const form = z.enum(identityForms)
const name = z.string().trim().min(1).max(200)

const identity = z.strictObject({
  form: form.optional().describe('The same words'),
  key: z.string().min(16).max(512).optional().describe('Makes of the hash an HMAC-SHA-256'),
  user: name.optional().describe('Managed only: who works on this machine'),
  host: name.optional().describe('Managed only: the name of this machine'),
  groups: z.array(name).min(1).max(64).optional().describe('Managed only: groups of who works here, for `group` in policies'),
})

const bundle = z.strictObject({
  url: z
    .string()
    .regex(/^(?:https?:\/\/[^\s/]+\S*|oci:\/\/[^\s/]+\/\S+|\/.+|[A-Za-z]:[\\/].+|\\\\.+)$/)
    .describe('Where it is pulled from: `https://…`, `oci://registry/name:tag`, or the absolute path of a file'),
  keys: z
    .array(z.string().regex(/(?:^|\n)RW[A-Za-z0-9+/=]+\s*$|-----BEGIN PUBLIC KEY-----/))
    .min(1)
    .max(16)
    .describe('Public keys of ed25519 that may sign it: lines of minisign, or PEM'),
  every: z
    .string()
    .regex(/^[1-9]\d*[mhd]$/)
    .max(5)
    .optional()
    .describe('How often it is looked for: `30m`, `1h`, `1d`; `1h` unless set'),
  group: z.string().min(1).max(64).optional().describe('The group of this machine, for bundles that are rolled out in stages'),
  headers: z.record(z.string(), z.string()).optional().describe('Further headers, sent to the host of `url` only'),
  caFile: z.string().min(1).optional().describe('PEM file of further authorities'),
})

const approvals = z.strictObject({
  preset: z.boolean().optional().describe('Managed only: also refusals of the preset that a managed policy sets'),
  gateway: z.boolean().optional().describe('Managed only: also refusals of the gateway'),
})

export const configSchema = z.strictObject({
  version: z.literal(1).optional().describe('The form of this file'),
  source: z
    .enum(['gateway', 'offline', 'gateway-then-offline', 'both'])
    .optional()
    .describe('Where verdicts come from; `offline` unless set'),
  gateway: gateway.optional().describe('The gateway'),
  fail: z.enum(['open', 'closed']).optional().describe('What a failure becomes; unset, the registration says it'),
  timeoutMs: z.number().int().min(50).max(600_000).optional().describe('The whole budget for one verdict; 10000 unless set'),
  audit: z
    .union([z.boolean(), z.enum(['on', 'off']), kept])
    .optional()
    .describe('The audit log: on or off, or how much of it is kept; on unless set'),
  analytics: z
    .union([z.boolean(), z.enum(['on', 'off'])])
    .optional()
    .describe('Events that no guardrail covers go to the gateway later; on unless set'),
  identity: z
    .union([z.literal(false), form, identity])
    .optional()
    .describe('What audit line and gateway are told of user and host: nothing, a hash, or the names; `full` unless set'),
  door: z
    .union([z.boolean(), z.enum(['on', 'off'])])
    .optional()
    .describe('Where it is registered, the quicker executable answers by itself what it can; on unless set'),
  state: z
    .union([redis, state])
    .optional()
    .describe('For `serve`: the Redis in which replicas share what they must; files of this machine unless set'),
  export: z.array(exportTarget).max(20).optional().describe('Where verdicts go besides the audit log; a list'),
  serve: serve.optional().describe('For `serve`: who may ask, and how often'),
  dashboard: dashboard.optional().describe('The page on this machine'),
  approvals: z
    .union([z.literal(false), z.literal('off'), approvals])
    .optional()
    .describe('What a person may permit once, besides what users may except; `off`: nothing'),
  bundle: bundle.optional().describe('A signed bundle of policies, in force as managed ones; in a managed file only'),
})

/** Known keys of the object at a path, for suggestions. */
export const keysOfConfig = (path: readonly PropertyKey[]): readonly string[] => {
  if (path.length === 0) return Object.keys(configSchema.shape)
  if (path[0] === 'export') return exportKeys(path)
  const blocks: Readonly<Record<string, z.ZodObject>> = {
    audit: kept,
    identity,
    state,
    serve,
    dashboard,
    bundle,
    approvals,
    gateway,
  }
  if (path.length === 1) return Object.keys((blocks[String(path[0])] ?? gateway).shape)
  if (path[0] !== 'serve') return Object.keys(endpoint.shape)
  return Object.keys((path[1] === 'approvals' ? signedHook : oidc).shape)
}
