/** Processes beside the hook, and many hooks at once. */

import { equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Checks } from './calls.ts'
import { asked, bash, cwd, environment, home, own, program, put, state, text, tfy } from './ground.ts'

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const until = async (done: () => boolean, ms = 20_000): Promise<boolean> => {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (done()) return true
  return false
}

const post = (port: number, path: string, body: string): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers: { 'content-type': 'application/json' } },
      response => {
        let text = ''
        response.on('data', chunk => (text += chunk)).on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      },
    )
    asked.on('error', reject).end(body)
  })

export const processes: Checks = {
  'ten calls at once lose no line of the log, which is put aside when it is full': async () => {
    put(`${own}\\config.yaml`, 'version: 1\nsource: offline\naudit: { maxMiB: 0.1, keepFiles: 9 }\n')
    // A line is cut at a fifth of that.
    const input = asked('Write', { file_path: `${home}\\.claude\\settings.json`, content: 'x y '.repeat(100_000) })
    const ran = await Promise.all(Array.from({ length: 10 }, () => tfy([], { input })))
    equal(ran.filter(({ code }) => code === 2).length, 10)
    const lines = readdirSync(state)
      .filter(name => /^audit.*jsonl/.test(name))
      .flatMap(name => text(`${state}\\${name}`).trim().split('\n'))
    equal(lines.length, 10)
    equal(readdirSync(state).filter(name => /^audit.*jsonl/.test(name)).length > 1, true)
    equal((await tfy(['audit', 'verify'])).code, 0)
  },
  'serve answers on this machine and ends when it is told': async () => {
    const server = spawn(process.execPath, [program, 'serve', '--port', '0'], { cwd, env: environment })
    let said = ''
    server.stdout.on('data', chunk => (said += chunk))
    server.stderr.on('data', chunk => (said += chunk))
    try {
      equal(await until(() => /127\.0\.0\.1:\d+/.test(said)), true, said)
      const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
      const no = await post(port, '/hooks/claude-code', bash('git push --force'))
      match(no.body, /git\.push-force/, said)
      const yes = await post(port, '/hooks/claude-code', bash('git status'))
      equal(/deny|block/.test(yes.body), false)
    } finally {
      server.kill()
    }
  },
  'the resident process is met through a named pipe': async () => {
    let connections = 0
    const gateway = createServer((asked, response) => {
      asked.resume().on('end', () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ continue: false, permission: 'deny', userMessage: 'no', agentMessage: 'no' }))
      })
    })
    gateway.on('connection', () => connections++)
    await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    put(`${own}\\credentials`, 'key-of-the-gateway\r\n')
    put(`${own}\\config.yaml`, `version: 1\nsource: gateway\nanalytics: false\ngateway: { url: "${url}", resident: true }\n`)
    try {
      equal((await tfy([], { input: bash('git status') })).code, 2)
      const there = (): boolean =>
        existsSync(`${state}\\resident`) && readdirSync(`${state}\\resident`).some(name => name.endsWith('.json'))
      equal(await until(there), true, 'nobody listens')
      await tfy([], { input: bash('git status') })
      const before = connections
      for (let at = 0; at < 3; at++) equal((await tfy([], { input: bash('git status') })).code, 2)
      // Wine 8 cannot keep a connection, so there each call goes directly.
      if (connections - before > 1) return 'met, but no connection can be kept here'
    } finally {
      gateway.close()
      gateway.closeAllConnections()
    }
  },
  'events nobody has to judge reach the gateway later': async () => {
    const paths: string[] = []
    const gateway = createServer((asked, response) => {
      paths.push(asked.url ?? '')
      asked.resume().on('end', () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ continue: true, permission: 'allow' }))
      })
    })
    await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    put(`${own}\\credentials`, 'key-of-the-gateway\r\n')
    put(`${own}\\config.yaml`, `version: 1\nsource: gateway\ngateway: { url: "${url}" }\n`)
    try {
      const event = JSON.stringify({
        ...JSON.parse(bash('x')),
        hook_event_name: 'SessionStart',
        source: 'startup',
        tool_name: undefined,
        tool_input: undefined,
      })
      equal((await tfy([], { input: event })).code, 0)
      // Events wait for fifteen seconds, by the time that stands in front of the first.
      const [name] = readdirSync(`${state}\\spool`).filter(each => each.endsWith('.jsonl'))
      const spool = `${state}\\spool\\${name}`
      put(spool, text(spool).replace(/"at":\d+/, `"at":${Date.now() - 60_000}`))
      equal((await tfy([], { input: event })).code, 0)
      equal(await until(() => paths.length > 0), true, 'nothing came')
    } finally {
      gateway.close()
      gateway.closeAllConnections()
    }
  },
}
