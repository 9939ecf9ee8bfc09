/** Which of the two executables answers, with programs that play them. */

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quickest } from '../../src/cli/commands/registration/own-program.ts'
import { placesOf, readConfig } from '../../src/hook/config.ts'
import { doorFault, doorFindings } from '../../src/setup/doctor/door.ts'
import { folder } from '../blackbox/call.ts'

/** Denies a forced push, under an id of its own for each call. */
const good = 'if grep -q force; then echo "no (why: explain $$)" >&2; exit 2; fi'
const refuses = 'cat >/dev/null; [ "$TFY_HOOK_DOOR" != only ] || { echo "an internal fault" >&2; exit 2; }'

const pair = (whole: string, door: string | undefined): string => {
  const program = join(folder({ readme: '' }), 'tfy-hook')
  const put = (file: string, text: string): void => {
    writeFileSync(file, `#!/bin/sh\n${text}\n`)
    chmodSync(file, 0o755)
  }
  put(program, whole)
  if (door !== undefined) put(`${program}-door`, door)
  return program
}

const env = { PATH: '/usr/bin:/bin', HOME: folder({ readme: '' }) }
const config = async (more: Readonly<Record<string, string>> = {}) => {
  const here = { ...env, ...more }
  return readConfig({ hints: {}, bare: false }, here, placesOf(here))
}

const faults: readonly (readonly [string, string, RegExp | undefined])[] = [
  ['answers alike', good, undefined],
  ['lets go on what is denied', 'cat >/dev/null', /does not answer as/],
  ['denies with other words', `${good.replace('no', 'never')}`, /does not answer as/],
  ['stops what goes on', 'cat >/dev/null; echo "no (why: explain 1)" >&2; exit 2', /does not answer as/],
  ['answers with an exit code of its own', `${good}; exit 1`, /does not answer as/],
  ['would hand over', refuses, /would not answer by itself/],
  ['is killed', 'kill -9 $$', /does not run/],
  ['lacks something', 'exit 127', /does not run/],
]

describe.skipIf(process.platform !== 'linux')('a door', () => {
  it.each(faults)('that %s is judged by it', async (_, door, fault) => {
    const program = pair(good, door)
    const found = await doorFault(`${program}-door`, await config(), env)
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(fault)
    const registered = await quickest([program], program, await config(), env)
    expect(registered).toEqual([fault === undefined ? `${program}-door` : program])
  })

  it('is registered under the name of a copy', async () => {
    const program = pair(good, good)
    expect(await quickest(['/copy/tfy-hook'], program, await config(), env)).toEqual(['/copy/tfy-hook-door'])
  })

  it.each([
    ['that is not there', undefined, {}],
    ['that a variable keeps out', good, { TFY_HOOK_DOOR: 'off' }],
    ['that would ask a gateway on this machine', good, { TFY_HOOK_SOURCE: 'gateway', TFY_GATEWAY_URL: 'http://127.0.0.1:9' }],
  ])('%s is not registered', async (_, door, more) => {
    const program = pair(good, door)
    expect(await quickest([program], program, await config(more), { ...env, ...more })).toEqual([program])
  })

  it('is never registered for a program that Node runs', async () => {
    const program = pair(good, good)
    expect(await quickest(['/usr/bin/node', program], program, await config(), env)).toEqual(['/usr/bin/node', program])
  })
})

describe.skipIf(process.platform !== 'linux')('doctor', () => {
  const found = async (program: string, registered: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    doorFindings(
      program,
      registered.map(one => ({ client: 'cursor', program: one })),
      await config(more),
      { ...env, ...more },
    )

  it('names the one that answers, for whom, and why', async () => {
    const works = pair(good, good)
    const broken = pair(good, 'exit 127')
    const door = (program: string): string => `${program}-door`
    const told: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>, string, string])[] = [
      [works, [door(works)], {}, 'ok', `${door(works)} answers for cursor`],
      [works, [works], {}, 'ok', `${works} answers: nobody registers ${door(works)}`],
      [
        works,
        [door(works)],
        { TFY_HOOK_DOOR: 'off' },
        'ok',
        `${works} answers, although ${door(works)} is registered for cursor`,
      ],
      [
        broken,
        [door(broken)],
        {},
        'warn',
        `${broken} answers, although ${door(broken)} is registered for cursor: it does not run`,
      ],
      [broken, [], {}, 'warn', `${broken} answers, although ${door(broken)} is there: it does not run`],
      // The one that is registered counts, wherever this one lies.
      [works, [door(broken)], {}, 'warn', `${broken} answers, although ${door(broken)} is registered`],
    ]
    for (const [program, registered, more, severity, what] of told) {
      const findings = await found(program, registered, more)
      expect(findings.map(one => [one.id, one.severity])).toEqual([['program.door', severity]])
      expect(findings[0]?.what).toContain(what)
    }
  })

  it('leaves one that is not there to the finding about missing programs', async () => {
    const alone = pair(good, undefined)
    expect(await found(alone, [`${alone}-door`])).toEqual([])
  })
})
