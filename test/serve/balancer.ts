/** HAProxy as docs/operate/deploy has it, on ports that are free. */

import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folder } from '../blackbox/call.ts'
import { freePort } from '../free-port.ts'

export const hasBalancer: boolean = (() => {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('haproxy is not installed: what needs it is skipped')
    return false
  }
})()

export interface Balancer {
  readonly port: number
  readonly kill: () => void
}

/** Resolves when it has found a replica that is ready. */
export const balancer = async (replicas: readonly number[], port?: number): Promise<Balancer> => {
  const own = port ?? (await freePort())
  const ports = [own, ...replicas]
  const text = readFileSync('docs/operate/deploy/haproxy.cfg', 'utf8').replace(
    /:878(\d)/g,
    (_, last) => `:${ports[(Number(last) + 4) % 10]}`,
  )
  const file = join(folder({}), 'haproxy.cfg')
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  for (let tries = 0; tries < 100; tries++) {
    if ((await ready(own)) === 200) return { port: own, kill }
    await sleep(50)
  }
  throw new Error('the balancer does not answer')
}

const ready = (port: number): Promise<number | undefined> =>
  new Promise(resolve => {
    const send = request({ port, host: '127.0.0.1', path: '/readyz' }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    send.on('error', () => resolve(undefined)).end()
  })
