/** The executables, and the programs that others run: OpenTelemetry's Collector, rsyslog, a receiver of Standard Webhooks, a file. */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { collector } from '../../scripts/project/collector.ts'
import { call, folder } from '../blackbox/call.ts'
import { freePort } from '../free-port.ts'
import { listen, readBody } from '../gateway/servers.ts'
import { until } from '../until.ts'
import {
  calls,
  cert,
  end,
  type Home,
  hasRsyslog,
  home,
  hook,
  type Program,
  planted,
  runtimes,
  startCollector,
  startRsyslog,
  textIn,
} from './world.ts'

const hasCollector = existsSync(collector)
if (!hasCollector) console.warn('the OpenTelemetry Collector is not built (npm run collector): its tests are skipped')
if (!hasRsyslog) console.warn('rsyslog with rsyslog-gnutls or rsyslog-openssl is not here: its tests are skipped')

const status = async (exe: (typeof runtimes)[number], { env }: Home) =>
  JSON.parse((await call(exe, { args: ['status', '--json'], stdin: '', env })).stdout).exports

/** Everything that the process behind the hooks has written beside the log. */
const leftBeside = ({ state }: Home): string =>
  readdirSync(join(state, 'background'))
    .map(name => textIn(join(state, 'background', name)))
    .join('\n')

const holdsNone = (text: string): void => {
  for (const secret of planted) expect(text).not.toContain(secret)
}

const found = (text: string, mark: RegExp): number => [...text.matchAll(mark)].length

describe.skipIf(!hasCollector).each(runtimes)('the Collector and $name', { timeout: 90_000 }, exe => {
  it.each(['http/protobuf', 'http/json'])('takes logs and metrics over %s, without a secret in them', async protocol => {
    const collect = await startCollector(collector)
    const headers = { authorization: { env: 'TFY_TEST_TOKEN' } }
    const at = home([{ type: 'otlp', url: `http://127.0.0.1:${collect.port}`, protocol, headers }])
    for (const stdin of calls) await hook(exe, at, stdin)
    expect(await until(() => found(textIn(collect.out), /"eventName":"tfy_hook\.verdict"/g) === 4)).toBe(true)
    expect(await until(() => textIn(collect.out).includes('"tfy_hook.verdicts"'))).toBe(true)
    const said = collect.said()
    expect(said).toMatch(/Body: Str\(deny claude-code PreToolUse Bash: /)
    expect(said).toContain('-> gen_ai.tool.name: Str(Bash)')
    expect(said).toMatch(/-> tfy_hook\.command: Str\(curl -u dev:.* && git push --force origin main\)/)
    expect(said).toContain('-> tfy_hook.conventions: Str(1)')
    holdsNone(said + textIn(collect.out) + leftBeside(at))
    expect(said + textIn(collect.out)).not.toContain('session-of-the-tests')
    expect(await status(exe, at)).toMatchObject([{ delivered: 4, waiting: 0, lost: 0 }])
    end(at)
    await collect.stop()
  })

  it('is down, and is given everything in order when it is back', async () => {
    const port = await freePort()
    const at = home([{ type: 'otlp', url: `http://127.0.0.1:${port}`, identity: 'full' }])
    for (let n = 0; n < 6; n++) await hook(exe, at, calls[n % 2] ?? '')
    expect(await until(async () => (await status(exe, at))[0].waiting === 6)).toBe(true)
    expect((await status(exe, at))[0].failing.why).toContain('refused')
    const collect = await startCollector(collector, port)
    expect(await until(() => found(textIn(collect.out), /"eventName":"tfy_hook\.verdict"/g) >= 6)).toBe(true)
    const logged = textIn(join(at.state, 'audit.jsonl')).match(/"id":"[0-9a-z]+"/g)
    const ids = [...textIn(collect.out).matchAll(/"key":"tfy_hook\.id","value":\{"stringValue":"([0-9a-z]+)"/g)].map(
      ([, id]) => `"id":"${id}"`,
    )
    expect([...new Set(ids)]).toEqual(logged)
    end(at)
    await collect.stop()
  })
})

describe.skipIf(!hasRsyslog).each(runtimes)('rsyslog over TLS and $name', { timeout: 90_000 }, exe => {
  it('takes verdicts as RFC 5424, without a secret in them', async () => {
    const syslog: Program = await startRsyslog()
    const url = `tls://127.0.0.1:${syslog.port}`
    const at = home([{ type: 'syslog', url, tls: { caFile: cert('ca.pem') } }])
    for (const stdin of calls) await hook(exe, at, stdin)
    expect(await until(() => textIn(syslog.out).split('\n').length > 4)).toBe(true)
    const [first = ''] = textIn(syslog.out).split('\n')
    const [pri, time = '', , app, id, data, ...message] = first.split('|')
    expect([pri, app, id]).toEqual(['108', 'tfy-hook', 'verdict'])
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(3_600_000)
    expect(data).toMatch(/^\[origin software="tfy-hook" swVersion="[\d.]+"\]$/)
    expect(JSON.parse(message.join('|'))).toMatchObject({
      v: 1,
      decision: 'deny',
      rules: expect.arrayContaining(['git.push-force']),
    })
    holdsNone(textIn(syslog.out) + leftBeside(at))
    // A server that nobody vouches for is given nothing.
    const distrusting = home([{ type: 'syslog', url }])
    await hook(exe, distrusting, calls[0] ?? '')
    expect(await until(async () => (await status(exe, distrusting))[0].failing !== undefined)).toBe(true)
    expect(await status(exe, distrusting)).toMatchObject([{ delivered: 0, waiting: 1 }])
    end(at)
    end(distrusting)
    await syslog.stop()
  })
})

describe.each(runtimes)('webhook, file and $name', { timeout: 90_000 }, exe => {
  it('signs what the official library verifies, and tells of a test by doctor', async () => {
    const secret = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`
    const [taken, wrong] = [[] as { type: string; data: { decision: string } }[], [] as string[]]
    let text = ''
    const server = await listen(
      createServer(
        (request, response) =>
          void readBody(request).then(body => {
            text += body + JSON.stringify(request.headers)
            try {
              taken.push(new Webhook(secret).verify(body, request.headers as Record<string, string>) as never)
            } catch (error) {
              wrong.push(String(error))
            }
            response.writeHead(204).end()
          }),
      ),
    )
    const file = join(folder({}), 'secret')
    writeFileSync(file, secret, { mode: 0o600 })
    const at = home([{ type: 'webhook', url: `http://127.0.0.1:${server.port}/in`, secret: { file }, events: 'refusals' }])
    for (const stdin of calls) await hook(exe, at, stdin)
    expect(await until(() => taken.length > 0)).toBe(true)
    const doctor = await call(exe, { args: ['doctor', '--no-drill'], stdin: '', env: at.env })
    expect(doctor.stdout).toContain(`The target webhook 127.0.0.1:${server.port} takes verdicts`)
    expect(taken.map(({ type }) => type)).toEqual(['tfy_hook.verdict', 'tfy_hook.test'])
    expect(taken[0]?.data.decision).toBe('deny')
    expect(wrong).toEqual([])
    holdsNone(text + doctor.stdout + doctor.stderr + leftBeside(at))
    expect(text + doctor.stdout + leftBeside(at)).not.toContain(secret)
    end(at)
    await server.close()
  })

  it('writes lines for whoever tails, to a file that only we can read', async () => {
    const path = join(folder({}), 'verdicts.jsonl')
    const at = home([{ type: 'file', path }])
    for (const stdin of calls) await hook(exe, at, stdin)
    expect(await until(() => textIn(path).split('\n').length === 5)).toBe(true)
    const lines = textIn(path)
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
    expect(lines.map(({ event, decision }) => [event, decision])).toEqual([
      ['PreToolUse', 'deny'],
      ['PreToolUse', 'allow'],
      ['UserPromptSubmit', 'allow'],
      ['PostToolUse', 'allow'],
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    holdsNone(readFileSync(path, 'utf8') + leftBeside(at))
    end(at)
  })

  it('starts one process for thirty calls at once, and each is exported', async () => {
    const path = join(folder({}), 'verdicts.jsonl')
    const at = home([{ type: 'file', path }])
    await Promise.all(Array.from({ length: 30 }, () => hook(exe, at, calls[1] ?? '')))
    expect(await until(() => textIn(path).split('\n').length >= 31)).toBe(true)
    const ids = textIn(path)
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line).id)
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
    expect(readdirSync(join(at.state, 'background')).filter(name => name.startsWith('run.start-')).length).toBeLessThanOrEqual(2)
    end(at)
  })

  it('is not asked for by a project', async () => {
    const path = join(folder({}), 'verdicts.jsonl')
    const at = home([])
    const project = folder({ '.tfy-hook/config.yaml': JSON.stringify({ export: [{ type: 'file', path }] }) })
    await call(exe, { args: [], stdin: (calls[1] ?? '').replace('/home/dev/shop', project), env: at.env, cwd: project })
    expect(existsSync(join(at.state, 'background'))).toBe(false)
  })
})
