/** Bearer tokens: named, scoped, stored as hashes in one file that only its owner can read. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isObject, readObject, stringAt, stringsAt } from '../../core/json.ts'

export const scopes = ['validate', 'metrics', 'approve'] as const
export type Scope = (typeof scopes)[number]

export interface Token {
  readonly name: string
  /** SHA-256 of the token, in hex. The token has 256 random bits, so that a slow hash would add nothing. */
  readonly sha256: string
  readonly scopes: readonly Scope[]
  readonly created: string
  /** Whose policies and sessions it is about; the server's own without one. */
  readonly tenant?: string
  /** Requests in a minute. */
  readonly perMinute?: number
}

/** A tenant is a folder below the configuration, and part of keys. */
export const isTenant = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name)

export type Tokens = { readonly ok: true; readonly list: readonly Token[] } | { readonly ok: false; readonly detail: string }

/** No file means no tokens; a file that cannot be used lets nobody in. */
export const readTokens = (file: string): Tokens => {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return { ok: true, list: [] }
    if (!stat.isFile()) return { ok: false, detail: `${file} is not a file` }
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      return { ok: false, detail: `${file} can be read by others; chmod 600 it` }
    if (process.getuid !== undefined && stat.uid !== process.getuid() && stat.uid !== 0)
      return { ok: false, detail: `${file} belongs to somebody else` }
    const read = readObject(readFileSync(file, 'utf8'))
    const rows = typeof read === 'string' ? undefined : read.tokens
    if (!Array.isArray(rows)) return { ok: false, detail: `${file} is not a token file` }
    const list = rows.map(tokenOf)
    return list.includes(undefined)
      ? { ok: false, detail: `${file} holds a token that cannot be read` }
      : { ok: true, list: list.filter(token => token !== undefined) }
  } catch {
    return { ok: false, detail: `${file} cannot be read` }
  }
}

const tokenOf = (row: unknown): Token | undefined => {
  if (!isObject(row)) return undefined
  const [name, sha256] = [stringAt(row, 'name'), stringAt(row, 'sha256')]
  const known = stringsAt(row, 'scopes').filter((scope): scope is Scope => (scopes as readonly string[]).includes(scope))
  if (name === undefined || sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256) || known.length === 0) return undefined
  const { tenant, perMinute } = row
  // Who cannot say whose it is, or how much of it, must not be taken for somebody without bounds.
  if (tenant !== undefined && (typeof tenant !== 'string' || !isTenant(tenant))) return undefined
  if (perMinute !== undefined && !(Number.isInteger(perMinute) && Number(perMinute) > 0)) return undefined
  return {
    name,
    sha256,
    scopes: known,
    created: stringAt(row, 'created') ?? '',
    ...(tenant !== undefined && { tenant }),
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
  }
}

export const writeTokens = (file: string, list: readonly Token[]): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  // Made here, or not at all: in a shared folder somebody could have put a link there.
  writeFileSync(draft, `${JSON.stringify({ version: 1, tokens: list }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

/** The prefix is one that our own masking knows: a token that strays into a log is removed there. */
export const makeToken = (): string => `tfy-serve-${randomBytes(32).toString('base64url')}`

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The token somebody presented; every stored hash is compared, so that the time says nothing about which one fits. */
export const tokenFor = (presented: string, list: readonly Token[]): Token | undefined => {
  const hash = createHash('sha256').update(presented).digest()
  let found: Token | undefined
  for (const token of list) if (timingSafeEqual(hash, Buffer.from(token.sha256, 'hex'))) found = token
  return found
}

/** What a request carries: `Authorization: Bearer` or `x-tfy-api-key`. Two that differ count as none. */
export const presentedIn = (headers: Headers): string | undefined => {
  const bearer = /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  const key = headers.get('x-tfy-api-key')?.trim() || undefined
  if (bearer !== undefined && key !== undefined && bearer !== key) return undefined
  const token = bearer ?? key
  return token !== undefined && token.length <= (isSigned(token) ? 8_192 : 512) ? token : undefined
}

/** Three parts, of which the last is a signature: the form of a provider's bearers. */
export const isSigned = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
