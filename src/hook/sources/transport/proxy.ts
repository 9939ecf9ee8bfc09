/** Which proxy the environment names for a URL, by the conventions of curl. */

import type { Env } from '../../../core/client.ts'

export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly url: string } | { readonly kind: 'invalid' }

/** Loopback is never proxied: a plain-text key must not leave the machine because of a variable. */
export const routeTo = (url: URL, env: Env): Route => {
  const named =
    url.protocol === 'https:'
      ? env.https_proxy || env.HTTPS_PROXY || env.all_proxy || env.ALL_PROXY
      : env.http_proxy || env.HTTP_PROXY
  if (!named || isLoopback(url.hostname) || excluded(url, env.no_proxy || env.NO_PROXY || '')) return { kind: 'direct' }
  const text = named.includes('://') ? named : `http://${named}`
  const proxy = URL.canParse(text) ? new URL(text) : undefined
  return proxy?.protocol === 'http:' || proxy?.protocol === 'https:' ? { kind: 'proxy', url: proxy.href } : { kind: 'invalid' }
}

/** `URL` has already brought numeric spellings such as `127.1` or `0x7f.1` into dotted form. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

const excluded = (url: URL, list: string): boolean => {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list.split(/[\s,]+/).some(entry => {
    if (entry === '*') return true
    const [, name = '', only] = /^(\[.*\]|.*?)(?::(\d+))?$/.exec(six(entry.toLowerCase())) ?? []
    const host = name.replace(/^\*?\./, '')
    return host !== '' && (only === undefined || only === port) && (url.hostname === host || url.hostname.endsWith(`.${host}`))
  })
}

/** A bare IPv6 address in the form that `URL` has given the host's. */
const six = (entry: string): string =>
  /:.*:/.test(entry) && !entry.startsWith('[') && URL.canParse(`http://[${entry}]`)
    ? new URL(`http://[${entry}]`).hostname
    : entry
