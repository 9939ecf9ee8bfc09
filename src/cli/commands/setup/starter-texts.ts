/** The files a new account starts with: its policy on trial, and where verdicts come from. */

import type { Endpoint } from '../../../core/config.ts'
import type { SourceName } from '../../../core/verdict.ts'

/** The same policy, or its tests, on trial: everything is judged and recorded, nothing is stopped. */
export const onTrial = (text: string): string =>
  text
    .replace('extends: recommended', 'extends: observe')
    .replace(
      /^tests:/m,
      '# All of it is on trial: what would be stopped is allowed, and audited names the rules that would object.\n$&',
    )
    .replace(/expect: (?:deny|ask)\n( +)rules:/g, 'expect: allow\n$1audited:')
    .replace(/expect: (?:deny|ask)/g, 'expect: allow')

/** What answered each client, as `init` found it. */
export const waysIn = (clients: Readonly<Record<string, Endpoint>>): string =>
  Object.keys(clients).length === 0
    ? ''
    : `  # What answered each client; tfy-hook doctor tells when that changes.
  clients:
${Object.entries(clients)
  .map(([client, way]) => `    ${clientLine({ client, ...way })}\n`)
  .join('')}`

/** How `gateway.clients` names one endpoint. */
export const clientLine = ({ client, path, dialect, strict }: Endpoint & { readonly client: string }): string =>
  `${client}: { path: ${path}, dialect: ${dialect}${strict === true ? ', strict: true' : ''} }`

/** Longer than a gateway's own guardrails may take by its public contract (10 s, 2026-11). */
export const gatewayBudgetMs = 12_000

export const starterConfig = (
  source: SourceName,
  url: string | undefined,
  clients: Readonly<Record<string, Endpoint>> = {},
  credential?: 'tfy',
): string => `# Where verdicts come from, and what happens when they do not come. For every coding agent of this account.
version: 1

# offline: the embedded engine and policy.yaml. gateway: a gateway. gateway-then-offline: the engine when the gateway gives no verdict.
# both: the stricter of the two.
source: ${source}

${
  url === undefined
    ? `# gateway:
#   url: https://gateway.example.com
# Its key stands in the file "credentials" beside this one, readable by you alone; or in TFY_API_KEY.
`
    : `gateway:
  url: ${JSON.stringify(url)}
${waysIn(clients)}${
  credential === undefined
    ? '# Its key stands in the file "credentials" beside this one, readable by you alone; or in TFY_API_KEY.'
    : `  credential: ${credential}   # the login that TrueFoundry's own tool keeps in ~/.tf/access-token`
}
`
}
# What a failure becomes, whatever the registrations say. They say closed, unless \`tfy-hook init --fail-open\` wrote them.
# fail: closed

# The whole budget for one verdict. The agents' own time limits are longer; run \`tfy-hook init\` after changing it.
${
  url === undefined
    ? `# timeoutMs: 10000
`
    : `# TrueFoundry's gateway gives its guardrails 10 s: this is longer, so that theirs end first and their answer is heard.
timeoutMs: ${gatewayBudgetMs}
`
}`
