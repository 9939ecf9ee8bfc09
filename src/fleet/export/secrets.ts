/** The value of a secret, from where the configuration says that it is. Nothing of it is ever part of a message. */

import { readFileSync, statSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { Secret } from '../../core/config.ts'
import { credentialFrom, forgetCredential } from '../../hook/config/credential-helper.ts'

export type Known = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly why: string }

/** A helper that needs longer is broken. */
const helperMs = 5_000

export const secretOf = async (secret: Secret, env: Env): Promise<Known> => {
  if (typeof secret === 'string') return { ok: true, value: secret }
  if ('env' in secret) {
    const value = env[secret.env]
    return value ? { ok: true, value } : { ok: false, why: `the variable ${secret.env} is not set` }
  }
  if ('file' in secret) return inFile(secret.file)
  const printed = await credentialFrom(secret.helper, helperMs)
  if (printed.ok) return printed
  return { ok: false, why: 'detail' in printed.failure ? printed.failure.detail : 'the helper failed' }
}

/** The target does not take what was printed: a helper is asked again. */
export const forget = (secrets: readonly Secret[]): void => {
  for (const secret of secrets) if (typeof secret === 'object' && 'helper' in secret) forgetCredential(secret.helper)
}

const inFile = (file: string): Known => {
  try {
    const stat = statSync(file)
    if (!stat.isFile() || stat.size > 64 * 1024) return { ok: false, why: `${file} is no file of a secret` }
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      return { ok: false, why: `${file} can be read by others; chmod 600 it` }
    const value = readFileSync(file, 'utf8').trim()
    return value === '' ? { ok: false, why: `${file} is empty` } : { ok: true, value }
  } catch {
    return { ok: false, why: `${file} cannot be read` }
  }
}

/** Headers in lower case. `authorization` of one word alone is a bearer token. */
export const headersOf = async (
  headers: Readonly<Record<string, Secret>> = {},
  env: Env,
): Promise<
  { readonly ok: true; readonly value: Readonly<Record<string, string>> } | { readonly ok: false; readonly why: string }
> => {
  const found: Record<string, string> = {}
  for (const [key, secret] of Object.entries(headers)) {
    const value = await secretOf(secret, env)
    const name = key.toLowerCase()
    if (!value.ok) return { ok: false, why: `header ${name}: ${value.why}` }
    if (/[^\t\x20-\x7e]/.test(value.value)) return { ok: false, why: `header ${name}: it holds what no header can` }
    found[name] = name === 'authorization' && !value.value.includes(' ') ? `Bearer ${value.value}` : value.value
  }
  return { ok: true, value: found }
}
