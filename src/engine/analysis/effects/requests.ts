/** What an HTTP request asks a service to do, by its method, its address and its body. */

import { deedsOf, mutationsIn } from '../../detect/deeds.ts'
import { asUrl, partsOf } from '../../matching/addresses.ts'
import { wordsOf } from '../../matching/words.ts'
import { isLocal } from '../places/hosts.ts'
import { type Analysis, record } from '../values/analysis.ts'
import type { Invocation } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import { isDisposableName, isThisMachine } from './disposable.ts'
import { destructive } from './queries.ts'
import { uploaded } from './sockets.ts'

export interface Request {
  readonly method: string
  readonly address: string
  readonly body?: string
  /** The Unix socket it goes through. */
  readonly socket?: string | undefined
}

/** Records what the request destroys, or has handed out. */
export function requested(request: Request, analysis: Analysis, invocation?: Invocation): void {
  uploaded(request, analysis, invocation)
  const finding = destroys(request) ?? tells(request) ?? asksFor(request)
  if (finding === undefined && raw.test(request.address))
    record(analysis, 'execution.unknown-command', { unknown: 'what an address of this kind does' }, invocation)
  if (finding === undefined) return
  const host = partsOf(asUrl(request.address))?.host || undefined
  record(analysis, finding, { hosts: host === undefined ? [] : [host] }, invocation)
}

/** Addresses that send what they hold to any port as it is, or that are code. */
const raw =
  /^\s*(?:gopher:|(?:dict|ldaps?|tftp|telnet):\/\/(?:localhost|127\.|10\.|192\.168\.|\[|0)|(?:javascript|vbscript|php|phar|expect|netdoc):)/i

/** Services that hand out secrets to whoever reaches them. */
function tells({ address }: Request): FindingId | undefined {
  const { host, port, path, query } = partsOf(asUrl(address)) ?? { host: '', port: '', path: '', query: '' }
  const cluster = /^kubernetes(?:\.default(?:\.svc(?:\.[\w.]+)?)?)?$/.test(host) || planes.test(port)
  if (cluster && /^\/api\/v1\/(?:namespaces\/[^/]+\/)?secrets(?:\/|$)/.test(path)) return 'secrets.read-credentials'
  if (port === '8200' && /^\/v1\/(?:secret|kv|cubbyhole|[\w-]+\/data|[\w-]+\/creds)\//.test(path)) return 'secrets.print-token'
  // What a container was started with, logins among it.
  if ((port === '2375' || port === '2376') && /^(?:\/v[\d.]+)?\/(?:containers\/[^/]+\/json|secrets|configs)/.test(path))
    return 'secrets.dump-environment'
  if (port === '8500' && /^\/v1\/kv\//.test(path) && /\brecurse\b/.test(query)) return 'secrets.read-credentials'
  if (port === '15672' && /^\/api\/definitions/.test(path)) return 'secrets.read-credentials'
  if (port === '10250' && /^\/(?:run|exec)\//.test(path)) return 'execution.unknown-command'
  return /\/actuator\/(?:env|heapdump|configprops)(?:\/|$)/.test(path) ? 'secrets.dump-environment' : undefined
}

/** Ports of stores and control planes, where one path is a table, a queue or a node. */
const stores = /^(?:9200|9201|5984|6333|7700|8108|8983|15672|8086|8123|7474|8529|5986|3301|4001|8081|8083)$/
const planes = /^(?:2375|2376|2379|6443|8001|10250|8500|8501|8200|4646)$/

function destroys({ method, address, body = '', socket }: Request): FindingId | undefined {
  const parts = partsOf(asUrl(address))
  if (parts === undefined) return undefined
  const { host, port, path, query } = parts
  const container = (socket !== undefined && /(?:docker|podman|containerd)/.test(socket)) || port === '2375' || port === '2376'
  if (container) return ofContainers(method, path, body)
  if (stores.test(port)) {
    const text = `${body}\n${decoded(query)}`.replace(/^[^\S\n]*(?:q|query)=/gm, '')
    const inQuery = destructive(text) ?? destructive(decoded(text))
    if (inQuery !== undefined) return inQuery
  }
  if (/\/_aliases$/.test(path) && /"remove_index"/.test(body)) return 'database.destroy'
  if (/\/_delete_by_query(?:\/|$)/.test(path)) return 'database.mass-change'
  if (/\/update(?:\/|$)/.test(path) && /<query>\s*\*:\*|"query"\s*:\s*"\*:\*"/.test(body)) return 'database.mass-change'
  if (/\/_close$|\/_all\b/.test(path) && method !== 'GET') return 'database.destroy'
  if (/\/v1\/agent\/(?:leave|force-leave)|\/v1\/sys\/(?:seal|step-down)$/.test(path) && method !== 'GET') return 'cloud.destroy'
  if (method === 'PATCH' && /\/git\/refs\/heads\//.test(path) && /"force"\s*:\s*true/.test(body)) return 'git.push-force'
  if (method === 'POST' && /\/(?:doDelete|doWipeOutWorkspace|safeExit|shutdown)$/.test(path)) return 'cloud.destroy'
  if (method !== 'GET' && /\/admin\/tsdb\/(?:delete_series|clean_tombstones)$/.test(path)) return 'database.destroy'
  if (method !== 'DELETE') return undefined
  // One document of an index is one record.
  if (stores.test(port) && isThisMachine(host) && isDisposableName(path.split('/')[1] ?? '')) return undefined
  if (stores.test(port)) return /\/_doc\/[^/]+$|\/_search\/scroll/.test(path) ? undefined : 'database.destroy'
  if (planes.test(port)) return port === '6443' || port === '8001' ? 'kubernetes.delete' : 'cloud.destroy'
  if (/^\/(?:\*|_all)$/.test(path)) return 'database.destroy'
  if (isForge.test(host) && project.test(path)) return 'cloud.repository-destroy'
  if (isNear(host)) return undefined
  return isForge.test(host) ? 'cloud.repository-destroy' : 'cloud.destroy'
}

const isForge = /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com)$|^git(?:lab|ea|hub)?\./i

/** A project of a forge, whoever runs it. */
const project = /\/(?:projects|groups|repos\/[^/]+|repositories\/[^/]+|orgs)\/[^/]+\/?$/

function ofContainers(method: string, path: string, body: string): FindingId | undefined {
  if (method === 'DELETE') return 'containers.remove'
  if (method !== 'POST') return undefined
  if (/\/prune$/.test(path)) return 'containers.prune'
  return /\/containers\/create/.test(path) &&
    /"Privileged"\s*:\s*true|"Binds"\s*:\s*\[[^[\]]*"\/(?:etc|root)?:|"PidMode"\s*:\s*"host"/i.test(body)
    ? 'containers.privileged'
    : undefined
}

/** Where registries take in packages. */
const publishes =
  /^(?:registry\.(?:npmjs\.org|yarnpkg\.com)|npm\.pkg\.github\.com)\/(?!-\/)|^(?:upload\.|test\.)*pypi\.org\/legacy|^crates\.io\/api\/v1\/crates\/new|^rubygems\.org\/api\/v1\/gems\/?$|^(?:www\.)?nuget\.org\/api\/v2\/package|^hex\.pm\/api\/packages\/[^/]+\/releases|^central\.sonatype\.com\/api\/v1\/publisher\/upload/

const opens = /"private":false|"visibility":"public"/

/** Who may do what there, and what they do it with. */
const opensForge =
  /\/(?:protection|protected_branches|collaborators|memberships|members|teams|invitations|(?:deploy_)?keys|access_tokens|hooks|rulesets|variables|actions\/(?:secrets|permissions))(?:\/|$)/

const verbs: Readonly<Record<string, readonly string[]>> = {
  POST: ['create'],
  PUT: ['put', 'set', 'update'],
  PATCH: ['update', 'edit'],
}

/** A deed that the words of the address tell: `POST /v1/payments/payouts`, `?Command=domains.dns.setHosts`. */
function asksFor({ method, address, body = '' }: Request): FindingId | undefined {
  const parts = partsOf(asUrl(address))
  if (parts === undefined || isNear(parts.host)) return undefined
  const { host, path, query } = parts
  const dense = withoutBlanks(body)
  if (/^P/.test(method) && publishes.test(host + path)) return 'packages.publish'
  if (isForge.test(host)) {
    if (/^P/.test(method) && (opensForge.test(path) || opens.test(dense))) return 'cloud.access-change'
    if (/^P/.test(method) && (path.endsWith('/transfer') || /"archived":true/.test(dense))) return 'cloud.repository-destroy'
    // What pipelines log in with.
    if (method === 'GET' && /\/(?:projects|groups)\/[^/]+\/variables(?:\/|$)/.test(path)) return 'secrets.print-token'
  }
  if (/^P/.test(method) && /\/dns_records(?:\/|$)/.test(path)) return 'cloud.access-change'
  const asked = [...query.matchAll(/(?:^|&)(?:command|action|method|cmd|operation)=([\w.:-]+)/gi)].map(match => match[1] ?? '')
  const said = /\/graphql(?:\/|$)/.test(path) ? mutationsIn(/"query"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? body) : asked
  const verb = said.length > 0 || /\/(?:search|query|graphql)$/.test(path) ? [] : verbs[method]
  if (said.length === 0 && (verb === undefined || verb.length === 0)) return undefined
  const plain = path.split('/').filter(part => /^[A-Za-z][A-Za-z_.:-]*$/.test(part) && part.length < 40)
  return deedsOf([...(verb ?? []), ...[...plain, ...said].flatMap(wordsOf)], host, dense, opens.test(dense))[0]
}

/** One's own machine, a private network, or a container's name. */
function isNear(host: string): boolean {
  return (
    host === '' ||
    isLocal(host) ||
    !/[.:]/.test(host) ||
    host.includes('\0') ||
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host) ||
    /\.(?:example|invalid|lan|home\.arpa|svc\.cluster)$/i.test(host)
  )
}

/** The body as JSON writes it that nobody reads. */
function withoutBlanks(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}
