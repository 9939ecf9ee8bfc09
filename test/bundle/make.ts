/** Bundles, keys and places for tests. */

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { payloadOf, signed, textOf } from '../../src/hook/bundle/build.ts'
import type { Envelope, Manifest } from '../../src/hook/bundle/format.ts'
import { lineOf, type SecretKey, secretKeyOf } from '../../src/hook/bundle/keys.ts'
import type { Places } from '../../src/hook/config/places.ts'

const root = mkdtempSync(join(tmpdir(), 'tfy-bundle-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0

export const scratch = (): string => mkdtempSync(join(root, `${count++}-`))

export interface Pair {
  readonly line: string
  readonly publicPem: string
  readonly secretPem: string
  readonly secret: SecretKey
}

export const pair = (): Pair => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const secretPem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const secret = secretKeyOf(secretPem)
  const line = lineOf(publicPem)
  if (secret === undefined || secret === 'password' || line === undefined) throw new Error('no key')
  return { line, publicPem, secretPem, secret }
}

export const policy = (id = 'shop.no-deletes'): string => `version: 1
rules:
  - { id: ${id}, on: shell, when: { program: helm, args: [delete] }, decision: deny, reason: Through the pipeline. }
`

export const tests = (expect = 'deny'): string => `tests:
  - { shell: "helm delete web", expect: ${expect} }
  - { shell: "helm list", expect: allow }
`

export const now = Date.parse('2026-11-22T12:00:00Z')

export const told = (more: Partial<Manifest> = {}): Omit<Manifest, 'files'> => ({
  name: 'shop',
  version: '1',
  counter: 1,
  created: '2026-11-20T00:00:00.000Z',
  expires: '2099-01-01T00:00:00.000Z',
  ...more,
})

export const unsigned = (
  more: Partial<Manifest> = {},
  files: Readonly<Record<string, string>> = { 'policy.yaml': policy(), 'policy.test.yaml': tests() },
): Envelope => ({ tfyHookBundle: 1, payload: payloadOf(told(more), files), signatures: [] })

export const bundleBy = (by: Pair, more?: Partial<Manifest>, files?: Readonly<Record<string, string>>): string =>
  textOf(signed(unsigned(more, files), by.secret, now))

export const placesIn = (dir: string): Places => ({
  home: dir,
  managed: [join(dir, 'etc')],
  user: [join(dir, 'config')],
  redirected: [],
  state: join(dir, 'state'),
  bundle: join(dir, 'state/bundle'),
})
