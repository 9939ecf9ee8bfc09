/** `host` conditions that no address can meet. */

import { hostMatches, ipv4 } from '../../matching/addresses.ts'
import { quoted } from './note.ts'

/** What is wrong and what to write instead; undefined when some host matches. */
export const hostNote = (host: string): readonly [wrong: string, instead: string] | undefined => {
  const [, base = '', bits = ''] = /^([^/]+)\/(\d+)$/.exec(host) ?? []
  if (base !== '') {
    const four = /^\d+(?:\.\d+){3}$/.test(base) && ipv4(base) !== undefined
    const six = base.includes(':') && hostMatches(`${base}/128`, base)
    if (!four && !six)
      return [`${quoted(base)} is no address, so ${quoted(host)} matches nothing`, 'write a range such as 10.0.0.0/8']
    if (Number(bits) > (four ? 32 : 128))
      return [
        `${quoted(host)} matches nothing: ranges of ${four ? 'IPv4' : 'IPv6'} end at /${four ? 32 : 128}`,
        'write fewer bits',
      ]
    return undefined
  }
  const [bare = ''] = host.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#]/)
  const name = bare.slice(bare.lastIndexOf('@') + 1).replace(/:\d+$/, '')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return [`${quoted(host)} is an address, and host is a name`, `write host: ${name}`]
  if (host.startsWith('.')) return [`${quoted(host)} begins with a dot, which no host does`, `write host: "*${host}"`]
  if (host.includes('/')) return [`${quoted(host)} has a path, which no host has`, `write host: ${name}`]
  if (host.includes('@')) return [`${quoted(host)} has a user, which no host has`, `write host: ${name}`]
  if (/^[^:]+:\d+$/.test(host)) return [`${quoted(host)} has a port, and a host is compared without it`, `write host: ${name}`]
  if (/\s/.test(host)) return [`${quoted(host)} has a space, which no host has`, 'write one name for each entry of a list']
  if (/^\d+(?:\.\d+){3}$/.test(host) && ipv4(host) === undefined)
    return [`${quoted(host)} is no address`, 'write four numbers up to 255']
  return undefined
}
