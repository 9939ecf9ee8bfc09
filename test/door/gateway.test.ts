/** The door asks the gateway over a connection that a process keeps, and leaves whatever stands in the way of that to the whole program. */

import { spawn } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Config, placesOf, readConfig } from '../../src/hook/config.ts'
import { keepConnections } from '../../src/hook/resident/run.ts'
import { fileOf, meetingFor } from '../../src/hook/sources/resident/meeting.ts'
import { isThere } from '../../src/hook/sources/resident/present.ts'
import { sendByUndici } from '../../src/hook/sources/transport/undici.ts'
import { doorChoice } from '../../src/setup/doctor/door.ts'
import { call, folder, type Said, withoutIds } from '../blackbox/call.ts'
import { allow, caFile, pretend, proving, tlsGateway, type World } from '../resident/world.ts'
import { until } from '../until.ts'
import { apart, bash, built, door, start, whole } from './start.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Answers = (response: ServerResponse, text: string) => unknown

const judging: Answers = (response, text) =>
  text.includes('pwned') ? response.end('{"continue":true,"permission":"deny","user_message":"Not that."}') : allow(response)

/** A gateway, an account that asks it, and where its process would be met. */
const account = async (
  answers: Answers = judging,
  more: Readonly<Record<string, unknown>> = {},
  top: Readonly<Record<string, unknown>> = {},
) => {
  const gateway = await tlsGateway((response, { text }) => answers(response, text))
  closing.push(gateway.close)
  const config = { url: gateway.url, caFile, resident: true, ...more }
  const home = folder({ '.config/tfy-hook/config.yaml': JSON.stringify({ source: 'gateway', gateway: config, ...top }) })
  const state = join(home, 'state/tfy-hook')
  const meeting = meetingFor({ ...config, resident: true } as World['config'], {}, state, ownVersion, whole)
  if (meeting === undefined) throw new Error('nothing is kept')
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, 'state'),
    TFY_API_KEY: 'a-key',
  }
  const ask = async (command: string, mode: 'on' | 'off' | 'only' = 'only') =>
    call(
      { name: 'door', file: door, command: door, args: [], excuse: undefined },
      {
        args: ['--client', 'claude-code', '--fail-closed'],
        stdin: command.startsWith('{') ? command : bash(command),
        env: { ...env, TFY_HOOK_DOOR: mode },
      },
    )
  // The whole program compiles the configuration, and asks nobody about this event.
  await ask(ending, 'off')
  return { gateway, config, state, meeting, file: fileOf(meeting.dir, meeting.name), ask, home }
}

const ownVersion: string = JSON.parse(readFileSync('package.json', 'utf8')).version
const ending = JSON.stringify({ session_id: 's', hook_event_name: 'SessionEnd', cwd: '/', reason: 'other' })

type Account = Awaited<ReturnType<typeof account>>

/** The real one, in this process. */
const keep = async ({ meeting, config }: Account): Promise<void> => {
  const life = { idleMs: 60_000, longestMs: 60_000, checkMs: 50 }
  void keepConnections(meeting, config as World['config'], sendByUndici, {}, life)
  expect(await until(() => isThere(meeting))).toBe(true)
}

const kept = async (...of: Parameters<typeof account>): Promise<Account> => {
  const one = await account(...of)
  await keep(one)
  return one
}

const itself = (stderr: string): boolean => !stderr.includes('internal fault')

/** What the door says by itself: on a busy machine it finds that something takes too long, and leaves a call to others that it could answer. */
const alone = async (at: Account, command: string): Promise<Said> => {
  let said = await at.ask(command)
  for (let more = 0; more < 8 && !itself(said.stderr); more++) said = await at.ask(command)
  return said
}

const lastLine = ({ state }: Account) => {
  const { time, ms, chain, id, traceId, ...rest } = JSON.parse(
    readFileSync(join(state, 'audit.jsonl'), 'utf8').trimEnd().split('\n').at(-1) ?? '',
  )
  return rest
}

describe.skipIf(!built)('the door asks the gateway', () => {
  it('over one connection, and says what it says', async () => {
    const at = await kept()
    expect(await alone(at, 'ls')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await alone(at, 'echo pwned')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Not that.') })
    expect(new Set(at.gateway.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer a-key']))
    // One that it has given up takes its connection along.
    const { length } = at.gateway.seen
    expect(new Set(at.gateway.seen.map(({ connection }) => connection)).size).toBeLessThanOrEqual(length === 2 ? 1 : length)
  })

  it('through a process that the whole program has started', async () => {
    const at = await account()
    expect(itself((await at.ask('ls')).stderr)).toBe(false)
    expect(await at.ask('ls', 'on')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await until(() => isThere(at.meeting))).toBe(true)
    expect(await alone(at, 'ls')).toMatchObject({ exitCode: 0, stderr: '' })
    process.kill(JSON.parse(readFileSync(at.file, 'utf8')).pid)
  })

  it('for longer than it would judge', async () => {
    const at = await kept((response, text) => setTimeout(() => judging(response, text), 700))
    const asked = async (): Promise<number> => {
      const before = at.gateway.seen.length
      expect(await at.ask('ls', 'on')).toMatchObject({ exitCode: 0, stderr: '' })
      return at.gateway.seen.length - before
    }
    expect(await until(async () => (await asked()) === 1)).toBe(true)
  })

  it.each<readonly [string, Answers]>([
    ['an allow', response => allow(response)],
    ['a deny', response => response.end('{"permission":"deny","user_message":"No."}')],
    ['a question', response => response.end('{"permission":"ask","user_message":"Sure?"}')],
    ['nothing', response => response.end()],
    ['no JSON', response => response.end('no')],
    ['no UTF-8', response => response.end(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
    ['a mark in front', response => response.end('\ufeff{"permission":"deny"}')],
    ['a surrogate', response => response.end('{"permission":"deny","user_message":"\\ud83d \u{1f600} ä"}')],
    ['a refusal', response => response.writeHead(403).end('{}')],
    ['a fault', response => response.writeHead(500).end('{}')],
    ['another way', response => response.writeHead(302, { location: '/' }).end()],
  ])('and takes %s as the whole program does', async (_, answers) => {
    const [one, other] = [await kept(answers), await kept(answers)]
    const [own, theirs] = [await alone(one, 'ls'), await other.ask('ls', 'off')]
    const told = ({ exitCode, stdout, stderr }: typeof own) => withoutIds({ exitCode, stdout, stderr })
    expect(told(own)).toEqual(told(theirs))
    expect(lastLine(one)).toEqual(lastLine(other))
    const breaker = ({ state }: Account) => readdirSync(state).filter(name => name.startsWith('breaker-')).length
    expect(breaker(one)).toBe(breaker(other))
  })
})

describe.skipIf(!built)('the door leaves to the whole program', () => {
  const handsOver = async (at: Account, command = 'echo pwned'): Promise<void> => {
    const refused = await at.ask(command)
    expect(refused.exitCode).toBe(2)
    expect(itself(refused.stderr)).toBe(false)
    expect(await at.ask(command, 'on')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Not that.') })
  }

  type Does = Parameters<typeof pretend>[1]
  const pretending = async (does: Does, how: Parameters<typeof pretend>[2] = {}) => {
    const at = await account()
    const one = await pretend({ meeting: at.meeting, file: at.file } as World, does, how)
    closing.push(one.close)
    await handsOver(at)
    return one
  }

  it.each<readonly [string, Does]>([
    ['is silent', () => {}],
    ['hangs up', socket => void socket.destroy()],
    ['knows no secret', socket => void socket.write(`${'0'.repeat(64)}\n`)],
    ['chatters', socket => void socket.write('x'.repeat(9_000))],
    ['begins and hangs up', proving(socket => void socket.end('\n'))],
    ['begins and falls silent', proving(socket => void socket.write('\n'))],
    ['has doubts', proving(socket => void socket.write('\n{}\n'))],
    ['answers with no head', proving(socket => void socket.end('\n[]\n'))],
    ['answers with no status', proving(socket => void socket.end('\n{"status":7,"size":2}\n{}'))],
    ['answers with less than it says', proving(socket => void socket.end('\n{"status":200,"size":9}\n{}'))],
    ['answers with more than may be', proving(socket => void socket.end('\n{"status":200,"size":9999999}\n{}'))],
  ])('a call whose process %s', async (_, does) => expect((await pretending(does)).callers()).toBeGreaterThan(1))

  it.each<readonly [string, Parameters<typeof pretend>[2]]>([
    ['has written what others can read', { mode: 0o644 }],
    ['lives where others can look', { folderMode: 0o755 }],
  ])('a call whose process %s', async (_, how) => expect((await pretending(() => {}, how)).callers()).toBe(0))

  it('an answer that is too long', async () => {
    const at = await kept(response => response.end(`{"a":"${'x'.repeat(1024 * 1024)}"}`))
    expect(itself((await at.ask('ls')).stderr)).toBe(false)
    expect((await at.ask('ls', 'on')).stderr).toContain('larger than 1 MiB')
  })

  it.skipIf(process.getuid?.() !== 0)('a call whose process is of another account', async () => {
    const nobody = 65_534
    const at = await account()
    const other = mkdtempSync('/tmp/tfy-hook-door-')
    chownSync(other, nobody, nobody)
    const [mine, theirs] = [join(at.meeting.dir, '1.sock'), join(other, '1.sock')]
    const secret = 'ab'.repeat(32)
    const listens = `process.setuid(${nobody}); require('node:net').createServer(s => s.on('data', d => process.stdout.write(d))).listen(${JSON.stringify(theirs)}, () => console.log('there'))`
    const child = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] })
    closing.push(async () => {
      child.kill()
      rmSync(other, { recursive: true, force: true })
    })
    let heard = ''
    child.stdout.on('data', data => (heard += data))
    expect(await until(() => heard === 'there\n')).toBe(true)
    mkdirSync(at.meeting.dir, { recursive: true, mode: 0o700 })
    renameSync(theirs, mine)
    writeFileSync(at.file, JSON.stringify({ path: mine, secret, pid: child.pid }), { mode: 0o600 })
    expect(itself((await at.ask('echo pwned')).stderr)).toBe(false)
    // It is not even told our nonce.
    expect(heard).toBe('there\n')
  })

  it('a call whose process is gone', async () => {
    const at = await account()
    mkdirSync(at.meeting.dir, { recursive: true, mode: 0o700 })
    const path = join(at.meeting.dir, '1.sock')
    writeFileSync(at.file, JSON.stringify({ path, secret: 'ab'.repeat(32), pid: 1 }), { mode: 0o600 })
    await handsOver(at)
  })

  it('a call while the gateway is doubted', async () => {
    const at = await kept((response, text) => (text.includes('broken') ? response.writeHead(503).end() : judging(response, text)))
    await alone(at, 'echo broken')
    await handsOver(at)
    expect(readdirSync(at.state).filter(name => name.startsWith('breaker-'))).toEqual([])
    expect(itself((await alone(at, 'echo pwned')).stderr)).toBe(true)
  })

  it('a key that a program has to be asked for', async () => {
    const at = await kept(judging, { credentialHelper: ['/bin/echo', 'a-key'] })
    await handsOver(at)
  })

  it('an event that is told later', async () => {
    const at = await kept()
    const event = JSON.stringify({ session_id: 's', hook_event_name: 'Notification', cwd: '/', message: 'Hi' })
    expect(itself((await at.ask(event)).stderr)).toBe(false)
    expect(await at.ask(event, 'on')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(existsSync(join(at.state, 'spool'))).toBe(true)
    expect(at.gateway.seen).toHaveLength(0)
  })
})

/** What a gateway may do instead of answering. */
const evils: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  hangs: () => {},
  resets: response => response.socket?.destroy(),
  'closes before the answer': response => response.socket?.end(),
  'wants to be left alone': response => response.writeHead(429, { 'retry-after': '0' }).end(),
  'says when to come again': response => response.writeHead(429, { 'retry-after': '1' }).end(),
  dribbles: response => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(drip))
  },
  'says too much': response => response.end(`{"a":"${'x'.repeat(1024 * 1024)}"}`),
  'breaks off': response => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    setTimeout(() => response.socket?.destroy(), 20)
  },
}

describe.skipIf(!built)('one call asks twice at most, within its time', () => {
  const timeoutMs = 2_000
  /** Starting two programs on a busy machine. */
  const marginMs = 1_500

  const measured = async (way: 'alone' | 'kept' | 'door', evil: (response: ServerResponse) => unknown) => {
    let good = true
    const at = await account(
      (response, text) => (good ? judging(response, text) : evil(response)),
      { resident: way !== 'alone', breaker: false },
      { timeoutMs },
    )
    if (way !== 'alone') await keep(at)
    const mode = way === 'door' ? 'on' : 'off'
    // What has answered before is what is doubted.
    expect(await at.ask('ls', mode)).toMatchObject({ exitCode: 0 })
    good = false
    const before = at.gateway.seen.length
    const from = performance.now()
    const { exitCode } = await at.ask('ls', mode)
    const ms = performance.now() - from
    return { exitCode, requests: at.gateway.seen.length - before, late: ms > timeoutMs + marginMs ? Math.round(ms) : 0 }
  }

  it.each(Object.keys(evils).flatMap(name => (['alone', 'kept', 'door'] as const).map(way => [way, name] as const)))(
    '%s, of a gateway that %s',
    { timeout: 30_000 },
    async (way, name) => {
      const { exitCode, requests, late } = await measured(way, evils[name] ?? (() => {}))
      expect([exitCode, late]).toEqual([2, 0])
      expect(requests).toBeGreaterThan(0)
      expect(requests).toBeLessThanOrEqual(2)
    },
  )
})

describe.skipIf(!built)('a door before a gateway', () => {
  const env = { PATH: '/usr/bin:/bin', HOME: folder({ readme: '' }) }
  const asking = async (gateway: object): Promise<Config> => ({
    ...(await readConfig({ hints: {}, bare: false }, env, placesOf(env))),
    source: 'gateway',
    gateway: gateway as World['config'],
  })

  it('is registered once it has been tried, without the gateway', () => {
    const program = apart(beside => copyFileSync(whole, beside)).replace(/-door$/, '')
    const home = folder({ '.claude/settings.json': '{}' })
    const here = { ...env, HOME: home, XDG_STATE_HOME: join(home, 'state'), TFY_API_KEY: 'a-key' }
    const gateway = ['--source', 'gateway', '--gateway-url', 'https://gateway.example', '--no-gateway-test']
    const { status, stderr } = start(program, ['init', '--yes', '--client', 'claude-code', ...gateway], { env: here })
    expect([status, stderr]).toEqual([0, ''])
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toContain(`${program}-door --client`)
  })

  it.each([
    ['on this machine', { url: 'https://localhost:1' }],
    ['whose connections nobody keeps', { url: 'https://gateway.example', resident: false }],
    ['behind a socket', { url: 'https://gateway.example', socket: '/run/gateway' }],
    ['whose key a helper knows', { url: 'https://gateway.example', credentialHelper: ['/bin/echo'] }],
    ['whose token is of another tool', { url: 'https://gateway.example', credential: 'tfy' }],
  ])('%s is not registered', async (_, gateway) =>
    expect(doorChoice(await asking(gateway), env)).toMatch(/which it asks only where connections are kept/),
  )
})
