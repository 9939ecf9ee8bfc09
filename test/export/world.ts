/** A home whose verdicts are exported, calls in it, and the real programs that take them. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, folder, type Said } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'

export const runtimes = executables.filter(({ name }) => name !== 'pkg executable')

export const cert = (name: string): string => fileURLToPath(new URL(`../gateway/certs/${name}`, import.meta.url))

// Built at run time: a scanner that reads this file must not find a credential in it.
const key = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('')
const word = ['hunter2', 'and', 'more'].join('-')
/** None of these may be found in what leaves, nor in what stays beside the log. */
export const planted = [key, word, 'token-of-the-target', 'what was typed', 'what a tool said'] as const

export interface Home {
  readonly env: Readonly<Record<string, string>>
  readonly state: string
}

export const home = (targets: readonly object[]): Home => {
  const at = folder({ '.config/tfy-hook/config.yaml': JSON.stringify({ export: targets }) })
  return {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: at,
      XDG_CONFIG_HOME: join(at, '.config'),
      XDG_STATE_HOME: join(at, 'state'),
      TFY_TEST_TOKEN: 'token-of-the-target',
      AI_AGENT: 'claude-code_2-1-329_harness',
      CLAUDECODE: '1',
    },
    state: join(at, 'state/tfy-hook'),
  }
}

const event = (name: string, more: object): string =>
  JSON.stringify({
    session_id: 'session-of-the-tests',
    cwd: '/home/dev/shop',
    hook_event_name: name,
    permission_mode: 'default',
    ...more,
  })

const shell = (command: string): string => event('PreToolUse', { tool_name: 'Bash', tool_input: { command } })

/** A refused command with two credentials in it, an allowed one, a prompt, and the result of a tool. */
export const calls: readonly string[] = [
  shell(`curl -u dev:${word} https://a.example/?key=${key} && git push --force origin main`),
  shell('ls'),
  event('UserPromptSubmit', { prompt: 'what was typed' }),
  event('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: 'what a tool said' } }),
]

export const hook = (exe: Executable, { env }: Home, stdin: string): Promise<Said> => call(exe, { args: [], stdin, env })

/** Ends the process behind the hooks of a home. */
export const end = ({ state }: Home): void => {
  try {
    process.kill(Number(readFileSync(join(state, 'background/alive'), 'utf8')))
  } catch {
    // It is not there, or gone.
  }
}

export const textIn = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const opens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('close', () => resolve(false))
    setTimeout(() => socket.destroy(), 200)
  })

export interface Program {
  readonly port: number
  readonly out: string
  /** What it says itself. */
  readonly said: () => string
  readonly stop: () => Promise<void>
}

const started = async (command: string, args: readonly string[], port: number, out: string): Promise<Program> => {
  let said = ''
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (said += data))
  const gone = new Promise<void>(resolve => child.on('close', () => resolve()))
  if (!(await until(() => opens(port)))) throw new Error(`${command} does not listen: ${said.slice(-2_000)}`)
  return {
    port,
    out,
    said: () => said,
    stop: () => {
      child.kill()
      return gone
    },
  }
}

export const startCollector = async (file: string, port?: number, out = join(folder({}), 'out.jsonl')): Promise<Program> => {
  const own = port ?? (await freePort())
  const config = `receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:${own}' } } } }
exporters: { debug: { verbosity: detailed }, file: { path: ${out}, append: true } }
service:
  telemetry: { metrics: { level: none } }
  pipelines:
    logs: { receivers: [otlp], exporters: [debug, file] }
    metrics: { receivers: [otlp], exporters: [debug, file] }
`
  return started(file, ['--config', join(folder({ 'config.yaml': config }), 'config.yaml')], own, out)
}

export const rsyslogd = ['/usr/sbin/rsyslogd', '/usr/bin/rsyslogd'].find(file => existsSync(file))
const drivers = ['gtls', 'ossl'] as const
const driver = drivers.find(name => {
  try {
    return (
      execFileSync('sh', ['-c', `ls /usr/lib/*/rsyslog/lmnsd_${name}.so`], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0
    )
  } catch {
    return false
  }
})
export const hasRsyslog = rsyslogd !== undefined && driver !== undefined

export const startRsyslog = async (): Promise<Program> => {
  const port = await freePort()
  const at = folder({})
  const out = join(at, 'out.log')
  writeFileSync(
    join(at, 'rsyslog.conf'),
    `global(workDirectory="${at}" maxMessageSize="64k" defaultNetstreamDriver="${driver}" defaultNetstreamDriverCAFile="${cert('ca.pem')}"
  defaultNetstreamDriverCertFile="${cert('good.pem')}" defaultNetstreamDriverKeyFile="${cert('good.key')}")
module(load="imtcp" streamDriver.name="${driver}" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="fields" type="string" string="%pri%|%timestamp:::date-rfc3339%|%hostname%|%app-name%|%msgid%|%structured-data%|%msg%\\n")
input(type="imtcp" address="127.0.0.1" port="${port}")
action(type="omfile" file="${out}" template="fields")
`,
  )
  return started(rsyslogd ?? '', ['-n', '-f', join(at, 'rsyslog.conf'), '-i', join(at, 'pid')], port, out)
}
