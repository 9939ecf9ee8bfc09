/** A port for a server whose address has to be said before it listens. */

import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system gives to connections, of which one could be taken in between. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
      return port
    } catch {
      // Somebody is there.
    } finally {
      await new Promise(resolve => probe.close(resolve))
    }
  }
  throw new Error('no port is free')
}
