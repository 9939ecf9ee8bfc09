/** `tfy-hook serve` beside a client: called by the client itself, or as the gateway of its hook. */

import { type AddressInfo, createServer } from 'node:net'
import { end, start } from './sandbox.ts'

export interface Server {
  readonly url: string
  readonly close: () => void
}

/** An address at which nobody listens; for a moment, nobody else will. */
export const freeUrl = async (): Promise<string> => {
  const { url, close } = await silent()
  await close()
  return url
}

/** A server that takes calls and never answers. */
export const silent = async (): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const listener = createServer()
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise(resolve => listener.close(() => resolve())) }
}

export const serve = async (
  program: string,
  flags: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Server> => {
  const url = await freeUrl()
  const child = start({ command: program, args: ['serve', '--port', new URL(url).port, ...flags] }, cwd, env)
  child.stdout?.resume()
  child.stderr?.resume()
  await alive(`${url}/healthz`)
  return { url, close: () => end(child) }
}

const alive = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok === true) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`tfy-hook serve does not answer at ${url}`)
}
