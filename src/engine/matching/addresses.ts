/** Host names and addresses: every spelling of an address that programs accept, and CIDR ranges. */

import { textGlob } from './glob.ts'

/** The most addresses that one with `{…}` and `[…]` in it becomes. */
const mostReadings = 64

export interface Parts {
  /** As programs connect to it, empty when it is unknown: lower case, IPv4 in four decimal parts, IPv6 without brackets, names in ASCII. */
  readonly host: string
  /** Empty for the scheme's own. */
  readonly port: string
  readonly path: string
  readonly query: string
}

/** Schemes that the URL standard reads with one slash, none, or backslashes as well. */
const special = /^(?:https?|wss?|ftp):/i
const scheme = /^[a-z][a-z0-9+.-]*:/i

/** Without what the standard drops, and without a browser's own scheme around an address. */
const bareOf = (url: string): string =>
  url
    .replace(/[\t\r\n]/g, '')
    .trim()
    .replace(/^(?:(?:view-source|jar|feed|blob):)+(?=[a-z]+:)/i, '')

/** What a program for the web makes of what it is given: `example.com/x` is `http://example.com/x`. */
export const asUrl = (written: string): string => {
  const text = bareOf(written)
  return special.test(text) || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`
}

/** An address by the URL standard, other schemes than the web's included; undefined for what is none. */
export const partsOf = (url: string): Parts | undefined => {
  const text = bareOf(url)
  const own = scheme.exec(text)?.[0] ?? ''
  const rest = text.slice(own.length)
  if (!special.test(own) && !rest.startsWith('//')) return undefined
  // Only the web's schemes have their hosts put into one form.
  const web = special.test(own) ? text : `http:${rest}`
  if (URL.canParse(web)) {
    const { hostname, port, pathname, search } = new URL(web)
    return hostname === '' ? undefined : { host: oneForm(hostname), port, path: pathname, query: search.slice(1) }
  }
  // A part is unknown, or a port or a zone is not the standard's: what stands where the host does.
  const [, authority = '', path = '', query = ''] = /^[\\/]*([^\\/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(rest) ?? []
  const [, host = '', port = ''] =
    /^(\[[^\]]*\]|[^:\s\0]*)(?::(\d+))?/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? []
  return authority === '' ? undefined : { host: oneForm(host), port, path, query }
}

/** The host of `user@host:path`, `host::module`, `host:port`, `:kind:path`; undefined for a path. A letter may be a drive as well. */
export const remoteOf = (written: string): string | undefined => {
  const host = /^:?(?:[^/]*@)?(\[[^[\]/]+\]|[^[\]@:/]+):/.exec(written)?.[1]
  return host === undefined ? undefined : cleanHost(host)
}

/** The host of an address with or without its scheme; undefined when there is none. */
export const hostOf = (url: string): string | undefined => {
  const host = partsOf(url)?.host
  if (host !== undefined) return host || undefined
  const bare = /^\s*(?:[^/?#@\s]*@)?([a-z0-9.-]+\.[a-z]{2,}|\d[\d.]*|localhost)(?=[/:?#]|$)/i.exec(url)?.[1]
  return bare === undefined ? undefined : oneForm(bare)
}

/**
 * Every host an address can mean. The URL standard reads a backslash as a slash, curl (7.88) as part of the user; older programs look
 * for the user up to the first slash; curl takes `{a,b}` and `[1-9]` for several addresses.
 */
export const hostsOf = (url: string, read: (reading: string) => string | undefined = hostOf): readonly string[] => {
  const hosts = new Set<string>()
  for (const one of severalOf(url).every)
    for (const reading of [one, one.replaceAll('\\', '%5C'), withLongUser(one)]) {
      const host = read(reading)
      if (host !== undefined) hosts.add(host)
    }
  return [...hosts]
}

const withLongUser = (url: string): string => {
  const start = url.indexOf('//') + 2
  const slash = url.indexOf('/', start)
  const user = url.lastIndexOf('@', slash < 0 ? url.length : slash)
  return user < start ? url : url.slice(0, user).replace(/[?#]/g, '%3F') + url.slice(user)
}

/** The addresses that curl makes of one, each with the host it has; `cut` when there are more. What differs only behind the host is one. */
export const severalOf = (url: string): { readonly every: readonly string[]; readonly cut: boolean } => {
  const head = url.slice(0, pathOf(url))
  let every = ['']
  let cut = false
  for (const part of head.split(/(\{[^{}]*\}|\[\w+-\w+(?::\d+)?\])/)) {
    const choices = choicesOf(part)
    cut ||= every.length * choices.length > mostReadings
    every = (cut ? every.slice(0, 1) : every).flatMap(start => choices.slice(0, mostReadings).map(choice => start + choice))
  }
  return { every: every.map(start => start + url.slice(head.length)), cut }
}

/** Where the path begins: behind the scheme, and not in braces. */
const pathOf = (url: string): number => {
  let inside = false
  for (let at = /^[^\\/?#]*:[\\/]+/.exec(url)?.[0].length ?? 0; at < url.length; at++) {
    const character = url[at] as string
    if (character === '{' || character === '}') inside = character === '{'
    else if (!inside && '\\/?#'.includes(character)) return at
  }
  return url.length
}

/** `{a,b}`, `[1-9]`, `[a-z:2]`; one more than are looked at when a range is longer. */
const choicesOf = (part: string): readonly string[] => {
  if (part[0] === '{') return part.slice(1, -1).split(',')
  const [, from, to, step = '1'] = /^\[(\d+|[a-z])-(\d+|[a-z])(?::(\d+))?\]$/i.exec(part) ?? []
  if (from === undefined || to === undefined) return [part]
  const letters = Number.isNaN(Number(from))
  const first = letters ? from.charCodeAt(0) : Number(from)
  const last = letters ? to.charCodeAt(0) : Number(to)
  const found: string[] = []
  for (let at = first; at <= last && found.length <= mostReadings; at += Math.max(1, Number(step)))
    found.push(letters ? String.fromCharCode(at) : String(at).padStart(from.length, '0'))
  return found
}

/** One form for every spelling of a host. */
const oneForm = (host: string): string => {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const long = ipv6(name)
  if (long !== undefined) return throughSix(long) ?? name
  const address = ipv4(name)
  return address === undefined ? name : dotted(address)
}

/** The host that a name, an address without brackets or a pattern of a policy means. */
export const cleanHost = (host: string): string => {
  const url = `http://${host.includes(':') && host[0] !== '[' ? `[${host}]` : host}/`
  return /[\s/\\?#@*[\]]/.test(host.replace(/^\[|\]$/g, '')) || !URL.canParse(url)
    ? oneForm(host)
    : oneForm(new URL(url).hostname)
}

const dotted = (address: number): string => [24, 16, 8, 0].map(shift => (address >>> shift) & 255).join('.')

/** The IPv4 address that one of IPv6 leads to: mapped, compatible, translated (`64:ff9b::/96`, `::ffff:0:0:0/96`). */
const throughSix = (long: bigint): string | undefined => {
  const ahead = long >> 32n
  const last = Number(long & 0xffff_ffffn)
  if (ahead === 0xffffn || ahead === 0xffff_0000n || ahead === 0x64_ff9b_0000_0000_0000_0000n) return dotted(last)
  return ahead === 0n && last > 0xffff ? dotted(last) : undefined
}

/** An address as inet_aton reads it: decimal, octal, hexadecimal, with one to four parts. */
export const ipv4 = (host: string): number | undefined => {
  const parts = host.split('.')
  if (parts.length > 4) return undefined
  const numbers: number[] = []
  for (const part of parts) {
    if (!/^(?:0x[0-9a-f]+|0[0-7]*|[1-9]\d*)$/i.test(part)) return undefined
    numbers.push(/^0x/i.test(part) ? Number.parseInt(part, 16) : /^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part))
  }
  const last = numbers.pop() ?? 0
  if (numbers.some(number => number > 255) || last >= 256 ** (4 - numbers.length)) return undefined
  return numbers.reduce((sum, number, i) => sum + number * 256 ** (3 - i), last) >>> 0
}

/** A host matches a name, a glob, or a range such as `10.0.0.0/8`. */
export const hostMatches = (pattern: string, host: string): boolean => {
  const clean = cleanHost(host)
  const range = /^([^/]+)\/(\d+)$/.exec(pattern)
  if (range === null) return textGlob(cleanHost(pattern), clean, true)
  const bits = Number(range[2])
  const [base, address] = [ipv4(range[1] ?? ''), ipv4(clean)]
  if (base !== undefined && address !== undefined)
    return bits <= 32 && (bits === 0 || base >>> (32 - bits) === address >>> (32 - bits))
  const [net, long] = [ipv6(range[1] ?? ''), ipv6(clean)]
  return net !== undefined && long !== undefined && bits <= 128 && net >> BigInt(128 - bits) === long >> BigInt(128 - bits)
}

const ipv6 = (text: string): bigint | undefined => {
  const host = text.replace(/%.*$/s, '')
  const four = /(?<=:)\d[\d.]*\.\d+$/.exec(host)?.[0]
  const low = four === undefined ? undefined : ipv4(four)
  if (four !== undefined && low === undefined) return undefined
  const groups =
    low === undefined ? host : `${host.slice(0, -(four ?? '').length)}${(low >>> 16).toString(16)}:${(low & 0xffff).toString(16)}`
  return wide(groups)
}

const wide = (host: string): bigint | undefined => {
  if (!host.includes(':') || !/^[0-9a-f:]+$/i.test(host)) return undefined
  const [head, tail, more] = host.split('::')
  if (more !== undefined) return undefined
  const left = head === '' || head === undefined ? [] : head.split(':')
  const right = tail === '' || tail === undefined ? [] : tail.split(':')
  const gap = 8 - left.length - right.length
  if (tail === undefined ? gap !== 0 : gap < 1) return undefined
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  return groups.every(group => group !== '' && group.length <= 4)
    ? groups.reduce((sum, group) => (sum << 16n) | BigInt(Number.parseInt(group, 16)), 0n)
    : undefined
}
