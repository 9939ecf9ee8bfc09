import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Exception } from '../../scripts/e2e/client.ts'
import { loadClients, scenarios } from '../../scripts/e2e/clients.ts'
import { knownIn } from '../../scripts/e2e/compatibility.ts'
import { concerns, type Evidence, type Paths, type Scenario } from '../../scripts/e2e/scenarios/scenario.ts'
import { load } from '../../src/adapters/clients.gen.ts'

const clients = await loadClients()

const paths: Paths = { project: '/p', at: name => `/p/${name}`, beside: name => `/b/${name}` }
const nothing: Evidence = {
  ended: { code: 0, timedOut: false, ms: 0, stdout: '', stderr: '' },
  seen: [],
  main: [],
  exists: () => false,
  audit: [],
}
const checksOf = (scenario: Scenario): readonly string[] => scenario.checks(nothing, paths).map(({ name }) => name)

test('scenarios have names of their own', () => {
  const names = scenarios.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(scenarios.map(scenario => [scenario.name, scenario] as const))(
  '%s: a run in which nothing happened fails it',
  (_name, scenario) => {
    const checks = scenario.checks(nothing, paths)
    expect(checks.some(({ ok }) => !ok)).toBe(true)
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
  },
)

test.each(clients.map(client => [client.id, client] as const))('%s: is what it says', (id, client) => {
  const name = Object.keys(load).find(known => id === known || id.startsWith(`${known}-`))
  expect(existsSync(`scripts/e2e/clients/${name}.ts`)).toBe(true)
  expect(client.package.version).toMatch(/^\d+\.\d+\.\d+$/)
})

const exceptions = clients.flatMap(({ id, exceptions = {} }) =>
  Object.entries(exceptions).map(([name, exception]) => [id, name, exception] as [string, string, Exception]),
)

test.each(exceptions)('%s, %s: the exception is about something that exists, and has a reason', (_id, name, exception) => {
  const scenario = scenarios.find(each => each.name === name)
  expect(scenario).toBeDefined()
  if ('impossible' in exception) return expect(exception.impossible).not.toBe('')
  expect(exception.limit).not.toBe('')
  const known = scenario === undefined ? [] : checksOf(scenario)
  for (const failing of exception.fails) expect(known).toContain(failing)
})

test('the page tells every client and scenario, and nothing is broken', () => {
  const known = knownIn(readFileSync('docs/decide/compatibility.md', 'utf8'))
  expect(known.map(({ id }) => id).sort()).toEqual(clients.map(({ id }) => id).sort())
  for (const { id, results } of known) {
    const client = clients.find(each => each.id === id) ?? {}
    expect(
      results.map(({ scenario }) => scenario),
      id,
    ).toEqual(scenarios.filter(each => concerns(each, client)).map(({ name }) => name))
    expect(
      results.filter(({ result }) => result === 'failed'),
      id,
    ).toEqual([])
  }
})

test('each file is a client', () => {
  const files = readdirSync('scripts/e2e/clients').filter(name => !name.startsWith('_'))
  expect(clients.map(({ id }) => `${id}.ts`)).toEqual(expect.arrayContaining(files))
})
