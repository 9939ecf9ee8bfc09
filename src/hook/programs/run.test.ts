/** Programs that do not start, do not end, say too much or leave something behind: each has an answer, in bounded time. */

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type Ran, runFor, troubleOf } from './run.ts'
import { unstartable } from './startable.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-run-')))
const at = (name: string): string => join(dir, name)
const put = (name: string, text: string | Buffer, mode = 0o755): string => {
  writeFileSync(at(name), text)
  chmodSync(at(name), mode)
  return at(name)
}
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const env = { PATH: process.env.PATH ?? '' }
const run = (
  file: string,
  { timeoutMs = 5_000, ...more }: { timeoutMs?: number; input?: string; maxBuffer?: number } = {},
): Promise<Ran> => runFor(file, [], timeoutMs, { env, maxBuffer: 64 * 1024, apart: true, ...more })
const script = (name: string, lines: string): string => put(name, `#!/bin/sh\n${lines}\n`)

describe.skipIf(process.platform === 'win32')('a program', () => {
  it.each([
    ['is not there', () => at('none'), 'ENOENT'],
    ['is a folder', () => dir, 'EACCES'],
    ['may not be run', () => put('forbidden', '#!/bin/sh\n', 0o644), 'EACCES'],
    ['has no interpreter', () => put('orphan', '#!/nowhere/sh\n'), 'ENOENT'],
  ])('that %s is not started', async (_, file, why) => {
    const ran = await run(file())
    expect([ran.notStarted, ran.exitCode, ran.signal]).toEqual([why, undefined, undefined])
    expect(troubleOf(ran)).toBe(`could not be started (${why})`)
  })

  it('that leaves a child behind is not waited for, and the child does not live on', async () => {
    const startedAt = performance.now()
    const ran = await run(script('forks', `(sleep 6; touch ${at('lived')}) & echo 1.2.3`))
    expect([ran.exitCode, ran.stdout]).toEqual([0, '1.2.3\n'])
    expect(performance.now() - startedAt).toBeLessThan(5_900)
    await sleep(6_200)
    expect(existsSync(at('lived'))).toBe(false)
  })

  it('that hangs is killed with all that it started', async () => {
    const ran = await run(script('hangs', `sh -c 'echo $$ > ${at('pid')}; exec sleep 60' & sleep 60`), { timeoutMs: 1_000 })
    expect([ran.timedOut, ran.exitCode]).toEqual([true, undefined])
    expect(troubleOf(ran)).toMatch(/^was not done after \d+ ms and was killed$/)
    const pid = Number(readFileSync(at('pid'), 'utf8'))
    await expect.poll(() => stateOf(pid), { timeout: 5_000 }).not.toMatch(/^[RSD]/)
  })

  it('that prints without end is stopped', async () => {
    const ran = await run(script('prints', 'exec yes'), { maxBuffer: 10_000 })
    expect([ran.tooMuch, ran.stdout.length]).toEqual([true, 10_000])
  })

  it('that is killed is said to be', async () => {
    const ran = await run(script('killed', 'kill -9 $$'))
    expect([ran.signal, ran.exitCode]).toEqual(['SIGKILL', undefined])
    expect(troubleOf(ran)).toMatch(/^was killed by SIGKILL after \d+ ms$/)
    expect(troubleOf(await run(script('told', 'exit 137')))).toBe('ended with exit code 137 (killed by SIGKILL)')
  })

  it('that reads nothing of a long input ends as it likes', async () => {
    const ran = await run(script('deaf', 'exit 3'), { input: 'x'.repeat(4 * 1024 * 1024) })
    expect([ran.exitCode, troubleOf(ran)]).toEqual([3, 'ended with exit code 3'])
  })

  it('has no terminal to ask on', async () => {
    const ran = await run(script('asks', 'if (exec < /dev/tty) 2> /dev/null; then echo terminal; else echo none; fi'))
    expect(ran.stdout).toBe('none\n')
  })
})

const stateOf = (pid: number): string => {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return 'gone'
  }
}

describe.skipIf(process.platform === 'win32')('what the system cannot start', () => {
  const elf = (machine: number): Buffer => {
    const head = Buffer.alloc(64)
    head.write('\x7fELF\x02\x01', 'latin1')
    head.writeUInt16LE(machine, 18)
    return head
  }
  const made = (name: string, make: (path: string) => void): string => {
    make(at(name))
    return at(name)
  }
  it.each([
    ['an empty file', () => put('empty', ''), 'ENOEXEC'],
    ['a script without a shebang', () => put('bare', 'echo 1.2.3\n'), 'ENOEXEC'],
    ['a text', () => put('text', 'Not found'), 'ENOEXEC'],
    ['a link that leads nowhere', () => made('dangling', path => symlinkSync(at('nowhere'), path)), 'ENOENT'],
    ['a folder', () => made('folder', path => mkdirSync(path)), 'EISDIR'],
    ['a script', () => put('script', '#!/bin/sh\n'), undefined],
    ['a program', () => realpathSync(process.execPath), undefined],
  ])('%s', (_, file, why) => {
    expect(unstartable(file())).toBe(why)
  })
  it.runIf(process.platform === 'linux' && !existsSync('/proc/sys/fs/binfmt_misc/status'))('another processor’s program', () => {
    expect(unstartable(put('foreign', elf(243)))).toBe('ENOEXEC')
  })
  it('a program of another system', () => {
    expect(unstartable(put('elf', elf(62)), 'darwin')).toBe('ENOEXEC')
    expect(unstartable(put('mach-o', Buffer.from('cffaedfe0c000001', 'hex')), 'darwin')).toBeUndefined()
    expect(unstartable(put('mach-o', Buffer.from('cffaedfe0c000001', 'hex')), 'linux')).toBe('ENOEXEC')
  })
})
