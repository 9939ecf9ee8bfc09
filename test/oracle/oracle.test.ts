/** What commands really do in a cage, the engine has said. `npm run oracle` asks about more. */

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { compose, lines, slots } from '../../scripts/oracle/compose.ts'
import { ask, isClass } from '../../scripts/oracle/run.ts'
import { Cage, holes, walls } from '../../scripts/oracle/walls.ts'

const why = holes()
if (why !== undefined) console.warn(`SKIPPED: no command was run to compare it with the engine (${why})`)

interface Known {
  readonly kind: string
  readonly line: string
}
const known = new Set(
  readFileSync('fixtures/oracle/misses.jsonl', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(row => JSON.parse(row) as Known)
    .map(({ kind, line }) => `${kind} ${line}`),
)

it('loses nothing that another machine has', () => {
  for (const slot of ['file', 'tree', 'new'])
    for (const path of slots[slot] as readonly string[]) expect(path).toContain('planted')
  expect(compose([]).text).toBe(compose([0, 0, 0, 0]).text)
  expect(lines.length).toBeGreaterThan(400)
})

describe.skipIf(why !== undefined)('the cage', () => {
  const without = (wall: string, instead: string): readonly string[] => walls.join(' ').replace(wall, instead).split(' ')
  it.each([
    ['a network', without('--unshare-all', '--unshare-user --unshare-pid --unshare-ipc --unshare-uts')],
    ['other processes', without('--unshare-all', '--unshare-user --unshare-net --unshare-ipc --unshare-uts')],
    ['a home that is there', [...walls, '--ro-bind', homedir(), homedir()]],
    ['no tracer', without('--setenv PATH /usr/bin:/bin', '--setenv PATH /bin/none')],
  ])('runs nothing with %s', (_, built) => {
    expect(() => new Cage('/nowhere', built)).toThrow(/no command is run/)
  })

  it('does nothing that the engine had not said', async () => {
    const report = await ask({ seed: 30, count: 500 })
    expect(report.broken).toBeLessThan(10)
    expect(report.programs).toBeGreaterThan(100)
    // A cage in which nothing happens would prove nothing.
    for (const kind of ['secret-shown', 'delete-outside', 'overwrite-outside', 'connect'] as const)
      expect(report.kinds[kind].told, kind).toBeGreaterThan(5)
    const fresh = report.misses.filter(
      ({ kind, line }) => isClass(kind) && !known.has(`${kind.replace(/-(?:outside|workspace)$/, '')} ${line}`),
    )
    expect(fresh).toEqual([])
    expect(report.unseen.length / report.proved).toBeLessThan(0.08)
  }, 300_000)
})
