/** `init --transport http`: the address and the headers with which a client asks a server of ours instead of starting a process. */

import type { HttpHook } from '../../core/install.ts'
import { addressOf, hasOurPath, isLoopback } from '../../install/address.ts'
import { mark } from '../../install/own-registrations.ts'
import { ConfigError } from '../terminal/errors.ts'

export interface HttpFlags {
  readonly transport?: string
  readonly url?: string
  readonly tokenEnv?: string
}

const usual = 'http://127.0.0.1:8787'

/** Undefined for commands. Throws `ConfigError` for an address that the client would not ask, or that others could answer. */
export const httpFor = ({ transport, url, tokenEnv }: HttpFlags): HttpHook | undefined => {
  if (transport !== 'http') {
    if ((url ?? tokenEnv) !== undefined) throw new ConfigError('--url and --token-env belong to --transport http.')
    return undefined
  }
  if (tokenEnv !== undefined && !/^[A-Za-z_]\w*$/.test(tokenEnv))
    throw new ConfigError(`--token-env takes the name of a variable, not the token: ${JSON.stringify(tokenEnv.slice(0, 8))}…`)
  const variables = tokenEnv === undefined ? [] : [tokenEnv]
  const headers = { [mark]: '1', ...(tokenEnv !== undefined && { Authorization: `Bearer $${tokenEnv}` }) }
  return { url: fullUrl(url ?? usual), headers, variables }
}

const fullUrl = (given: string): string => {
  const url = addressOf(given)
  if (url === undefined) throw new ConfigError(`--url ${given} is no http or https address.`)
  if (url.username !== '' || url.password !== '')
    throw new ConfigError('--url has a name or password in it: give the token by --token-env.')
  if (!isLoopback(url)) {
    if (url.protocol !== 'https:')
      throw new ConfigError(
        `--url ${url.origin} is plain HTTP beyond this machine: whoever is on the way could allow everything.`,
      )
    if (/^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])/.test(url.hostname))
      throw new ConfigError(`--url ${url.origin} is a private address, which Claude Code does not ask. Give it a public name.`)
  }
  if (hasOurPath(url)) return url.href
  const base = url.pathname.replace(/\/$/, '')
  if (base !== '' && base !== '/api/llm')
    throw new ConfigError(
      `--url ${given}: no server of ours answers there. Give the server alone, or the whole path (docs/operate/serve.md).`,
    )
  url.pathname = `${base}${isLoopback(url) ? '/hooks/claude-code' : '/claude-code/hooks/validate'}`
  return url.href
}

/** What is said beside such a registration. */
export const httpNotes = ({ url, variables }: HttpHook): readonly string[] => {
  const address = new URL(url)
  const port = address.port === '8787' || address.port === '' ? '' : ` --port ${address.port}`
  return [
    `Over HTTP at ${url}; SessionStart as a command, since Claude Code runs no HTTP hooks there.`,
    `Keep the server running${isLoopback(address) ? ` (tfy-hook serve${port})` : ''}: while it does not answer, every action is stopped, or goes on where this fails open.`,
    'What fails inside the server is its own matter: say fail: closed in its config.yaml.',
    ...variables.map(name => `Set ${name} in the environment of Claude Code: it is sent as the token.`),
  ]
}
