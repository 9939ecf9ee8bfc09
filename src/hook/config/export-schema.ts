/** The shape of `export` in `config.yaml`: where verdicts go besides the audit log. */

import { z } from 'zod'

const secret = z
  .union([
    z.string().min(1),
    z.strictObject({ env: z.string().regex(/^[A-Za-z_]\w*$/) }),
    z.strictObject({ file: z.string().min(1) }),
    z.strictObject({ helper: z.array(z.string().min(1)).min(1).max(50) }),
  ])
  .describe('A text, or `{ env: NAME }`, `{ file: PATH }` of its owner alone, `{ helper: [PROGRAM, …] }`')

const headers = z
  .record(z.string(), secret)
  .optional()
  .describe('Further headers, given as `secret`; an `authorization` of one word is sent as a bearer token')

const tls = z.strictObject({
  caFile: z.string().min(1).optional().describe('PEM file of further authorities'),
  clientCertFile: z.string().min(1).optional().describe('Our own certificate, PEM'),
  clientKeyFile: z.string().min(1).optional().describe('Its key, PEM, readable by its owner only'),
})

const common = {
  events: z.enum(['refusals', 'all']).optional().describe('Refusals and questions only, or everything; `all` unless set'),
  identity: z
    .enum(['off', 'hash', 'full'])
    .optional()
    .describe('Who it was (user, machine, session): not said, as a hash, or as the audit log says it; `hash` unless set'),
}

/** Without encryption nothing leaves this machine, and no password stands in an address. */
/** An absolute path, on any system. */
export const file = z.string().regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/)

export const http = z.string().regex(/^(?:https:\/\/[^\s@]+|http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/][^\s@]*)?)$/)

const signed = {
  url: http.describe('`https`, or `http` on loopback'),
  secret: secret.describe(
    'Of Standard Webhooks, `whsec_…`: a text, `{ env: NAME }`, `{ file: PATH }` or `{ helper: [PROGRAM, …] }`',
  ),
  headers,
  tls: tls.optional().describe('Certificates'),
}

export const signedHook = z.strictObject(signed)

export const exportTarget = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('otlp'),
    url: http.describe('For `otlp` the base, behind which `/v1/logs` and `/v1/metrics` are put'),
    protocol: z.enum(['http/protobuf', 'http/json']).optional().describe('`http/protobuf` unless set'),
    headers,
    tls: tls.optional().describe('Certificates'),
    ...common,
  }),
  z.strictObject({ type: z.literal('webhook'), ...signed, ...common }),
  z.strictObject({
    type: z.literal('syslog'),
    url: z
      .string()
      .regex(/^(?:tls:\/\/[^\s/@?#]+|tcp:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?)$/)
      .describe('For `syslog` `tls://host:6514`, or `tcp://` on loopback'),
    tls: tls.optional().describe('Certificates'),
    ...common,
  }),
  z.strictObject({
    type: z.literal('file'),
    path: file.describe('Absolute path; one JSON object per line'),
    ...common,
  }),
])

/** Known keys below `export`, for suggestions. */
export const exportKeys = (path: readonly PropertyKey[]): readonly string[] =>
  path.length > 2 ? Object.keys(tls.shape) : [...new Set(exportTarget.options.flatMap(({ shape }) => Object.keys(shape)))]
