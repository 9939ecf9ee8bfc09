/** Where a release comes from, signed, held against sigstore's own verifier: that which npm brings along. */

import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execaSync } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attest } from '../../scripts/build/attest.ts'

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-attest-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const at = (name: string): string => join(root, name)

const npm = join(execaSync('npm', ['root', '-g'], { reject: false }).stdout ?? '', 'npm', 'package.json')
if (!existsSync(npm)) console.warn('npm is not where it says: its verifier of sigstore is not asked')

interface Sigstore {
  readonly bundleFromJSON: (json: unknown) => unknown
  readonly toSignedEntity: (bundle: unknown) => unknown
  readonly toTrustMaterial: (root: object, keys: (hint: string) => object) => unknown
  readonly Verifier: new (trust: unknown, options: object) => { readonly verify: (entity: unknown) => unknown }
}

/** Throws unless the bundle in `file` is signed by this key. */
const verify = (file: string, publicPem: string): void => {
  const load = createRequire(npm)
  const { bundleFromJSON } = load('@sigstore/bundle') as Sigstore
  const { toSignedEntity, toTrustMaterial, Verifier } = load('@sigstore/verify') as Sigstore
  const nobody = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
  const trust = toTrustMaterial(nobody, () => ({ publicKey: createPublicKey(publicPem), validFor: () => true }))
  const alone = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }
  new Verifier(trust, alone).verify(toSignedEntity(bundleFromJSON(JSON.parse(readFileSync(file, 'utf8')))))
}

const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  'ECDSA P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}
const sums = `${'a'.repeat(64)}  tfy-hook-linux-x64\n${'b'.repeat(64)}  tfy-hook.cdx.json\n`
const commit = 'c'.repeat(40)

describe.each(Object.entries(pairs))('signed with %s', (_name, { privateKey, publicKey }) => {
  const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  beforeAll(() => {
    writeFileSync(at('SHA256SUMS'), sums)
    writeFileSync(at('key'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
    attest(at('SHA256SUMS'), at('key'), at('bundle'), commit)
  })

  it('names each file, the commit and the lock file', () => {
    const { payload } = JSON.parse(readFileSync(at('bundle'), 'utf8')).dsseEnvelope
    expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toMatchObject({
      predicateType: 'https://slsa.dev/provenance/v1',
      subject: [
        { name: 'tfy-hook-linux-x64', digest: { sha256: 'a'.repeat(64) } },
        { name: 'tfy-hook.cdx.json', digest: { sha256: 'b'.repeat(64) } },
      ],
      predicate: {
        buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: commit } }, { name: 'package-lock.json' }] },
      },
    })
  })

  it.skipIf(!existsSync(npm))('is good for this key and these words, and for no other', () => {
    verify(at('bundle'), publicPem)
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString()
    expect(() => verify(at('bundle'), other)).toThrow()
    const bundle = JSON.parse(readFileSync(at('bundle'), 'utf8'))
    const words = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString().replace('aaaa', 'dddd')
    const changed = { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload: Buffer.from(words).toString('base64') } }
    writeFileSync(at('changed'), JSON.stringify(changed))
    expect(() => verify(at('changed'), publicPem)).toThrow()
  })
})

it('is not said of what is no commit', () => {
  const run = (command: string, ...args: readonly string[]) =>
    execaSync(command, args, { cwd: root, reject: false, preferLocal: true, localDir: process.cwd() })
  writeFileSync(at('committed'), 'as it was')
  run('git', 'init', '-q')
  run('git', 'add', 'committed')
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'One')
  const ask = () => run('bun', '-e', `console.log((await import('${resolve('scripts/build/attest.ts')}')).commitHere())`)
  expect(ask().stdout).toMatch(/^[0-9a-f]{40}$/)
  writeFileSync(at('committed'), 'otherwise')
  expect([ask().exitCode, ask().stderr]).toEqual([1, expect.stringContaining('no commit')])
})
