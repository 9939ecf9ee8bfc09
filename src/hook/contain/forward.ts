/** In the cage: hands connections to the proxy's socket, since programs know a proxy by its port, and runs the command beside that. */

import { connect, createServer } from 'node:net'
import { asItIs } from './run.ts'

export const forwardTo = async (socket: string, [program = '', ...args]: readonly string[]): Promise<number> => {
  const server = createServer(client => {
    const proxy = connect(socket)
    proxy.on('error', () => client.destroy())
    client.on('error', () => proxy.destroy())
    client.pipe(proxy).pipe(client)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  try {
    return await asItIs(program, args, { ...process.env, ...proxyVariables(url) })
  } finally {
    server.close()
  }
}

/** By which programs know a proxy. */
export const proxyVariables = (url: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    'http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY npm_config_proxy npm_config_https_proxy'
      .split(' ')
      .map(name => [name, url]),
  ),
  NODE_USE_ENV_PROXY: '1',
  no_proxy: '',
  NO_PROXY: '',
})
