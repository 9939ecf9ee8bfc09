/** `serve`: the engine behind HTTP, and the tokens that let callers in. */

import { quoteText } from '../../core/redact.ts'
import { namedIn } from '../../fleet/serve/named.ts'
import { type LogLevel, type ServeOptions, staysHere, type Where, whereOf } from '../../fleet/serve/options.ts'
import { runServer } from '../../fleet/serve/run.ts'
import { hashOf, isTenant, makeToken, readTokens, type Scope, scopes, type Token, writeTokens } from '../../fleet/serve/tokens.ts'
import type { HookArgs } from '../../hook/args.ts'
import { placesOf } from '../../hook/config.ts'
import { writeAll } from '../../hook/io.ts'
import { ConfigError } from './terminal/errors.ts'

export interface ServeFlags {
  readonly host: string
  readonly port: string
  readonly unix?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly insecureHttp?: boolean
  readonly tokens?: string
  readonly allowHost?: readonly string[]
  readonly projectPolicies?: boolean
  readonly audit: boolean
  readonly logLevel: LogLevel
  readonly maxInFlight: string
  readonly failClosed?: boolean
  readonly failOpen?: boolean
}

export const serve = async (flags: ServeFlags): Promise<number> => {
  const where: Where | undefined = flags.unix === undefined ? whereOf(flags.host, flags.port) : { kind: 'unix', path: flags.unix }
  if (where === undefined)
    throw new ConfigError(`--host takes a name or address and --port a number, not ${quoteText(`${flags.host} ${flags.port}`)}.`)
  if (where.kind === 'unix' && !where.path.startsWith('/')) throw new ConfigError('--unix takes an absolute path.')
  if ((flags.tlsCert === undefined) !== (flags.tlsKey === undefined))
    throw new ConfigError('--tls-cert and --tls-key belong together.')
  const maxInFlight = Number(flags.maxInFlight)
  if (!Number.isInteger(maxInFlight) || maxInFlight < 1 || maxInFlight > 100_000)
    throw new ConfigError('--max-in-flight takes a whole number from 1 to 100000.')
  const options: ServeOptions = {
    where,
    tls:
      flags.tlsCert !== undefined && flags.tlsKey !== undefined ? { certFile: flags.tlsCert, keyFile: flags.tlsKey } : undefined,
    insecureHttp: flags.insecureHttp === true,
    tokenFile: tokenFile(flags.tokens),
    hosts: (flags.allowHost ?? []).map(name => name.toLowerCase()),
    projectPolicies: flags.projectPolicies ?? staysHere(where),
    audit: flags.audit,
    logLevel: flags.logLevel,
    maxInFlight,
  }
  const args: HookArgs = {
    hints: {},
    bare: false,
    ...((flags.failClosed || flags.failOpen) && { fail: flags.failClosed ? 'closed' : 'open' }),
  }
  try {
    return await runServer(options, args, process.env, places())
  } catch (error) {
    throw new ConfigError('The server did not start.', { cause: error })
  }
}

/** An operator's own environment and directory: nothing here is an agent's to choose. */
const places = () => placesOf(process.env, '')

const tokenFile = (given: string | undefined): string => given ?? `${places().user[0] ?? '.'}/serve-tokens.json`

const listed = (file: string): readonly Token[] => {
  const tokens = readTokens(file)
  if (!tokens.ok) throw new ConfigError(`${tokens.detail}.`)
  return tokens.list
}

interface TokenFlags {
  readonly tokens?: string
  readonly tenant?: string
  readonly perMinute?: string
}

export const addToken = (
  name: string,
  { scope, tokens, tenant, perMinute }: TokenFlags & { readonly scope?: readonly string[] },
): number => {
  const file = tokenFile(tokens)
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(name))
    throw new ConfigError('A name has letters, digits, dots, dashes and underscores only.')
  const list = listed(file)
  if (list.some(token => token.name === name)) throw new ConfigError(`There is a token "${name}" already; remove it first.`)
  const wanted = [...new Set(scope ?? ['validate'])]
  const known = wanted.filter((one): one is Scope => (scopes as readonly string[]).includes(one))
  if (known.length !== wanted.length || known.length === 0) throw new ConfigError(`Scopes are: ${scopes.join(', ')}.`)
  if (tenant !== undefined && !isTenant(tenant))
    throw new ConfigError('A tenant has lower-case letters, digits and dashes, 40 at most.')
  const most = perMinute === undefined ? undefined : Number(perMinute)
  if (most !== undefined && !(Number.isInteger(most) && most > 0)) throw new ConfigError('--per-minute takes a whole number.')
  const token = makeToken()
  const made: Token = {
    name,
    sha256: hashOf(token),
    scopes: known,
    created: new Date().toISOString(),
    ...(tenant !== undefined && { tenant }),
    ...(most !== undefined && { perMinute: most }),
  }
  writeTokens(file, [...list, made])
  writeAll(1, `${token}\n`)
  writeAll(2, 'tfy-hook: this is the only time the token is shown; the file holds its hash.\n')
  return 0
}

export const listTokens = ({ tokens }: { readonly tokens?: string }): number => {
  for (const token of listed(tokenFile(tokens)))
    writeAll(1, `${token.name}\t${token.scopes.join(',')}\t${token.created}${token.tenant ? `\t${token.tenant}` : ''}\n`)
  return 0
}

/** For every replica: first where they all look, then in the file here. */
export const removeToken = async (
  name: string,
  { tokens, local }: { readonly tokens?: string; readonly local?: boolean },
): Promise<number> => {
  const file = tokenFile(tokens)
  const list = listed(file)
  const token = list.find(one => one.name === name)
  if (token === undefined) throw new ConfigError(`There is no token "${name}".`)
  const { state } = local === true ? {} : await namedIn(places(), 'state')
  if (state !== undefined && !(await (await import('../../fleet/serve/state/revoke.ts')).revoke(state, token.sha256)))
    throw new ConfigError('Redis does not answer, and nothing was changed. --local removes the token from this file alone.')
  writeTokens(
    file,
    list.filter(one => one !== token),
  )
  return 0
}
