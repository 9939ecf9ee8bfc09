/** The harness registers the hook as the client's page tells a person to. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { E2eClient, Hook, Place } from '../../scripts/e2e/client.ts'
import { loadClients } from '../../scripts/e2e/clients.ts'
import { isJson } from '../../src/setup/prove/model/script.ts'

const place: Place = {
  home: '/h',
  project: '/p',
  install: '/i',
  model: 'http://127.0.0.1:1',
  mcp: { command: 'bun', args: [] },
  node: 'node',
}

const hook: Hook = {
  program: '/opt/tfy-hook',
  moments: ['prompt', 'before-tool', 'after-tool'],
  closed: true,
  times: 1,
  timeoutSeconds: undefined,
  url: 'http://127.0.0.1:8787',
}

/** What stands under `hooks` in the files that a client writes. */
const written = (client: E2eClient): readonly unknown[] =>
  Object.values(client.hooks(place, hook)).flatMap(file => (isJson(file) && 'hooks' in file ? [file.hooks] : []))

/** The same in the JSON blocks of a page. */
const told = (page: string): readonly unknown[] =>
  [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => {
    const value: unknown = JSON.parse(block)
    return isJson(value) && 'hooks' in value ? [value.hooks] : []
  })

const clients = (await loadClients()).filter(client => client.serves !== true && written(client).length > 0)

test.each(clients.map(client => [client.id, client] as const))('%s: registered as on its page', (_id, client) => {
  const page = readFileSync(`docs/clients/${client.page ?? client.id}.md`, 'utf8')
  expect(told(page)).toContainEqual(written(client)[0])
})
