/** What a hook puts aside for the gateway: one redacted line after the answer, whatever stands in its way. */

import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atLoad } from '../at-load.ts'
import { call, folder, type Said } from '../blackbox/call.ts'
import { until } from '../until.ts'
import {
  age,
  files,
  type Gateway,
  gateway,
  home,
  lines,
  notification,
  prepare,
  quiet,
  runtimes,
  session,
  tell,
  textOf,
} from './place.ts'

let server: Gateway
beforeAll(async () => {
  server = await gateway()
})
afterAll(() => server.close())

const spoken = ({ exitCode, stdout, stderr }: Said) => ({ exitCode, stdout, stderr })

describe.each(runtimes)('$name', exe => {
  it('puts an event aside that no guardrail covers, and asks nobody', async () => {
    const at = home(server.port)
    const before = server.connections()
    expect(spoken(await tell(exe, at, notification('waits for you')))).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect(lines(at)).toMatchObject([
      { event: { content: expect.stringContaining('waits') }, payload: { message: 'waits for you' } },
    ])
    expect(server.connections()).toBe(before)
    for (const [path, mode] of [
      [at.spool, 0o700],
      [join(at.spool, files(at)[0] ?? ''), 0o600],
    ] as const)
      expect(statSync(path).mode & 0o777).toBe(mode)
  })

  it('puts no name aside that is not to be told', async () => {
    const thought = {
      hook_event_name: 'afterAgentThought',
      conversation_id: 'c',
      generation_id: 'g',
      workspace_roots: ['/repo'],
      user_email: 'dev@example.com',
      text: 'hm',
    }
    for (const form of ['off', 'hash']) {
      const at = home(
        server.port,
        `source: gateway
identity: ${form}
`,
      )
      await tell(exe, at, JSON.stringify(thought))
      expect(lines(at)).toMatchObject([{ event: { originalEventName: 'afterAgentThought' }, payload: { text: 'hm' } }])
      expect(JSON.stringify(lines(at))).not.toContain('dev@example')
    }
  })

  it('asks at once about an event that a guardrail covers, and puts nothing aside', async () => {
    const at = home(server.port)
    const before = server.posts.length
    await tell(exe, at, JSON.stringify({ ...JSON.parse(notification('')), hook_event_name: 'UserPromptSubmit', prompt: 'Hello' }))
    expect(server.posts.length).toBe(before + 1)
    expect(files(at)).toEqual([])
  })

  it.each<[string, string, Record<string, string>]>([
    ['the source is the engine', 'source: offline\n', {}],
    ['a file says off', 'source: gateway\nanalytics: off\n', {}],
    ['a file says false', 'source: both\nanalytics: false\n', {}],
    ['the environment says off', 'source: gateway\nanalytics: on\n', { TFY_HOOK_ANALYTICS: 'off' }],
    ['the configuration is broken', 'source: gateway\nnonsense: 1\n', {}],
  ])('puts nothing aside when %s', async (_, config, env) => {
    const at = home(server.port, config)
    await tell(exe, at, notification('waits for you'), env)
    expect(files(at)).toEqual([])
  })

  it('keeps secrets out of the line', async () => {
    const at = home(server.port)
    // Built at run time: a scanner that reads this file must not find a credential in it.
    const key = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('')
    const word = 'hunter2-and-more'
    const payload = { ...JSON.parse(notification(`deployed with ${key}, psql postgres://app:${word}@db/shop`)), api_key: word }
    await tell(exe, at, JSON.stringify(payload))
    expect(textOf(at)).toContain('deployed with')
    expect(textOf(at)).not.toContain(key)
    expect(textOf(at)).not.toContain(word)
  })

  it('keeps a line below 32 KiB, and what names the event in it', async () => {
    const at = home(server.port)
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`field_${i}`, 'long text '.repeat(500)]))
    await tell(exe, at, JSON.stringify({ ...JSON.parse(notification('x'.repeat(100_000))), extra: many }))
    expect(Buffer.byteLength(textOf(at))).toBeLessThan(32 * 1024)
    expect(lines(at)).toMatchObject([{ event: { originalEventName: 'Notification', sessionId: session(0) } }])
  })

  it('of 50 at once loses no line and starts one sender', async () => {
    const own = await gateway(response => setTimeout(() => response.end('{}'), 20))
    // Every sender asks for the credential once, before anything else.
    const helper = join(folder({ helper: '#!/bin/sh\necho run >>"$0.runs"\necho key\n' }), 'helper')
    chmodSync(helper, 0o700)
    const { env, ...rest } = home(own.port, undefined, `  credentialHelper: [${helper}]\n`)
    const at = { ...rest, env: { ...env, TFY_API_KEY: '' } }
    await tell(exe, at, notification('first'))
    age(at, 20_000)
    const started = Date.now()
    await Promise.all(Array.from({ length: 50 }, (_, i) => tell(exe, at, notification(`number ${i}.`, session(i % 10)))))
    await until(() => own.posts.length > 0)
    await quiet(at)
    await own.close()
    const sent = own.posts.map(post => post.body.message)
    const kept = lines(at).map(line => line.payload.message)
    expect([...sent, ...kept].sort()).toEqual(['first', ...Array.from({ length: 50 }, (_, i) => `number ${i}.`)].sort())
    expect(sent.length).toBeGreaterThan(0)
    const runs = Math.ceil((Date.now() - started) / 15_000)
    expect(readFileSync(`${helper}.runs`, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(runs)
  })

  it('starts a sender that leaves nothing of the hook behind', async () => {
    const own = await gateway(response => setTimeout(() => response.end('{}'), 8_000))
    const at = home(own.port)
    await tell(exe, at, notification('first'))
    age(at, 20_000)
    const said = await tell(exe, at, notification('second'), { HOMEBREW_SECRET: 'not yours' })
    // The client waits until every holder of its pipes is gone.
    expect(said.ms).toBeLessThan(7_900)
    await until(() => own.posts.length > 0)
    const lock = files(at).find(name => name.endsWith('.lock')) ?? ''
    const [, pid = ''] = readFileSync(join(at.spool, lock), 'utf8').split(' ')
    if (process.platform === 'linux') {
      const environ = readFileSync(`/proc/${pid}/environ`, 'utf8')
      expect(environ).toContain('XDG_STATE_HOME=')
      expect(environ).not.toContain('HOMEBREW_SECRET')
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('key-of-the-tests')
      const [group, leader] = execFileSync('ps', ['-o', 'pgid=,sid=', '-p', pid], { encoding: 'utf8' }).trim().split(/\s+/)
      expect([group, leader]).toEqual([pid, pid])
    }
    await quiet(at)
    await own.close()
    expect(own.posts.map(post => post.body.message)).toEqual(['first', 'second'])
  })

  describe('answers as ever', () => {
    const rows: readonly [string, (spool: string, current: string) => unknown][] = [
      ['the spool is a link to a folder', spool => symlinkSync(folder({}), spool)],
      ['the spool is a file', spool => writeFileSync(spool, 'in the way')],
      ['the spool is a pipe', spool => execFileSync('mkfifo', [spool])],
      ['the spool cannot be written', spool => mkdirSync(spool, { mode: 0o500 })],
      ['the spool can be written by all', spool => [mkdirSync(spool), chmodSync(spool, 0o777)]],
      ['the file is a link', (spool, current) => [mkdirSync(spool), symlinkSync(join(folder({ kept: '' }), 'kept'), current)]],
      ['the file is a pipe', (spool, current) => [mkdirSync(spool), execFileSync('mkfifo', [current])]],
      ['the file is a folder', (spool, current) => [mkdirSync(spool), mkdirSync(current)]],
      ['the disk is full', (spool, current) => [mkdirSync(spool), symlinkSync('/dev/full', current)]],
    ]
    it.each(rows)('when %s', async (name, spoil) => {
      const at = home(server.port)
      await tell(exe, at, notification('usual'))
      const other = home(server.port)
      prepare(other)
      const current = join(other.spool, files(at)[0] ?? '')
      spoil(other.spool, current)
      const said = await tell(exe, other, notification('usual'))
      expect(spoken(said)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
      expect(said.ms).toBeLessThan(atLoad(3_000))
      if (name === 'the spool is a link to a folder') expect(readdirSync(other.spool)).toEqual([])
      if (name === 'the file is a link') expect(statSync(current).size).toBe(0)
      if (name === 'the file is a pipe') expect(lstatSync(current).isFIFO()).toBe(true)
    })
  })

  it('guards the spool like every file of its own', async () => {
    const at = home(server.port, 'source: offline\n')
    const said = await call(exe, {
      args: ['explain', '--json', '--source', 'offline', '--write', `${at.spool}/x.jsonl`],
      stdin: '',
      env: at.env,
    })
    expect(said.exitCode).toBe(1)
    expect(said.stdout).toMatch(/"decision": ?"(?:deny|ask)"/)
  })
})
