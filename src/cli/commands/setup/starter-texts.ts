/** The files a new account starts with: a policy that says what can be said, tests that pass, and where verdicts come from. */

import type { Endpoint } from '../../../core/config.ts'
import type { SourceName } from '../../../core/verdict.ts'

export const starterPolicy = `# yaml-language-server: $schema=https://raw.githubusercontent.com/truefoundry/tfy-hook/main/docs/operate/schemas/policy.v1.json
# The policy of this account, for every coding agent that asks tfy-hook.
#
#   tfy-hook policy check     is this file valid?
#   tfy-hook policy test      do the cases in policy.test.yaml still hold?
#   tfy-hook policy show      what is in force here, and from which file?
#   tfy-hook explain --command 'rm -rf build'
#
# The strictest decision wins: deny > defer > ask > contain > allow. Order does not matter.
version: 1

# none: only the rules below. observe: judge everything, stop nothing. recommended, strict: the built-in rules.
extends: recommended

settings:
  # What a command becomes that nobody can judge by looking at it: allow, ask or deny.
  could-not-tell: ask
  # What ask becomes when nobody is there to answer.
  unattended: deny

# Whole groups of built-in rules: on or off. Their names: tfy-hook policy show
# packs: { database: on, cloud: on, process: off }

rules:
  # Rules of your own. The id is permanent: audit logs and exceptions refer to it.
  - id: own.no-global-installs
    on: shell
    when: { program: [npm, pnpm], args: [install], flags: [-g] }
    decision: ask
    reason: This installs a program for every project.
    instead: Add it to this project, or run it once with npx.

  # - id: own.known-servers
  #   on: mcp
  #   when: { server: { not: [github, linear] } }
  #   decision: ask
  #   reason: This MCP server has not been reviewed.
  #
  # - id: own.no-cluster-deletes
  #   on: shell
  #   when: { program: [kubectl, helm], args: [delete] }
  #   decision: deny
  #   reason: Clusters are changed through the pipeline.
  #   instead: Open a pull request.

# Where a built-in rule is too strict for you, say so, with a reason and best with an end.
# exceptions:
#   - rule: git.push-force
#     when: { branch: "dev/*" }
#     reason: Personal branches are rewritten freely.
#     expires: 2030-01-31
`

export const starterTests = `# What policy.yaml must say. Run: tfy-hook policy test
# With rules, a case only holds when these rules said it: a deny for the wrong reason fails.
tests:
  - name: a forced push is stopped
    shell: git push -f origin main
    expect: deny
    rules: [git.push-force]

  - name: a usual push is not
    shell: git push origin main
    expect: allow

  - name: credentials stay out of the conversation
    read: .env
    expect: deny
    rules: [secrets.read-credentials]

  - name: a global install is asked about
    shell: npm install -g prettier
    expect: ask
    rules: [own.no-global-installs]

  - name: with nobody there, it is stopped
    shell: npm install -g prettier
    attended: false
    expect: deny

  - name: an install for the project is not
    shell: npm install prettier
    expect: allow
`

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
${waysIn(clients)}# Its key stands in the file "credentials" beside this one, readable by you alone; or in TFY_API_KEY.
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
