/** Real processes: the executables start it, use it, lose it, and two of them at once start one. */

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { call, folder, type Said } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { until } from '../until.ts'
import { caFile, tlsGateway } from './world.ts'

const runtimes = executables.filter(({ name }) => name !== 'pkg executable')
const payload = JSON.stringify({
  session_id: '9151530e-4622-422c-bbaf-618bb3799a82',
  transcript_path: '/home/dev/.claude/projects/shop/9151530e-4622-422c-bbaf-618bb3799a82.jsonl',
  cwd: '/home/dev/shop',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
})

interface Place {
  readonly env: Readonly<Record<string, string>>
  readonly dir: string
  readonly hook: (key?: string) => Promise<Said>
  /** Where they are that run, by the files that say so. */
  readonly pids: () => readonly number[]
  readonly name: () => string
}

const place = (exe: Executable, url: string, more = ''): Place => {
  const home = folder({
    '.config/tfy-hook/config.yaml': `source: gateway\ngateway:\n  url: ${url}\n  caFile: ${caFile}\n  resident: true\n${more}`,
  })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, 's'),
  }
  const dir = join(home, 's/tfy-hook/resident')
  const entries = (ending: string): readonly string[] => {
    try {
      return readdirSync(dir).filter(name => name.endsWith(ending))
    } catch {
      return []
    }
  }
  return {
    env,
    dir,
    hook: (key = 'key-of-the-tests') =>
      call(exe, { args: ['--client', 'claude-code', '--fail-closed'], stdin: payload, env: { ...env, TFY_API_KEY: key } }),
    pids: () => entries('.json').map(name => JSON.parse(readFileSync(join(dir, name), 'utf8')).pid),
    name: () =>
      entries('')
        .find(name => name.includes('.start-'))
        ?.split('.')[0] ?? '',
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const prepared = async (exe: Executable, more = '') => {
  const gateway = await tlsGateway(response =>
    response.setHeader('content-type', 'application/json').end('{"decision":"block","reason":"The gateway has been asked."}'),
  )
  const at = place(exe, gateway.url, more)
  ended.push(gateway.close, () => {
    for (const pid of at.pids()) process.kill(pid)
  })
  return { gateway, at }
}

describe.each(runtimes)('$name', { timeout: 90_000 }, exe => {
  it('has it started by the first call, is carried by it, and does without it when it is killed', async () => {
    const { gateway, at } = await prepared(exe)
    const deny = { exitCode: 2, stderr: expect.stringContaining('The gateway has been asked.') }
    expect(await at.hook()).toMatchObject(deny)
    expect(await until(() => at.pids().length === 1)).toBe(true)
    for (const key of ['one', 'two', 'three']) expect(await at.hook(key)).toMatchObject(deny)
    expect(gateway.seen.at(-1)?.headers.authorization).toBe('Bearer three')
    const carried = gateway.seen.filter(
      ({ connection }) => gateway.seen.filter(other => other.connection === connection).length > 1,
    )
    expect(carried.length).toBeGreaterThanOrEqual(2)

    const doctor = async (): Promise<string> =>
      (await call(exe, { args: ['doctor', '--no-drill', '--json'], stdin: '', env: { ...at.env, TFY_API_KEY: 'k' } })).stdout
    const [pid = 0] = at.pids()
    expect(await doctor()).toContain(`Process ${pid} keeps connections to the gateway open.`)
    process.kill(pid, 'SIGKILL')
    expect(await until(() => !alive(pid))).toBe(true)
    expect(await at.hook()).toMatchObject(deny)
    expect(at.pids()).toEqual([])
    expect(await doctor()).toContain('the next call starts one')
  })

  it('hangs: the call has its verdict all the same', async () => {
    const { at } = await prepared(exe)
    await at.hook()
    expect(await until(() => at.pids().length === 1)).toBe(true)
    const [pid = 0] = at.pids()
    process.kill(pid, 'SIGSTOP')
    ended.push(() => process.kill(pid, 'SIGKILL'))
    const said = await at.hook()
    expect(said).toMatchObject({ exitCode: 2 })
    expect(said.stderr).toContain('The gateway has been asked.')
  })

  it('is one, however many start at once', async () => {
    const { at } = await prepared(exe)
    await Promise.all([at.hook(), at.hook(), at.hook()])
    expect(await until(() => at.pids().length === 1)).toBe(true)
    const start = () => spawn(exe.command, [...exe.args, 'keep-connections', at.name()], { env: { ...at.env }, stdio: 'ignore' })
    const [one, two] = [start(), start()]
    const codes = await Promise.all([one, two].map(child => new Promise(resolve => child.once('exit', resolve))))
    expect(codes).toEqual([0, 0])
    expect(at.pids()).toHaveLength(1)
    expect(at.pids().every(alive)).toBe(true)
  })

  it('is not what somebody else would talk to', async () => {
    const { at } = await prepared(exe)
    const said = await call(exe, { args: ['keep-connections', 'another'], stdin: '', env: at.env })
    expect(said.exitCode).toBe(2)
    expect(at.pids()).toEqual([])
  })

  it('is switched off by a line', async () => {
    const { gateway, at } = await prepared(exe)
    const off = place(exe, gateway.url, '').env
    const file = join(off.XDG_CONFIG_HOME ?? '', 'tfy-hook/config.yaml')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(file, readFileSync(file, 'utf8').replace('resident: true', 'resident: false'))
    const said = await call(exe, { args: ['--client', 'claude-code'], stdin: payload, env: { ...off, TFY_API_KEY: 'k' } })
    expect(said.exitCode).toBe(2)
    expect(readdirSync(join(off.XDG_STATE_HOME ?? '', 'tfy-hook'))).not.toContain('resident')
    expect(at.pids()).toEqual([])
  })
})
