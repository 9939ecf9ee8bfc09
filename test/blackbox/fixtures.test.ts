/** Every recorded payload of every client through the built executable: allowed and denied, and read as the client reads it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadClient } from '../../src/hook/recognise.ts'
import { type Fixture, fixturesOf, situationOf } from '../clients/oracles/fixtures.ts'
import { codesOf, mute, neutralOf, oracleOf, oracles, utmostOf } from '../clients/oracles/oracles.ts'
import { poisoned } from '../clients/oracles/poisoned.ts'
import type { Heard, Plain, Reading } from '../clients/oracles/reading.ts'
import { call, folder } from './call.ts'
import { executables } from './executables.ts'

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

const policy = `version: 1
extends: none
rules:
  - id: demo.pwned
    on: any
    when: { text: pwned }
    decision: deny
    reason: The word is not allowed in this workspace.
`

const homeWith = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const home = folder({ 'keep.txt': '', ...files })
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
  }
}

const bare = homeWith({})
const guarded = homeWith({ 'config/tfy-hook/policy.yaml': policy })
const broken = homeWith({ 'config/tfy-hook/policy.yaml': 'version: 1\nrulez: []\n' })

/** The plainest objection would keep the agent at work. */
const holds = ({ want: { client, event }, stdin, env }: Fixture): boolean =>
  oracleOf(client)(event, utmostOf(client), situationOf({ stdin, env }, client)).keepsWorking === true

interface Outcome {
  readonly heard: Heard
  readonly audit: Plain
  readonly reading: Reading
  readonly silence: Reading
  /** What the client does with the plainest objection it knows: the most that any hook can reach on this event. */
  readonly utmost: Reading
}

const run = async (fixture: Fixture, stdin: Plain, home: Readonly<Record<string, string>>): Promise<Outcome> => {
  const { client, event } = fixture.want
  const said = await call(binary, { args: fixture.args, stdin: `${JSON.stringify(stdin)}\n`, env: { ...fixture.env, ...home } })
  const heard = { exitCode: said.exitCode ?? -1, stdout: said.stdout, stderr: said.stderr }
  const line =
    readFileSync(join(home.XDG_STATE_HOME ?? '', 'tfy-hook/audit.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  const situation = situationOf({ stdin, env: fixture.env }, client)
  const read = (what: Heard) => oracleOf(client)(event, what, situation)
  return {
    heard,
    audit: JSON.parse(line),
    reading: read(heard),
    silence: read(neutralOf(client, event)),
    utmost: read(utmostOf(client)),
  }
}

/** The RFC's request bodies: their text stands in a field of the gateway's that the event does not have, so what a rule reads of it is not promised. */
const without = (file: string): boolean => file.startsWith('seed-gateway-body.')

/** A stop that was held back already is let go without a word. */
const heldBack = (stdin: Plain): boolean => stdin.stop_hook_active === true || stdin.stopHookActive === true

const sane = ({ heard, audit, reading }: Outcome, { want }: Fixture): void => {
  const label = JSON.stringify({ heard, audit, reading })
  expect([audit.client, audit.event, audit.failure], label).toEqual([want.client, want.event, undefined])
  expect(reading.problems, label).toEqual([])
  expect(want.client === 'cursor' ? [0] : codesOf(want.client), label).toContain(heard.exitCode)
  expect(audit.exitCode, label).toBe(heard.exitCode)
}

describe.each(Object.keys(oracles))('%s', client => {
  const fixtures = fixturesOf(client)

  it('has payloads', () => {
    expect(fixtures.length).toBeGreaterThan(1)
  })

  it.each(fixtures.filter(({ want }) => want.denied === undefined))('$file goes on as recorded', async fixture => {
    const outcome = await run(fixture, fixture.stdin, bare)
    const { heard, audit, reading, silence } = outcome
    const label = JSON.stringify(outcome)
    sane(outcome, fixture)
    expect([audit.decision, heard.exitCode], label).toEqual([
      'allow',
      neutralOf(fixture.want.client, fixture.want.event).exitCode,
    ])
    expect([reading.goesOn, reading.asks, reading.skipsPrompt, reading.keepsWorking], label).toEqual([
      silence.goesOn,
      silence.asks,
      undefined,
      undefined,
    ])
  })

  it.each(fixtures.filter(({ want }) => want.denied !== undefined))('$file is dangerous as recorded', async fixture => {
    const outcome = await run(fixture, fixture.stdin, bare)
    const { audit, reading, utmost } = outcome
    sane(outcome, fixture)
    expect([audit.decision, audit.rules], JSON.stringify(outcome)).toEqual(['deny', [fixture.want.denied]])
    expect(reading.goesOn, JSON.stringify(outcome)).toBe(utmost.goesOn)
  })

  it.each(fixtures.filter(holds))('$file ends though the policy is broken and the hook fails closed', async fixture => {
    const outcome = await run({ ...fixture, args: [...fixture.args, '--fail-closed'] }, fixture.stdin, broken)
    const { heard, audit, reading } = outcome
    const label = JSON.stringify(outcome)
    expect([reading.keepsWorking, reading.problems, audit.failure], label).toEqual([undefined, [], 'policy-invalid'])
    expect(heard.exitCode, label).toBe(neutralOf(fixture.want.client, fixture.want.event).exitCode)
    // Where the client has a channel for it.
    const adapter = await loadClient(fixture.want.client)
    const said = `${heard.stdout}${heard.stderr}`
    if (adapter?.events[fixture.want.event]?.can.message !== false || said !== '') expect(said, label).toContain('NOT CHECKED')
  })

  it.each(fixtures)('$file with the word in it is denied as far as the client obeys', async fixture => {
    const stdin = poisoned(fixture.stdin)
    const outcome = await run(fixture, stdin, guarded)
    const { audit, reading, silence, utmost } = outcome
    const label = JSON.stringify(outcome)
    sane(outcome, fixture)
    if (without(fixture.file)) return
    if (JSON.stringify(stdin) === JSON.stringify(fixture.stdin)) {
      expect([audit.decision, reading.goesOn], label).toEqual(['allow', silence.goesOn])
      return
    }
    expect([audit.decision, audit.rules], label).toEqual(['deny', ['demo.pwned']])
    const told = `${reading.modelTold ?? ''}${reading.personTold ?? ''}${JSON.stringify(reading.rewritten ?? '')}`
    expect(reading.goesOn, label).toBe(utmost.goesOn)
    if (mute.includes(`${fixture.want.client} ${fixture.want.event}`)) expect(told, label).not.toContain('pwned')
    else if (!utmost.goesOn || (utmost.modelTold !== undefined && !heldBack(stdin))) expect(told, label).toContain('demo.pwned')
    expect(told, label).not.toContain('pwned pwned')
  })
})
