/** Too little of something, calls that the system refuses, and writers that never end: always the verdict, or the fail mode's answer. */

import { spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastAnswer } from '../../src/hook/last-answer.ts'
import { bash, built, closed, dangerous, door, scratch, start, whole } from './start.ts'

/** The shell says what is closed or limited before it becomes the door. */
const shell = (before: string, after = '', input = dangerous) =>
  start('/bin/bash', ['-c', `${before} exec ${door} ${closed.join(' ')} ${after}`], { input })

describe.skipIf(!built)('a door on a poor machine', () => {
  it.each([
    ['little address space', 'ulimit -v 2000000;', ''],
    ['too little address space for anybody', 'ulimit -c 0 -v 200000;', ''],
    ['too little address space for a runtime', 'ulimit -c 0 -v 50000;', ''],
    ['little memory', 'ulimit -d 80000;', ''],
    ['too little memory for anybody', 'ulimit -c 0 -d 40000;', ''],
    ['a small stack', 'ulimit -s 256;', ''],
    ['a very small stack', 'ulimit -s 32;', ''],
    ['a small stack and little memory', 'ulimit -c 0 -s 64 -d 40000;', ''],
    ['no room for files', 'ulimit -f 0;', ''],
    ['few descriptors', 'ulimit -n 5;', ''],
    ['no stdin', '', '<&-'],
    ['no stdout', '', '>&-'],
    ['no stderr', '', '2>&-'],
    ['a full disk', '', '>/dev/full 2>&1'],
  ])('stops what is dangerous with %s', (_, before, after) => {
    expect(shell(before, after)).toMatchObject({ status: 2, signal: null })
  })

  it('stops it wherever its memory ends', { timeout: 120_000 }, () => {
    for (let kib = 64_000; kib <= 80_000; kib += 1_000)
      expect(shell(`ulimit -c 0 -d ${kib};`), `${kib} KiB`).toMatchObject({ status: 2, signal: null })
  })

  const nested = ['(', '$(', '"$(', '{ ', '!', 'a=(', '<(', 'if '].map(open => bash(open.repeat(5_000)))
  it('reads deeply nested payloads and commands as far as anybody does', { timeout: 60_000 }, () => {
    for (const input of ['['.repeat(15_000), `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_001)}`, ...nested]) {
      const [one, other] = [whole, door].map(file => start(file, closed, { input }).status)
      expect(other).toBe(one)
    }
  })
})

const without = join(scratch(), 'without')
const compiled = built && spawnSync('gcc', ['-O1', resolve('test/door/without.c'), '-o', without]).status === 0
if (built && !compiled) console.warn('there is no gcc: nothing says how the door does without some system calls')

describe.skipIf(!compiled)('a door that the system refuses', () => {
  const EPERM = '1'
  const ENOSYS = '38'

  it.each(
    ['mremap', 'madvise', 'memfd_create', 'getrandom', 'ioctl', 'sigaltstack'].flatMap(call => [
      [call, EPERM],
      [call, ENOSYS],
    ]),
  )('%s (%s) judges by itself', (call, refusal) => {
    const { status, stderr } = start(without, [call, refusal, door, ...closed], {
      input: dangerous,
      env: { TFY_HOOK_DOOR: 'only' },
    })
    expect([status, stderr.includes('filesystem.delete-root')]).toEqual([2, true])
  })

  it.each(['mremap', 'madvise', 'memfd_create', 'ioctl'])('%s by a signal', call => {
    expect(start(without, [call, 'trap', door, ...closed], { input: dangerous })).toMatchObject({ status: 2, signal: null })
  })

  it('to give back what it read', () => {
    const long = dangerous.padEnd(2_200_000)
    const script = `{ sleep 0.2; cat; } | exec "$@"`
    const found = start('/bin/bash', ['-c', script, 'bash', without, 'memfd_create', EPERM, door, ...closed], { input: long })
    expect(found).toMatchObject({ status: 2, stderr: expect.stringContaining('an internal fault') })
  })

  // Cursor is told by JSON alone: a code of 0 and nothing on stdout would let the call through.
  const said = lastAnswer({ client: 'cursor', mode: 'closed', what: 'fault' }).stdout
  it('the answer, after its reason on stderr', () => {
    const args = ['answer', 'trap', door, '--client', 'cursor']
    const found = start(without, args, { input: '', env: { SPARED: `${said.length}`, TFY_HOOK_DOOR: 'only' } })
    expect(found).toMatchObject({ status: 0, stdout: said, stderr: expect.stringContaining('NOT CHECKED') })
    expect(start(without, args, { input: '' })).toMatchObject({ status: 2, stdout: '' })
  })
})

describe.skipIf(!built)('a writer that does not end', () => {
  const ask = (program: string, before: string): Promise<{ readonly code: number | null; readonly stderr: string }> =>
    new Promise(resolve => {
      const child = spawn(program, [...closed, '--timeout-ms', '1500'], {
        env: { HOME: scratch(), PATH: '/usr/bin:/bin' },
        cwd: scratch(),
      })
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
      child.stdin.on('error', () => undefined)
      // In parts, so that it cannot be seen in the pipe how much there will be.
      const parts = before.match(/.{1,9000}/gs) ?? []
      const next = () => {
        const part = parts.shift()
        if (part === undefined) return
        child.stdin.write(part)
        setTimeout(next, 50)
      }
      next()
      child.on('close', code => {
        child.stdin.destroy()
        resolve({ code, stderr: stderr.replace(/explain \S+/, 'explain <id>') })
      })
    })

  it.each([
    ['with nothing', ''],
    ['after a payload', dangerous],
    ['after 36 KB', dangerous.padEnd(36_000)],
  ])('%s is waited for as long as the whole program waits', async (_, before) => {
    const [one, other] = await Promise.all([whole, door].map(program => ask(program, before)))
    expect(other?.code).toBe(2)
    expect(other?.stderr).toContain('tfy.stdin-timeout')
    expect(other?.stderr.replace(/\d+ ms/, '')).toBe(one?.stderr.replace(/\d+ ms/, ''))
  })
})
