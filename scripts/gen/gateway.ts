/** The requests in docs/operate/gateway.md: recorded payloads, and what a gateway gets of them. */

import type { Dialect } from '../../src/core/config.ts'
import type { Identity } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { joined } from '../../src/hook/identity.ts'
import { bodyFor, headersFor } from '../../src/hook/sources/dialects/request.ts'
import { fixturesOf } from '../../test/clients/oracles/fixtures.ts'
import { adapters } from '../outcomes/callers.ts'
import { stop } from '../project/project.ts'
import { fill } from './docs.ts'

const examples = [
  { dialect: 'cursor-flat', client: 'cursor', file: 'before-shell-execution.json', title: 'Cursor' },
  { dialect: 'native', client: 'claude-code', file: 'pre-tool-use.bash.json', title: 'Claude Code' },
  { dialect: 'unified', client: 'proxyai', file: 'before-tool-use.bash.json', title: 'ProxyAI' },
] as const satisfies readonly {
  readonly dialect: Dialect
  readonly client: string
  readonly file: string
  readonly title: string
}[]

export const fillGateway = (page: string): string => fill(page, 'requests', [headers(), ...examples.map(example)].join('\n'))

const fence = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\`\n`

const headers = (): string => {
  const env = { TRACEPARENT: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }
  const config = { url: 'https://gateway.example.com', guardrails: ['prod/pii', 'prod/secrets'] }
  const made = headersFor({ config, apiKey: '<key>', version: '<version>', env }, { originalEventName: '', guardrail: null })
  if (!made.ok) return stop('the headers of the example cannot be made')
  const lines = Object.entries(made.value).map(([name, value]) => `${name}: ${value}`)
  return `The headers:\n\n${fence('http', lines.join('\n'))}`
}

const known: Identity = { user: 'dev', userFrom: 'account', host: 'lt-42', hostFrom: 'system' }

const example = ({ dialect, client, file, title }: (typeof examples)[number]): string => {
  const fixture = fixturesOf(client).find(candidate => candidate.file === file)
  const adapter = adapters.find(({ id }) => id === client)
  if (fixture === undefined || adapter === undefined) return stop(`fixtures/clients/${client}/${file} is missing`)
  const payload = fixture.stdin as JsonObject
  const made = adapter.normalise(payload, fixture.env, {})
  if (!made.ok) return stop(`fixtures/clients/${client}/${file} makes no event`)
  const body: unknown = JSON.parse(bodyFor(dialect, { ...made.value, ...joined(known, made.value) }, payload))
  return `A body in \`${dialect}\`, from ${title}:\n\n${fence('json', JSON.stringify(body, null, 2))}`
}
