/** One call through an executable, and what two of them answer differently. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Row } from '../corpus/row.ts'
import { at } from '../project/project.ts'

export interface Call {
  readonly title: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
}

export interface Said {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
  readonly audit: string
}

/** The call that Claude Code would have made. */
export const callOf = (row: Row, n: number): Call => {
  const before = (tool: string, input: object) => ({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input })
  const said =
    row.shell !== undefined
      ? before(row.tool ?? 'Bash', { command: row.shell.repeat(row.times ?? 1) })
      : row.read !== undefined
        ? before('Read', { file_path: row.read })
        : row.write !== undefined
          ? before('Write', { file_path: row.write, content: row.content ?? '' })
          : row.mcp !== undefined
            ? before(`mcp__${row.mcp.server}__${row.mcp.tool}`, row.mcp.input)
            : row.call !== undefined
              ? before(row.call.tool, row.call.input)
              : row.web !== undefined
                ? before('WebFetch', { url: row.web, prompt: 'read' })
                : row.prompt !== undefined
                  ? { hook_event_name: 'UserPromptSubmit', prompt: row.prompt }
                  : {
                      hook_event_name: 'PostToolUse',
                      tool_name: 'Bash',
                      tool_input: { command: 'x' },
                      tool_response: { stdout: row.output },
                    }
  return {
    title: JSON.stringify(row).slice(0, 200),
    args: ['--client', 'claude-code', '--fail-closed'],
    env: {},
    stdin: JSON.stringify({ session_id: `s${n}`, cwd: row.cwd ?? '/home/dev/shop', permission_mode: 'default', ...said }),
  }
}

/** Every recorded payload of every client. */
export const recorded = (): readonly Call[] =>
  readdirSync(at('fixtures/clients'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json') && !file.endsWith('policy.json'))
    .sort()
    .flatMap(file => {
      const {
        stdin,
        env = {},
        args = [],
      } = JSON.parse(readFileSync(at('fixtures/clients', file), 'utf8')) as Partial<Call> & object
      if (stdin === undefined) return []
      const text = typeof stdin === 'string' ? stdin : JSON.stringify(stdin)
      const client = file.split('/')[0] ?? ''
      return [
        { title: file, args, env, stdin: text },
        { title: `${file}, declared`, args: ['--client', client, '--fail-closed'], env, stdin: text },
        { title: `${file}, cut`, args: ['--client', client, '--fail-open'], env, stdin: text.slice(0, -9) },
      ]
    })

/** The answer, with the name, the time and the place in the chain masked, which differ from call to call. */
export const ask = (program: string, scratch: string, { args, env, stdin }: Call): Promise<Said> =>
  new Promise(resolve => {
    const state = join(scratch, basename(program))
    mkdirSync(state, { recursive: true })
    const here = { HOME: join(scratch, 'home'), XDG_STATE_HOME: state, PATH: '/usr/bin:/bin' }
    const child = spawn(program, args, { env: { ...env, ...here }, cwd: scratch })
    const out = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', text => (out[stream] += text))
    child.stdin.on('error', () => undefined).end(stdin)
    child.on('close', (code, signal) => {
      const log = join(state, 'tfy-hook/audit.jsonl')
      const line = existsSync(log) ? (readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '') : ''
      rmSync(log, { force: true })
      const { time: _, ms: __, chain: ___, id, ...rest } = line === '' ? { id: '-' } : JSON.parse(line)
      const masked = (text: string): string => text.replaceAll(String(id ?? '-'), '<id>').replaceAll(state, '<state>')
      resolve({
        code: signal ?? code ?? -1,
        stdout: masked(out.stdout),
        stderr: masked(out.stderr),
        audit: masked(JSON.stringify(rest)),
      })
    })
  })

/** Where two answers differ; undefined where they do not. */
export const difference = (one: Said, other: Said): string | undefined => {
  const keys = (['code', 'stdout', 'stderr', 'audit'] as const).filter(key => one[key] !== other[key])
  return keys.length === 0 ? undefined : keys.map(key => `${key}:\n    ${one[key]}\n    ${other[key]}`).join('\n  ')
}
