/** Signatures in the form of minisign, prehashed (`ED`) and legacy (`Ed`). We write the first and read both. */

import { createHash, sign, verify } from 'node:crypto'
import { base64Of, idOf, keyObjectOf, type PublicKey, type SecretKey } from './keys.ts'

const prefix = 'untrusted comment: '
const trusted = 'trusted comment: '
const longest = 2_048

interface Parts {
  readonly prehashed: boolean
  readonly id: string
  readonly bytes: Buffer
  readonly comment: string
  readonly seal: Buffer
}

const partsOf = (text: string): Parts | undefined => {
  if (text.length > longest) return undefined
  const [first = '', second = '', third = '', fourth = '', ...rest] = text.replace(/\n$/, '').split('\n')
  const bytes = base64Of(second)
  const seal = base64Of(fourth)
  if (!first.startsWith(prefix) || !third.startsWith(trusted) || rest.length > 0) return undefined
  if (bytes?.length !== 74 || seal?.length !== 64) return undefined
  const form = bytes.toString('latin1', 0, 2)
  if (form !== 'ED' && form !== 'Ed') return undefined
  const id = idOf(bytes.subarray(2, 10))
  return { prehashed: form === 'ED', id, bytes: bytes.subarray(10), comment: third.slice(trusted.length), seal }
}

export type Checked = { readonly ok: true; readonly by: string } | { readonly ok: false; readonly why: string }

/** Whether one of the keys has signed this text. */
export const checkSignature = (text: string, signature: string, keys: readonly PublicKey[]): Checked => {
  const parts = partsOf(signature)
  if (parts === undefined) return { ok: false, why: 'the signature cannot be read' }
  const { id, bytes, prehashed, comment, seal } = parts
  const known = keys.filter(key => key.id === id)
  if (known.length === 0) return { ok: false, why: `its key ${id} is not trusted` }
  const said = prehashed ? blake(text) : Buffer.from(text)
  const sealed = Buffer.concat([bytes, Buffer.from(comment)])
  const good = known.some(key => verify(null, said, keyObjectOf(key), bytes) && verify(null, sealed, keyObjectOf(key), seal))
  return good ? { ok: true, by: id } : { ok: false, why: `the signature of ${id} does not belong to it` }
}

export const signatureOf = (text: string, { number, key }: SecretKey, comment: string): string => {
  const bytes = sign(null, blake(text), key)
  const seal = sign(null, Buffer.concat([bytes, Buffer.from(comment)]), key)
  const line = Buffer.concat([Buffer.from('ED'), number, bytes]).toString('base64')
  return `${prefix}signature from tfy-hook\n${line}\n${trusted}${comment}\n${seal.toString('base64')}\n`
}

const blake = (text: string): Buffer => createHash('blake2b512').update(text).digest()
