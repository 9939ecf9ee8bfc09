/** Which endpoint of each generation `init` finds for each client, and what it says where there is none. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkGateway, findWays } from '../../src/cli/commands/setup/gateway-check.ts'
import { starterConfig } from '../../src/cli/commands/setup/starter-texts.ts'
import { parseConfig } from '../../src/hook/config/parse.ts'
import { placesOf, readConfig } from '../../src/hook/config.ts'
import { loadAll } from '../../src/hook/recognise.ts'
import { type Generation, standIn } from '../gateway/generations.ts'
import { body, type Running } from '../gateway/servers.ts'

await loadAll()

const clients = ['claude-code', 'cursor', 'codex', 'copilot-cli', 'opencode', 'windsurf']
const running: Running[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
})

const asking = async (url: string, apiKey = 'right') => {
  const home = mkdtempSync(join(tmpdir(), 'tfy-ways-'))
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, 'state') }
  const config = await readConfig({ hints: {}, bare: false }, env, placesOf(env))
  return { config, gateway: { url }, apiKey, timeoutMs: 5_000 }
}

const waysAt = async (generation: Generation, below: string, base = '') => {
  const gateway = await standIn(generation, { below, key: 'right' })
  running.push(gateway)
  const found = await findWays(await asking(`http://127.0.0.1:${gateway.port}${base}`), clients)
  if (!found.ok) throw new Error(found.problem)
  return Object.fromEntries((found.ways ?? []).map(({ client, path, strict }) => [client, `${path}${strict ? ', strict' : ''}`]))
}

const all = (path: string) => Object.fromEntries(clients.map(client => [client, `${path}, strict`]))

it.each<[Generation, Readonly<Record<string, string>>]>([
  ['public 2026', all('/hooks/claude-code')],
  ['both', { ...all('/hooks/claude-code'), cursor: '/cursor/hooks/validate, strict' }],
  ['Cursor only', all('/cursor/hooks/validate')],
  [
    'draft of 2026-04',
    { ...all('/hooks/validate'), 'claude-code': '/claude-code/hooks/validate, strict', cursor: '/cursor/hooks/validate, strict' },
  ],
])('%s: every client finds the endpoint that answers', async (generation, expected) => {
  expect(await waysAt(generation, '')).toEqual(expected)
  const below = Object.fromEntries(Object.entries(expected).map(([client, path]) => [client, `/api/llm${path}`]))
  expect(await waysAt(generation, '/api/llm')).toEqual(below)
  expect(await waysAt(generation, '/api/llm', '/api/llm')).toEqual(expected)
})

it('says that the key is refused, and asks no more', async () => {
  const gateway = await standIn('public 2026', { key: 'right' })
  running.push(gateway)
  const found = await findWays(await asking(`http://127.0.0.1:${gateway.port}`, 'wrong'), clients)
  expect(found).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/\/hooks\/claude-code: .*401: it does not take the key/),
  })
  expect(gateway.told).toHaveLength(1)
})

it('names everything that was tried where no endpoint is one', async () => {
  const pages = await body('<html>Sign in</html>')()
  running.push(pages)
  const found = await findWays(await asking(`http://127.0.0.1:${pages.port}`), ['codex'])
  const problem = found.ok ? '' : found.problem
  for (const path of ['/hooks/claude-code', '/api/llm/hooks/claude-code', '/hooks/validate', '/cursor/hooks/validate'])
    expect(problem).toContain(`${path}: the gateway's answer could not be used`)
})

it('says which address to name where what is behind it is one folder too deep', async () => {
  const gateway = await standIn('public 2026', { key: 'right' })
  running.push(gateway)
  const url = `http://127.0.0.1:${gateway.port}`
  const found = await findWays(await asking(`${url}/api/llm`), ['claude-code'])
  expect(found.ok ? '' : found.problem).toMatch(
    `is not there (404); ${url}/hooks/claude-code answers, so name ${url} as the gateway`,
  )
})

it('says that nobody is there, once', async () => {
  const found = await findWays(await asking('http://127.0.0.1:9'), clients)
  expect(found).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^claude-code got no verdict: \/hooks\/claude-code: [^;]*$/),
  })
})

it('doctor asks each client’s endpoint, and says which one answers where that is not there any more', async () => {
  const gateway = await standIn('public 2026', { below: '/api/llm', key: 'right' })
  running.push(gateway)
  const { config } = await asking('')
  const way = (strict: boolean) => ({ path: '/api/llm/hooks/claude-code', dialect: 'native', strict }) as const
  const clients = {
    codex: way(true),
    goose: way(false),
    cursor: { path: '/cursor/hooks/validate', dialect: 'cursor-flat', strict: true },
  } as const
  const url = `http://127.0.0.1:${gateway.port}`
  const answers = await checkGateway({ ...config, apiKey: 'right' }, { url, clients }, Object.keys(clients))
  expect(answers).toMatchObject([
    { client: 'codex', ok: true },
    { client: 'goose', ok: false, instead: 'goose: { path: /api/llm/hooks/claude-code, dialect: native, strict: true }' },
    {
      client: 'cursor',
      ok: false,
      problem: expect.stringContaining('404'),
      instead: 'cursor: { path: /api/llm/hooks/claude-code, dialect: native, strict: true }',
    },
  ])
  const wrong = await checkGateway({ ...config, apiKey: 'wrong' }, { url, clients }, ['codex'])
  expect(wrong).toMatchObject([{ problem: expect.stringContaining('does not take the key'), instead: undefined }])
})

it('is written so that the configuration reads it', async () => {
  const written = {
    codex: { path: '/hooks/claude-code', dialect: 'native', strict: true },
    cursor: { path: '/x', dialect: 'unified' },
  } as const
  const read = await parseConfig(starterConfig('gateway', 'https://g.example', written), 'config.yaml')
  expect(read).toMatchObject({ ok: true, value: { gateway: { url: 'https://g.example', clients: written } } })
  const login = await parseConfig(starterConfig('gateway', 'https://g.example', written, 'tfy'), 'config.yaml')
  expect(login).toMatchObject({ ok: true, value: { gateway: { credential: 'tfy', clients: written } } })
})
