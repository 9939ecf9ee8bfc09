/** Real pipes: a test runner's own are sockets, which are read in another way. */

import { resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder, homeEnv } from './call.ts'
import { executables } from './executables.ts'

const payload = (command: string): string =>
  JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/', tool_name: 'Bash', tool_input: { command } })

const env = homeEnv()
const run = (file: string, script: string, text: string) =>
  execa('bash', ['-c', `hook() { "${file}" --client claude-code --fail-closed; }; ${script}`], {
    cwd: folder({ payload: text }),
    env: { ...env },
    extendEnv: false,
    reject: false,
    timeout: 20_000,
    stdin: 'ignore',
  })

describe('the executable', () => {
  const file = resolve(executables[0]?.file ?? 'dist/tfy-hook')
  it.each([
    ['at once', 'cat payload | hook'],
    ['late', '(sleep 0.3; cat payload) | hook'],
    ['in two parts', '(head -c 30 payload; sleep 0.3; tail -c +31 payload) | hook'],
    [
      'byte by byte at the end',
      '(head -c -3 payload; sleep 0.1; tail -c 3 payload | head -c 1; sleep 0.1; tail -c 2 payload) | hook',
    ],
    ['through a FIFO', 'mkfifo f; cat payload > f & hook < f'],
    ['from a file', 'hook < payload'],
    ['from the rest of a file', '(echo noise; cat payload) > both; { read -r _; hook; } < both'],
  ])('a payload that comes %s is judged', async (_, script) => {
    const denied = await run(file, script, payload('echo pwned'))
    expect([denied.exitCode, denied.stderr]).toEqual([2, expect.stringContaining('test.pwned')])
    expect((await run(file, script, payload('echo hello'))).exitCode).toBe(0)
  })

  it.each([100_000, 900_000, 3_000_000])('%d bytes arrive whole', async length => {
    const long = await run(file, 'cat payload | hook', payload(`echo ${'x'.repeat(length)} pwned`))
    expect([long.exitCode, long.stderr]).toEqual([2, expect.stringContaining('test.pwned')])
  })

  it.each([
    ['never ends', '(cat payload; sleep 4) | (hook; echo $? $SECONDS)'],
    ['never stops', 'yes | (hook; echo $? $SECONDS)'],
    ['never begins', 'sleep 4 | (hook; echo $? $SECONDS)'],
  ])('a writer that %s costs no verdict', async (_, script) => {
    const { stdout } = await run(file, `export TFY_HOOK_TIMEOUT_MS=700; ${script}`, payload('echo hello'))
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^2 [012]$/)
  })
})
