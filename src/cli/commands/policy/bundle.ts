/** `policy bundle`: makes a bundle of policies and their tests, signs it, and says whether one is good. */

import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { load } from '../../../adapters/clients.gen.ts'
import { readAdvisories } from '../../../hook/bundle/advisories.ts'
import { payloadOf, signed, textOf, withKeys, withSignature } from '../../../hook/bundle/build.ts'
import { failedIn, policiesOf, testsOf } from '../../../hook/bundle/content.ts'
import {
  advisoryFile,
  type Envelope,
  fileName,
  isTest,
  type Manifest,
  maxBytes,
  type Read,
  readEnvelope,
  readPayload,
} from '../../../hook/bundle/format.ts'
import { lineOf, publicKeyOf, type SecretKey, secretKeyOf } from '../../../hook/bundle/keys.ts'
import { checkSignature } from '../../../hook/bundle/signature.ts'
import { type Verified, verifyBundle } from '../../../hook/bundle/verify.ts'
import { placesOf, readConfig } from '../../../hook/config.ts'
import { decode, readStdin, writeAll } from '../../../hook/io.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { readText } from './files.ts'

interface BuildOptions {
  readonly out: string
  readonly name: string
  readonly version: string
  readonly expires: string
  readonly counter?: string
  readonly minimum?: string
  readonly percent?: string
  readonly group?: readonly string[]
  readonly previous?: string
  readonly json?: boolean
}

const dayMs = 86_400_000

/** Exit code 1 when a policy is not valid or a test fails: nothing is written then. */
export const build = async (files: readonly string[], options: BuildOptions): Promise<number> => {
  const now = Date.now()
  const previous = options.previous === undefined ? undefined : envelopeIn(options.previous)
  const texts = filesFor(files)
  const { name, version } = options
  const content = { manifest: { name, version }, files: texts }
  const policies = await policiesOf(content)
  const tests = policies.ok ? await testsOf(content, policies.value) : policies
  const failed = tests.ok ? (failedIn(tests.value) ?? adviceFault(texts)) : tests.why
  if (failed !== undefined) return refuse(options.out, failed, options.json)
  const { percent, group = [] } = options
  const told: Omit<Manifest, 'files'> = {
    name,
    version,
    counter: options.counter === undefined ? counterAfter(previous, now) : Number(options.counter),
    created: new Date(now).toISOString(),
    expires: endOf(options.expires, now),
    ...(options.minimum !== undefined && { minimum: options.minimum }),
    ...((percent !== undefined || group.length > 0) && { rollout: { percent: Number(percent ?? 0), groups: [...group] } }),
  }
  const payload = payloadOf(told, texts)
  const { keyLists } = previous ?? {}
  const envelope: Envelope = { tfyHookBundle: 1, payload, signatures: [], ...(keyLists !== undefined && { keyLists }) }
  // Read back as whoever gets it will.
  wellFormed(readPayload(payload))
  save(options.out, envelope)
  const cases = tests.ok ? tests.value.reduce((sum, { passed }) => sum + passed, 0) : 0
  const { counter, expires } = told
  if (options.json) writeAll(1, `${json({ file: options.out, ok: true, name, version, counter, expires, tests: cases })}\n`)
  else {
    writeAll(1, `${options.out}: ${name} ${version}, counter ${counter}, until ${expires.slice(0, 10)}, ${cases} tests passed\n`)
    writeAll(1, `It is not signed yet: tfy-hook policy bundle sign ${options.out} --key FILE\n`)
  }
  return 0
}

/** What a machine would pass over, and say so, is not signed in the first place. */
const adviceFault = (files: Readonly<Record<string, string>>): string | undefined => {
  const { list, faults } = readAdvisories(files[advisoryFile] ?? 'advisories: []')
  const other = list.find(({ client }) => !Object.hasOwn(load, client))
  return faults[0] ?? (other === undefined ? undefined : `${advisoryFile}: ${other.id} names no client: ${other.client}`)
}

/** Policies under their own names, each with the tests beside it. */
const filesFor = (files: readonly string[]): Record<string, string> => {
  const texts = new Map<string, string>()
  const take = (file: string): void => {
    const name = basename(file).replace(/\.yml$/, '.yaml')
    if (!fileName.test(name)) throw new ConfigError(`${file}: the name of a file in a bundle is like policy.yaml, in lower case.`)
    if (texts.has(name)) throw new ConfigError(`${file}: the bundle has a ${name} already.`)
    texts.set(name, readText(file))
  }
  for (const file of files) {
    take(file)
    const tests = join(dirname(file), basename(file).replace(/(\.ya?ml)$/, '.test$1'))
    if (!isTest(basename(file)) && !files.includes(tests) && existsSync(tests)) take(tests)
  }
  return Object.fromEntries(texts)
}

/** The time in seconds, which needs no book-keeping; beyond that of the previous one where clocks differ. */
const counterAfter = (previous: Envelope | undefined, now: number): number => {
  const before = previous === undefined ? 0 : wellFormed(readPayload(previous.payload)).manifest.counter
  return Math.max(before + 1, Math.floor(now / 1000))
}

const endOf = (text: string, now: number): string => {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? []
  const end = days === undefined ? Date.parse(text) : now + Number(days) * dayMs
  if (Number.isNaN(end)) throw new ConfigError(`--expires takes 90d or a date such as 2027-01-31, not "${text}".`)
  if (end <= now) throw new ConfigError('--expires lies in the past.')
  return new Date(end).toISOString()
}

interface SignOptions {
  readonly key?: string
  readonly signature?: string
  readonly public?: string
  readonly newKeys?: readonly string[]
  readonly out?: string
}

/** With `newKeys` the key hands over to them; with `signature` somebody else has signed the text. */
export const sign = async (file: string, { key, signature, newKeys, public: pub, out = file }: SignOptions): Promise<number> => {
  const envelope = envelopeIn(file)
  if (signature !== undefined) {
    const keys = publicKeyOf(pub === undefined ? '' : readText(pub))
    if (keys === undefined) throw new ConfigError('--signature needs --public with the key that it is of.')
    const text = readText(signature)
    const checked = checkSignature(envelope.payload, text, [keys])
    if (!checked.ok) return refuse(file, checked.why, false)
    save(out, withSignature(envelope, text))
    writeAll(1, `${out}: signed by ${checked.by}\n`)
    return 0
  }
  if (key === undefined) throw new ConfigError('Name the key that signs: --key FILE.')
  const secret = await secretIn(key)
  if (newKeys === undefined) save(out, signed(envelope, secret, Date.now()))
  else save(out, withKeys(envelope, newKeys.map(publicLine), secret, Date.now()))
  writeAll(1, newKeys === undefined ? `${out}: signed\n` : `${out}: from here on ${newKeys.length} new keys sign\n`)
  return 0
}

const publicLine = (file: string): string => {
  const line = lineOf(readText(file))
  if (line === undefined) throw new ConfigError(`${file} is no public key of ed25519, as minisign or PEM has them.`)
  return line
}

/** A password comes from the terminal, or, without one, from the first line of stdin, as minisign takes it. */
const secretIn = async (file: string): Promise<SecretKey> => {
  const text = readText(file)
  let key = secretKeyOf(text)
  if (key === 'password') {
    const { isatty } = await import('node:tty')
    const said = isatty(0) && isatty(1) ? await (await import('../terminal/prompts.ts')).askPassword() : await firstLine()
    key = secretKeyOf(text, said)
    if (key === 'password') throw new ConfigError(`The password does not open ${file}.`)
  }
  if (key === undefined) throw new ConfigError(`${file} is no secret key of ed25519, as minisign or PEM has them.`)
  return key
}

const firstLine = async (): Promise<string> => {
  const read = await readStdin(60_000)
  return read.kind === 'timeout' ? '' : (decode(read.bytes).split('\n')[0] ?? '')
}

interface VerifyOptions {
  readonly keys?: readonly string[]
  readonly json?: boolean
}

/** Exit code 1 when it is not good: the signature, the form, a policy or a test. */
export const verify = async (file: string, options: VerifyOptions): Promise<number> => {
  const keys = options.keys === undefined ? await managedKeys() : options.keys.map(publicLine)
  const read = verifyBundle(readText(file), { keys })
  const why = read.ok ? await faultOf(read.value) : read.why
  if (!read.ok || why !== undefined) return refuse(file, why ?? '', options.json)
  const { manifest, signedBy } = read.value
  if (options.json) writeAll(1, `${json({ file, ok: true, signedBy, ...manifest })}\n`)
  else
    writeAll(
      1,
      `${file}: ${manifest.name} ${manifest.version}, counter ${manifest.counter}, signed by ${signedBy}, until ${manifest.expires.slice(0, 10)}\n`,
    )
  return 0
}

const managedKeys = async (): Promise<readonly string[]> => {
  const { bundle } = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  if (bundle === undefined) throw new ConfigError('No managed configuration names a bundle. Say whom you trust: --keys FILE.')
  return bundle.keys
}

const faultOf = async (bundle: Verified): Promise<string | undefined> => {
  const policies = await policiesOf(bundle)
  const tests = policies.ok ? await testsOf(bundle, policies.value) : policies
  if (!tests.ok) return tests.why
  return (
    failedIn(tests.value) ??
    adviceFault(bundle.files) ??
    (Date.parse(bundle.manifest.expires) <= Date.now() ? `it expired on ${bundle.manifest.expires}` : undefined)
  )
}

const refuse = (file: string, why: string, asJson: boolean | undefined): number => {
  writeAll(1, asJson ? `${json({ file, ok: false, why })}\n` : `${file}: ${why}\n`)
  return 1
}

const envelopeIn = (file: string): Envelope => wellFormed(readEnvelope(readText(file)), file)

const wellFormed = <T>(read: Read<T>, file = 'The bundle'): T => {
  if (!read.ok) throw new ConfigError(`${file}: ${read.why}.`)
  return read.value
}

const save = (file: string, envelope: Envelope): void => {
  const text = textOf(envelope)
  if (Buffer.byteLength(text) > maxBytes) throw new ConfigError(`The bundle would be larger than ${maxBytes} bytes.`)
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new ConfigError(`Cannot write ${file}.`, { cause })
  }
}
