/** The door ends in the fail mode's answer when it breaks. */

import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apart, built, closed, dangerous, door, homeWith, scratch, start } from './start.ts'

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

  describe('that was asked to fail open', () => {
    const open = ['--client', 'codex', '--fail-open']
    const filler = (size: number) => '# '.padEnd(size, 'x')

    it.each([
      ['no file', undefined, 0],
      ['another line', 'source: offline\n', 0],
      ['a remark', '# fail: closed\n', 0],
      ['a longer word', 'failing: closed\n', 0],
      ['a line', 'fail: closed\n', 2],
      ['quotes and spaces', 'source: offline\n  "fail" : \'closed\'\n', 2],
      ['a line in two', 'source: offline\n\nfail:\n  closed\n', 2],
      ['a line behind half of one', 'fail\nfail: closed\n', 2],
      ['a byte order mark', '\ufefffail: closed\n', 2],
      ['another kind of space', '\u00a0fail:\u2003closed\n', 2],
      ['line ends of old', 'source: offline\rfail: closed\r', 2],
      ['a NUL before it', 'source: \0\nfail: closed\n', 2],
      ['a lot before it', `${filler(900_000)}\nfail: closed\n`, 2],
      ['more than is read', `${filler(1_100_000)}\n`, 2],
    ])('says with %s in config.yaml what the file says', (_, config, status) => {
      const env: Record<string, string> = config === undefined ? {} : { HOME: homeWith(config) }
      expect(start(apart(), open, { env }).status).toBe(status)
    })

    it('is closed where a variable says so', () => {
      expect(start(apart(), open, { env: { TFY_HOOK_FAIL: 'closed' } }).status).toBe(2)
    })

    const mounts = spawnSync('unshare', ['-rm', 'true']).status === 0
    if (!mounts) console.warn('unshare cannot mount here: rows about /etc/passwd are skipped')

    const others = (size: number) => 'x:x:70000:70000::/nonexistent:/bin/sh\n'.repeat(size / 38)
    it.skipIf(!mounts).each([
      ['says nothing', '', 'root:x:0:0::/nonexistent:/bin/sh\n', 0],
      ['names a home that says so', '', 'root:x:0:0::HOME:/bin/sh\n', 2],
      ['names it behind 80 KB', others(80_000), 'root:x:0:0::HOME:/bin/sh\n', 2],
      ['is long, and says nothing', others(80_000), '', 0],
      ['has no end', others(1_100_000), '', 2],
    ])('looks into the home of the account, and /etc/passwd %s', (_, before, line, status) => {
      const [passwd, home] = [join(scratch(), 'passwd'), homeWith('fail: closed\n')]
      writeFileSync(passwd, before + line.replace('HOME', home))
      const script = 'mount --bind "$1" /etc/passwd && shift && exec "$@"'
      const found = start('unshare', ['-rm', 'sh', '-c', script, 'sh', passwd, apart(), ...open])
      expect(found.status, found.stderr).toBe(status)
    })
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
