/** The machine that the checks stand on: a home with a difficult name, a workspace in it, and ways to start tfy-hook. Runs on Windows. */

import { equal } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const program = process.argv[2] ?? ''

/** As people are called. cmd and PowerShell have their own thoughts about each of these characters. */
export const home = 'C:\\Users\\Zoë & Co'
export const cwd = `${home}\\work\\shop`
export const roaming = `${home}\\AppData\\Roaming`
export const local = `${home}\\AppData\\Local`
export const own = `${roaming}\\tfy-hook`
export const state = `${local}\\tfy-hook`

type Env = Readonly<Record<string, string>>

export const environment: Env = {
  SystemDrive: 'C:',
  SystemRoot: 'C:\\windows',
  ComSpec: 'C:\\windows\\system32\\cmd.exe',
  Path: 'C:\\windows\\system32;C:\\windows',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  OS: 'Windows_NT',
  TEMP: `${local}\\Temp`,
  USERPROFILE: home,
  APPDATA: roaming,
  LOCALAPPDATA: local,
  ProgramData: 'C:\\ProgramData',
  USERNAME: 'Zoë',
}

/** Nothing but the empty folders. */
export const fresh = (): void => {
  for (const dir of [own, cwd, home, 'C:\\ProgramData\\tfy-hook'])
    try {
      rmSync(dir, { recursive: true, force: true })
    } catch {
      // A process of the check before is still in its folder, which Windows keeps then.
    }
  for (const dir of [`${local}\\Temp`, cwd, own]) mkdirSync(dir, { recursive: true })
}

export const put = (file: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

export const text = (file: string): string => readFileSync(file, 'utf8')

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Options {
  readonly input?: string | Uint8Array
  readonly env?: Env
  /** In the place of the usual one. */
  readonly environment?: Env
  readonly cwd?: string
}

const startOnce = (
  file: string,
  args: readonly string[],
  options: Options & { readonly verbatim?: boolean } = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd ?? cwd,
      env: { ...(options.environment ?? environment), ...options.env },
      windowsVerbatimArguments: options.verbatim === true,
      timeout: 60_000,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.on('error', reject)
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('close', code => resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }))
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })

/** Wine cannot always make the pipes of a process, and says that it does not know why. */
export const start = async (...of: Parameters<typeof startOnce>): Promise<Ran> => {
  for (let turn = 1; ; turn++)
    try {
      return await startOnce(...of)
    } catch (error) {
      if (turn === 5 || !(error instanceof Error && 'code' in error && error.code === 'UNKNOWN')) throw error
      await new Promise(resolve => setTimeout(resolve, 200))
    }
}

export const tfy = (args: readonly string[], options: Options = {}): Promise<Ran> =>
  start(process.execPath, [program, ...args], options)

/** As Claude Code asks. */
export const asked = (tool: string, input: object): string =>
  JSON.stringify({
    session_id: '5b0c0b5e-1111-4222-8333-444455556666',
    transcript_path: `${home}\\.claude\\projects\\shop\\5b0c0b5e.jsonl`,
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'toolu_01',
  })

export const bash = (command: string): string => asked('Bash', { command, description: 'a command' })

/** The last lines of the audit log. */
export const audited = (): readonly { readonly decision: string; readonly client?: string; readonly failure?: string }[] =>
  text(`${state}\\audit.jsonl`)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

/** All of them in one process. */
const judged = async (payloads: readonly string[]): Promise<readonly { readonly decision: string }[]> => {
  const { stdout } = await tfy(['explain', '--client', 'claude-code', '--jsonl'], { input: `${payloads.join('\n')}\n` })
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** What these calls are answered, one by one. */
export const expected = async (decision: string, rows: readonly (readonly [tool: string, text: string])[]): Promise<void> => {
  const answers = await judged(
    rows.map(([tool, text]) =>
      asked(tool, tool === 'Write' ? { file_path: text, content: 'x' } : { command: text, description: 'x' }),
    ),
  )
  equal(answers.length, rows.length)
  const wrong = rows.flatMap(([tool, text], at) =>
    answers[at]?.decision === decision ? [] : [`${answers[at]?.decision}: ${tool} ${text}`],
  )
  equal(wrong.join('\n'), '')
}
