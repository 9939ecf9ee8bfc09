/** Where code and packages are fetched from: the forges and registries that everybody uses, or a stranger. */

import { asUrl, partsOf } from '../../matching/addresses.ts'
import type { Analysis } from '../values/analysis.ts'
import { installers, shelfOwners, wellKnown } from './hosts.gen.ts'
import { hostOf, isBelow, isLocal, isNamed } from './hosts.ts'

const codeArtifacts = /^(?:[\w-]+\.)*codeartifact\.[\w-]+\.amazonaws\.com\.?$/i

/** Whether a host serves what everybody fetches, or is one's own machine. */
export function isWellKnown(host: string): boolean {
  return (
    isLocal(host) ||
    (!/[.:]/.test(host) && !/^\d+$/.test(host)) ||
    isBelow(wellKnown, host.replace(/\.$/, '')) ||
    codeArtifacts.test(host)
  )
}

/** Hosts where anybody files what they like below a name of their own. */
const shelves =
  /^(?:(?:gist|raw)\.github(?:usercontent)?\.com|(?:[\w.-]+\.)?storage\.googleapis\.com|firebasestorage\.googleapis\.com|(?:drive|docs|sites|script|drive\.usercontent)\.google\.com)$/i
// The names of buckets are no accounts of a forge: anybody may take there what is not taken.
const { buckets: bucketOwners = '', ...ofForge } = shelfOwners
const forgeOwners = Object.values(ofForge).join(' ')

/** Whether an address leads to what somebody unknown has filed at a host that everybody uses. */
export function isFiledByStranger(address: string, analysis?: Analysis): boolean {
  const parts = partsOf(asUrl(address))
  if (parts === undefined || !shelves.test(parts.host)) return false
  const owner = (/^([\w-]+)\.storage\./.exec(parts.host)?.[1] ?? parts.path.split('/')[1] ?? '').toLowerCase()
  return (
    !isNamed(/github/i.test(parts.host) ? forgeOwners : bucketOwners, owner) &&
    (analysis === undefined || !ownersOf(analysis).has(`${parts.host.replace(/^raw\.|usercontent/g, '')}/${owner}`))
  )
}

/** A version or a commit, which does not move as a branch does. */
const isPinned = /^(?:refs\/tags\/.|v?\d|[a-z][a-z-]*-v?\d|[\da-f]{7,}$)/i

/** Whether an address leads to a repository of somebody unknown, at whatever its branch is by then: `github.com/owner/name//folder?ref=main`. */
export function isUnreviewed(address: string, analysis: Analysis): boolean {
  const [, host = '', owner = '', rest = ''] =
    /^(?:git::|git\+)?(?:(?:https?|ssh):\/\/)?(?:git@|codeload\.)?((?:github|gitlab|codeberg|bitbucket)\.(?:com|org))[/:]([\w.-]+)\/(.+)$/i.exec(
      address,
    ) ?? []
  if (host === '' || isNamed(forgeOwners, owner.toLowerCase())) return false
  const refs = [...rest.matchAll(/(?:[?&](?:ref|version)=|@|\/(?:blob|tree|raw|tar\.gz|zip)\/)([^&/?@]*)/g)].map(
    ([, ref = '']) => ref,
  )
  return (
    !(refs.length > 0 && refs.every(ref => isPinned.test(ref))) &&
    !/\/releases\//.test(rest) &&
    !ownersOf(analysis).has(`${host.toLowerCase()}/${owner.toLowerCase()}`)
  )
}

/** Hosts of code and files, which are no registry of packages whatever their path. */
const noRegistry =
  /(?:^|\.)(?:githubusercontent\.com|jsdelivr\.net|unpkg\.com|esm\.sh|astral\.sh|bun\.sh|rustup\.rs|nodejs\.org)$|^(?:www\.)?github\.com$/i

/** Hosts whose installer the documentation of a widely used tool pipes into a shell, checked 2026-11. What a build service runs may come from them. */
export const isInstaller = (host: string): boolean => isNamed(installers, host)

/** Whether all hosts that were asked so far are ones that everybody fetches from, or this workspace. */
export function isFromWellKnown(analysis: Analysis): boolean {
  return !analysis.fromStranger && analysis.hosts.length > 0 && analysis.hosts.every(host => isKnownHost(host, analysis))
}

/** One that everybody fetches from, this machine, or a remote of the workspace. */
export const isKnownHost = (host: string, analysis: Analysis): boolean => isWellKnown(host) || isOwn(host, analysis)

const own = new WeakMap<Analysis, ReadonlySet<string>>()
const owners = new WeakMap<Analysis, ReadonlySet<string>>()
const remotesRead = 16_384
/** Whose workspaces of several roots are looked at. */
const mostRoots = 8

/** Whether the workspace has a remote there. What a forge is called proves nothing: anybody may name a host `git`. */
function isOwn(host: string, analysis: Analysis): boolean {
  let hosts = own.get(analysis)
  if (hosts === undefined) {
    hosts = new Set(remotesOf(analysis).flatMap(url => hostOf(url) ?? []))
    own.set(analysis, hosts)
  }
  return hosts.has(host.toLowerCase().replace(/\.$/, ''))
}

/** Who owns the repositories that the workspace has as remotes: `github.com/acme`. */
function ownersOf(analysis: Analysis): ReadonlySet<string> {
  const known = owners.get(analysis)
  if (known !== undefined) return known
  const found = remotesOf(analysis).flatMap(url => {
    const owner = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:]+:\/?)([^/]+)\//.exec(url)?.[1]
    return owner === undefined ? [] : `${hostOf(url)}/${owner.toLowerCase()}`
  })
  owners.set(analysis, new Set(found))
  return new Set(found)
}

const remotesOf = (analysis: Analysis): readonly string[] =>
  analysis.roots.slice(0, mostRoots).flatMap(root => remotesIn(root, analysis))

function remotesIn(root: string, { host }: Analysis): readonly string[] {
  // Of a worktree, `.git` is a file that leads to the repository.
  const away = /^gitdir: (\/.+\/\.git)\/worktrees\/[^/\s]+\s*$/.exec(host.readText(`${root}/.git`, 2_000) ?? '')?.[1]
  const config = host.readText(`${away ?? `${root}/.git`}/config`, remotesRead) ?? ''
  return [...config.matchAll(/^[^\S\n]*url[^\S\n]*=[^\S\n]*(\S+)[^\S\n]*$/gm)].map(([, url]) => url as string)
}

/** Whether a host is of the same organisation as a remote of the workspace, or within a network of one's own, as far as names tell. */
export function isKin(host: string, analysis: Analysis): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return isKnownHost(name, analysis) || ownNetworks.test(name) || sharesDomain(name, analysis)
}

function sharesDomain(host: string, analysis: Analysis): boolean {
  const domain = domainOf(host)
  return (
    domain !== undefined &&
    (isOwn(host, analysis) ||
      [...(own.get(analysis) ?? [])].some(other => isService.test(other) && !isWellKnown(other) && domainOf(other) === domain))
  )
}

/** A machine that is called by what it does has its owner in the rest of its name; `acme.gitea.cloud` has not. */
const isService = /^(?:git\w*|bitbucket|code|scm|vcs|svn|source|forge|repos?|stash|dev)\./
const ownNetworks = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./
/** The domain that somebody owns, as far as a name tells it; none where everybody gets a name below it. */
const domainOf = (host: string): string | undefined => {
  const domain = /(?:^|\.)([\w-]+\.(?:(?:co|com|org|ac|gov)\.)?[a-z]{2,})$/.exec(host)?.[1]
  return domain === undefined || shared.test(domain) ? undefined : domain
}
const shared =
  /^(?:amazonaws|azurewebsites|cloudfront|duckdns|dyndns|firebaseapp|fly|github|gitlab|herokuapp|netlify|ngrok|nip|onrender|pages|sslip|trycloudflare|vercel|web|windows|workers)\./

/** Whether an address names code at a host that is not known, or that anybody on the way can replace. */
export function isStranger(address: string, analysis: Analysis): boolean {
  if (!address.includes(':')) return false
  const url = address
    .replace(
      /^(?:-?-?[\w-]+=)?git::(?=https?:|ssh:)|^[^@]*@\s?(?=(?:git|hg|svn|bzr|https?)[+:])|^[\w@:./-]+=(?=[a-z+]+:\/\/)/i,
      '',
    )
    .replace(/^(?:git|hg|svn|bzr)\+/i, '')
  if (/^(?:file|workspace|link|npm|github|gitlab|bitbucket|gist|jsr|sparse\+https?):(?!\/\/)/i.test(url)) return false
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined && !/^[\w.-]+@[\w.-]+:/.test(url)) return false
  if (scheme === 'file') return false
  const host = hostOf(url)
  if (host === undefined || isLocal(host)) return false
  return scheme === 'http' || scheme === 'ftp' || isFiledByStranger(url, analysis) || !isKnownHost(host, analysis)
}

/** Where the charts of widely used projects lie, besides forges and their pages. */
const charts =
  /^(?:[\w-]+\.github\.io|charts\.(?:bitnami\.com|jetstack\.io|konghq\.com|gitlab\.io|loft\.sh|external-secrets\.io|crossplane\.io|longhorn\.io|min\.io|dexidp\.io|appscode\.com|authelia\.com|chaos-mesh\.org|dagster\.io)|helm\.(?:cilium\.io|elastic\.co|releases\.hashicorp\.com|traefik\.io|nginx\.com|datadoghq\.com|linkerd\.io|goharbor\.io|camunda\.io|ngc\.nvidia\.com|neo4j\.com|vector\.dev|influxdata\.com|mariadb\.com|dask\.org|sh)|releases\.rancher\.com|operator\.min\.io|helm-charts\.newrelic\.com|docs\.(?:projectcalico\.org|tigera\.io)|strimzi\.io|(?:[\w-]+\.)?storage\.googleapis\.com)$/i

export function isChartHost(address: string): boolean {
  return address.startsWith('https:') && charts.test(hostOf(address) ?? '')
}

/** A stranger that is not of the workspace's own organisation either. */
export function isForeign(address: string, analysis: Analysis): boolean {
  if (!isStranger(address, analysis)) return false
  const url = address.replace(/^[\w@:./-]+=(?=https?:)/, '')
  return !(url.startsWith('https:') && sharesDomain(hostOf(url) ?? '', analysis))
}

/** Whether packages from there come from a stranger: a forge and a store of files are no registry. */
export function isStrangeRegistry(address: string, analysis: Analysis): boolean {
  const host = hostOf(address)
  if (host !== undefined && noRegistry.test(host)) return true
  return isForeign(address, analysis)
}
