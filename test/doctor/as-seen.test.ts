/** What `doctor` says of a hook that says nothing is what the real clients were seen to do: docs/decide/compatibility.md, written by `npm run e2e`. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { knownIn } from '../../scripts/e2e/compatibility.ts'
import { registrationChecks } from '../../src/cli/commands/health/registration-checks.ts'
import { takeInventory } from '../../src/cli/commands/registration/inventory.ts'
import { writesFor } from '../../src/cli/commands/registration/registrations.ts'
import { adapterOf, loadAll } from '../../src/hook/recognise.ts'
import { withEntriesOf } from '../../src/setup/install/entries.ts'

await loadAll()
const page = readFileSync(new URL('../../docs/decide/compatibility.md', import.meta.url), 'utf8')
const ground = { scope: 'user', system: 'linux', env: {}, home: '/home/dev', root: '/home/dev/shop' } as const
const seen = knownIn(page).flatMap(({ id, version, results }) => {
  const adapter = adapterOf(id)
  const result = (scenario: string) => results.find(each => each.scenario === scenario)?.result
  const late = result('hook-killed-closed')
  const gone = ['unstartable', 'missing', 'crashing'].flatMap(how => result(`hook-${how}-closed`) ?? [])
  if (adapter?.install === undefined || late === undefined || gone.length === 0) return []
  const scope = adapter.install.scopes.includes('user') ? ('user' as const) : ('project' as const)
  return [
    {
      id,
      scope,
      version: version.split('.').map(Number),
      stops: { late: late === 'passed', gone: gone.every(one => one === 'passed') },
    },
  ]
})

/** As `init` leaves it on an empty disk. */
const findingsFor = async (id: string, scope: 'user' | 'project', version: readonly number[]) => {
  const installation = adapterOf(id)?.install
  if (installation === undefined) return []
  const hook = { program: ['/opt/tools/tfy-hook'] as const, closed: true, budgetMs: 10_000 }
  const written = new Map<string, string>()
  for (const write of writesFor({ client: id, installation }, { ...ground, scope }, hook, version))
    written.set(write.file, write.kind === 'file' ? write.text : withEntriesOf(written.get(write.file), write))
  const files = { exists: (path: string) => written.has(path), read: (path: string) => written.get(path) }
  const states = await takeInventory([id], files as never, each => ({ ...ground, scope: each }))
  return states.flatMap(state => registrationChecks(state, version))
}

describe('of a hook that is missing, crashes or is late doctor says what was seen', () => {
  it('of every client that was driven', () => expect(seen.length).toBeGreaterThan(9))
  it.each(seen)('$id', async ({ id, scope, version, stops }) => {
    const said = (await findingsFor(id, scope, version)).map(finding => finding.what)
    const goesOn = said.find(what => /goes on\. It has no closed form/.test(what))
    const onlyLate = said.find(what => /stops the action; when it is late, .* goes on/.test(what))
    const stopsAll = said.find(what => /^When the hook cannot be started, crashes or is late, .* stops the action\./.test(what))
    const expected = !stops.gone ? goesOn : stops.late ? stopsAll : onlyLate
    expect(expected, said.join('\n')).toBeDefined()
    expect([goesOn, onlyLate, stopsAll].filter(what => what !== undefined)).toEqual([expected])
  })
})
