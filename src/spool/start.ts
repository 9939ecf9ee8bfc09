/** Starts the process that sends, at most one in fifteen seconds, by whichever hook comes first. */

import { spawn } from 'node:child_process'
import { closeSync, lstatSync, openSync } from 'node:fs'
import type { Env } from '../core/client.ts'
import type { GatewayConfig } from '../core/config.ts'
import { entries, remove, type Spool } from './files.ts'
import { held } from './lock.ts'

export interface Start {
  readonly spool: Spool
  readonly gateway: GatewayConfig
  readonly env: Env
  readonly stateDir: string
}

const everyMs = 15_000

export const startSender = async ({ spool, gateway, env, stateDir }: Start): Promise<void> => {
  if (!claimed(spool, Date.now()) || held(spool)) return
  if (gateway.breaker !== false) {
    const { breakerFor, breakerStatus } = await import('../sources/gateway.ts')
    const at = breakerFor(gateway, env, stateDir)
    if (at !== undefined && breakerStatus(at).phase !== 'closed') return
  }
  const [script] = process.argv.slice(1, 2).filter(name => /\.[cm]?[jt]s$/.test(name))
  const child = spawn(process.execPath, [...(script === undefined ? [] : [script]), 'send-spool'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // A helper for the credential was written for the whole environment.
    env: gateway.credentialHelper === undefined ? needed(env) : { ...env },
  })
  child.on('error', () => {})
  child.unref()
}

/** Time in pieces: one process can create the file of a piece, and it counts while the piece before is too near. */
const claimed = ({ dir, name }: Spool, now: number): boolean => {
  const piece = Math.floor(now / everyMs)
  const stamp = (number: number): string => `${name}.start-${number}`
  const since = (file: string): number => now - (lstatSync(`${dir}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  try {
    if (since(stamp(piece)) < everyMs || since(stamp(piece - 1)) < everyMs) return false
    closeSync(openSync(`${dir}/${stamp(piece)}`, 'wx', 0o600))
  } catch {
    return false
  }
  const kept = [stamp(piece), stamp(piece - 1)]
  for (const entry of entries(dir)) if (entry.startsWith(`${name}.start-`) && !kept.includes(entry)) remove(`${dir}/${entry}`)
  return true
}

const names =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|SystemRoot|windir|TEMP|TMP|TMPDIR|PATH|XDG_(?:CONFIG|STATE)_HOME|TFY_GATEWAY_URL|TFY_API_KEY|TFY_HOOK_ANALYTICS|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:HTTPS?|ALL|NO)_PROXY)$/i

/** Where the files stand, who we are, and the way out. */
const needed = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined),
  )
