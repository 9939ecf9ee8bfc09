/** A home whose gateway is a loopback server that remembers, and calls of the executable in it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { call, folder, type Said } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { listen, type Running, readBody } from '../gateway/servers.ts'
import { until } from '../until.ts'

/** The two builds that hooks are made of here; the third is the second one's code in another wrapping. */
export const runtimes = executables.filter(({ name }) => name !== 'pkg executable')

export interface Post {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly session_id: string; readonly message: string }
  readonly text: string
  /** When its answer had left. */
  answered?: number
}

export interface Gateway extends Running {
  readonly posts: Post[]
}

export const gateway = async (
  reply: (response: ServerResponse, number: number) => unknown = response => response.end('{}'),
): Promise<Gateway> => {
  const posts: Post[] = []
  const running = await listen(
    createServer(
      (request, response) =>
        void readBody(request).then(text => {
          const post: Post = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text), text }
          posts.push(post)
          response.on('finish', () => {
            post.answered = performance.now()
          })
          reply(response, posts.length)
        }),
    ),
  )
  return { ...running, posts }
}

export interface Home {
  readonly env: Readonly<Record<string, string>>
  readonly state: string
  readonly spool: string
}

export const home = (port: number, config = 'source: gateway\n', more = ''): Home => {
  const at = folder({ '.config/tfy-hook/config.yaml': `${config}gateway:\n  url: http://127.0.0.1:${port}\n${more}` })
  const state = join(at, 'state/tfy-hook')
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: at,
    XDG_CONFIG_HOME: join(at, '.config'),
    XDG_STATE_HOME: join(at, 'state'),
    TFY_API_KEY: 'key-of-the-tests',
    AI_AGENT: 'claude-code_2-1-329_harness',
    CLAUDECODE: '1',
  }
  return { env, state, spool: join(state, 'spool') }
}

export const session = (number: number): string => `3d6f0a1e-8f2b-4c55-9d7a-1b5e0c9f4a${10 + number}`

export const notification = (message: string, of = session(0)): string =>
  JSON.stringify({
    session_id: of,
    transcript_path: `/home/dev/.claude/projects/shop/${of}.jsonl`,
    cwd: '/home/dev/shop',
    hook_event_name: 'Notification',
    message,
    notification_type: 'idle_prompt',
  })

export const tell = (exe: Executable, { env }: Home, stdin: string, more: Readonly<Record<string, string>> = {}): Promise<Said> =>
  call(exe, { args: [], stdin, env: { ...env, ...more } })

export const send = (exe: Executable, { env }: Home, forMs = 20_000): Promise<Said> =>
  call(exe, { args: ['send-spool', '--for-ms', String(forMs)], stdin: '', env })

/** The sender as a process of ours that can be killed. */
export const sender = (exe: Executable, { env }: Home): ChildProcess =>
  spawn(exe.command, [...exe.args, 'send-spool'], { env: { ...env }, stdio: 'ignore' })

export interface Line {
  readonly at: number
  readonly id: string
  readonly dropped?: number
  readonly event: { readonly content: string; readonly sessionId: string }
  readonly payload: { readonly message: string }
}

export const files = ({ spool }: Home): readonly string[] => {
  try {
    return readdirSync(spool)
  } catch {
    return []
  }
}

export const textOf = (at: Home): string =>
  files(at)
    .filter(name => name.endsWith('.jsonl'))
    .map(name => readFileSync(join(at.spool, name), 'utf8'))
    .join('')

export const lines = (at: Home): readonly Line[] =>
  textOf(at)
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

/** As if everything had been put aside that long ago. */
export const age = (at: Home, byMs: number): void => {
  for (const name of files(at).filter(name => name.endsWith('.jsonl'))) {
    const file = join(at.spool, name)
    const older = readFileSync(file, 'utf8').replaceAll(/^\{"at":(\d{13})/gm, (_, time) => `{"at":${Number(time) - byMs}`)
    writeFileSync(file, older, { mode: 0o600 })
  }
}

/** The sender that a hook started has ended. */
export const quiet = (at: Home): Promise<boolean> => until(() => !files(at).some(name => name.endsWith('.lock')))

/** Creates the state directory as a hook would. */
export const prepare = ({ state }: Home): void => void mkdirSync(state, { recursive: true, mode: 0o700 })
