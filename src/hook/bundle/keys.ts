/** Ed25519 keys as people keep them: minisign's files, or PEM. Both sign in minisign's form, so that its own program can check what we say. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, scryptSync } from 'node:crypto'

export interface PublicKey {
  /** As minisign prints it. */
  readonly id: string
  readonly raw: Buffer
}

export interface SecretKey {
  /** Eight bytes, as they stand in a signature. */
  readonly number: Buffer
  readonly key: KeyObject
}

/** What ASN.1 puts before the 32 bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const publicKeyOf = (text: string): PublicKey | undefined => {
  try {
    if (text.includes('-----BEGIN PUBLIC KEY-----')) {
      const key = createPublicKey(text)
      return key.asymmetricKeyType === 'ed25519' ? named(rawOf(key)) : undefined
    }
    const bytes = base64Of(lastLine(text))
    return bytes?.length === 42 && bytes.toString('latin1', 0, 2) === 'Ed'
      ? { id: idOf(bytes.subarray(2, 10)), raw: bytes.subarray(10) }
      : undefined
  } catch {
    return undefined
  }
}

export const keyObjectOf = ({ raw }: PublicKey): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' })

/** One line, in the form of minisign's `.pub` files without their comment: what manifests and configurations hold. */
export const lineOf = (text: string): string | undefined => {
  const key = publicKeyOf(text)
  return key && Buffer.concat([Buffer.from('Ed'), numberOf(key.id), key.raw]).toString('base64')
}

/** A PEM key has no number of its own: it is the beginning of its digest. */
const named = (raw: Buffer): PublicKey => ({ id: idOf(digestOf(raw).subarray(0, 8)), raw })

const rawOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-32)

export const idOf = (number: Buffer): string => Buffer.from(number).reverse().toString('hex').toUpperCase()
const numberOf = (id: string): Buffer => Buffer.from(id, 'hex').reverse()

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Only what would be written in the same way again. */
export const base64Of = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''

/** The key; `password` when it needs one, or another one; undefined when it is none of ours. */
export const secretKeyOf = (text: string, password?: string): SecretKey | 'password' | undefined => {
  if (text.includes('PRIVATE KEY-----')) return pemKeyOf(text, password)
  const bytes = base64Of(lastLine(text))
  if (bytes?.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed') return undefined
  const kept = Buffer.from(bytes.subarray(54))
  if (bytes.toString('latin1', 2, 4) === 'Sc') {
    if (password === undefined) return 'password'
    const stream = streamOf(password, bytes)
    for (let i = 0; i < kept.length; i++) kept[i] = (kept[i] ?? 0) ^ (stream[i] ?? 0)
  }
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, kept.subarray(8, 40)]), format: 'der', type: 'pkcs8' })
  // The public half stands behind the secret one: with a wrong password they do not belong together.
  if (!rawOf(createPublicKey(key)).equals(kept.subarray(40, 72))) return password === undefined ? undefined : 'password'
  return { number: kept.subarray(0, 8), key }
}

const pemKeyOf = (text: string, password: string | undefined): SecretKey | 'password' | undefined => {
  if (text.includes('ENCRYPTED') && password === undefined) return 'password'
  try {
    const key = createPrivateKey(password === undefined ? text : { key: text, format: 'pem', passphrase: password })
    if (key.asymmetricKeyType !== 'ed25519') return undefined
    return { number: numberOf(named(rawOf(createPublicKey(key))).id), key }
  } catch {
    return password === undefined ? undefined : 'password'
  }
}

/** libsodium's scrypt, which takes operations and memory in place of N and p. */
const streamOf = (password: string, bytes: Buffer): Buffer => {
  const operations = Math.max(32_768, Number(bytes.readBigUInt64LE(38)))
  const memory = Number(bytes.readBigUInt64LE(46))
  if (memory > mostMemory || operations > mostOperations) return Buffer.alloc(0)
  const few = operations < memory / 32
  const most = few ? operations / 32 : memory / 1024
  let cost = 2
  while (cost <= most / 2) cost *= 2
  const parallelization = few ? 1 : Math.max(1, Math.floor(Math.min(operations / 4 / cost, 0x3fffffff) / 8))
  return scryptSync(password, bytes.subarray(6, 38), 104, { cost, blockSize: 8, parallelization, maxmem: 2 * mostMemory })
}

/** What minisign itself uses. */
const mostMemory = 2 ** 30
const mostOperations = 2 ** 25
