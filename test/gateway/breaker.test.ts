/** An outage as processes see it: what it costs with the breaker and without, who probes, and what the audit log keeps of it. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Call, call, folder, type Said } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { body, type Running, raw } from './servers.ts'

const sizes = (exe: Executable) => (exe.name === 'binary' ? { calls: 200, crowd: 50 } : { calls: 40, crowd: 16 })

/** A process that waits for a processor longer than its own deadline names that, and shows nothing about the breaker. */
const timeoutMs = 2_000
const crowdMs = 10_000
/** Takes what is sent and says nothing. */
const silent = raw(() => {})

const stdin = JSON.stringify({
  hook_event_name: 'beforeShellExecution',
  conversation_id: 'c1',
  generation_id: 'g1',
  cursor_version: '2.4.1',
  workspace_roots: ['/home/dev/shop'],
  command: 'npm ci',
  cwd: '/home/dev/shop',
})

const plain = ['--source', 'gateway', '--fail-closed']

interface Machine {
  readonly home: string
  readonly hook: (url: string, args?: readonly string[], ms?: number, stopped?: Call['stopped']) => Promise<Said>
  readonly explain: (url: string) => Promise<Said>
}

const machine = (exe: Executable, config = ''): Machine => {
  const home = folder({ 'keep.txt': '', ...(config !== '' && { '.config/tfy-hook/config.yaml': config }) })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, 'state'),
    CURSOR_VERSION: '2.4.1',
    TFY_API_KEY: 'key-of-a-test',
  }
  const hook: Machine['hook'] = (url, args = plain, ms = timeoutMs, stopped) =>
    call(exe, {
      ...(stopped !== undefined && { stopped }),
      args: ['--client', 'cursor', '--timeout-ms', String(ms), ...args],
      stdin,
      env: { ...env, TFY_GATEWAY_URL: url },
    })
  const explain = (url: string) =>
    call(exe, {
      args: ['explain', '--client', 'cursor', '--source', 'gateway', '--command', 'npm ci', '--json'],
      stdin: '',
      env: { ...env, TFY_GATEWAY_URL: url },
    })
  return { home, hook, explain }
}

const auditOf = ({ home }: Machine): Record<string, unknown>[] =>
  readFileSync(join(home, 'state/tfy-hook/audit.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    // Two lines at the same moment can leave an empty one between them.
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

const msOf = (lines: readonly Record<string, unknown>[], failure: string): readonly number[] =>
  lines.filter(line => line.failure === failure).map(({ ms }) => Number(ms))

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const breakerFiles = ({ home }: Machine): readonly string[] =>
  readdirSync(join(home, 'state/tfy-hook')).filter(name => name.startsWith('breaker-'))

const urlOf = ({ port }: Running): string => `http://127.0.0.1:${port}`

const crowd = (one: Machine, url: string, size: number): Promise<readonly Said[]> =>
  Promise.all(Array.from({ length: size }, () => one.hook(url, plain, crowdMs)))

/** The pause ends so many milliseconds from now. */
const endPause = (one: Machine, inMs: number): void => {
  const [name = ''] = breakerFiles(one).filter(file => file.endsWith('.json'))
  const file = join(one.home, 'state/tfy-hook', name)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), until: Date.now() + inMs }), { mode: 0o600 })
}

const count = (lines: readonly Record<string, unknown>[], key: string): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const line of lines) found[String(line[key])] = (found[String(line[key])] ?? 0) + 1
  return found
}

/** Silent until it is told to speak: a gateway that comes back on its own port. */
const recovering = async (): Promise<Running & { speak: () => void }> => {
  let speaks = false
  const text = '{"continue":true,"permission":"allow"}'
  const running = await raw(socket => {
    if (speaks) socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`)
  })()
  return {
    ...running,
    speak: () => {
      speaks = true
    },
  }
}

describe.each(executables.filter(({ name, excuse }) => name !== 'pkg executable' && excuse === undefined))('$name', exe => {
  it('an outage costs three timeouts and then nothing, and every call is still answered by the fail mode', {
    timeout: 180_000,
  }, async () => {
    const gateway = await silent()
    const url = urlOf(gateway)
    const broken = machine(exe)
    const { calls } = sizes(exe)
    const few = 3
    for (let turn = 0; turn < calls; turn++) {
      const said = await broken.hook(url)
      expect(said.exitCode).toBe(0)
      expect(JSON.parse(said.stdout).permission).toBe('deny')
    }
    const lines = auditOf(broken)
    const failures = count(lines, 'failure')
    // A probe after each pause that ended meanwhile. Whoever wakes after its own deadline names that.
    const asked = (failures['gateway-timeout'] ?? 0) + (failures.deadline ?? 0)
    expect(lines.length).toBe(calls)
    expect(asked + (failures['gateway-paused'] ?? 0), JSON.stringify(failures)).toBe(calls)
    expect(asked).toBeGreaterThanOrEqual(3)
    expect(asked).toBeLessThanOrEqual(6)
    expect(gateway.connections()).toBe(asked)

    const without = machine(exe, `gateway:\n  url: ${url}\n  breaker: false\n`)
    for (let turn = 0; turn < few; turn++) expect(JSON.parse((await without.hook(url)).stdout).permission).toBe('deny')
    const alone = count(auditOf(without), 'failure')
    expect((alone['gateway-timeout'] ?? 0) + (alone.deadline ?? 0), JSON.stringify(alone)).toBe(few)
    expect(breakerFiles(without)).toEqual([])
    // By the hook's own clock: how long a process takes to start says nothing about the breaker.
    const waited = auditOf(without).map(({ ms }) => Number(ms))
    const paused = msOf(lines, 'gateway-paused')
    if (process.env.TFY_TEST_FIGURES) console.log(exe.name, { waited, paused, failures })
    expect(median(paused)).toBeLessThan(Math.min(...waited))
    await gateway.close()
  })

  it('many at once: no torn state, no lost line, one probe, and an answer closes it', { timeout: 180_000 }, async () => {
    const gateway = await recovering()
    const url = urlOf(gateway)
    const one = machine(exe)
    const size = sizes(exe).crowd
    await crowd(one, url, size)
    expect(auditOf(one).length).toBe(size)
    const files = breakerFiles(one)
    expect(files.length).toBe(1)
    const state = JSON.parse(readFileSync(join(one.home, 'state/tfy-hook', files[0] ?? ''), 'utf8'))
    expect(state).toMatchObject({ v: 1, origin: url, pauses: 1 })

    // However long the crowd took to be answered.
    endPause(one, 60_000)
    const first = gateway.connections()
    for (let turn = 0; turn < 3; turn++) expect((await one.hook(url)).stdout).toContain('not asked for another')
    expect(gateway.connections()).toBe(first)

    const explained = JSON.parse((await one.explain(url)).stdout)
    expect(explained).toMatchObject({ breaker: 'open', failure: expect.stringContaining('not asked for another') })
    expect(gateway.connections()).toBe(first)

    endPause(one, -1)
    const before = auditOf(one).length
    await crowd(one, url, size)
    expect(gateway.connections()).toBe(first + 1)
    const round = auditOf(one).slice(before)
    expect(round.length).toBe(size)
    const probes = round.filter(line => line.failure !== 'gateway-paused')
    // Whoever wakes after its own deadline may name that, and nothing of the breaker.
    const expected =
      probes[0]?.failure === 'deadline' ? { failure: 'deadline' } : { failure: 'gateway-timeout', breaker: 'half-open' }
    expect(probes).toMatchObject([expected])
    expect(round.filter(line => line.failure !== 'deadline' && line.breaker === undefined)).toEqual([])
    expect(JSON.parse(readFileSync(join(one.home, 'state/tfy-hook', breakerFiles(one)[0] ?? ''), 'utf8')).pauses).toBe(2)

    gateway.speak()
    const silence = gateway.connections()
    endPause(one, -1)
    const recovered = auditOf(one).length
    expect(JSON.parse((await one.hook(url)).stdout).permission).toBe('allow')
    expect(auditOf(one).slice(recovered)).toMatchObject([{ decision: 'allow', breaker: 'half-open' }])
    expect(breakerFiles(one)).toEqual([])
    await crowd(one, url, 10)
    expect(gateway.connections() - silence).toBe(11)
    expect(
      auditOf(one)
        .slice(-10)
        .every(line => line.decision === 'allow' && !('breaker' in line)),
    ).toBe(true)
    await gateway.close()
  })

  it('with the engine behind it, a pause is answered by the engine at once', { timeout: 60_000 }, async () => {
    const gateway = await silent()
    const one = machine(exe, 'source: gateway-then-offline\ntimeoutMs: 2000\n')
    const args = ['--fail-closed']
    for (let turn = 0; turn < 3; turn++) await one.hook(urlOf(gateway), args)
    const said = await one.hook(urlOf(gateway), args)
    const [last = 0, ...waited] = auditOf(one)
      .map(({ ms }) => Number(ms))
      .reverse()
    expect(last).toBeLessThan(Math.min(...waited))
    expect(JSON.parse(said.stdout).permission).not.toBe('deny')
    expect(auditOf(one).at(-1)).toMatchObject({ fallback: 'gateway-paused', breaker: 'open', source: 'gateway-then-offline' })
    expect(gateway.connections()).toBe(3)
    await gateway.close()
  })

  it.skipIf(process.platform === 'win32')('a process that sleeps past its deadline says what happened before it', async () => {
    const gateway = await silent()
    const one = machine(exe)
    await one.hook(urlOf(gateway), plain, 1_500, { afterMs: 1_200, forMs: 1_000 })
    expect(auditOf(one)).toMatchObject([{ failure: 'gateway-timeout' }])
    await gateway.close()
  })

  it('forbids no call to a gateway that answers, whatever it answers', async () => {
    const gateway = await body('no', 403)()
    const one = machine(exe)
    for (let turn = 0; turn < 5; turn++) await one.hook(urlOf(gateway))
    expect(gateway.connections()).toBe(5)
    expect(breakerFiles(one)).toEqual([])
    await gateway.close()
  })
})
