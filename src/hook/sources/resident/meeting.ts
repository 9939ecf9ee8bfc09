/**
 * Where a caller and the process that keeps connections to the gateway meet: a small file of ours that says where that process listens and
 * holds a secret by which each knows the other. No runtime tells a socket's peer, so the owner and mode of the file vouch for it.
 */

import { lstatSync, mkdirSync } from 'node:fs'
import type { Env } from '../../../core/client.ts'
import type { GatewayConfig } from '../../../core/config.ts'
import { hash } from '../../../core/hash.ts'
import { isObject, numberAt, readObject, stringAt } from '../../../core/json.ts'
import { read } from '../machine/private-file.ts'
import { isLoopback, routeTo } from '../transport/proxy.ts'

export interface Meeting {
  readonly dir: string
  readonly name: string
  /** All that must be the same at both ends for a request to take the same way, under the same trust. */
  readonly terms: string
}

export interface Address {
  /** A Unix socket below `dir`, or a named pipe. */
  readonly path: string
  readonly secret: string
  readonly pid: number
}

/** Undefined where nothing is to be kept: the gateway is on this machine, or the configuration says so. */
export const meetingFor = (
  gateway: GatewayConfig,
  env: Env,
  stateDir: string,
  version: string,
  program = process.execPath,
): Meeting | undefined => {
  if (gateway.resident === false || gateway.socket !== undefined || !URL.canParse(gateway.url)) return undefined
  const url = new URL(gateway.url)
  if (gateway.resident !== true && isLoopback(url.hostname)) return undefined
  const dir = `${stateDir}/resident`
  const route = routeTo(url, env)
  if (route.kind === 'invalid' || tooLong(dir)) return undefined
  const { caFile, clientCertFile, clientKeyFile } = gateway
  const trust = [env.NODE_EXTRA_CA_CERTS, env.SSL_CERT_FILE, env.SSL_CERT_DIR]
  const way = [url.origin, caFile, clientCertFile, clientKeyFile, route.kind === 'proxy' ? route.url : undefined, ...trust]
  const terms = JSON.stringify([version, program, ...way.map(part => part ?? '')])
  return { dir, name: hash(terms), terms }
}

/** Whether a variable or a file of ours holds the credential, so that nobody has to be asked for it. */
export const isCredentialAtHand = ({ credentialHelper, credential }: GatewayConfig): boolean =>
  credentialHelper === undefined && credential === undefined

/** A socket's path has room for 104 bytes on macOS; ours adds a process id. */
const tooLong = (dir: string): boolean => process.platform !== 'win32' && new TextEncoder().encode(dir).length > 85

/** What the file says. Undefined where there is none that only we can have written. */
export const addressAt = ({ dir, name }: Meeting): Address | undefined => {
  if (!ownFolder(dir)) return undefined
  const said = readObject(read(fileOf(dir, name), 1024, 0o077) ?? '')
  if (!isObject(said)) return undefined
  const [path, secret] = [stringAt(said, 'path'), stringAt(said, 'secret')]
  if (path === undefined || secret === undefined || !/^[0-9a-f]{64}$/.test(secret)) return undefined
  return path.startsWith(process.platform === 'win32' ? pipes : `${dir}/`)
    ? { path, secret, pid: numberAt(said, 'pid') ?? 0 }
    : undefined
}

export const pipes = '\\\\.\\pipe\\tfy-hook-'

export const fileOf = (dir: string, name: string): string => `${dir}/${name}.json`

/** A directory, no link, that nobody else can even look into. */
export const ownFolder = (dir: string): boolean => {
  try {
    const stat = lstatSync(dir, { throwIfNoEntry: false })
    return (
      stat?.isDirectory() === true &&
      (process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0))
    )
  } catch {
    return false
  }
}

/** The same, made where nothing stands yet. */
export const madeFolder = (dir: string): boolean => {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
  } catch {
    return false
  }
  return ownFolder(dir)
}
