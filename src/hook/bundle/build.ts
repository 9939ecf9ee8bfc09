/** Makes the text that is signed, and puts signatures and key lists beside it. */

import type { Envelope, KeyList, Manifest, Payload } from './format.ts'
import type { SecretKey } from './keys.ts'
import { signatureOf } from './signature.ts'
import { sha256 } from './verify.ts'

export const payloadOf = (told: Omit<Manifest, 'files'>, files: Readonly<Record<string, string>>): string => {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
  const entries = Object.entries(sorted).map(([name, text]) => [name, { sha256: sha256(text), size: Buffer.byteLength(text) }])
  const payload: Payload = { manifest: { ...told, files: Object.fromEntries(entries) }, files: sorted }
  return JSON.stringify(payload)
}

/** One line, so that nothing adds or takes away white space. */
export const textOf = (envelope: Envelope): string => `${JSON.stringify(envelope)}\n`

export const signed = (envelope: Envelope, key: SecretKey, now: number): Envelope =>
  withSignature(envelope, signatureOf(envelope.payload, key, `timestamp:${Math.floor(now / 1000)}\tfile:bundle\thashed`))

/** One of each key. */
export const withSignature = (envelope: Envelope, signature: string): Envelope => {
  const by = signerOf(signature)
  return { ...envelope, signatures: [...envelope.signatures.filter(one => signerOf(one) !== by), signature] }
}

const signerOf = (signature: string): string => Buffer.from(signature.split('\n')[1] ?? '', 'base64').toString('hex', 2, 10)

/** From here on these keys count, in place of those that counted before. Signatures over the content stay as they are. */
export const withKeys = (envelope: Envelope, keys: readonly string[], old: SecretKey, now: number): Envelope => {
  const list: KeyList = { tfyHookKeys: 1, created: new Date(now).toISOString(), keys: [...keys] }
  const payload = JSON.stringify(list)
  const signature = signatureOf(payload, old, `timestamp:${Math.floor(now / 1000)}\tfile:keys\thashed`)
  return { ...envelope, keyLists: [...(envelope.keyLists ?? []), { payload, signature }] }
}
