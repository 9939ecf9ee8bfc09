/**
 * Addresses that the URL standard leaves as they are, but for capital letters of the host. Whatever would be changed, refused or looked up in
 * a table is left to a whole implementation.
 */

import { host } from './host.ts'

const ports: Readonly<Record<string, string>> = { http: '80', https: '443', ftp: '21', ws: '80', wss: '443' }

const plain =
  /^(https?|ftp|wss?):\/\/(?:([\w.~-]+)@)?([a-z0-9._-]+)(?::([1-9]\d{0,4}))?(\/[\w.~!$&'()*+,;=:@%/-]*)?(?:\?([\w.~!$&()*+,;=:@%/?-]*))?(?:#.*)?$/i

/** No address: there is no host, or something is unknown in it, which is written as a NUL. */
const unknown = /^https?:\/\/(?:$|:\d+(?:\/|$)|[a-z0-9.-]*\0[a-z0-9.\0-]*\/$)/i

const dotted = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const number = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i

interface Parts {
  readonly protocol: string
  readonly username: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
}

const partsOf = (text: string): Parts | undefined => {
  if (unknown.test(text)) return undefined
  const found = plain.exec(text)
  if (found === null) return host.handOver()
  const [, scheme = '', user = '', name = '', port = '', pathname = '/', query = ''] = found
  const hostname = name.toLowerCase()
  const protocol = scheme.toLowerCase()
  const odd =
    (number.test(hostname) && (!dotted.test(hostname) || /(?:^|\.)0\d/.test(hostname))) ||
    hostname.includes('xn--') ||
    Number(port) > 65_535 ||
    /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname)
  if (odd) return host.handOver()
  return {
    protocol: `${protocol}:`,
    username: user,
    hostname,
    port: ports[protocol] === port ? '' : port,
    pathname,
    search: query === '' ? '' : `?${query}`,
  }
}

export class PlainUrl {
  declare readonly protocol: string
  declare readonly username: string
  declare readonly hostname: string
  declare readonly port: string
  declare readonly pathname: string
  declare readonly search: string
  readonly password = ''
  constructor(text: string | PlainUrl) {
    Object.assign(this, partsOf(String(text)) ?? host.handOver())
  }
  get origin(): string {
    return `${this.protocol}//${this.hostname}${this.port === '' ? '' : `:${this.port}`}`
  }
  /** Without a fragment or an empty query, which no request sends. */
  get href(): string {
    const { protocol, username, pathname } = this
    const search = this.search === '' || this.search.startsWith('?') ? this.search : `?${this.search}`
    const text = `${protocol}//${username === '' ? '' : `${username}@`}${this.origin.slice(protocol.length + 2)}${pathname}${search}`
    // Parts that were set may be anything.
    return plain.test(text) && !/[?#]/.test(pathname) ? text : host.handOver()
  }
  toString(): string {
    return this.href
  }
  static canParse(text: string): boolean {
    return partsOf(text) !== undefined
  }
}
