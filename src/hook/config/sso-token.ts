/**
 * `gateway.credential: tfy`: the token that TrueFoundry's own tool keeps fresh for a person who has signed in. Read anew for every call, never
 * kept, and nothing of it is ever part of a message.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/failure.ts'
import { numberAt, readObject } from '../../core/json.ts'

/** A token is a few KiB. */
const mostBytes = 16 * 1024

/** The token, or why there is none. `user` are the directories of the user layer, which say whose home it is. */
export const ssoToken = (user: readonly string[], nowMs = Date.now()): Result<string> => {
  for (const file of tokenFiles(user)) {
    const found = read(file, nowMs)
    if (found !== undefined) return 'token' in found ? ok(found.token) : wrong(found.problem)
  }
  return wrong('is not there; sign in with that tool')
}

/** Beside the directories that are trusted to be this account's, so that an environment cannot lead to somebody else's. */
export const tokenFiles = (user: readonly string[]): readonly string[] =>
  user.flatMap(dir => {
    const home = /^(.+?)[\\/](?:\.config|AppData[\\/]Roaming)[\\/]tfy-hook$/.exec(dir)?.[1]
    return home === undefined ? [] : [`${home}/.tf/access-token`]
  })

const read = (file: string, nowMs: number): { readonly token: string } | { readonly problem: string } | undefined => {
  let open: number
  try {
    open = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return { problem: code === 'ELOOP' ? 'is a link' : 'cannot be read' }
  }
  try {
    // Of what was opened: what has the name may be another file by then.
    const stat = fstatSync(open)
    if (!stat.isFile()) return { problem: 'is not a file' }
    if (process.getuid !== undefined && stat.uid !== process.getuid()) return { problem: 'belongs to another account' }
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) return { problem: 'can be read by others; chmod 600 it' }
    if (stat.size > mostBytes) return { problem: `is larger than ${mostBytes} bytes` }
    const bytes = Buffer.alloc(mostBytes)
    const token = bytes.toString('utf8', 0, readSync(open, bytes, 0, mostBytes, 0)).trim()
    if (token === '') return { problem: 'is empty' }
    if (!/^[\x21-\x7e]+$/.test(token)) return { problem: 'holds more than one word' }
    const until = endOf(token)
    return until !== undefined && until <= nowMs
      ? { problem: `expired at ${new Date(until).toISOString()}; sign in with that tool` }
      : { token }
  } catch {
    return { problem: 'cannot be read' }
  } finally {
    closeSync(open)
  }
}

/** When a JWT ends, in milliseconds; undefined for one that does not say, and for a token of another kind. The gateway checks it, not we. */
const endOf = (token: string): number | undefined => {
  const [, claims = '', ...rest] = token.split('.')
  if (rest.length !== 1) return undefined
  const said = readObject(Buffer.from(claims, 'base64url').toString('utf8'))
  const exp = typeof said === 'string' ? undefined : numberAt(said, 'exp')
  // Beyond this there is no date, and the gateway has to say what it means.
  return exp !== undefined && Math.abs(exp) < 8e12 ? exp * 1_000 : undefined
}

const wrong = (detail: string): Result<never> =>
  fail({ kind: 'gateway-unconfigured', detail: `TrueFoundry’s token in ~/.tf/access-token ${detail}` })
