// Asks tfy-hook about one event: JSON in, one JSON object out. What goes wrong on the way is answered by the fail mode.

import { spawn } from 'node:child_process'

export type Plain = Record<string, unknown>

interface Settings {
  /** The program, and what stands before the arguments below. */
  readonly command: readonly [string, ...string[]]
  readonly failClosed: boolean
  /** How long tfy-hook may take, in milliseconds. The bridge waits a quarter longer, then kills it. */
  readonly timeoutMs: number
}

export interface Answer {
  readonly verdict: 'allow' | 'ask' | 'deny'
  readonly reason: string
  /** The whole tool input, changed. */
  readonly args?: Plain
  /** The whole result, changed. */
  readonly output?: unknown
  /** For the model. */
  readonly context?: string
  /** For the person. */
  readonly message?: string
  /** The fail mode said this, not tfy-hook. */
  readonly unjudged?: true
}

/** Written in by `tfy-hook bridge`. */
export const settings: Settings = { command: ['tfy-hook'], failClosed: true, timeoutMs: 10_000 }

const mostBytes = 16 * 1024 * 1024

/** Never rejects. `signal` is the host's own way to call the whole thing off. */
export const ask = (client: string, event: Plain, signal?: AbortSignal): Promise<Answer> =>
  new Promise(resolve => {
    try {
      const [program, args] = commandFor(client, event, settings.timeoutMs)
      const stdin = JSON.stringify({ client, ...event })
      // A process group of its own, so that whatever it starts ends with it.
      const detached = process.platform !== 'win32'
      const env = { ...cleanEnv(), TFY_HOOK_BRIDGE: client }
      const child = spawn(program, args, { detached, env, stdio: 'pipe', windowsHide: true })
      const out: Buffer[] = []
      const err: Buffer[] = []
      let size = 0
      const finish = (answer: Answer): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stopped)
        resolve(answer)
      }
      const kill = (why: string): void => {
        finish(failed(why))
        try {
          if (detached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
          else child.kill('SIGKILL')
        } catch {
          // It is gone already.
        }
        child.stdout.destroy()
        child.stderr.destroy()
      }
      const stopped = (): void => kill('the call was cancelled')
      const keep = (list: Buffer[]) => (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) kill('tfy-hook said too much')
        else list.push(chunk)
      }
      const timer = setTimeout(() => kill('tfy-hook took too long'), settings.timeoutMs * 1.25)
      signal?.addEventListener('abort', stopped)
      if (signal?.aborted) stopped()
      child.on('error', (error: NodeJS.ErrnoException) => finish(failed(`tfy-hook could not be started (${error.code})`)))
      child.on('close', code => finish(read(code, Buffer.concat(out).toString(), Buffer.concat(err).toString())))
      child.stdout.on('data', keep(out))
      child.stderr.on('data', keep(err))
      // It may end before it has read everything.
      child.stdin.on('error', () => {})
      child.stdin.end(stdin)
    } catch {
      resolve(failed('tfy-hook could not be asked'))
    }
  })

export const commandFor = (client: string, event: Plain, timeoutMs: number): [string, string[]] => {
  const [program, ...before] = settings.command
  const mode = settings.failClosed ? '--fail-closed' : '--fail-open'
  const name = String(event.hook_event_name)
  return [program, [...before, '--client', client, '--event', name, mode, '--timeout-ms', String(timeoutMs)]]
}

/** Without what a runtime reads: it could make another program of ours. */
export const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !runtimes.test(name)))

const runtimes =
  /^(?:BUN_|JSC_|MIMALLOC_|SIMDUTF_|NODE_(?:OPTIONS|COMPILE_CACHE|V8_COVERAGE|REDIRECT_WARNINGS|CHANNEL_FD)$|OPENSSL_CONF$)/i

export const read = (code: number | null, stdout: string, stderr: string): Answer => {
  if (code === 2) return { verdict: 'deny', reason: stderr.trim().slice(0, 1000) || 'tfy-hook refused this.' }
  if (code !== 0) return failed(`tfy-hook ended with ${code ?? 'a signal'}`)
  let said: unknown
  try {
    // The last line: what a wrapper or a runtime printed before it must not lose an answer.
    said = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return failed('the answer of tfy-hook could not be read')
  }
  return understood(said) ? { ...said, reason: said.reason ?? '' } : failed('the answer of tfy-hook could not be understood')
}

const understood = (said: unknown): said is Omit<Answer, 'reason'> & { reason?: string } => {
  if (!isPlain(said) || !mayBe(said.context, 'string') || !mayBe(said.message, 'string')) return false
  if (said.args !== undefined && !isPlain(said.args)) return false
  if (said.verdict === 'allow') return true
  return (said.verdict === 'deny' || said.verdict === 'ask') && typeof said.reason === 'string' && said.reason !== ''
}

export const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

const mayBe = (value: unknown, type: string): boolean => value === undefined || typeof value === type

export const failed = (what: string): Answer => {
  const said = settings.failClosed
    ? {
        verdict: 'deny',
        reason: `tfy-hook [tfy.bridge] No verdict: ${what}; stopped because this bridge fails closed. A person can look into it: tfy-hook doctor.`,
      }
    : { verdict: 'allow', reason: '', message: `tfy-hook: NOT CHECKED, ${what}; let through because this bridge fails open.` }
  return { ...(said as Answer), unjudged: true }
}
