/** A Redis of the test's own, on loopback, that can be stopped, killed and started again with what it kept. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folder } from '../blackbox/call.ts'
import { freePort } from '../free-port.ts'

export const hasRedis: boolean = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('redis-server is not installed: what needs it is skipped')
    return false
  }
})()

export interface RedisServer {
  readonly port: number
  readonly pid: () => number
  /** Ends it at once. What it has said to have written is on its disk. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly cli: (...words: readonly string[]) => string
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** With a certificate it speaks TLS alone. */
export const redisServer = async (lines: readonly string[] = [], tls = false): Promise<RedisServer> => {
  const at = await freePort()
  const dir = folder({})
  const file = join(dir, 'redis.conf')
  writeFileSync(
    file,
    [
      ...(tls ? ['port 0', `tls-port ${at}`] : [`port ${at}`]),
      'bind 127.0.0.1',
      `dir ${dir}`,
      'appendonly yes',
      'appendfsync always',
      ...lines,
      '',
    ].join('\n'),
  )
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const fresh = spawn('redis-server', [file], { stdio: 'ignore' })
    child = fresh
    running.add(fresh)
    fresh.once('exit', () => running.delete(fresh))
    for (let tries = 0; tries < 200; tries++) {
      if (await listens(at)) return
      await sleep(25)
    }
    throw new Error('Redis did not start')
  }
  await start()
  return {
    port: at,
    pid: () => child?.pid ?? 0,
    kill: async () => {
      if (child?.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(resolve => child?.once('exit', resolve))
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await ended
    },
    start,
    cli: (...words) => execFileSync('redis-cli', ['-p', String(at), ...words], { encoding: 'utf8' }).trim(),
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy()
      resolve(true)
    })
    probe.on('error', () => resolve(false))
  })
