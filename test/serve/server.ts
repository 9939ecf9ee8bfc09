/** A running `tfy-hook serve`, the way an operator starts it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { folder } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { isPlain, type Plain, parsed } from '../clients/oracles/reading.ts'

/** The default executable and the Node bundle: both servers. */
export const runtimes: readonly Executable[] = executables.slice(0, 2)

export const demoPolicy = `version: 1
extends: none
rules:
  - id: demo.pwned
    on: any
    when: { text: pwned }
    decision: deny
    reason: The word is not allowed in this workspace.
`

export type ServerEnv = Readonly<Record<'PATH' | 'HOME' | 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', string>>

/** A home with these files in its configuration directory. */
export const homeWith = (files: Readonly<Record<string, string>>): ServerEnv => {
  const home = folder({
    'keep.txt': '',
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`config/tfy-hook/${name}`, text])),
  })
  return { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') }
}

export interface Replied {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: Plain
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** The whole answer to a request, which is sent with this body. */
export const answerTo = (request: ClientRequest, body?: Asked['body']): Promise<Replied> =>
  new Promise((resolve, reject) => {
    request.on('error', reject).on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () => {
        const json = parsed(text)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: isPlain(json) ? json : {} })
      })
    })
    request.end(body)
  })

export interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly ask: (path: string, asked?: Asked) => Promise<Replied>
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Replied>
  /** The log so far, as objects. */
  readonly log: () => readonly Plain[]
  readonly stderr: () => string
  /** Sends a signal and waits for the end; the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export interface Start {
  readonly env: ServerEnv & Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly ca?: string
  readonly socket?: string
}

/** A test that fails must not leave its server behind. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Resolves when it listens; rejects with what it said when it ends before that. */
export const start = async (exe: Executable, { env, args = [], ca, socket }: Start): Promise<Running> => {
  const where = args.includes('--port') || socket !== undefined ? [] : ['--port', '0']
  const unix = socket === undefined ? [] : ['--unix', socket]
  const child = spawn(exe.command, [...exe.args, 'serve', ...where, ...unix, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.add(child)
  let stderr = ''
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const port = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`did not listen: ${stderr}`))
    }, 10_000)
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      const line = stderr.split('\n').find(text => text.includes('"msg":"listening"'))
      if (line === undefined || !isPlain(parsed(line))) return
      clearTimeout(late)
      resolve(Number(/:(\d+)"/.exec(line)?.[1] ?? 0))
    })
    void ended.then(code => {
      clearTimeout(late)
      reject(new Error(`ended with ${code}: ${stderr}`))
    })
  })
  const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Replied> => {
    const to = socket === undefined ? { host: '127.0.0.1', port } : { socketPath: socket }
    const options = { ...to, path, method, headers: { ...(body !== undefined && lengthOf(body)), ...headers } }
    return answerTo(ca === undefined ? httpRequest(options) : httpsRequest({ ...options, ca, servername: 'localhost' }), body)
  }
  return {
    child,
    port,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    log: () =>
      stderr.split('\n').flatMap(line => {
        const value = parsed(line)
        return isPlain(value) ? [value] : []
      }),
    stderr: () => stderr,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

const lengthOf = (body: string | Uint8Array) => ({ 'content-length': String(Buffer.byteLength(body)) })

/** A shell call as Claude Code posts it. */
export const claudeCall = (command: string, cwd = '/home/dev/shop'): Plain => ({
  session_id: '9151530e-4622-422c-bbaf-618bb3799a82',
  transcript_path: `${cwd}/session.jsonl`,
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'A step' },
  tool_use_id: 'toolu_01',
})
