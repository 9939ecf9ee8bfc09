/** Verdicts are exported by a process that the door cannot start: it hands over the call that has to, and no other. */

import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textIn } from '../export/world.ts'
import { until } from '../until.ts'
import { built, closed, dangerous, door, homeWith, scratch, start, whole } from './start.ts'

describe.skipIf(!built)('the door', () => {
  it('hands over the call that finds no process behind the hooks, and answers the others itself', async () => {
    const lines = join(scratch(), 'verdicts.jsonl')
    const home = homeWith(JSON.stringify({ export: [{ type: 'file', path: lines }] }))
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, 'state') }
    const alone = () => start(door, closed, { input: dangerous, env: { ...env, TFY_HOOK_DOOR: 'only' } })
    expect(alone().stderr).toContain('internal fault')

    expect(start(door, closed, { input: dangerous, env }).status).toBe(2)
    const alive = join(home, 'state/tfy-hook/background/alive')
    expect(await until(() => existsSync(alive))).toBe(true)
    const here = alone()
    expect(here.stderr).not.toContain('internal fault')
    expect(here.status).toBe(2)
    expect(await until(() => textIn(lines).split('\n').length === 3)).toBe(true)
    process.kill(Number(readFileSync(alive, 'utf8')))
  })

  it.each([
    ['lately', 1_000, true],
    ['not for a while', 17_000, false],
  ])('goes by when it was there: %s', (_, ageMs, itself) => {
    const home = homeWith(JSON.stringify({ export: [{ type: 'file', path: '/nowhere/lines' }] }))
    const background = join(home, 'state/tfy-hook/background')
    mkdirSync(background, { recursive: true })
    const at = new Date(Date.now() - ageMs)
    writeFileSync(join(background, 'alive'), '1')
    utimesSync(join(background, 'alive'), at, at)
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, 'state'), TFY_HOOK_DOOR: 'only' }
    // The first call reads the configuration, which the door leaves to the whole program.
    start(whole, closed, { input: dangerous, env: { ...env, TFY_HOOK_DOOR: 'off' } })
    utimesSync(join(background, 'alive'), at, at)
    const { stderr } = start(door, closed, { input: dangerous, env })
    expect(!stderr.includes('internal fault')).toBe(itself)
  })
})
