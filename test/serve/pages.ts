/** What tests of pages at a server share. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** The address of its pages is said before a server listens. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
