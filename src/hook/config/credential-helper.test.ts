import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { credentialFrom, forgetCredential } from './credential-helper.ts'

const dir = mkdtempSync(join(tmpdir(), 'tfy-helper-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** A helper that counts its runs in a file. */
let number = 0
const helper = (body: string): readonly string[] => {
  const file = join(dir, `helper-${++number}`)
  writeFileSync(file, `#!/bin/sh\necho run >>"$0.runs"\n${body}\n`)
  chmodSync(file, 0o700)
  return [file, 'read', 'hook key; $(id)']
}
const runs = ([file = '']: readonly string[]): number => readFileSync(`${file}.runs`, 'utf8').split('\n').length - 1

const secret = 'key-4711-of-the-helper'

describe('the credential helper', () => {
  it('gives what it prints', async () => {
    expect(await credentialFrom(helper(`echo '  ${secret}  '`), 2_000)).toEqual({ ok: true, value: secret })
  })

  it('gets its arguments as they stand, and no shell', async () => {
    expect(await credentialFrom(helper('[ "$2" = "hook key; \\$(id)" ] && echo yes'), 2_000)).toEqual({ ok: true, value: 'yes' })
  })

  it('gets nothing on stdin', async () => {
    expect(await credentialFrom(helper('cat; echo end'), 2_000)).toEqual({ ok: true, value: 'end' })
  })

  it.each<[name: string, body: string, detail: string]>([
    ['is killed', `echo ${secret}; kill -9 $$`, 'was killed by SIGKILL'],
    ['fails', `echo ${secret}; echo ${secret} >&2; exit 3`, 'ended with code 3'],
    ['says nothing', 'true', 'printed nothing'],
    ['says two lines', `echo ${secret}; echo ${secret}`, 'printed more than one word'],
    ['says too much', `while :; do echo ${secret}; done`, 'printed more than 16384 bytes'],
    ['hangs', `echo ${secret}; exec sleep 20`, 'took longer than 300 ms'],
    ['leaves somebody behind who holds the pipe', `echo ${secret}; sleep 20`, 'took longer than 300 ms'],
  ])('that %s is a failure that shows nothing', async (_, body, detail) => {
    const from = performance.now()
    const result = await credentialFrom(helper(body), 300)
    expect(performance.now() - from).toBeLessThan(15_000)
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'gateway-unconfigured', detail: `the credential helper ${detail}` },
    })
  })

  it.each([
    [join(dir, 'none'), 'ENOENT'],
    [dir, 'EACCES'],
  ])('that cannot be started is a failure: %s', async (program, why) => {
    expect(await credentialFrom([program], 500)).toEqual({
      ok: false,
      failure: { kind: 'gateway-unconfigured', detail: `the credential helper could not be started (${why})` },
    })
  })

  describe('in a process that lives on', () => {
    let command: readonly string[] = []
    beforeEach(() => {
      command = helper(`echo ${secret}`)
    })

    it('runs once, for callers at the same time too', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => credentialFrom(command, 2_000)))
      answers.push(await credentialFrom(command, 2_000))
      expect(new Set(answers.map(answer => answer.ok && answer.value))).toEqual(new Set([secret]))
      expect(runs(command)).toBe(1)
    })

    it('runs again after its word was refused', async () => {
      await credentialFrom(command, 2_000)
      forgetCredential(command)
      await credentialFrom(command, 2_000)
      expect(runs(command)).toBe(2)
    })

    it('runs again after a failure', async () => {
      const broken = helper('exit 1')
      await credentialFrom(broken, 2_000)
      await credentialFrom(broken, 2_000)
      expect(runs(broken)).toBe(2)
    })
  })
})
