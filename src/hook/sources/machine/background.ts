/** Starts this program again as a process that stays behind when the hook has answered. */

import { spawn } from 'node:child_process'
import { closeSync, lstatSync, openSync, readdirSync } from 'node:fs'
import type { Env } from '../../../core/client.ts'
import { remove } from './private-file.ts'

/** Without a window, a terminal or a descriptor of ours. What it prints is lost. */
export const startBehind = (args: readonly string[], env: Env): void => {
  const [script] = process.argv.slice(1, 2).filter(name => /\.[cm]?[jt]s$/.test(name))
  const child = spawn(process.execPath, [...(script === undefined ? [] : [script]), ...args], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env },
  })
  child.on('error', () => {})
  child.unref()
}

/** Time in pieces: one process can create the file of a piece, and it counts while the piece before is too near. */
export const claimed = (dir: string, name: string, everyMs: number, now: number): boolean => {
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
  try {
    for (const entry of readdirSync(dir))
      if (entry.startsWith(`${name}.start-`) && !kept.includes(entry)) remove(`${dir}/${entry}`)
  } catch {
    // They are in nobody's way.
  }
  return true
}

const names =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|SystemRoot|windir|TEMP|TMP|TMPDIR|PATH|XDG_(?:CONFIG|STATE)_HOME|TFY_GATEWAY_URL|TFY_API_KEY|TFY_HOOK_ANALYTICS|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:HTTPS?|ALL|NO)_PROXY)$/i

/** Where the files stand, who we are, and the way out. */
export const needed = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined),
  )
