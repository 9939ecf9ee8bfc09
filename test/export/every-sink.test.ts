/** Credentials of every kind, planted in every place of a call, and a search for them in every byte that is kept, sent or shown. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createRaw } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, folder } from '../blackbox/call.ts'
import { executables } from '../blackbox/executables.ts'
import { listen, readBody } from '../gateway/servers.ts'
import { start } from '../serve/server.ts'
import { gateway, home as gatewayHome } from '../spool/place.ts'
import { until } from '../until.ts'
import { type Plant, plants } from './plants.ts'
import { end, type Home, home } from './world.ts'

const about = { session_id: 's1', cwd: '/home/dev/shop', permission_mode: 'default' }
const before = (tool: string, input: object, more: object = {}): object => ({
  ...about,
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  ...more,
})
const other = (name: string, more: object): object => ({ ...about, hook_event_name: name, ...more })
const oneWord = (text: string): boolean => !/[\s"'/:]/.test(text)

/** A payload of Claude Code that holds the text; undefined where it cannot stand there. */
const places: Readonly<Record<string, (plant: Plant) => object | undefined>> = {
  'a command': ({ text }) => before('Bash', { command: text.includes("'") ? text : `echo '${text}'` }),
  'a refused command': ({ text }) => before('Bash', { command: `git push --force origin main # ${text.replaceAll('\n', ' ')}` }),
  'a command, as it stands': ({ text, kind }) =>
    /password|flag|variable/.test(kind) ? before('Bash', { command: text }) : undefined,
  'a here-document': ({ text }) => before('Bash', { command: `cat > .env <<'EOF'\n${text}\nEOF` }),
  'the description of a command': ({ text }) => before('Bash', { command: 'ls', description: text }),
  'a written file': ({ text }) => before('Write', { file_path: '/home/dev/shop/.env', content: text }),
  'an edit': ({ text }) => before('Edit', { file_path: '/home/dev/shop/a.ts', old_string: 'x', new_string: text }),
  'many edits': ({ text }) =>
    before('MultiEdit', { file_path: '/home/dev/shop/a.ts', edits: [{ old_string: text, new_string: 'x' }] }),
  'a pattern': ({ text }) => before('Grep', { pattern: text, path: '/home/dev/shop' }),
  'a path': ({ text }) => (oneWord(text) ? before('Read', { file_path: `/home/dev/shop/${text}/x` }) : undefined),
  'the working directory': ({ text }) =>
    oneWord(text) ? before('Bash', { command: 'ls' }, { cwd: `/home/dev/${text}` }) : undefined,
  'an argument of an MCP tool': ({ text }) => before('mcp__lab__send', { note: text, list: [{ deep: [text] }] }),
  'an argument that is called so': ({ secret }) =>
    before('mcp__lab__send', { authorization: secret, headers: { 'x-api-key': secret } }),
  'a header': ({ secret }) =>
    before('Bash', { command: `curl -H 'X-Api-Key: ${secret}' -H 'Authorization: token ${secret}' https://a.example/x` }),
  'an address': ({ secret }) =>
    before('WebFetch', { url: `https://u:${encodeURIComponent(secret)}@a.example/x?token=${secret}`, prompt: 'read' }),
  'a prompt': ({ text }) => other('UserPromptSubmit', { prompt: text }),
  'the result of a tool': ({ text }) =>
    other('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: text, stderr: text } }),
  'the last message': ({ text }) => other('Stop', { stop_hook_active: false, last_assistant_message: text }),
  'a notification': ({ text }) => other('Notification', { message: text }),
}

interface Planted extends Plant {
  readonly place: string
  readonly payload: object
}

const planted: readonly Planted[] = Object.entries(places).flatMap(([place, make], seed) =>
  plants(seed + 1).flatMap((plant, n) => {
    // A third of the providers in each place: all of them are somewhere.
    const payload = plant.provider && (n + seed) % 3 !== 0 ? undefined : make(plant)
    return payload === undefined ? [] : [{ ...plant, place, payload }]
  }),
)

/** Everything below a folder, as one text. */
const bytesIn = (dir: string): string =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

/** What of them stands in the text, also as JSON or an address has it. */
const found = (text: string, of: readonly Planted[] = planted): readonly string[] =>
  of
    .filter(({ secret }) =>
      [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].some(form => text.includes(form)),
    )
    .map(({ kind, place, secret }) => `${kind} in ${place}: ${secret}`)

/** What is known without a word beside it, for the headers of a request. */
const bare = plants(500).filter(({ provider }) => provider)

const received = { otlp: '', webhook: '', syslog: '' }
let ends: (() => unknown)[] = []
let at: Home
let file = ''
let secretFile = ''

beforeAll(async () => {
  const http = await listen(
    createServer(
      (request, response) =>
        void readBody(request).then(body => {
          received[request.url?.startsWith('/in') === true ? 'webhook' : 'otlp'] += body + JSON.stringify(request.headers)
          response.writeHead(request.url?.startsWith('/in') === true ? 204 : 200).end()
        }),
    ),
  )
  const raw = createRaw(socket => {
    socket.on('data', data => {
      received.syslog += data.toString('latin1')
    })
    socket.on('end', () => socket.end()).on('error', () => {})
  })
  await new Promise<void>(done => raw.listen(0, '127.0.0.1', done))
  const address = raw.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  file = join(folder({}), 'verdicts.jsonl')
  secretFile = join(folder({}), 'secret')
  writeFileSync(secretFile, `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`, { mode: 0o600 })
  at = home([
    { type: 'otlp', url: `http://127.0.0.1:${http.port}`, protocol: 'http/json', identity: 'full' },
    { type: 'otlp', url: `http://127.0.0.1:${http.port}/binary`, identity: 'full' },
    {
      type: 'webhook',
      url: `http://127.0.0.1:${http.port}/in`,
      secret: { file: secretFile },
      identity: 'full',
      events: 'refusals',
    },
    { type: 'syslog', url: `tcp://127.0.0.1:${port}`, identity: 'full' },
    { type: 'file', path: file, identity: 'full' },
  ])
  ends = [() => end(at), () => http.close(), () => raw.close()]
})
afterAll(async () => {
  for (const one of ends) await one()
})

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')
const run = async (args: readonly string[], stdin = ''): Promise<string> => {
  const { stdout, stderr } = await call(binary, { args, stdin, env: at.env })
  return stdout + stderr
}

it('says something that can be searched for', () => {
  expect(planted.length).toBeGreaterThan(500)
  expect(found(JSON.stringify(planted.map(({ payload }) => payload)))).toHaveLength(planted.length)
})

it('holds none of them: a server, its log, what it records and exports, and what people are shown of it', {
  timeout: 240_000,
}, async () => {
  const server = await start(binary, { env: at.env as never })
  const shown: string[] = []
  for (const { payload } of planted) await server.post('/hooks/claude-code', payload)
  for (const { secret } of bare) {
    const header = encodeURIComponent(secret)
    const headers = { authorization: `Bearer ${header}`, 'x-request-id': header, 'user-agent': header, traceparent: header }
    await server.post(`/hooks/validate?client=${header}&event=${header}`, { ...about, hook_event_name: 'Stop' }, headers)
  }
  const metrics = (await server.ask('/metrics')).text
  await server.stop()
  const whole = await until(() => (bytesIn(join(file, '..')).match(/\n/g)?.length ?? 0) >= planted.length, 60_000)
  expect(whole).toBe(true)
  expect(
    await until(
      async () => JSON.parse(await run(['status', '--json'])).exports.every((one: { waiting: number }) => one.waiting === 0),
      60_000,
    ),
  ).toBe(true)
  for (const args of [
    ['audit', 'tail', '-n', '5000'],
    ['audit', 'tail', '-n', '5000', '--json'],
    ['audit', 'stats'],
    ['status'],
    ['doctor', '--no-drill'],
    ['explain', '--last'],
    ['explain', '--last', '--json'],
  ])
    shown.push(await run(args))
  const sinks: Readonly<Record<string, string>> = {
    'the state directory': bytesIn(at.state),
    OTLP: received.otlp,
    'the webhook': received.webhook,
    syslog: received.syslog,
    'the file': readFileSync(file, 'latin1'),
    'the log of the server': server.stderr(),
    'its metrics': metrics,
    'what is shown': shown.join('\n'),
  }
  for (const [name, bytes] of Object.entries(sinks)) expect(bytes.length, name).toBeGreaterThan(100)
  const all: readonly Planted[] = [...planted, ...bare.map(plant => ({ ...plant, place: 'a request', payload: {} }))]
  expect(Object.fromEntries(Object.entries(sinks).map(([name, bytes]) => [name, found(bytes, all)]))).toEqual(
    Object.fromEntries(Object.keys(sinks).map(name => [name, []])),
  )
})

it('holds none of them: what a gateway says and is told later, by the hook itself', { timeout: 120_000 }, async () => {
  let said = ''
  const stub = await gateway(response => response.end(JSON.stringify({ decision: 'block', reason: said })))
  const there = gatewayHome(stub.port, 'source: both\n')
  const own = plants(900).map(plant => ({ ...plant, payload: {} }))
  const heard: string[] = []
  const ask = async (payload: object): Promise<void> => {
    const { stdout, stderr } = await call(binary, {
      args: ['--client', 'claude-code'],
      stdin: JSON.stringify(payload),
      env: there.env,
    })
    heard.push(stdout, stderr)
  }
  // Few enough that nothing is cut.
  const few = Array.from({ length: Math.ceil(own.length / 3) }, (_, n) => own.slice(n * 3, n * 3 + 3))
  for (const some of few.filter((_, n) => n % 3 === 0)) {
    said = some.map(({ text }) => text).join(' , ')
    await ask(before('Bash', { command: 'ls' }))
  }
  const texts = own.map(({ text }) => text).join('\n')
  for (const name of ['Notification', 'SessionEnd']) await ask(other(name, { message: texts, reason: texts, title: texts }))
  for (const args of [
    ['explain', '--last'],
    ['explain', '--last', '--json'],
  ])
    heard.push((await call(binary, { args, stdin: '', env: there.env })).stdout)
  const sinks = { said: heard.join('\n'), spool: bytesIn(there.spool), state: bytesIn(there.state) }
  for (const [name, bytes] of Object.entries(sinks)) expect(bytes, name).toContain(' removed]')
  const places = own.map(plant => ({ ...plant, place: 'what a gateway is told or says' }))
  expect(Object.fromEntries(Object.entries(sinks).map(([name, bytes]) => [name, found(bytes, places)]))).toEqual({
    said: [],
    spool: [],
    state: [],
  })
  await stub.close()
})
