/** Live credentials in text: the token forms of core/redact, less what is plainly an example. */

import { formsFor, mayHold, partsOf } from '../../core/redact.ts'
import { traitsOf } from '../../core/traits.ts'
import { inOrder } from '../matching/in-order.ts'
import type { Detection } from './detection.ts'
import { plain } from './plain.ts'

/** Kinds known by the words around them or by a short prefix, which count only when the value looks random. */
const needsRandom = new Set(['value', 'bearer', 'url-password', 'openai-key', 'truefoundry-token'])

/** In the text as given and, where a terminal's colours or invisible characters could tear a token apart, in the text without them. */
export const findSecrets = (text: string): Detection[] => {
  const found = [...findIn(text), ...findEncoded(text), ...findEscaped(text), ...nestedLogins(text)]
  const bare = plain(text)
  if (bare === undefined) return found
  for (const { kind, start, end } of findIn(bare.text)) {
    found.push({ kind, start: bare.origin(start), end: bare.origin(end - 1) + 1 })
  }
  return found
}

/** Longest text in which runs of base 64 are looked into: an address, an argument. A file has images and fonts in them. */
const longest = 4_096

/** Whoever encodes a name and its value does not show an example. */
const named = (text: string): boolean =>
  text
    .split(/[\s&;,{}]/)
    .some(
      part =>
        (/SECRET|TOKEN|PASSWORD|API_KEY|ACCESS_KEY/.test(part.split(/[=:]/, 1)[0] as string) && /[=:]["']?\S{8}/.test(part)) ||
        /\w:\/\/[^\s:@/]+:[^\s@/]{5,}@\w/.test(part),
    )

/** Tokens in base 64, as an address carries them. */
const findEncoded = (text: string): Detection[] => {
  if (text.length > longest) return []
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,}/g)].flatMap(({ 0: run, index }) => {
    const text = decode(run.replaceAll('-', '+').replaceAll('_', '/'))
    const [first = named(text) ? { kind: 'secret.value' } : undefined] = findIn(text)
    return first === undefined ? [] : [{ kind: first.kind, start: index, end: index + run.length }]
  })
}

/** Tokens behind a sign that an address writes by its code: `key%3Dsk_live_…`. */
const findEscaped = (text: string): Detection[] => {
  if (text.length > longest || !text.includes('%')) return []
  const pieces = [...text.matchAll(/%(?:3[ADad]|2[0267BCbc])([^\s"'&]+)/g)]
  return pieces.flatMap(({ 0: whole, 1: rest = '', index }) =>
    findIn(rest).map(({ kind, start, end }) => {
      const from = index + whole.length - rest.length
      return { kind, start: from + start, end: from + end }
    }),
  )
}

/** A login at another machine inside an address: `?db=postgres://shop:…@db.example.com/shop`, escaped or not. */
export const nestedLogins = (text: string): Detection[] => {
  if (text.length > longest || !inOrder(text, /[?&]/, /:\/\/|%3A%2F%2F/i, /@|%40/)) return []
  return [...text.matchAll(/(?:=|%3D)(\w+(?::\/\/|%3A%2F%2F)[^\s&"'#]+)/gi)].flatMap(({ 0: whole, 1: address = '', index }) => {
    const start = index + whole.length - address.length
    const isLogin = login.test(unescaped(address))
    return isLogin ? [{ kind: 'secret.url-password', start, end: start + address.length }] : []
  })
}
const login = /^\w+:\/\/[^\s:@/]+:(?!(?:pass\w*|secret|postgres|root|changeme)@)[^\s@/]{5,}@(?!127\.|\[)[\w-]+(?:\.[\w-]+)+/i

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const findIn = (text: string): Detection[] => {
  const found: Detection[] = []
  const traits = traitsOf(text)
  for (const form of formsFor(traits)) {
    if (!mayHold(form, text, traits)) continue
    const [kind, pattern] = form
    for (const [from, to] of partsOf(form, text))
      for (const { 0: value, index } of text.slice(from, to).matchAll(pattern))
        if (!(kind === 'value' && isCalled(value, text[from + index + value.length])) && live(kind, value))
          found.push({ kind: `secret.${kind}`, start: from + index, end: from + index + value.length })
  }
  return found
}

/** `secret = Convert.ToBase64String(…)`: a method by its full name, which no token looks like. */
const isCalled = (value: string, next: string | undefined): boolean =>
  next === '(' && /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)

/** A checksum that holds is proof. One that does not is no excuse: a form may change, and a missed token costs more. */
const live = (kind: string, value: string): boolean => {
  if (kind === 'github-token' || kind === 'npm-token') {
    if (checksumHolds(value)) return true
  }
  if (kind === 'password-hash') return !value.includes('xxxx')
  if (isExample(value) || /^[rs]k_test_/.test(value)) return false
  if (kind === 'encoded-login') return isLogin(value)
  // A signature is no text.
  if (kind === 'jwt') return !/^[\x20-\x7e]+$/.test(decode(value.replace(/^.*\./, '').replaceAll('-', '+').replaceAll('_', '/')))
  if (kind === 'discord-token') return /^\d{17,20}$/.test(decode(value.slice(0, value.indexOf('.'))))
  if (kind === 'gitlab-token') return entropy(value) >= 3.3
  if (kind === 'hugging-face-token')
    return entropy(value) >= 3.3 && (value.length === 37 || (/[a-z]/.test(value.slice(3)) && /[A-Z]/.test(value)))
  if (kind === 'private-key') return /[A-Za-z0-9+/=\s\\]{40}/.test(value.replace(/-----[^-]*-----/g, ''))
  return !needsRandom.has(kind) || looksRandom(kind === 'url-password' ? value.padEnd(16, value) : value)
}

// Providers mark their documented samples by EXAMPLE; people write rows of x, stars or a placeholder. The last is jwt.io's sample.
const example =
  /example|placeholder|dummy|change[_-]?me|replace[_-]?(?:me|with)|your[_-]|redacted|xxxx|\*\*\*\*|0{8}|1234567890|0123456789|abcdefgh|eyJzdWIiOiIxMjM0NTY3ODkwIi/i
const isExample = (value: string): boolean => example.test(value.length > 400 ? value.slice(0, 400) : value)

/** `name:password` in base 64, with a password that somebody might really use. */
const isLogin = (value: string): boolean => {
  const login = decode(value)
  const colon = login.indexOf(':')
  const password = login.slice(colon + 1)
  return colon > 0 && password.length >= 8 && /^[\x20-\x7e]+$/.test(login) && !isExample(login) && !usual.test(password)
}

const usual = /^(?:password\d*|open ?sesame|secret\d*|passw0rd|changeit|testpass\w*|<.*>|\$.*|[a-z]+)$/i

const decode = (value: string): string => {
  try {
    return atob(value)
  } catch {
    return ''
  }
}

/** Mixed characters with at least 3.3 bits each: words and paths stay below, generated keys above. */
const looksRandom = (value: string): boolean => {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (/^(?:[a-z]+:\/\/|\/|\.\/|process\.env|os\.environ|\$)/i.test(value)) return false
  return entropy(value) >= 3.3
}

/** Shannon entropy in bits per character. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** GitHub and npm end their tokens in six base 62 digits: the CRC-32 of the thirty before them. */
export const checksumHolds = (token: string): boolean => {
  const match = /^(?:gh[pousr]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/.exec(token)
  if (match === null) return false
  let rest = crc32(match[1] ?? '')
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = (base62[rest % 62] ?? '') + digits
    rest = Math.floor(rest / 62)
  }
  return digits === match[2]
}

const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
