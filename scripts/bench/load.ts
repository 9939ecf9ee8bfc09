/** A closed-loop load on one loopback port: raw sockets, one request under way on each. Prints one JSON line. Run by Bun. */

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
  },
})
const [port, connections, total] = [Number(values.port), Number(values.connections), Number(values.requests)]

/** Commands of a working day; no two requests of a run are alike. */
const shapes: readonly ((n: string) => string)[] = [
  n => `git status --short && npm test -- --filter ${n} 2>&1 | tail -20`,
  n => `rg -n "price_${n}" src | head -50`,
  n => `git -C packages/shop commit --all --message "Round prices to ${n} cents"`,
  n => `docker compose logs --tail ${n} web`,
  n => `mkdir -p build/${n} && cp -r assets build/${n}/ && ls -la build`,
  n => `cat src/cart-${n}.ts | sed -n 1,80p`,
]
const requestOf = (n: number): Uint8Array => {
  const id = `${values.seed}${n}`
  const command = shapes[n % shapes.length]?.(id) ?? ''
  const body = JSON.stringify({
    session_id: '9151530e-4622-422c-bbaf-618bb3799a82',
    transcript_path: '/home/dev/.claude/projects/-home-dev-shop/9151530e-4622-422c-bbaf-618bb3799a82.jsonl',
    cwd: '/home/dev/shop',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'A step' },
    tool_use_id: `toolu_${id}`,
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
      const bytes = requestOf(sent++)
      text = ''
      began = performance.now()
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
