/**
 * Where a release comes from, in the form of SLSA (in-toto), signed by a key as a sigstore bundle: `tfy-hook.sigstore.json`. Whoever has the public key checks
 * it with cosign or a library of sigstore, and asks nobody.
 */

import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { at, must, stop, version } from '../project/project.ts'

const payloadType = 'application/vnd.in-toto+json'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Of every file that `sums` names. What built it are this commit and the pinned packages; nothing in it depends on the machine or the time. */
const statement = (sums: string, commit: string): object => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: sums.split('\n').flatMap(line => {
    const [, digest, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, digest: { sha256: digest } }]
  }),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'https://www.truefoundry.com/tfy-hook/build-all/v1',
      externalParameters: { command: 'npm ci && npm run build:all -- --strict', version: version() },
      resolvedDependencies: [
        { name: 'source', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: sha256(readFileSync(at('package-lock.json'))) } },
      ],
    },
    runDetails: { builder: { id: 'https://www.truefoundry.com/tfy-hook/by-hand' } },
  },
})

export const commitHere = (): string => {
  const changed = must('git', ['status', '--porcelain', '--untracked-files=no']).stdout.trim()
  if (changed !== '') stop(`what is built is no commit, so nothing can be said of where it comes from:\n${changed}`)
  return must('git', ['rev-parse', 'HEAD']).stdout.trim()
}

/** Writes the bundle for what `sumsFile` names. `keyFile` is a private key in PEM: ed25519, which gives the same bytes each time, or ECDSA P-256. */
export const attest = (sumsFile: string, keyFile: string, bundleFile: string, commit: string): void => {
  const key = createPrivateKey(readFileSync(keyFile))
  const payload = Buffer.from(JSON.stringify(statement(readFileSync(sumsFile, 'utf8'), commit)))
  // DSSE: what is signed says of which kind it is.
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload])
  const signature = sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key)
  const hint = sha256(createPublicKey(key).export({ format: 'der', type: 'spki' }))
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint }, tlogEntries: [], timestampVerificationData: { rfc3161Timestamps: [] } },
    dsseEnvelope: {
      payload: payload.toString('base64'),
      payloadType,
      signatures: [{ sig: signature.toString('base64'), keyid: '' }],
    },
  }
  writeFileSync(bundleFile, `${JSON.stringify(bundle, undefined, 2)}\n`)
}
