/** A connection to a socket or a pipe of this machine, by the quickest means that the runtime has. */

export interface Wire {
  /** Everything goes out, in order; what the other end does not take yet waits. */
  readonly write: (bytes: Uint8Array) => void
  readonly end: () => void
}

export interface Listener {
  readonly open: (wire: Wire) => void
  readonly data: (bytes: Uint8Array) => void
  /** Refused, broken or ended; may be said twice. */
  readonly closed: () => void
}

interface BunSocket {
  write(bytes: Uint8Array): number
  end(): void
}

declare const Bun:
  | {
      connect(options: {
        unix: string
        socket: {
          open(socket: BunSocket): void
          data(socket: BunSocket, bytes: Uint8Array): void
          drain(socket: BunSocket): void
          close(): void
          error(): void
          connectError(): void
        }
      }): Promise<unknown>
    }
  | undefined

export const connect = (path: string, listener: Listener): void => {
  if (typeof Bun === 'undefined') void byNode(path, listener).catch(listener.closed)
  else byBun(Bun, path, listener)
}

/** `node:net` costs Bun three milliseconds. */
const byBun = ({ connect }: NonNullable<typeof Bun>, path: string, { open, data, closed }: Listener): void => {
  let waiting: Uint8Array[] = []
  const flush = (socket: BunSocket): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const wrote = Math.max(0, socket.write(next))
      if (wrote < next.length) {
        waiting[0] = next.subarray(wrote)
        return
      }
      waiting = waiting.slice(1)
    }
  }
  const wireOf = (socket: BunSocket): Wire => ({
    write: bytes => {
      waiting.push(bytes)
      if (waiting.length === 1) flush(socket)
    },
    end: () => socket.end(),
  })
  connect({
    unix: path,
    socket: {
      open: socket => open(wireOf(socket)),
      data: (_, bytes) => data(bytes),
      drain: flush,
      close: closed,
      error: closed,
      connectError: closed,
    },
  }).catch(closed)
}

const byNode = async (path: string, { open, data, closed }: Listener): Promise<void> => {
  const { createConnection } = await import('node:net')
  const socket = createConnection(path)
  socket.on('connect', () => open({ write: bytes => void socket.write(bytes), end: () => void socket.destroy() }))
  socket.on('data', data).on('error', closed).on('close', closed)
}
