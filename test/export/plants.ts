/** A credential of each kind that is masked, a fresh one for each place that it can be planted in, so that one that is found says where it came from. */

import fc from 'fast-check'
import { secrets } from '../../src/core/redact.ts'

export interface Plant {
  readonly kind: string
  /** The credential with the words around it that make it one. */
  readonly text: string
  /** What may be found nowhere. */
  readonly secret: string
  /** One of many that look alike. */
  readonly provider: boolean
}

/** Known by their own form. Of the kinds that stand for many providers, many. */
const tokens = (seed: number): readonly Plant[] =>
  secrets
    .filter(([, , marks]) => marks !== undefined)
    .flatMap(([kind, pattern, marks = '']) => {
      const form = new RegExp(pattern.source.replaceAll('(?<=', '(?:').replace(/\(\?<?!\[[^\]]*\]\)|\\b/g, ''))
      const found = fc.sample(fc.stringMatching(form), { seed, numRuns: 40 * marks.split(' ').length })
      const firsts = new Map<string, Plant>()
      for (const sample of found) {
        const text = ` ${sample} `
        const [secret] = text.match(new RegExp(pattern.source)) ?? []
        const mark = marks.split(' ').find(one => sample.includes(one))
        if (secret !== undefined && mark !== undefined && !firsts.has(mark))
          firsts.set(mark, { kind: `${kind} ${mark}`, text: sample, secret, provider: true })
      }
      return [...firsts.values()]
    })

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const word = (seed: number, length: number): string =>
  fc.sample(fc.string({ unit: fc.constantFrom(...letters), minLength: length, maxLength: length }), { seed, numRuns: 1 })[0] ?? ''

/** Known by the words around them. */
const surrounded = (seed: number): readonly Plant[] => {
  let next = seed * 100
  const made = (kind: string, length: number, text: (secret: string) => string, secret = word(next++, length)): Plant => ({
    kind,
    text: text(secret),
    secret,
    provider: false,
  })
  const login = (): string => Buffer.from(`dev:${word(next++, 14)}`).toString('base64')
  return [
    made('private-key', 64, secret => `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${secret}\n-----END RSA PRIVATE ${'KEY'}-----`),
    made('jwt', 40, secret => `ey${'J'}hbGciOiJIUzI1NiJ9.ey${'J'}zdWIiOiIxIn0x.${secret}`),
    made('password-hash', 86, secret => `root:$6$saltsalt$${secret}:19000:0`),
    made('url-password', 14, secret => `postgres://app:${secret}@db.example/shop`),
    made('bearer', 24, secret => `Authorization: Bearer ${secret}`),
    made('basic', 0, secret => `Authorization: Basic ${secret}`, login()),
    made('encoded-login', 0, secret => `{"auths": {"r.example": {"auth": "${secret}"}}}`, login()),
    made('value in a variable', 14, secret => `DB_PASSWORD=${secret}`),
    made('value in JSON', 14, secret => `{"api_key": "${secret}"}`),
    made('value of a flag', 14, secret => `deploy --password ${secret} now`),
    made('user-password', 14, secret => `curl -u bob:${secret} https://a.example/x`),
    made('mysql-password', 14, secret => `mysql -h db -p${secret} shop`),
  ]
}

export const plants = (seed: number): readonly Plant[] => [...tokens(seed), ...surrounded(seed)]
