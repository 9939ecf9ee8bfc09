/** The bundles of the drill, made by the command line as a release would; those that must be refused by hand. */

import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../../scripts/project/project.ts'
import { payloadOf, signed, textOf } from '../../src/hook/bundle/build.ts'
import { lineOf, type SecretKey, secretKeyOf } from '../../src/hook/bundle/keys.ts'
import { program } from './central.ts'

export interface Release {
  readonly version: string
  readonly counter: number
  /** Of machines; 100 unless given. */
  readonly percent?: number
  /** Whether the rule on trial is enforced by now. */
  readonly enforced?: boolean
}

export const rules = { inForce: 'shop.no-tags', trial: 'shop.no-pastes' } as const

const policyOf = (enforced: boolean): string => `version: 1
rules:
  - { id: ${rules.inForce}, on: shell, when: { program: git, args: [tag] }, decision: deny, reason: The pipeline tags. }
  - { id: ${rules.trial}, on: shell, when: { host: ["*.paste.example"] }, decision: deny, reason: Pastes are public.${enforced ? '' : ', strategy: audit'} }
`

const tests = `tests:
  - { shell: "git tag v9", expect: deny, rules: [${rules.inForce}] }
  - { shell: "git status", expect: allow }
`

export interface Publisher {
  /** Line of the public key. */
  readonly key: string
  readonly publish: (release: Release) => string
  /** Bundles that nobody may take, by what has to be said of them. */
  readonly forge: (counter: number, older: string) => readonly (readonly [text: string, why: string])[]
}

const name = 'shop'

export const publisher = (dir: string): Publisher => {
  const own = keyPair()
  const files = { 'policy.yaml': policyOf(false), 'policy.test.yaml': tests, 'bundle.key': own.pem }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text, { mode: 0o600 })
  const tfy = (...words: readonly string[]): void =>
    void must(program, ['policy', 'bundle', ...words], { cwd: dir, env: { HOME: dir } })
  return {
    key: own.line,
    publish: ({ version, counter, percent, enforced = false }) => {
      writeFileSync(join(dir, 'policy.yaml'), policyOf(enforced))
      const about = ['--name', name, '--version', version, '--counter', String(counter)]
      tfy(
        'build',
        'policy.yaml',
        '--out',
        'out.bundle',
        ...about,
        ...(percent === undefined ? [] : ['--percent', String(percent)]),
      )
      tfy('sign', 'out.bundle', '--key', 'bundle.key')
      return readFileSync(join(dir, 'out.bundle'), 'utf8')
    },
    forge: (counter, older) => {
      const made = (by: SecretKey, expires: string): string => {
        const told = { name, version: 'forged', counter, created: '2026-11-01T00:00:00.000Z', expires }
        const payload = payloadOf(told, { 'policy.yaml': policyOf(true) })
        return textOf(signed({ tfyHookBundle: 1, payload, signatures: [] }, by, Date.now()))
      }
      return [
        [made(keyPair().secret, '2099-01-01T00:00:00.000Z'), 'not trusted'],
        [made(own.secret, '2026-11-02T00:00:00.000Z'), 'expired'],
        [older, 'behind'],
      ]
    },
  }
}

const keyPair = (): { readonly line: string; readonly pem: string; readonly secret: SecretKey } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const [secret, line] = [secretKeyOf(pem), lineOf(publicKey.export({ format: 'pem', type: 'spki' }).toString())]
  if (secret === undefined || secret === 'password' || line === undefined) throw new Error('no key was made')
  return { line, pem, secret }
}
