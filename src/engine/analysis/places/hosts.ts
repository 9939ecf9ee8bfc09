/** Host names in addresses. */

import { cleanHost, hostsOf as hostsIn, partsOf, remoteOf } from '../../matching/addresses.ts'
import { isOneOf } from '../../matching/words.ts'
import { metadata } from './hosts.gen.ts'

/** The host of a URL, `user@host:path`, or `host:port`; undefined when there is none. */
export function hostOf(address: string): string | undefined {
  const host = partsOf(address)?.host
  if (host !== undefined) return host || undefined
  const named = remoteOf(address)
  return named !== undefined && /^[\w.:-]{2,}$/.test(named) ? named : undefined
}

/** Every host that one program or another reads in it. */
export const hostsOf = (address: string): readonly string[] => hostsIn(address, hostOf)

/** The address of the clouds' metadata services in any of its spellings, and by the services that give every address a name. */
export function isMetadataHost(host: string): boolean {
  const plain = cleanHost(host)
  if (metadata.has(plain)) return true
  const named = /^(.*)\.(?:nip\.io|xip\.io|sslip\.io|localtest\.me|1u\.ms)$/.exec(plain)?.[1]
  if (named === undefined) return false
  const four = /(?:^|[.-])(\d+)[.-](\d+)[.-](\d+)[.-](\d+)$/.exec(named)
  const whole = /(?:^|[.-])([0-9a-f]{8})$/.exec(named)?.[1]
  return metadata.has(four !== null ? four.slice(1).join('.') : whole !== undefined ? cleanHost(`0x${whole}`) : '')
}

export function isLocal(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.+\.(?:localhost|local|test|internal))$/i.test(
    host,
  )
}

/** The host of a share of Windows, by its absolute path. */
export const shareOf = (path: string): string | undefined => /^\/:([\w.-]+)(?=[@/]|$)/.exec(path)?.[1]

/** A share that no network of one's own has: by its name, or by its address. */
export const isFarShare = (host: string): boolean =>
  host.includes('.') && !isLocal(host) && !/^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.|^wsl\.localhost$/i.test(host)

/** Whether a host is one of a list of names. */
export const isNamed = (list: string, host: string): boolean => isOneOf(` ${list} `, host.toLowerCase())

/** Whether it is one of them, or lies below one. */
export const isBelow = (list: string, host: string): boolean => {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(host)) return false
  const names = ` ${list} `
  for (let name = host.toLowerCase(); name !== ''; name = name.slice(name.indexOf('.') + 1 || name.length))
    if (isOneOf(names, name)) return true
  return false
}
