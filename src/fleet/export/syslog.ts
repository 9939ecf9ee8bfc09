/**
 * RFC 5424 over TLS (RFC 5425), a connection for each batch. The protocol has no word for "taken": a receiver that ends the connection after
 * we have ended ours has read to the end.
 */

import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { wayTo } from '../../hook/sources/gateway.ts'
import { type Guarding, weight } from './guarding.ts'
import { later, type Outcome } from './outcome.ts'
import type { Ground, Sink } from './sink.ts'
import { gravity, type Verdict } from './verdict.ts'

declare const __TFY_VERSION__: string

/** "Log audit". */
const facility = 13
const timeoutMs = 15_000

export const syslogSink = (ground: Ground): Sink => ({
  most: 200,
  put: verdicts => send(ground, verdicts.map(verdict => framed(verdict, ground)).join('')),
  tell: guards => send(ground, guards.map(guard => message(guard, 'guard', weight(guard), ground)).join('')),
  probe: () => send(ground, ''),
})

/** Everything but the host's name is ASCII, so that octets are characters. */
export const framed = (verdict: Verdict, ground: Pick<Ground, 'host'>): string =>
  message(verdict, 'verdict', gravity(verdict.decision), ground)

const message = (told: Verdict | Guarding, kind: string, severity: number, { host }: Pick<Ground, 'host'>): string => {
  const header = [
    `<${facility * 8 + severity}>1`,
    Number.isNaN(Date.parse(told.time)) ? '-' : new Date(told.time).toISOString(),
    word(host ?? told.host, 255),
    'tfy-hook',
    '-',
    kind,
    `[origin software="tfy-hook" swVersion="${word(__TFY_VERSION__, 32)}"]`,
  ].join(' ')
  const text = `${header} ${ascii(JSON.stringify(told))}`
  return `${text.length} ${text}`
}

const word = (text: string | undefined, limit: number): string =>
  text?.replaceAll(/[^\x21-\x7e]|["\\\]]/g, '').slice(0, limit) || '-'

const ascii = (text: string): string =>
  text.replaceAll(/[\x7f-\uffff]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

const send = async ({ target, env }: Ground, text: string): Promise<Outcome> => {
  const url = new URL(target.url ?? '')
  const secure = url.protocol === 'tls:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (secure ? 6514 : 601)
  // A proxy for HTTP carries no syslog.
  const way = await wayTo(
    new URL(`https://${url.host}`),
    { url: '', ...target.tls },
    { NODE_EXTRA_CA_CERTS: env.NODE_EXTRA_CA_CERTS },
  )
  if (!way.ok) return later('detail' in way.failure ? way.failure.detail : way.failure.kind)
  const { authorities, identity } = way.value
  return new Promise(resolve => {
    let ready = false
    const done = (outcome: Outcome): void => {
      clearTimeout(timer)
      resolve(outcome)
      socket.destroy()
    }
    const timer = setTimeout(() => done(later(`no end within ${timeoutMs / 1_000} s`)), timeoutMs)
    const begin = (): void => {
      ready = true
      socket.end(text)
    }
    const socket: Socket = secure
      ? connectTls(
          {
            host,
            port,
            rejectUnauthorized: true,
            minVersion: 'TLSv1.2',
            ...(!/^[\d.]+$|:/.test(host) && { servername: host }),
            ...(authorities !== undefined && { ca: [...authorities] }),
            ...identity,
          },
          begin,
        )
      : connectPlain({ host, port }, begin)
    socket.on('error', error => done(later(`it cannot be reached: ${faultIn(error)}`)))
    socket.on('end', () => done(ready ? { kind: 'taken' } : later('it ended the connection')))
    socket.on('close', () => done(later('the connection broke')))
    socket.resume()
  })
}

/** The text may name what it should not; the code does not. */
const faultIn = (error: Error): string => ('code' in error ? String(error.code) : 'unknown error')
