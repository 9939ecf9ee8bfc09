/** Live credentials in text: the token forms of core/redact, less what is plainly an example. */

import { secrets } from '../../core/redact.ts'
import type { Detection } from './detect.ts'

/** Kinds that are recognised by the words around them, and so count only when the value looks random. */
const byContext = new Set(['value', 'bearer', 'url-password'])

export const findSecrets = (text: string): Detection[] => {
  const found: Detection[] = []
  for (const [kind, pattern] of secrets) {
    for (const match of text.matchAll(pattern)) {
      const value = match[0]
      if (isExample(value) || (byContext.has(kind) && !looksRandom(value))) continue
      found.push({ kind: `secret.${kind}`, start: match.index, end: match.index + value.length })
    }
  }
  return found
}

// Providers mark their documented samples by EXAMPLE; people write rows of x, stars or a placeholder.
const example = /example|placeholder|dummy|changeme|your[_-]?|redacted|xxxx|\*\*\*\*|0{8}|1234567890|abcdefgh/i
const isExample = (value: string): boolean => example.test(value.length > 400 ? value.slice(0, 400) : value)

/** Mixed characters with at least 3.3 bits each: words and paths stay below, generated keys above. */
const looksRandom = (value: string): boolean => {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (/^(?:[a-z]+:\/\/|\/|\.\/|process\.env|os\.environ|\$)/i.test(value)) return false
  return entropy(value) >= 3.3
}

/** Shannon entropy in bits per character. */
export const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
