/** `tfy-hook serve` beside a client that calls a server. */

import { type AddressInfo, createServer } from 'node:net'
import type { Subject } from './run.ts'
import { end, start } from './sandbox.ts'
import type { Scenario } from './scenario.ts'

interface Server {
  readonly url: string
  readonly close: () => void
}

export const serve = async (
  { around, closed }: Scenario,
  { program }: Subject,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Server> => {
  const listener = createServer()
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  // A server that takes the call and never answers.
  if (around === 'hanging') return { url, close: () => void listener.close() }

  await new Promise(resolve => listener.close(resolve))
  const args = ['serve', '--port', String(port), ...(closed === true ? ['--fail-closed'] : [])]
  const child = start({ command: program, args }, cwd, env)
  child.stdout?.resume()
  child.stderr?.resume()
  await alive(`${url}/healthz`)
  return { url, close: () => end(child) }
}

const alive = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok === true) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`tfy-hook serve does not answer at ${url}`)
}
