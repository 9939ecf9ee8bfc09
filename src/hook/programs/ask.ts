/** Asks this program itself: whatever a page shows is what a command says with `--json`, and a slow answer holds nobody else up. */

import { spawn } from 'node:child_process'

export type Asked =
  | { readonly kind: 'said'; readonly code: number; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'busy' }

export interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

const atOnce = 3
const mostWaiting = 32
const standard: Limits = { timeoutMs: 30_000, maxBytes: 32 * 1024 * 1024 }

let running = 0
const waiting: (() => void)[] = []

export const ask = async (args: readonly string[], limits: Partial<Limits> = {}): Promise<Asked> => {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) return { kind: 'busy' }
    await new Promise<void>(resolve => waiting.push(resolve))
  }
  running++
  try {
    return await run(args, { ...standard, ...limits })
  } finally {
    running--
    waiting.shift()?.()
  }
}

type Streamed = Exclude<Asked, { kind: 'said' }> | { readonly kind: 'said'; readonly body: ReadableStream<Uint8Array> }

/** The same for what may be longer than one wants to hold: it is passed on as it comes, from its first words on. */
export const streamOf = async (args: readonly string[], timeoutMs = 300_000): Promise<Streamed> => {
  if (running >= atOnce) return { kind: 'busy' }
  running++
  const child = started(args)
  const alarm = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    if (said.length < 8_192) said += chunk
  })
  const ended = new Promise<boolean>(resolve => {
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  }).finally(() => {
    clearTimeout(alarm)
    running--
    waiting.shift()?.()
  })
  const parts: AsyncIterator<Uint8Array> = child.stdout[Symbol.asyncIterator]()
  let part = await parts.next()
  if (part.done && !(await ended)) return { kind: 'refused', why: sentence(said) || 'it ended' }
  const body = new ReadableStream<Uint8Array>({
    pull: async controller => {
      if (!part.done) {
        controller.enqueue(part.value)
        part = await parts.next()
        return
      }
      // Cut short, it must not look whole.
      if (await ended) controller.close()
      else controller.error(new Error('it ended'))
    },
    cancel: () => void child.kill('SIGKILL'),
  })
  return { kind: 'said', body }
}

const started = (args: readonly string[]) => {
  const [script] = process.argv.slice(1, 2).filter(name => /\.[cm]?[jt]s$/.test(name))
  return spawn(process.execPath, [...(script === undefined ? [] : [script]), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: { ...process.env, NO_COLOR: '1' },
  })
}

const run = (args: readonly string[], { timeoutMs, maxBytes }: Limits): Promise<Asked> =>
  new Promise(resolve => {
    const child = started(args)
    const out: Buffer[] = []
    let [size, said, cut] = [0, '', '']
    const end = (why: string): void => {
      cut ||= why
      child.kill('SIGKILL')
    }
    const alarm = setTimeout(() => end(`no answer in ${timeoutMs / 1000} s`), timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end('the answer is too long: ask for less')
      else out.push(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (said.length < 8_192) said += chunk
    })
    child.on('error', error => end(error.message))
    child.on('close', code => {
      clearTimeout(alarm)
      // A command that could not run says why on stderr.
      if (cut !== '' || code === null || code > 1) resolve({ kind: 'refused', why: cut || sentence(said) || 'it ended' })
      else resolve({ kind: 'said', code, text: Buffer.concat(out).toString('utf8') })
    })
  })

const sentence = (said: string): string =>
  said
    .trim()
    .replace(/^tfy-hook: /, '')
    .slice(0, 2_000)
