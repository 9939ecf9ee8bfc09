/** The door answers as `tfy-hook` does, and hands over what it does not do. */

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { ask, callOf, difference, recorded } from '../../scripts/door/compare.ts'
import { apart, built, closed, dangerous, door, harmless, homeWith, scratch, start, whole } from './start.ts'

describe.skipIf(!built)('the door', () => {
  it('answers as the whole program does', { timeout: 240_000 }, async () => {
    const rows = readCorpus().flatMap(({ rows }) => rows)
    const calls = [...recorded().filter((_, n) => n % 30 === 0), ...rows.filter((_, n) => n % 400 === 7).map(callOf)]
    const home = scratch()
    for (const call of calls)
      expect(difference(await ask(whole, home, call), await ask(door, home, call)), call.title).toBeUndefined()
  })

  it('does most of it by itself', () => {
    for (const input of [harmless, dangerous]) {
      const { status, stderr } = start(door, closed, { input, env: { TFY_HOOK_DOOR: 'only' } })
      expect(stderr).not.toContain('internal fault')
      expect(status).toBe(input === harmless ? 0 : 2)
    }
  })

  it.each([
    ['a variable', { TFY_HOOK_DOOR: 'off' }, ''],
    ['a gateway', { TFY_GATEWAY_URL: 'http://127.0.0.1:9', TFY_HOOK_SOURCE: 'both' }, ''],
    ['a line in config.yaml', {}, 'door: off\n'],
  ])('hands over for %s, with what is on stdin', (_, more, config) => {
    const home = homeWith(config)
    const env = { ...more, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
    const { status, stderr } = start(door, closed, { input: dangerous, env })
    expect([status, stderr.includes('filesystem.delete-root')]).toEqual([2, true])
    const alone = start(door, closed, { input: dangerous, env: { TFY_HOOK_DOOR: 'only', ...env } })
    if (!('TFY_HOOK_DOOR' in more)) expect(alone.stderr).toContain('internal fault')
  })

  it('hands over long payloads, whole', async () => {
    const home = scratch()
    for (const length of [2_100_000, 3_000_000]) {
      const call = callOf({ shell: `echo ${'x'.repeat(length)}; rm -rf /` }, length)
      expect((await ask(door, home, { ...call, env: { TFY_HOOK_DOOR: 'only' } })).stderr).toContain('internal fault')
      expect(difference(await ask(whole, home, call), await ask(door, home, call))).toBeUndefined()
    }
  })

  it('has nothing to do with a program of another build', () => {
    const other = apart(path => {
      writeFileSync(path, '#!/bin/sh\necho other; cat >/dev/null; exit 3\n')
      chmodSync(path, 0o755)
    })
    expect(start(other, closed)).toMatchObject({ status: 3, stdout: 'other\n' })
  })
})
