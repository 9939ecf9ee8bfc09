import { describe, expect, it } from 'vitest'
import { payloadOf, signed, textOf, withKeys } from '../../src/hook/bundle/build.ts'
import { failedIn, policiesOf, testsOf } from '../../src/hook/bundle/content.ts'
import type { Envelope } from '../../src/hook/bundle/format.ts'
import { verifyBundle } from '../../src/hook/bundle/verify.ts'
import { bundleBy, now, pair, policy, tests, told, unsigned } from './make.ts'

const mine = pair()
const keys = [mine.line]

/** Signed by us, whatever it holds. */
const sealed = (payload: string): string => textOf(signed({ tfyHookBundle: 1, payload, signatures: [] }, mine.secret, now))
const content = (change: (value: { manifest: Record<string, unknown>; files: Record<string, unknown> }) => unknown): string => {
  const value = JSON.parse(unsigned().payload)
  return sealed(JSON.stringify(change(value) ?? value))
}
const whyNot = (text: string): string => {
  const read = verifyBundle(text, { keys })
  return read.ok ? 'verified' : read.why
}

describe('a bundle', () => {
  it('is what somebody trusted has signed', () => {
    const read = verifyBundle(bundleBy(mine), { keys: [pair().publicPem, mine.publicPem] })
    expect(read).toMatchObject({
      ok: true,
      value: { manifest: { name: 'shop', counter: 1 }, files: { 'policy.yaml': policy() } },
    })
  })

  it.each<[name: string, text: () => string, why: string | RegExp]>([
    ['unsigned', () => textOf(unsigned()), 'it is not signed'],
    ['of a stranger', () => bundleBy(pair()), /^its key [0-9A-F]{16} is not trusted$/],
    ['with another content', () => bundleBy(mine).replace('pipeline', 'pipelime'), /does not belong to it$/],
    ['that is empty', () => '', 'the bundle is not valid JSON (not-object)'],
    ['that is a list', () => '[]', 'the bundle is not valid JSON (not-object)'],
    ['cut off', () => bundleBy(mine).slice(0, -20), /^the bundle is not valid JSON/],
    ['with something before it', () => `x${bundleBy(mine)}`, 'the bundle is not valid JSON (not-object)'],
    ['with something behind it', () => `${bundleBy(mine)}{}`, 'the bundle is not valid JSON (text-behind)'],
    ['with an unknown field', () => bundleBy(mine).replace('{', '{"more":1,'), /Unrecognized key/],
    [
      'with a key twice',
      () => bundleBy(mine).replace('{', '{"tfyHookBundle":1,'),
      'the bundle is not valid JSON (duplicate-key)',
    ],
    [
      'of another form',
      () => bundleBy(mine).replace('"tfyHookBundle":1', '"tfyHookBundle":2'),
      /^the bundle is not valid: tfyHookBundle/,
    ],
    ['that is too deep', () => `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, 'the bundle is not valid JSON (too-deep)'],
    ['that is too large', () => sealed(' '.repeat(1024 * 1024)), 'it is larger than 1048576 bytes'],
    ['of a form to come', () => content(({ manifest }) => void Object.assign(manifest, { more: 1 })), /Unrecognized key/],
    [
      'with a key twice inside',
      () => sealed(unsigned().payload.replace('"counter":1', '"counter":1,"counter":2')),
      /duplicate-key/,
    ],
    [
      'that leads out',
      () => sealed(payloadOf(told(), { '../policy.yaml': policy() })),
      /^its content is not valid: manifest.files/,
    ],
    ['with a folder', () => sealed(payloadOf(told(), { 'a/policy.yaml': policy() })), /^its content is not valid/],
    ['with a drive', () => sealed(payloadOf(told(), { 'c:policy.yaml': policy() })), /^its content is not valid/],
    [
      'with a prototype',
      () => sealed(unsigned().payload.replace('"files":{"policy.', '"files":{"__proto__":{"a":1},"policy.')),
      /^its content/,
    ],
    ['with a script', () => sealed(payloadOf(told(), { 'policy.sh': policy() })), /^its content is not valid/],
    ['without a policy', () => sealed(payloadOf(told(), { 'policy.test.yaml': tests() })), 'it holds no policy'],
    [
      'of too many files',
      () => sealed(payloadOf(told(), Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}.yaml`, ''])))),
      'it holds more than 64 files',
    ],
    [
      'with a file less',
      () => content(({ files }) => void delete files['policy.test.yaml']),
      'policy.test.yaml stands in its manifest or in its files only',
    ],
    [
      'with a file more',
      () => content(({ files }) => void Object.assign(files, { 'more.yaml': '' })),
      'more.yaml stands in its manifest or in its files only',
    ],
    [
      'with another file',
      () => content(({ files }) => void Object.assign(files, { 'policy.yaml': `${policy()} ` })),
      'policy.yaml is not what its manifest says',
    ],
    ['counted backwards', () => sealed(payloadOf(told({ counter: -1 }), { 'policy.yaml': '' })), /counter/],
    ['counted in parts', () => sealed(payloadOf(told({ counter: 1.5 }), { 'policy.yaml': '' })), /counter/],
    ['without an end', () => content(({ manifest }) => void delete manifest.expires), /manifest.expires/],
    ['with a name that is a line', () => sealed(payloadOf(told({ name: 'a\nb' }), { 'policy.yaml': '' })), /manifest.name/],
  ])('%s is refused', (_, text, why) => {
    expect(whyNot(text())).toMatch(why)
  })

  it('names what is wrong with its policies and tests', async () => {
    const wrong = { manifest: { name: 'shop', version: '1' }, files: { 'policy.yaml': 'version: 1\nruls: []\n' } }
    expect(await policiesOf(wrong)).toMatchObject({ ok: false, why: expect.stringContaining('unknown key "ruls"') })
    const failing = { ...wrong, files: { 'policy.yaml': policy(), 'policy.test.yaml': tests('allow') } }
    const policies = await policiesOf(failing)
    const reports = policies.ok ? await testsOf(failing, policies.value) : policies
    expect(reports.ok && failedIn(reports.value)).toMatch(
      /^its test policy.test.yaml:2 fails: shell helm delete web: wanted allow, got deny/,
    )
  })

  it('starts no program when it is tested', async () => {
    const file = 'version: 1\nrules:\n  - { id: a.b, on: shell, check: { command: [/bin/false] }, reason: No. }\n'
    const asking = {
      manifest: { name: 'shop', version: '1' },
      files: { 'policy.yaml': file, 'policy.test.yaml': 'tests:\n  - { shell: ls, expect: allow }\n' },
    }
    const policies = await policiesOf(asking)
    const reports = policies.ok ? await testsOf(asking, policies.value) : policies
    expect(reports).toMatchObject({ ok: true, value: [{ passed: 1, failed: 0 }] })
  })
})

describe('key lists', () => {
  const next = pair()
  const last = pair()
  const handedOver = withKeys(unsigned(), [next.line], mine.secret, now)
  const by = (envelope: Envelope, who: typeof mine) => textOf(signed(envelope, who.secret, now))

  it('let new keys sign in place of the old ones', () => {
    expect(verifyBundle(by(handedOver, next), { keys })).toMatchObject({ ok: true })
    expect(whyNot(by(handedOver, mine))).toMatch(/not trusted/)
    expect(whyNot(by(unsigned(), next))).toMatch(/not trusted/)
    const twice = withKeys(handedOver, [last.line], next.secret, now)
    expect(verifyBundle(by(twice, last), { keys })).toMatchObject({ ok: true })
  })

  it('count only from the key before them', () => {
    expect(whyNot(by(withKeys(unsigned(), [next.line], last.secret, now), next))).toMatch(/^its key list: its key/)
    expect(whyNot(by(withKeys(handedOver, [last.line], mine.secret, now), last))).toMatch(/^its key list: its key/)
  })

  it('once accepted cannot be gone round, not even by the key that made them', () => {
    const seen = verifyBundle(by(handedOver, next), { keys })
    const list = seen.ok ? seen.value.list : undefined
    const again = (text: string) => verifyBundle(text, { keys, list })
    expect(again(by(handedOver, next))).toMatchObject({ ok: true })
    expect(again(by(unsigned(), mine))).toMatchObject({ ok: false, why: expect.stringContaining('do not go on') })
    const fork = withKeys(unsigned(), [last.line], mine.secret, now)
    expect(again(by(fork, last))).toMatchObject({ ok: false, why: expect.stringContaining('do not go on') })
  })
})
