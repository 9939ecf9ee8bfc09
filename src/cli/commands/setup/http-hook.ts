/** `init --transport http`: the address and the headers with which a client asks a server of ours instead of starting a process. */

import { events } from '../../../adapters/clients/claude-code/events.ts'
import { guardrailHeader, guardrailsFor, type Nominated } from '../../../core/config.ts'
import type { HttpHook } from '../../../core/install.ts'
import { readObject } from '../../../core/json.ts'
import { says } from '../../../hook/sources/dialects/answer.ts'
import { documented, prefixes } from '../../../hook/sources/dialects/endpoint.ts'
import { post } from '../../../setup/doctor/http-client.ts'
import { addressOf, hasOurPath, isLoopback } from '../../../setup/install/address.ts'
import { mark } from '../../../setup/install/own-registrations.ts'
import { withoutAgent } from '../person/person.ts'
import { ConfigError } from '../terminal/errors.ts'
import { type Tried, trialOf, tried } from './http-trials.ts'

export interface HttpFlags {
  readonly transport?: string
  readonly url?: string
  readonly tokenEnv?: string
  readonly untested?: boolean
}

export interface Asked {
  /** Where nothing is tried: the public endpoint, or the whole path that was given. */
  readonly hook: HttpHook
  /** The documented endpoints there that take what Claude Code sends. */
  readonly others: readonly string[]
  /** Whether only a server was named, so that any of them is meant. */
  readonly any: boolean
}

const usual = 'http://127.0.0.1:8787'

/** Undefined for commands. Throws `ConfigError` for an address that the client would not ask, or that others could answer. */
export const httpFor = ({ transport, url, tokenEnv, untested }: HttpFlags, guardrails?: Nominated): Asked | undefined => {
  if (transport !== 'http') {
    if ((url ?? tokenEnv ?? untested) !== undefined)
      throw new ConfigError('--url, --token-env and --untested belong to --transport http.')
    return undefined
  }
  if (tokenEnv !== undefined && !/^[A-Za-z_]\w*$/.test(tokenEnv))
    throw new ConfigError(`--token-env takes the name of a variable, not the token: ${JSON.stringify(tokenEnv.slice(0, 8))}…`)
  const variables = tokenEnv === undefined ? [] : [tokenEnv]
  const headers = { [mark]: '1', ...(tokenEnv !== undefined && { Authorization: `Bearer $${tokenEnv}` }) }
  const { whole, others } = urlsOf(url ?? usual)
  return { hook: { url: whole ?? others[0] ?? '', headers, guardrails, variables }, others, any: whole === undefined }
}

const urlsOf = (given: string): { readonly whole: string | undefined; readonly others: readonly string[] } => {
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
  const whole = hasOurPath(url) ? url.href : undefined
  const base = whole === undefined ? url.pathname.replace(/\/$/, '') : url.pathname.startsWith('/api/llm/') ? '/api/llm' : ''
  if (base !== '' && base !== '/api/llm')
    throw new ConfigError(
      `--url ${given}: no server of ours answers there. Give the server alone, or the whole path (docs/operate/serve.md).`,
    )
  const below = base === '' ? prefixes : prefixes.toReversed()
  const others = documented
    .filter(({ dialect }) => dialect === 'native' || dialect === 'claude')
    .flatMap(({ path }) => below.map(prefix => new URL(`${prefix}${path}${url.search}`, url).href))
  return { whole, others: others.filter(other => other !== whole) }
}

/**
 * The hook at an address that answers what Claude Code will send; what it does not take of it stays a command. A closed one anywhere else
 * stops every action. Throws `ConfigError` with what was tried and answered.
 */
export const triedHook = async ({ hook, others, any }: Asked): Promise<HttpHook> => {
  // A trial shows the variable's value to the address, a dry run's as well.
  if (hook.variables.length > 0)
    await withoutAgent(
      `The trial sends ${hook.variables.join(', ')} to ${new URL(hook.url).origin}: that is for a person, or leave it out with --untested.`,
    )
  const said: string[] = []
  for (const url of any ? others : [hook.url, ...others]) {
    const { problem, final } = await problemAt({ ...hook, url }, 'PreToolUse')
    if (problem === undefined && (any || url === hook.url)) return { ...hook, url, commands: await refusedAt({ ...hook, url }) }
    said.push(problem ?? `${url} answers`)
    if (problem === undefined || final) break
  }
  throw new ConfigError(
    `--transport http was tried, and nothing was written: ${said.join('; ')}. To write all the same: --untested`,
  )
}

const refusedAt = async (hook: HttpHook): Promise<readonly string[]> => {
  const answers = await Promise.all(tried.map(async event => ({ event, ...(await problemAt(hook, event)) })))
  return answers.filter(({ problem }) => problem !== undefined).map(({ event }) => event)
}

/** `final`: what another path of the same server would answer, too. */
const problemAt = async (hook: HttpHook, event: Tried): Promise<{ readonly problem?: string; readonly final?: boolean }> => {
  const { url, variables, guardrails } = hook
  const asked = guardrailsFor(guardrails, event, events[event].guardrail)
  const headers = { ...hook.headers, ...(asked !== undefined && { [guardrailHeader]: asked }) }
  const { exitCode, stdout, stderr, status } = await post({ kind: 'http', ...hook, headers }, trialOf(event), process.env, 10_000)
  if (status === 401 || status === 403) {
    const unset = variables.filter(name => !process.env[name])
    return { problem: `${stderr}${unset.length > 0 ? ` (${unset.join(', ')} is not set here)` : ''}`, final: true }
  }
  if (exitCode !== 0) return { problem: stderr, final: status === undefined }
  const text = stdout.trim()
  const answer = text === '' ? {} : readObject(text)
  return typeof answer === 'string' || !says(answer) ? { problem: `${url} gives no answer that Claude Code reads` } : {}
}

export const untestedNote = (url: string): string =>
  `${url} was not tried (--untested). Where it does not answer, a closed hook stops every prompt and every action.`

/** What is said beside such a registration. */
export const httpNotes = ({ url, variables, commands = [] }: HttpHook): readonly string[] => {
  const address = new URL(url)
  const port = address.port === '8787' || address.port === '' ? '' : ` --port ${address.port}`
  return [
    `Over HTTP at ${url}; SessionStart as a command, since Claude Code runs no HTTP hooks there.`,
    ...(commands.length > 0 ? [`${commands.join(', ')} as a command, too: this address does not take it.`] : []),
    `Keep the server running${isLoopback(address) ? ` (tfy-hook serve${port})` : ''}: while it does not answer, every action is stopped, or goes on where this fails open.`,
    'What fails inside the server is its own matter: say fail: closed in its config.yaml.',
    ...variables.map(name => `Set ${name} in the environment of Claude Code: it is sent as the token.`),
  ]
}
