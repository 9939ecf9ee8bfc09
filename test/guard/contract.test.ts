/** Every switch that an adapter declares, thrown; and beside each what must not be taken for it. By the three commands that tell. */

import { describe, expect, it } from 'vitest'
import { declared, fixturesIn } from '../../scripts/guard/fixtures.ts'
import { type Case, type Said, say } from '../../scripts/guard/machine.ts'

const fixtures = fixturesIn()
const switches = await declared()

it('has a fixture for every switch, and a switch for every fixture', () => {
  expect(fixtures.map(({ client, id }) => `${client}/${id}`).sort()).toEqual([...switches.keys()].sort())
  expect(fixtures.length).toBeGreaterThan(50)
})

it('has a neighbour beside each that says the other thing', () => {
  expect(fixtures.filter(({ fixture }) => !fixture.neighbours.some(({ expect: wanted }) => wanted === 'guarded'))).toEqual([])
})

/** Which of the reasons is the switch. */
const told = (id: string, { guard }: Said) =>
  guard.reasons.filter(reason => reason.switch === id || /^(?:reading|source)\./.test(id)).map(({ because }) => because)

const agrees = (said: Said, { expect: wanted, later }: Case): void => {
  expect(said.guard.answer, said.guard.reasons.map(({ because }) => because).join('; ')).toBe(wanted)
  // No command says anything else.
  const fixes = said.init.state === 'registered'
  if (later === undefined || !fixes) expect(said.init.state === 'not guarded').toBe(wanted === 'not guarded')
  expect(said.status.exitCode).toBe(wanted === 'not guarded' ? 1 : 0)
  expect(said.status.text).toMatch(new RegExp(` {2}${wanted} `))
  const severities = said.doctor.filter(({ id }) => /^(?:registration\.(?:off|refused|unknown)|client\.old)$/.test(id))
  if (wanted === 'guarded') expect(severities).toEqual([])
  for (const { because } of said.guard.reasons) {
    if (wanted === 'not guarded') {
      if (later === undefined) expect(said.init.text).toContain(because)
      expect(severities).toContainEqual(expect.objectContaining({ severity: 'bad', what: `${because}.` }))
    }
    expect(said.status.text).toContain(because)
  }
}

describe.each(fixtures)('$client, $id', ({ client, id, fixture }) => {
  it('is seen', async () => {
    const said = await say(client, fixture)
    agrees(said, fixture)
    expect(fixture.expect).not.toBe('guarded')
    expect(told(id, said)).not.toEqual([])
  })

  it.each(fixture.neighbours.map((one, i) => [one.why ?? String(i), one] as const))('%s', async (_, one) => {
    agrees(await say(client, one), one)
  })
})
