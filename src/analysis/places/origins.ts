/** Where code and packages are fetched from: the forges and registries that everybody uses, or a stranger. */

import type { Analysis } from '../values/analysis.ts'
import { hostOf, isLocal } from './hosts.ts'

const forges =
  '(?:[\\w-]+\\.)*(?:github\\.com|gitlab\\.com|bitbucket\\.org|codeberg\\.org|githubusercontent\\.com|sr\\.ht|dev\\.azure\\.com|visualstudio\\.com|gitee\\.com|googlesource\\.com|git\\.kernel\\.org|savannah\\.gnu\\.org)'
const registries =
  '(?:[\\w-]+\\.)*(?:npmjs\\.org|npmjs\\.com|yarnpkg\\.com|npmmirror\\.com|jsr\\.io|pypi\\.org|pythonhosted\\.org|pytorch\\.org|anaconda\\.org|crates\\.io|rubygems\\.org|golang\\.org|goproxy\\.io|goproxy\\.cn|nuget\\.org|maven\\.org|apache\\.org|gradle\\.org|packagist\\.org|hex\\.pm|cocoapods\\.org|pub\\.dev|ghcr\\.io|pkg\\.dev|codeartifact\\.[\\w-]+\\.amazonaws\\.com|jfrog\\.io|cloudsmith\\.io|gemfury\\.com|fury\\.io|nvidia\\.com|huggingface\\.co|esm\\.sh|unpkg\\.com|jsdelivr\\.net|nodejs\\.org|go\\.dev|rust-lang\\.org|python\\.org|debian\\.org|ubuntu\\.com|fedoraproject\\.org|archlinux\\.org|alpinelinux\\.org|launchpad\\.net|docker\\.(?:com|io)|quay\\.io|hashicorp\\.com|microsoft\\.com|google\\.com|googleapis\\.com|kernel\\.org|gnu\\.org|k8s\\.io|helm\\.sh|deno\\.land|bun\\.sh|astral\\.sh|rustup\\.rs|nixos\\.org|pulumi\\.com|fly\\.io|min\\.io|awscli\\.amazonaws\\.com)'

let wellKnown: RegExp | undefined

/** Whether a host serves what everybody fetches, or is one's own machine. */
export function isWellKnown(host: string): boolean {
  wellKnown ??= new RegExp(`^(?:${forges}|${registries})$`, 'i')
  return isLocal(host) || (!/[.:]/.test(host) && !/^\d+$/.test(host)) || wellKnown.test(host.replace(/\.$/, ''))
}

/** Whether all hosts that were asked so far are ones that everybody fetches from, or this workspace. */
export function isFromWellKnown(analysis: Analysis): boolean {
  return analysis.hosts.length > 0 && analysis.hosts.every(host => isWellKnown(host) || isOwn(host, analysis))
}

const own = new WeakMap<Analysis, ReadonlySet<string>>()
const remotesRead = 16_384

/** Whether the workspace has a remote there. What a forge is called proves nothing: anybody may name a host `git`. */
function isOwn(host: string, analysis: Analysis): boolean {
  let hosts = own.get(analysis)
  if (hosts === undefined) {
    hosts = new Set(analysis.roots.slice(0, 8).flatMap(root => remotesOf(root, analysis)))
    own.set(analysis, hosts)
  }
  return hosts.has(host.toLowerCase().replace(/\.$/, ''))
}

function remotesOf(root: string, { host }: Analysis): readonly string[] {
  // Of a worktree, `.git` is a file that leads to the repository.
  const away = /^gitdir: (\/.+\/\.git)\/worktrees\/[^/\s]+\s*$/.exec(host.readText(`${root}/.git`, 2_000) ?? '')?.[1]
  const config = host.readText(`${away ?? `${root}/.git`}/config`, remotesRead) ?? ''
  return [...config.matchAll(/^[^\S\n]*url[^\S\n]*=[^\S\n]*(\S+)[^\S\n]*$/gm)].flatMap(([, url]) => hostOf(url as string) ?? [])
}

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
  return scheme === 'http' || scheme === 'ftp' || !(isWellKnown(host) || isOwn(host, analysis))
}
