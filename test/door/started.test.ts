/** What belongs to one call is read when it starts: the image knows nothing of this machine, and would say the same for everybody. */

import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apart, bash, built, closed, door, homeWith, scratch, start, whole } from './start.ts'

const alone = { TFY_HOOK_DOOR: 'only' }

interface Line {
  readonly id: string
  readonly time: string
  readonly ms: number
  readonly client: string
}
const linesIn = (state: string): readonly Line[] =>
  readFileSync(join(state, 'tfy-hook/audit.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line)

describe.skipIf(!built)('the door reads anew', () => {
  it('its own path and that of the program beside it', () => {
    const own = apart(path => symlinkSync(whole, path))
    for (const [file, status] of [
      [own, 2],
      [join(dirname(own), 'tfy-hook'), 2],
      [join(dirname(own), 'another'), 0],
    ] as const) {
      const { stderr, ...said } = start(own, closed, { input: bash(`cp /tmp/x ${file}`), env: alone })
      expect([said.status, stderr.includes('internal fault')], `${file} ${stderr}`).toEqual([status, false])
    }
  })

  it('the environment', () => {
    const states = [scratch(), scratch()]
    for (const state of states) {
      const more = { ...alone, XDG_STATE_HOME: state }
      start(door, closed, { env: more })
    }
    expect(states.map(state => linesIn(state).length)).toEqual([1, 1])
    const unread = (more: Readonly<Record<string, string>>) =>
      start(door, ['--client', 'cursor'], { input: '', env: { ...alone, ...more } }).stdout
    expect(JSON.parse(unread({}))).toMatchObject({ permission: 'allow' })
    expect(JSON.parse(unread({ TFY_HOOK_FAIL: 'closed' }))).toMatchObject({ permission: 'deny' })
  })

  it('the environment for the other program, without what would load code into it', () => {
    const own = apart(path => writeFileSync(path, '#!/bin/sh\nenv\n', { mode: 0o755 }))
    const loads = {
      LD_PRELOAD: '/nowhere.so',
      LD_AUDIT: '',
      BUN_OPTIONS: '',
      JSC_useJIT: '0',
      MIMALLOC_VERBOSE: '0',
      SIMDUTF_X: '',
    }
    const { stdout } = start(own, ['status'], { env: { ...loads, ALD_: '1', BUN: '1' } })
    const names = stdout.split('\n').flatMap(line => line.split('=', 1).filter(Boolean))
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH', 'ALD_', 'BUN']))
    expect(names.filter(name => Object.hasOwn(loads, name))).toEqual([])
  })

  it('the clock, and draws another id each time', () => {
    const state = scratch()
    const before = Date.now()
    for (let n = 0; n < 3; n++) start(door, closed, { env: { ...alone, XDG_STATE_HOME: state } })
    const lines = linesIn(state)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3)
    for (const { time, ms } of lines) {
      expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
      expect(ms).toBeGreaterThan(0)
    }
  })

  const user = '12345'
  const changes = spawnSync('unshare', ['-m', `--map-user=${user}`, '--keep-caps', 'true']).status === 0
  if (!changes) console.warn('unshare cannot become another user here: the row about the user is skipped')
  it.skipIf(!changes).each([
    ['another', user, 2],
    ['nobody', '12346', 0],
  ])('the user, and so whose home it is: %s', (_, uid, status) => {
    const passwd = join(scratch(), 'passwd')
    // What the account's own file says cannot be moved away by the environment, and `config.yaml` is compiled by nobody here.
    const home = homeWith('fail: closed\n')
    writeFileSync(passwd, `root:x:0:0::/nonexistent:/bin/sh\nx:x:${uid}:${uid}::${home}:/bin/sh\n`)
    const script = 'mount --bind "$1" /etc/passwd && shift && exec "$@"'
    const args = [
      '-m',
      `--map-user=${user}`,
      '--keep-caps',
      'sh',
      '-c',
      script,
      'sh',
      passwd,
      door,
      '--client',
      'codex',
      '--fail-open',
    ]
    const env = { XDG_STATE_HOME: scratch() }
    expect(start('unshare', args, { input: 'not JSON', env }).status).toBe(status)
    // The first call compiled the file; the door itself reads it now.
    const again = start('unshare', args, { input: 'not JSON', env: { ...env, ...alone } })
    expect([again.status, again.stderr.includes('internal fault')], again.stderr).toEqual([status, false])
  })
})
