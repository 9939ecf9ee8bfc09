/** Host names and addresses: every spelling of an address that programs accept, and CIDR ranges. */

import { textGlob } from './glob.ts'

/** The host of a URL as written, lower case, without brackets, port and user; undefined when there is none. */
export const hostOf = (url: string): string | undefined => {
  const match = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:\\]*)/i.exec(url)
  const bare =
    match === null ? /^\s*(?:[^/?#@\s]*@)?([a-z0-9.-]+\.[a-z]{2,}|\d[\d.]*|localhost)(?=[/:?#]|$)/i.exec(url)?.[1] : match[1]
  return bare === undefined || bare === '' ? undefined : cleanHost(bare)
}

/** Every host an address can mean: browsers read a backslash as a slash, curl as part of the user. */
export const hostsOf = (url: string): readonly string[] => {
  const readings = url.includes('\\') ? [url, url.replaceAll('\\', '/')] : [url]
  return [...new Set(readings.flatMap(reading => hostOf(reading) ?? []))]
}

export const cleanHost = (host: string): string => {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const address = ipv4(name)
  return address === undefined ? name : [24, 16, 8, 0].map(shift => (address >>> shift) & 255).join('.')
}

/** An address as inet_aton reads it: decimal, octal, hexadecimal, with one to four parts; also behind `::ffff:`. */
export const ipv4 = (host: string): number | undefined => {
  const parts = host.replace(/^::ffff:/i, '').split('.')
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
  const [wide, long] = [ipv6(range[1] ?? ''), ipv6(clean)]
  return wide !== undefined && long !== undefined && bits <= 128 && wide >> BigInt(128 - bits) === long >> BigInt(128 - bits)
}

const ipv6 = (text: string): bigint | undefined => {
  const host = text.replace(/%.*$/s, '')
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
