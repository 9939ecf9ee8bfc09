/** Whether a bundle is what somebody trusted has signed. Says nothing about whether it is in time, in turn, or meant for this machine. */

import { createHash } from 'node:crypto'
import { type Manifest, no, type Read, readEnvelope, readKeyList, readPayload } from './format.ts'
import { type PublicKey, publicKeyOf } from './keys.ts'
import { checkSignature } from './signature.ts'

interface Trust {
  /** The root: minisign lines or PEM, from the managed configuration. */
  readonly keys: readonly string[]
  /** Digest of the last key list that was taken over from a bundle: another must come behind it. */
  readonly list?: string | undefined
}

export interface Verified {
  readonly manifest: Manifest
  readonly files: Readonly<Record<string, string>>
  readonly signedBy: string
  /** Of the text that is signed. */
  readonly digest: string
  /** Of the last key list in it. */
  readonly list?: string
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const verifyBundle = (text: string, trust: Trust): Read<Verified> => {
  const envelope = readEnvelope(text)
  if (!envelope.ok) return envelope
  const { payload, signatures, keyLists = [] } = envelope.value
  const chain = keysAfter(keyLists, trust)
  if (!chain.ok) return chain
  let why = 'it is not signed'
  for (const signature of signatures) {
    const checked = checkSignature(payload, signature, chain.value.keys)
    if (!checked.ok) {
      why = checked.why
      continue
    }
    const content = readPayload(payload)
    if (!content.ok) return content
    const { manifest, files } = content.value
    const wrong = misfit(manifest, files)
    if (wrong !== undefined) return no(wrong)
    const { list } = chain.value
    return {
      ok: true,
      value: { manifest, files, signedBy: checked.by, digest: sha256(payload), ...(list !== undefined && { list }) },
    }
  }
  return no(why)
}

/** Each list is signed by a key of the one before it, the first by a key of the root; the last says who signs. */
const keysAfter = (
  lists: readonly { readonly payload: string; readonly signature: string }[],
  trust: Trust,
): Read<{ readonly keys: readonly PublicKey[]; readonly list?: string }> => {
  let keys = trust.keys.flatMap(text => publicKeyOf(text) ?? [])
  if (keys.length === 0) return no('no key is trusted')
  let list: string | undefined
  let seen = trust.list === undefined
  for (const { payload, signature } of lists) {
    const checked = checkSignature(payload, signature, keys)
    if (!checked.ok) return no(`its key list: ${checked.why}`)
    const read = readKeyList(payload)
    if (!read.ok) return read
    keys = read.value.keys.flatMap(text => publicKeyOf(text) ?? [])
    list = sha256(payload)
    seen ||= list === trust.list
  }
  if (!seen) return no('its key lists do not go on from the one that is in force here')
  return { ok: true, value: { keys, ...(list !== undefined && { list }) } }
}

/** The manifest names each file, and nothing else. */
const misfit = ({ files: told }: Manifest, files: Readonly<Record<string, string>>): string | undefined => {
  for (const name of new Set([...Object.keys(told), ...Object.keys(files)])) {
    const entry = Object.hasOwn(told, name) ? told[name] : undefined
    const text = Object.hasOwn(files, name) ? files[name] : undefined
    if (entry === undefined || text === undefined) return `${name} stands in its manifest or in its files only`
    if (entry.size !== Buffer.byteLength(text) || entry.sha256 !== sha256(text)) return `${name} is not what its manifest says`
  }
  return undefined
}
