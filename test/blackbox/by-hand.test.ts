/** The program in the hands of a person: help, a word about a wrong option, the version; and no audit line for any of it. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { call, folder, homeEnv } from './call.ts'
import { executables } from './executables.ts'

const logged = (env: Readonly<Record<string, string>>): boolean =>
  existsSync(join(env.XDG_STATE_HOME ?? '', 'tfy-hook/audit.jsonl'))

describe.each(executables)('$name', exe => {
  it.each<readonly [string, readonly string[], number, RegExp]>([
    ['nothing at all', [], 0, /It reads one event as JSON on stdin/],
    ['an option that is none', ['--no-such'], 2, /unknown option --no-such/],
    ['`--debug` alone', ['--debug'], 2, /unknown option --debug/],
    ['the version', ['version'], 0, /^tfy-hook \d+\.\d+\.\d+ \(/],
    ['the version as JSON', ['version', '--json'], 0, /^\{"version":"\d/],
    ['-v', ['-v'], 0, /^\d+\.\d+\.\d+/],
    ['-V', ['-V'], 0, /^\d+\.\d+\.\d+/],
    ['--version', ['--version'], 0, /^\d+\.\d+\.\d+/],
    ['`--debug` before a command', ['--debug', 'policy', 'schema'], 0, /"\$schema"/],
    ['`--debug` before --help', ['--debug', '--help'], 0, /Usage: tfy-hook/],
  ])('%s, with nothing on stdin', async (_, args, exitCode, said) => {
    const env = homeEnv()
    const { stdout, stderr, ...done } = await call(exe, { args, stdin: '', env })
    expect([done.exitCode, stdout + stderr]).toEqual([exitCode, expect.stringMatching(said)])
    expect(logged(env)).toBe(false)
  })

  it('takes a payload for a hook call, whatever option stands there', async () => {
    const env = homeEnv()
    const stdin = JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    })
    const open = await call(exe, { args: ['--no-such'], stdin, env })
    expect([open.exitCode, open.stdout + open.stderr]).toEqual([0, expect.stringContaining('unknown option --no-such')])
    const closed = await call(exe, { args: ['--no-such'], stdin, env: { ...env, TFY_HOOK_FAIL: 'closed' } })
    expect([closed.exitCode, closed.stderr]).toEqual([2, expect.stringContaining('unknown option --no-such')])
    expect(logged(env)).toBe(true)
  })

  it('follows the fail mode for a wrong option beside --client, with nothing on stdin too', async () => {
    const env = homeEnv()
    const open = await call(exe, { args: ['--client', 'claude-code', '--no-such'], stdin: '', env })
    expect(open.exitCode).toBe(0)
    const closed = await call(exe, { args: ['--client', 'claude-code', '--fail-closed', '--no-such'], stdin: '', env })
    expect(closed.exitCode).toBe(2)
    expect(logged(env)).toBe(true)
  })
})

/** `script` gives a program a terminal on both ends. */
const there = existsSync('/usr/bin/script') && process.platform === 'linux'

describe.skipIf(!there)('on a terminal', () => {
  const [first] = executables
  const file = resolve(first?.file ?? 'dist/tfy-hook')
  const typed = async (words: string, env: Readonly<Record<string, string>>) => {
    const startedAt = performance.now()
    const cwd = folder({})
    const ran = await execa('script', ['-qec', `"${file}" ${words}`, '/dev/null'], {
      cwd,
      env: { ...env, SHELL: '/bin/sh' },
      extendEnv: false,
      reject: false,
      timeout: 9_000,
    })
    return { code: ran.exitCode, text: `${ran.stdout}${ran.stderr}`, ms: performance.now() - startedAt }
  }

  it.each([
    ['', 0, 'Usage: tfy-hook'],
    ['--debug', 0, 'Usage: tfy-hook'],
    ['--no-such', 2, "unknown option '--no-such'"],
  ])('`tfy-hook %s` answers at once', async (words, code, said) => {
    const env = homeEnv()
    const typing = await typed(words, env)
    expect([typing.code, typing.text]).toEqual([code, expect.stringContaining(said)])
    expect(logged(env)).toBe(false)
  })

  it.each([
    ['a client that lends it its terminal', '', { CLAUDE_PROJECT_DIR: '/shop' }],
    ['a registration', '--client claude-code --fail-closed', {}],
  ])('%s has a hook', async (_, words, more) => {
    const env = { ...homeEnv(), ...more, TFY_HOOK_TIMEOUT_MS: '300', TFY_HOOK_FAIL: 'closed' }
    const { code, text } = await typed(words, env)
    expect([code, text]).toEqual([2, expect.stringContaining('waiting for an event as JSON')])
    expect(logged(env)).toBe(true)
  })
})

it.each(executables)('a pipe that is slow is no terminal ($name)', async exe => {
  const { stderr } = await execa(exe.command, [...exe.args, '--client', 'claude-code'], {
    stdin: 'pipe',
    env: { ...homeEnv(), TFY_HOOK_TIMEOUT_MS: '300' },
    extendEnv: false,
    reject: false,
    timeout: 9_000,
  })
  expect(stderr).not.toContain('waiting')
})
