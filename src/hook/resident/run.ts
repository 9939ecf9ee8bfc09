/**
 * The process that keeps connections to one gateway. It carries what callers bring, whole, and holds nothing of it: no verdict, no
 * credential, no line anywhere. When anything about it is in doubt it leaves, and the next call starts another.
 */

import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync, utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import type { GatewayConfig } from '../../core/config.ts'
import { type Way, wayTo } from '../sources/gateway.ts'
import { remove, save } from '../sources/machine/private-file.ts'
import { addressAt, fileOf, type Meeting, madeFolder, pipes } from '../sources/resident/meeting.ts'
import { isThere } from '../sources/resident/present.ts'
import { prover } from '../sources/resident/proof.ts'
import type { Send } from '../sources/transport/transport.ts'
import { carrier } from './carry.ts'

export interface Life {
  /** Without a request it leaves after this, and after twice this once it has had one. */
  readonly idleMs: number
  readonly longestMs: number
  readonly checkMs: number
}

/** Names and certificates of the gateway are looked up anew by whoever comes after it. */
export const standardLife: Life = { idleMs: 150_000, longestMs: 30 * 60_000, checkMs: 5_000 }

/** A timer this late has slept with the machine, and connections do not outlive that. */
const sleptMs = 20_000
const drainMs = 10_000

/** Runs until it is not needed. Resolves at once where somebody else is there already, or nothing can be kept. */
export const keepConnections = async (
  meeting: Meeting,
  gateway: GatewayConfig,
  send: Send,
  env: NodeJS.ProcessEnv,
  life: Life = standardLife,
): Promise<void> => {
  const { dir, name } = meeting
  const way = await wayTo(new URL(gateway.url), gateway, env)
  if (!way.ok || !madeFolder(dir) || (await isThere(meeting))) return
  clearAway(dir)
  const secret = randomBytes(32).toString('hex')
  const path = process.platform === 'win32' ? `${pipes}${randomBytes(16).toString('hex')}` : `${dir}/${process.pid}.sock`
  const own = JSON.stringify({ path, secret, pid: process.pid })
  const stamps = stampsOf(gateway)
  const carry = carrier({
    meeting,
    secret,
    prove: await prover(),
    send: kept(send, way.value),
    origin: new URL(gateway.url).origin,
  })

  const server = createServer(socket => carry.take(socket))
  server.maxConnections = mostCallers
  if (!(await listening(server, path))) return
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  save(fileOf(dir, name), own)

  const from = Date.now()
  let seen = from
  await new Promise<void>(resolve => {
    carry.onDoubt(resolve)
    const timer = setInterval(() => {
      const now = Date.now()
      const slept = now - seen > life.checkMs + sleptMs
      seen = now
      const idle = carry.inFlight() === 0 && now - carry.lastAt() > (carry.served() === 0 ? life.idleMs : 2 * life.idleMs)
      const replaced = addressAt(meeting)?.secret !== secret || stampsOf(gateway) !== stamps
      if (!slept && !idle && !replaced && now - from <= life.longestMs) return touch(fileOf(dir, name))
      clearInterval(timer)
      resolve()
    }, life.checkMs)
  })
  // Nobody new comes; who is here may finish.
  if (addressAt(meeting)?.secret === secret) remove(fileOf(dir, name))
  const until = Date.now() + drainMs
  while (carry.inFlight() > 0 && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 20))
  server.close()
  if (process.platform !== 'win32') remove(path)
}

const touch = (file: string): void => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Given up in this moment.
  }
}

const mostCallers = 64

const kept =
  (send: Send, way: Way): Send =>
  delivery =>
    send({ ...delivery, ...way, keep: true })

const listening = (server: ReturnType<typeof createServer>, path: string): Promise<boolean> =>
  new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(path, () => resolve(true))
  })

/** Sockets of those that were killed. */
const clearAway = (dir: string): void => {
  for (const entry of readdirSync(dir)) {
    const pid = /^(\d{1,10})\.sock$/.exec(entry)?.[1]
    if (pid !== undefined && !alive(Number(pid))) remove(`${dir}/${entry}`)
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}

/** Whatever was read once and may change: certificates, and this program itself. */
const stampsOf = ({ caFile, clientCertFile, clientKeyFile }: GatewayConfig): string =>
  [
    caFile,
    clientCertFile,
    clientKeyFile,
    process.env.NODE_EXTRA_CA_CERTS,
    process.env.SSL_CERT_FILE,
    process.execPath,
    process.argv[1],
  ]
    .map(file => {
      const stat = file ? lstatSync(file, { throwIfNoEntry: false }) : undefined
      return stat === undefined ? '' : `${stat.ino}-${stat.size}-${stat.mtimeMs}`
    })
    .join('|')
