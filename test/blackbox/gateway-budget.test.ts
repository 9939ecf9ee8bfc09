/** One budget, stdin to answer: the client's own registration sets it when the gateway keeps us waiting. On both runtimes. */

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, folder, type Said } from './call.ts'
import { executables } from './executables.ts'

const session = '5b0d4a1e-6f0c-4a53-9d0e-0c1f7b1f2a90'
const ours = { type: 'command', command: '/opt/bin/tfy-hook' }

interface Client {
  readonly id: string
  /** Where its registration stands: below the home or the project. */
  readonly at: 'home' | 'project'
  readonly file: string
  readonly registered: (timeout: number | undefined) => unknown
  readonly payload: (project: string) => Readonly<Record<string, unknown>>
  readonly env: (project: string) => Readonly<Record<string, string>>
  readonly denied: (said: Said) => boolean
}

const clients: readonly Client[] = [
  {
    id: 'claude-code',
    at: 'home',
    file: '.claude/settings.json',
    registered: timeout => ({ hooks: { PreToolUse: [{ matcher: '', hooks: [{ ...ours, timeout }] }] } }),
    payload: project => ({
      session_id: session,
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm ci' },
    }),
    env: project => ({ CLAUDE_PROJECT_DIR: project }),
    denied: said => said.exitCode === 2,
  },
  {
    id: 'cursor',
    at: 'home',
    file: '.cursor/hooks.json',
    registered: timeout => ({ version: 1, hooks: { preToolUse: [{ command: ours.command, timeout }] } }),
    payload: project => ({
      conversation_id: session,
      generation_id: '3b',
      cursor_version: '2.4.1',
      workspace_roots: [project],
      hook_event_name: 'preToolUse',
      tool_name: 'Shell',
      tool_input: { command: 'npm ci' },
    }),
    env: () => ({}),
    denied: said => said.exitCode === 0 && JSON.parse(said.stdout).permission === 'deny',
  },
  {
    id: 'proxyai',
    at: 'project',
    file: '.proxyai/settings.json',
    registered: timeout => ({ hooks: { beforeToolUse: [{ command: ours.command, timeout }] } }),
    payload: project => ({
      session_id: session,
      cwd: project,
      hook_event_name: 'beforeToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm ci' },
    }),
    env: project => ({ PROXYAI_HOOK_EVENT: 'beforeToolUse', PROXYAI_PROJECT_DIR: project }),
    denied: said => said.exitCode === 2,
  },
]

let answer: RequestListener = () => {}
let server: Server
let url = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const silent: RequestListener = () => {}
const denyAfter =
  (ms: number): RequestListener =>
  (_, response) =>
    void setTimeout(() => response.end('{"permission":"deny","decision":"deny","reason":"late but there"}'), ms)

interface Asked {
  readonly client: Client
  readonly timeout?: number
  /** A registration in the project, beside the one in the home. */
  readonly planted?: number
  readonly flags?: readonly string[]
  readonly source?: string
}

describe.each(executables.slice(0, 2))('$name', exe => {
  const ask = ({ client, timeout, planted, flags = ['--fail-closed'], source = 'gateway' }: Asked): Promise<Said> => {
    const files = (seconds: number | undefined) => ({ 'keep.txt': '', [client.file]: JSON.stringify(client.registered(seconds)) })
    const home = folder(client.at === 'home' && timeout !== undefined ? files(timeout) : {})
    const own = client.at === 'project' ? timeout : planted
    const project = folder(own === undefined ? {} : files(own))
    return call(exe, {
      args: ['--client', client.id, '--source', source, ...flags],
      stdin: JSON.stringify(client.payload(project)),
      cwd: project,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        XDG_STATE_HOME: join(home, 'state'),
        TFY_GATEWAY_URL: url,
        TFY_API_KEY: 'k-17',
        ...client.env(project),
      },
    })
  }

  /**
   * What this machine adds to a call at the moment, beyond what a call costs on an idle one: the same call with a gateway that answers at
   * once. Nothing on an idle machine, so that the limits below are the client's own.
   */
  const busyMs = async (client: Client): Promise<number> => {
    answer = denyAfter(0)
    const said = await ask({ client, timeout: 5 })
    expect(client.denied(said), JSON.stringify(said)).toBe(true)
    answer = silent
    return Math.max(0, 3 * said.ms - 900)
  }

  // Measured from outside, starting the process included: on a machine with nothing to spare it may take a second look.
  describe.each(clients)('$id', { retry: 2 }, client => {
    it('answers a silent gateway before the registered 2 s are over, closed', async () => {
      const busy = await busyMs(client)
      const said = await ask({ client, timeout: 2 })
      expect(client.denied(said), JSON.stringify(said)).toBe(true)
      const waited = Number(/did not answer within (\d+) ms/.exec(said.stdout + said.stderr)?.[1])
      expect(waited).toBeLessThan(1_700)
      expect(waited).toBeGreaterThan(1_300 - busy)
      expect(said.ms).toBeGreaterThan(1_300)
      expect(said.ms).toBeLessThan(2_000 + busy)
    })

    it('and open', async () => {
      const busy = await busyMs(client)
      const said = await ask({ client, timeout: 1, flags: ['--fail-open'] })
      expect(client.denied(said), JSON.stringify(said)).toBe(false)
      expect(said.ms).toBeLessThan(1_000 + busy)
    })

    it('waits for a late answer within the registered time', async () => {
      answer = denyAfter(700)
      const said = await ask({ client, timeout: 2, flags: ['--fail-open'] })
      expect(client.denied(said), JSON.stringify(said)).toBe(true)
      expect(said.stdout + said.stderr).toContain('late but there')
    })

    it('leaves a shorter budget of the command line as it is', async () => {
      const busy = await busyMs(client)
      const said = await ask({ client, timeout: 3, flags: ['--fail-closed', '--timeout-ms', '500'] })
      expect(client.denied(said), JSON.stringify(said)).toBe(true)
      expect(said.ms).toBeLessThan(1_500 + busy)
    })
  })

  it('lets no repository shorten what the user has registered', async () => {
    answer = denyAfter(400)
    for (const client of clients.filter(one => one.at === 'home')) {
      const said = await ask({ client, timeout: 5, planted: 0.05, flags: ['--fail-open'] })
      expect(client.denied(said), JSON.stringify(said)).toBe(true)
    }
  })

  it('leaves time for the engine beside the gateway', { retry: 2 }, async () => {
    const [client] = clients
    if (client === undefined) expect.fail('no client')
    const busy = await busyMs(client)
    const said = await ask({ client, timeout: 1, source: 'gateway-then-offline' })
    expect(said).toMatchObject({ exitCode: 0 })
    expect(said.ms).toBeLessThan(1_000 + busy)
  })
})
