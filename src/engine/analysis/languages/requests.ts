/** Requests that code makes through well-known clients. */

import { requested } from '../effects/requests.ts'
import { type Call, find } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'
import type { Argument } from './model/code.ts'
import type { Token } from './tokens/lexer.ts'

const clients = /^(?:requests|axios|httpx?|HTTParty|RestClient|Faraday|Net::HTTP|session|got|superagent|ky|undici)$/

/** `requests.delete(…)`, `fetch(…, { method: 'DELETE' })`, `requests.request('PUT', …)`, `http.NewRequest(http.MethodPut, …)`: what is asked of a server. */
function methodOf(name: string, path: string, args: readonly Argument[], inside: readonly Token[]): string | undefined {
  if (/^(?:delete|del|put|patch|post)$/.test(name))
    return clients.test(path) ? name.replace(/^del$/, 'delete').toUpperCase() : undefined
  if (!/^(?:fetch|request|axios|got|ky|Request|urlopen|NewRequest|NewRequestWithContext)$/.test(name)) return undefined
  const first = /^(delete|put|patch|post)(?:$|\s+\/)/i.exec(args[0]?.value.text ?? '')?.[1]
  if (first !== undefined) return first.toUpperCase()
  for (const [at, { kind, value }] of inside.entries()) {
    const [, named] = kind === 'name' ? (/^Method(Delete|Put|Patch|Post)$/.exec(value) ?? []) : []
    if (named !== undefined) return named.toUpperCase()
    if (kind === 'text' && /^(?:delete|put|patch|post)$/i.test(value) && /^['"]?method['"]?$/.test(inside[at - 2]?.value ?? ''))
      return value.toUpperCase()
  }
  return undefined
}

/** Judges what a call of a client asks of a server as the same request of `curl`. */
export function asks(name: string, path: string, args: readonly Argument[], inside: readonly Token[], call: Call): void {
  const method = methodOf(name, path, args, inside)
  if (method === undefined) return
  const said = args.map(argument => argument.value.text)
  const given = said.find(
    text => text !== '' && !/^(?:delete|put|patch|post)$/i.test(text) && (text[0] === HOLE || /[/:]/.test(text)),
  )
  // `octokit.request("DELETE /repos/{owner}/{repo}")`
  const address = given?.replace(/^(?:delete|put|patch|post)\s+(?=\/)/i, 'https://api.github.com')
  if (address === undefined) return
  if (address[0] === HOLE) {
    if (method === 'DELETE' && !name.startsWith('New'))
      find(call, 'cloud.destroy', { unknown: `the address that ${name} is given` })
    return
  }
  const literals = inside.map(({ kind, value }) =>
    kind === 'text' ? JSON.stringify(value) : value.replace(/^(True|False)$/, word => word.toLowerCase()),
  )
  const body = `${literals.join('')}\n${said.filter(text => text !== given && !text.includes(HOLE)).join('\n')}`
  requested(
    { method, address: address.split(HOLE).join('unknown'), ...(method !== 'DELETE' && { body }) },
    call.analysis,
    call.invocation,
  )
}
