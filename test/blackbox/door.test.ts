/** The door answers as `tfy-hook` does, hands over what it does not do, and ends in the fail mode's answer when it breaks. */

import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { ask, callOf, difference, recorded } from '../../scripts/door/compare.ts'

const door = resolve('dist/tfy-hook-door')
const whole = resolve('dist/tfy-hook')
const built = existsSync(door)
if (!built) console.warn('dist/tfy-hook-door is not built (npm run build:door): its tests are skipped')

const scratch = (): string => mkdtempSync(join(tmpdir(), 'tfy-hook-door-'))
const bash = (command: string) =>
  JSON.stringify({ session_id: 's', hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command } })
const [dangerous, harmless] = [bash('rm -rf /'), bash('ls')]
const closed = ['--client', 'claude-code', '--fail-closed']

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}
/** Not the root: everything is below it, and what lies in the workspace is not the user's. */
const cwd = scratch()
const start = (file: string, args: readonly string[], { env = {}, input = harmless }: Options = {}) =>
  spawnSync(file, args, { env: { HOME: scratch(), PATH: '/usr/bin:/bin', ...env }, input, encoding: 'utf8', cwd })

/** The shell says what is closed or limited before it becomes the door. */
const shell = (before: string, after = '', input = dangerous) =>
  start('/bin/bash', ['-c', `${before} exec ${door} ${closed.join(' ')} ${after}`], { input })

/** A door with something else beside it. */
const apart = (beside?: (path: string) => void): string => {
  const folder = scratch()
  copyFileSync(door, join(folder, 'tfy-hook-door'))
  beside?.(join(folder, 'tfy-hook'))
  return join(folder, 'tfy-hook-door')
}

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
    const home = scratch()
    mkdirSync(join(home, '.config/tfy-hook'), { recursive: true })
    writeFileSync(join(home, '.config/tfy-hook/config.yaml'), config)
    const env = { ...more, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
    const { status, stderr } = start(door, closed, { input: dangerous, env })
    expect([status, stderr.includes('filesystem.delete-root')]).toEqual([2, true])
    const alone = start(door, closed, { input: dangerous, env: { TFY_HOOK_DOOR: 'only', ...env } })
    if (!('TFY_HOOK_DOOR' in more)) expect(alone.stderr).toContain('internal fault')
  })

  it('hands over long payloads, whole', async () => {
    const home = scratch()
    for (const length of [20_000, 300_000]) {
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

describe.skipIf(!built)('a door that cannot hand over', () => {
  it.each([
    ['codex', ['--fail-closed'], 2, '"decision":"block"'],
    ['claude-code', ['--fail-closed'], 2, ''],
    ['cline', ['--fail-closed'], 2, '"cancel":true'],
    ['cursor', ['--fail-closed'], 0, '"permission":"deny"'],
    ['cursor', ['--fail-open'], 0, '"permission":"allow"'],
    ['codex', ['--fail-open'], 0, ''],
    ['codex', [], 2, '"decision":"block"'],
    ['codex', ['--event', 'SubagentStop', '--fail-closed'], 0, ''],
  ])('says for %s %j what the fail mode says', (client, flags, status, said) => {
    const found = start(apart(), ['--client', client, ...flags])
    expect(found.status).toBe(status)
    expect(found.stdout).toContain(said)
    if (said === '') expect(found.stdout).toBe('')
    expect(found.stderr).toContain('tfy-hook [tfy.internal] No verdict')
  })

  it('is closed where a variable or a file says so', () => {
    const open = ['--client', 'codex', '--fail-open']
    expect(start(apart(), open, { env: { TFY_HOOK_FAIL: 'closed' } }).status).toBe(2)
    const home = scratch()
    mkdirSync(join(home, '.config/tfy-hook'), { recursive: true })
    for (const [text, status] of [
      ['source: offline\n  "fail" : closed\n', 2],
      ['# fail: closed\n', 0],
    ] as const) {
      writeFileSync(join(home, '.config/tfy-hook/config.yaml'), text)
      expect(start(apart(), open, { env: { HOME: home } }).status).toBe(status)
    }
  })

  it('does not start itself for ever', () => {
    expect(
      start(
        apart(path => symlinkSync('tfy-hook-door', path)),
        closed,
      ).status,
    ).toBe(2)
  })

  it('never ends by a signal when its image is broken', { timeout: 60_000 }, () => {
    const bytes = readFileSync(door)
    for (let n = 1; n < 24; n++) {
      const file = apart()
      // Somewhere in the second half there is nothing but the image.
      const broken = Buffer.from(bytes)
      const at = Math.floor(bytes.length * (0.25 + n / 32))
      broken.fill(n % 2 === 0 ? 0xff : 0x5a, at, at + 30_000)
      writeFileSync(file, broken)
      const { status, signal } = start(file, closed, { input: dangerous })
      expect([signal, status], `from ${at}`).toEqual([null, 2])
    }
  })
})

describe.skipIf(!built)('a door on a poor machine', () => {
  it.each([
    ['little address space', 'ulimit -v 2000000;', ''],
    ['a small stack', 'ulimit -s 256;', ''],
    ['no room for files', 'ulimit -f 0;', ''],
    ['few descriptors', 'ulimit -n 5;', ''],
    ['no stdin', '', '<&-'],
    ['no stdout', '', '>&-'],
    ['no stderr', '', '2>&-'],
    ['a full disk', '', '>/dev/full 2>&1'],
  ])('stops what is dangerous with %s', (_, before, after) => {
    expect(shell(before, after)).toMatchObject({ status: 2, signal: null })
  })

  it('reads deeply nested payloads as far as anybody does', () => {
    for (const input of ['['.repeat(15_000), `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_001)}`]) {
      const [one, other] = [whole, door].map(file => start(file, closed, { input }).status)
      expect(other).toBe(one)
    }
  })
})
