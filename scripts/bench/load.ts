/**
 * A load on one loopback port: raw sockets, one request under way on each, as fast as answers come or `--rate` a second; `--different` of them, the
 * same again and again. Prints one JSON line. Run by Bun.
 */

import { parseArgs } from 'node:util'
import { quantile } from './spawn.ts'

interface Socket {
  write(bytes: Uint8Array): number
  end(): void
}
declare const Bun: {
  connect(options: {
    hostname: string
    port: number
    socket: {
      open(socket: Socket): void
      data(socket: Socket, chunk: Uint8Array): void
      close(): void
      error(socket: Socket, error: Error): void
      drain(): void
    }
  }): Promise<Socket>
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    path: { type: 'string', default: '/' },
    connections: { type: 'string', default: '16' },
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '0' },
    mix: { type: 'string', default: 'session' },
    rate: { type: 'string', default: '0' },
    different: { type: 'string', default: '0' },
  },
})
const [port, connections, total] = [Number(values.port), Number(values.connections), Number(values.requests)]
const [rate, different] = [Number(values.rate), Number(values.different)]

/** Commands of a working day; no two requests of a run are alike, unless that was asked for. */
const shapes: readonly ((n: string) => string)[] = [
  n => `git status --short && npm test -- --filter ${n} 2>&1 | tail -20`,
  n => `rg -n "price_${n}" src | head -50`,
  n => `git -C packages/shop commit --all --message "Round prices to ${n} cents"`,
  n => `docker compose logs --tail ${n} web`,
  n => `mkdir -p build/${n} && cp -r assets build/${n}/ && ls -la build`,
  n => `cat src/cart-${n}.ts | sed -n 1,80p`,
]
const tool = (name: string, input: object, n: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: name,
  tool_input: input,
  tool_use_id: `toolu_${n}`,
})
const shell = (n: number, id: string) =>
  tool('Bash', { command: shapes[n % shapes.length]?.(id) ?? '', description: 'A step' }, id)

/** What a session posts when every event is registered: two calls in five are commands, and each call comes back with a result. */
const session: readonly ((n: number, id: string) => object)[] = [
  shell,
  (_, id) => ({
    ...tool('Bash', { command: 'npm test' }, id),
    hook_event_name: 'PostToolUse',
    tool_response: { stdout: `${id} tests passed\n`.repeat(20), stderr: '', interrupted: false, isImage: false },
  }),
  (_, id) => tool('Read', { file_path: `/home/dev/shop/src/cart-${id}.ts` }, id),
  (_, id) => tool('Edit', { file_path: `/home/dev/shop/src/cart-${id}.ts`, old_string: 'price', new_string: `price${id}` }, id),
  (n, id) => shell(Math.floor(n / 7), id),
  (_, id) => ({ hook_event_name: 'UserPromptSubmit', prompt: `Please round the prices of order ${id} to whole cents.` }),
  (_, id) => ({ hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: `Rounded ${id}.` }),
]

const requestOf = (n: number): Uint8Array => {
  const id = `${values.seed}${n}`
  const body = JSON.stringify({
    session_id: '9151530e-4622-422c-bbaf-618bb3799a82',
    transcript_path: '/home/dev/.claude/projects/-home-dev-shop/9151530e-4622-422c-bbaf-618bb3799a82.jsonl',
    cwd: '/home/dev/shop',
    permission_mode: 'default',
    ...(values.mix === 'shell' ? shell(n, id) : session[n % session.length]?.(n, id)),
  })
  return Buffer.from(
    `POST ${values.path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const times: number[] = []
let sent = 0
let failed = 0
const run = (): Promise<void> =>
  new Promise(resolve => {
    let began = 0
    let text = ''
    const next = (socket: Socket): void => {
      if (sent >= total) {
        socket.end()
        return
      }
      const number = sent++
      const which = different === 0 ? number : number % different
      // Who is late because of the answer before waits as long as the server has made it wait.
      const due = rate === 0 ? performance.now() : started + (number * 1000) / rate
      const early = due - performance.now()
      if (early <= 0) send(socket, which, due)
      else setTimeout(() => send(socket, which, performance.now()), early)
    }
    const send = (socket: Socket, number: number, since: number): void => {
      const bytes = requestOf(number)
      text = ''
      began = since
      // Far below what a socket's buffer holds.
      if (socket.write(bytes) !== bytes.length) failed++
    }
    void Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: next,
        data: (socket, chunk) => {
          text += Buffer.from(chunk).toString('latin1')
          const end = text.indexOf('\r\n\r\n')
          if (end < 0) return
          const length = /content-length: (\d+)/i.exec(text)?.[1]
          if (length === undefined || text.length < end + 4 + Number(length)) return
          times.push(performance.now() - began)
          if (!text.startsWith('HTTP/1.1 200')) failed++
          next(socket)
        },
        close: resolve,
        error: () => {
          failed++
          resolve()
        },
        drain: () => {},
      },
    })
  })

const started = performance.now()
await Promise.all(Array.from({ length: connections }, run))
const seconds = (performance.now() - started) / 1000
process.stdout.write(
  `${JSON.stringify({ rps: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), done: times.length, failed })}\n`,
)
process.exit(0)
