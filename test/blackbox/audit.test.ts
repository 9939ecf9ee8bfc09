/** The audit log of the executable: whole lines from many processes, no secret in them, and never a reason for another answer. */

import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Plain } from '../clients/oracles/reading.ts'
import { call, folder, type Said, withoutIds } from './call.ts'
import { executables } from './executables.ts'

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

const policy = `version: 1
extends: none
rules:
  - id: demo.pwned
    on: any
    when: { text: pwned }
    decision: deny
    reason: The word is not allowed in this workspace.
`

const freshEnv = (): Readonly<Record<'PATH' | 'HOME' | 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', string>> => {
  const home = folder({ 'config/tfy-hook/policy.yaml': policy })
  return { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') }
}

const logOf = (env: { readonly XDG_STATE_HOME: string }): string => join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl')
const linesOf = (env: { readonly XDG_STATE_HOME: string }): readonly Plain[] =>
  readFileSync(logOf(env), 'utf8')
    .split('\n')
    // Two lines at the same moment can leave an empty one between them.
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

const payload = (command: string, session = '3d6f0a1e-8f2b-4c55-9d7a-1b5e0c9f4a10'): string =>
  JSON.stringify({
    session_id: session,
    transcript_path: '/home/dev/.claude/projects/shop/session.jsonl',
    cwd: '/home/dev/shop',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'A step' },
    tool_use_id: 'toolu_9',
  })

const ask = (env: Readonly<Record<string, string>>, stdin: string): Promise<Said> =>
  call(binary, { args: [], stdin, env: { ...env, CLAUDECODE: '1', AI_AGENT: 'claude-code_2-1-329_harness' } })

const spoken = ({ exitCode, stdout, stderr }: Said) => withoutIds({ exitCode, stdout, stderr })

describe('the audit log', () => {
  it('gets one whole line from each of 50 processes at once', async () => {
    const env = freshEnv()
    // Lines of several kilobytes would tear if they were written in pieces.
    const sessions = Array.from({ length: 50 }, (_, i) => `session-${i}`)
    await Promise.all(sessions.map(session => ask(env, payload(`echo ${'long argument '.repeat(600)} ${session}`, session))))
    expect(readFileSync(logOf(env), 'utf8').endsWith('\n')).toBe(true)
    const lines = linesOf(env)
    expect(lines.length).toBe(50)
    expect(lines.map(line => line.session).sort()).toEqual([...sessions].sort())
    for (const line of lines) expect([line.v, line.client, line.decision]).toEqual([1, 'claude-code', 'allow'])
  })

  it('is readable by its owner alone', async () => {
    const env = freshEnv()
    await ask(env, payload('ls'))
    expect(statSync(logOf(env)).mode & 0o077).toBe(0)
    expect(statSync(join(env.XDG_STATE_HOME, 'tfy-hook')).mode & 0o077).toBe(0)
  })

  // Built at run time: a scanner that reads this file must not find a credential in it.
  const secrets = {
    'an AWS key': ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join(''),
    'a GitHub token': ['ghp_', 'a1B2c3D4e5'.repeat(4)].join(''),
    'a bearer token': ['q9Xc7', 'Vb2mN4pL6s', 'Tz8Rw1Ka3'].join(''),
    'a password in a URL': 'hunter2-and-more',
    'an assigned password': 'correct-horse-battery',
  }
  const holding = (name: string, value: string): string =>
    name === 'a bearer token'
      ? `curl -H "Authorization: Bearer ${value}" https://api.example.com`
      : name === 'a password in a URL'
        ? `psql postgres://app:${value}@db.example.com/shop`
        : name === 'an assigned password'
          ? `PASSWORD=${value} ./deploy.sh`
          : `echo ${value} > .env`

  it.each(Object.entries(secrets))('holds no secret: %s', async (name, value) => {
    for (const word of ['', ' pwned']) {
      const env = freshEnv()
      const said = await ask(env, payload(`${holding(name, value)}${word}`))
      const text = readFileSync(logOf(env), 'utf8')
      expect(text).not.toContain(value)
      expect(text).toContain('removed]')
      expect(`${said.stdout}${said.stderr}`).not.toContain(value)
      expect(linesOf(env)[0]?.decision).toBe(word === '' ? 'allow' : 'deny')
    }
  })

  it('holds no secret of a payload that could not be decided', async () => {
    const env = freshEnv()
    const value = secrets['an AWS key']
    await ask(env, payload(`echo ${value}`).slice(0, -3))
    const text = readFileSync(logOf(env), 'utf8')
    expect(text).not.toContain(value)
    expect(linesOf(env)[0]).toMatchObject({ failure: 'stdin-invalid', settled: 'open' })
  })

  it('says what is needed to decide the event again', async () => {
    const env = freshEnv()
    await ask(env, payload('echo pwned'))
    expect(linesOf(env)).toEqual([
      expect.objectContaining({
        event: 'PreToolUse',
        tool: 'Bash',
        decision: 'deny',
        rules: ['demo.pwned'],
        source: 'offline',
        exitCode: 2,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        replay: expect.objectContaining({ subject: 'shell', content: 'echo pwned', toolName: 'Bash' }),
      }),
    ])
  })

  it('says who asked on which machine, whatever the environment calls them', async () => {
    const env = freshEnv()
    await ask({ ...env, USER: 'mallory', LOGNAME: 'mallory', USERNAME: 'mallory', HOSTNAME: 'evil' }, payload('echo hello'))
    await ask(env, payload('echo hello').slice(0, -3))
    const { username } = userInfo()
    const who = { user: username, userFrom: 'account', host: hostname(), hostFrom: 'system' }
    expect(linesOf(env)).toEqual([expect.objectContaining(who), expect.objectContaining({ failure: 'stdin-invalid', ...who })])
  })

  it('says a hash of that, or nothing', async () => {
    const env = freshEnv()
    for (const form of ['hash', 'off']) {
      writeFileSync(join(env.XDG_CONFIG_HOME, 'tfy-hook/config.yaml'), `identity: ${form}\n`)
      await ask(env, payload('echo hello'))
    }
    const sha256 = (name: string): string => `sha256:${createHash('sha256').update(name).digest('hex')}`
    const [hashed, none] = linesOf(env)
    expect(hashed).toMatchObject({ user: sha256(userInfo().username), host: sha256(hostname()) })
    expect(['user', 'userFrom', 'account', 'host', 'hostFrom'].filter(key => key in (none ?? {}))).toEqual([])
  })

  describe.each(['echo hello', 'echo pwned'])('changes nothing in the answer to `%s`', command => {
    const usual = async () => spoken(await ask(freshEnv(), payload(command)))

    it('when the state directory is a file', async () => {
      const env = freshEnv()
      writeFileSync(env.XDG_STATE_HOME, 'in the way')
      expect(spoken(await ask(env, payload(command)))).toEqual(await usual())
      expect(readFileSync(env.XDG_STATE_HOME, 'utf8')).toBe('in the way')
    })

    it('when the log is a directory', async () => {
      const env = freshEnv()
      mkdirSync(logOf(env), { recursive: true })
      expect(spoken(await ask(env, payload(command)))).toEqual(await usual())
      expect(readdirSync(logOf(env))).toEqual([])
    })

    it('when the state directory cannot be written', async () => {
      const env = freshEnv()
      mkdirSync(env.XDG_STATE_HOME)
      chmodSync(env.XDG_STATE_HOME, 0o500)
      expect(spoken(await ask(env, payload(command)))).toEqual(await usual())
      chmodSync(env.XDG_STATE_HOME, 0o700)
    })

    it('when the disk is full', async () => {
      if (!existsSync('/dev/full')) return
      const env = freshEnv()
      mkdirSync(join(env.XDG_STATE_HOME, 'tfy-hook'), { recursive: true })
      symlinkSync('/dev/full', logOf(env))
      expect(spoken(await ask(env, payload(command)))).toEqual(await usual())
    })

    it('when the environment switches it off, and then there is none', async () => {
      const env = freshEnv()
      expect(spoken(await ask({ ...env, TFY_HOOK_LOG: 'off' }, payload(command)))).toEqual(await usual())
      expect(existsSync(logOf(env))).toBe(false)
    })
  })

  it('stays on when the configuration says so, whatever the environment says', async () => {
    const env = freshEnv()
    writeFileSync(join(env.XDG_CONFIG_HOME, 'tfy-hook/config.yaml'), 'version: 1\naudit: on\n')
    await ask({ ...env, TFY_HOOK_LOG: 'off' }, payload('ls'))
    expect(linesOf(env)[0]).toMatchObject({ ignored: ['audit'] })
    rmSync(logOf(env))
  })
})
