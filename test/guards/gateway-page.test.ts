/** docs/operate/gateway.md against the code: its configuration is valid, its keys are explained, and it quotes what is really said. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failureKinds } from '../../scripts/outcomes/failures.ts'
import type { GatewayConfig } from '../../src/core/config.ts'
import { parseConfig } from '../../src/hook/config/parse.ts'

const page = readFileSync('docs/operate/gateway.md', 'utf8')

it('shows configuration that is valid', async () => {
  const [, example = ''] = /```yaml\n([\s\S]+?)```/.exec(page) ?? []
  expect(await parseConfig(example, 'config.yaml')).toMatchObject({ ok: true, value: { source: 'gateway-then-offline' } })
})

const keys: { readonly [K in keyof Required<GatewayConfig>]: true } = {
  url: true,
  auth: true,
  headers: true,
  guardrails: true,
  endpoint: true,
  clients: true,
  caFile: true,
  clientCertFile: true,
  clientKeyFile: true,
  socket: true,
  compress: true,
  credential: true,
  credentialHelper: true,
  breaker: true,
  resident: true,
}

const reference = readFileSync('docs/use/reference.md', 'utf8')

it.each(Object.keys(keys))('sends the reader to the reference, which explains gateway.%s', key => {
  expect(page).toContain('](../use/reference.md#keys-of-configyaml)')
  expect(reference).toMatch(new RegExp(`^\\| \`gateway\\.${key}\` \\| [^|]+ \\| [^|]*\\w`, 'm'))
})

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => readFileSync(join('src', file), 'utf8'))
  .join('\n')

const quoted = (page.split('## When it does not work')[1] ?? '')
  .split('\n')
  .filter(line => line.startsWith('| `gateway-') || line.startsWith('| `'))
  .flatMap(line => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? ''))

it('quotes something', () => expect(quoted.length).toBeGreaterThan(30))

it.each(quoted.filter(text => !text.startsWith('gateway-')))('quotes the code: %s', text => {
  expect(sources).toContain(text)
})

it.each(quoted.filter(text => text.startsWith('gateway-')))('names a failure: %s', text => {
  expect(failureKinds).toContain(text)
})
