import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, folderOf, isDue, readBundle } from '../../src/hook/bundle/active.ts'
import { signed, textOf, withKeys } from '../../src/hook/bundle/build.ts'
import { type Ground, pullBundle } from '../../src/hook/bundle/pull.ts'
import { reportBundle } from '../../src/hook/bundle/report.ts'
import { sha256 } from '../../src/hook/bundle/verify.ts'
import { bundleBy, now, pair, placesIn, policy, scratch, tests, unsigned } from './make.ts'

const mine = pair()
const dayMs = 86_400_000

let server: Server
let base = ''
/** What the next requests are answered with. */
let answer: (
  url: string,
  headers: NodeJS.Dict<string | string[]>,
) => { status: number; headers?: Record<string, string>; body?: string | Buffer } | undefined
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const told = answer(request.url ?? '', request.headers)
    if (told !== undefined) response.writeHead(told.status, told.headers).end(told.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

let ground: Ground
beforeEach(() => {
  asked.length = 0
  ground = { bundle: { url: `${base}/shop.bundle`, keys: [mine.line] }, places: placesIn(scratch()), env: {}, now }
})

const serving = (text: string): void => {
  const etag = `"${sha256(text).slice(0, 8)}"`
  answer = (_, headers) => (headers['if-none-match'] === etag ? { status: 304 } : { status: 200, headers: { etag }, body: text })
}
const pull = (more: Partial<Ground> = {}) => pullBundle({ ...ground, ...more })
const inForce = (at = now) => readBundle(ground.bundle, ground.places, at)
const rules = async (): Promise<readonly string[]> => (await inForce()).files.flatMap(file => file.rules.map(({ id }) => id))

describe('a pull', () => {
  it('puts a good bundle in force as managed policy, and asks for nothing twice', async () => {
    expect(await inForce()).toMatchObject({ files: [], failure: { kind: 'bundle-unusable', detail: /none has been pulled/ } })
    serving(bundleBy(mine))
    expect(await pull()).toMatchObject({ outcome: 'activated', failures: 0, good: now })
    expect(await inForce()).toMatchObject({ files: [{ layer: 'managed', file: 'shop 1: policy.yaml' }], failure: undefined })
    answer = (_, headers) => ({ status: headers['if-none-match'] === undefined ? 500 : 304 })
    expect(await pull()).toMatchObject({ outcome: 'unchanged' })
    expect(await pull()).toMatchObject({ outcome: 'unchanged' })
  })

  it('keeps the last good one whatever goes wrong, and says what', async () => {
    serving(bundleBy(mine))
    await pull()
    const large = 'x'.repeat(1024 * 1024 + 1)
    const wrongs: readonly [typeof answer, string, RegExp][] = [
      [() => ({ status: 503 }), 'unreachable', /HTTP status 503/],
      [() => ({ status: 200, body: 'log in first' }), 'refused', /not valid JSON/],
      [() => ({ status: 200, body: large }), 'unreachable', /larger than 1048576/],
      [() => ({ status: 200, headers: { 'content-length': '99999999' }, body: '' }), 'unreachable', /larger|broke off/],
      [() => ({ status: 200, body: Buffer.from([0xff, 0xfe]) }), 'unreachable', /not UTF-8/],
      [() => ({ status: 302, headers: { location: `${base}/again` } }), 'unreachable', /redirected too often/],
      [() => ({ status: 302, headers: { location: 'http://192.0.2.1/' } }), 'unreachable', /without TLS/],
      [() => ({ status: 200, body: bundleBy(pair(), { counter: 9 }) }), 'refused', /not trusted/],
      [
        () => ({ status: 200, body: bundleBy(mine, { counter: 9, expires: '2026-11-01T00:00:00Z' }) }),
        'refused',
        /expired on 2026-11-01/,
      ],
      [() => ({ status: 200, body: bundleBy(mine, { counter: 9, minimum: '9.0.0' }) }), 'refused', /needs tfy-hook 9\.0\.0/],
      [
        () => ({ status: 200, body: bundleBy(mine, { counter: 9, name: 'other' }) }),
        'refused',
        /is the bundle other, and this address had shop/,
      ],
      [() => ({ status: 200, body: bundleBy(mine, { counter: 9 }, { 'policy.yaml': 'version: 2\n' }) }), 'refused', /not valid/],
      [
        () => ({
          status: 200,
          body: bundleBy(mine, { counter: 9 }, { 'policy.yaml': policy(), 'policy.test.yaml': tests('allow') }),
        }),
        'refused',
        /its test policy\.test\.yaml:2 fails/,
      ],
      [
        () => ({
          status: 200,
          body: bundleBy(mine, { counter: 9 }, { 'policy.yaml': policy(), 'policy.test.yaml': 'tests: []\n' }),
        }),
        'refused',
        /policy\.test\.yaml:1/,
      ],
      [() => undefined, 'unreachable', /in time/],
    ]
    for (const [told, outcome, detail] of wrongs) {
      answer = told
      const pulled = await pull({ timeoutMs: told('', {}) === undefined ? 300 : 10_000 })
      expect([pulled.outcome, pulled.detail]).toEqual([outcome, expect.stringMatching(detail)])
      expect(await rules()).toEqual(['shop.no-deletes'])
    }
    expect(await reportBundle(ground.bundle, ground.places, now)).not.toHaveProperty('problem')
  })

  it('waits longer each time that nothing answers, by chance a little less, and never beyond its interval', async () => {
    answer = () => ({ status: 503 })
    const waits: number[] = []
    for (let i = 0; i < 9; i++) {
      const pulled = await pull()
      waits.push('nextAt' in pulled ? pulled.nextAt - now : 0)
    }
    for (const [i, wait] of waits.entries()) {
      const most = Math.min(3_600_000, 60_000 * 2 ** i)
      expect(wait).toBeGreaterThanOrEqual(most * 0.8)
      expect(wait).toBeLessThanOrEqual(most)
    }
    expect([isDue(ground.places, now), isDue(ground.places, now + 3_600_000), isDue(ground.places, now - 30 * dayMs)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('never goes back, and takes no second content under one number', async () => {
    serving(bundleBy(mine, { counter: 5 }))
    await pull()
    serving(bundleBy(mine, { counter: 4, version: '0' }))
    expect(await pull()).toMatchObject({ outcome: 'refused', detail: 'its counter 4 is behind 5, which was here already' })
    serving(bundleBy(mine, { counter: 5, version: '2' }))
    expect(await pull()).toMatchObject({ outcome: 'refused', detail: 'its counter 5 is that of another content' })
    // Nor when what was pulled is forgotten, nor after a visit to another address.
    writeFileSync(join(folderOf(ground.places).dir, 'pull.json'), '')
    serving(bundleBy(mine, { counter: 4 }))
    expect(await pull()).toMatchObject({ outcome: 'refused' })
    expect(await pull({ bundle: { ...ground.bundle, url: `${base}/elsewhere` } })).toMatchObject({ outcome: 'refused' })
    serving(bundleBy(mine, { counter: 6, version: '0' }))
    expect(await pull()).toMatchObject({ outcome: 'activated' })
  })

  it('takes another bundle from another address', async () => {
    serving(bundleBy(mine, { counter: 5 }))
    await pull()
    serving(bundleBy(mine, { counter: 1, name: 'other' }))
    ground = { ...ground, bundle: { ...ground.bundle, url: `${base}/other.bundle` } }
    expect(await pull()).toMatchObject({ outcome: 'activated' })
  })

  it('remembers the keys that a key list has put in force', async () => {
    const next = pair()
    serving(textOf(signed(withKeys(unsigned({ counter: 2 }), [next.line], mine.secret, now), next.secret, now)))
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    serving(bundleBy(mine, { counter: 3 }))
    expect(await pull()).toMatchObject({ outcome: 'refused', detail: expect.stringContaining('key lists do not go on') })
    // Other keys in the managed configuration are a new root, and what the old ones signed is worth nothing.
    ground = { ...ground, bundle: { ...ground.bundle, keys: [next.line] } }
    expect(await inForce()).toMatchObject({ files: [], failure: { kind: 'bundle-unusable' } })
    serving(bundleBy(next, { counter: 3 }))
    expect(await pull()).toMatchObject({ outcome: 'activated' })
  })

  it('comes from a file, and looks at it again only when it has changed', async () => {
    const file = join(scratch(), 'shop.bundle')
    ground = { ...ground, bundle: { ...ground.bundle, url: file } }
    expect(await pull()).toMatchObject({
      outcome: 'unreachable',
      detail: 'the file cannot be read: there is no such file or folder',
    })
    mkdirSync(file)
    expect(await pull()).toMatchObject({ outcome: 'unreachable', detail: 'it is not a file' })
    const other = `${file}2`
    ground = { ...ground, bundle: { ...ground.bundle, url: other } }
    writeFileSync(other, bundleBy(mine))
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    expect(await pull()).toMatchObject({ outcome: 'unchanged' })
  })

  it('sends what the configuration adds to its own host only', async () => {
    const seen: (string | string[] | undefined)[] = []
    const far = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.end(bundleBy(mine))
    })
    await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
    const location = `http://localhost:${(far.address() as AddressInfo).port}/blob`
    answer = (_, headers) => {
      seen.push(headers.authorization)
      return { status: 307, headers: { location } }
    }
    const bundle = { ...ground.bundle, headers: { authorization: 'Bearer secret' } }
    expect(await pull({ bundle })).toMatchObject({ outcome: 'activated' })
    far.close()
    expect(seen).toEqual(['Bearer secret', undefined])
  })

  it('is done by one process at a time', async () => {
    answer = () => undefined
    const first = pull({ timeoutMs: 400 })
    expect(await pull()).toEqual({ outcome: 'busy', detail: 'another process pulls' })
    expect(await first).toMatchObject({ outcome: 'unreachable' })
  })
})

describe('from a registry', () => {
  const layer = (text: string) => ({ digest: `sha256:${sha256(text)}`, size: Buffer.byteLength(text) })
  const registry = (text: string, layers: unknown = [layer(text)], blob = text) => {
    const manifest = JSON.stringify({ schemaVersion: 2, layers })
    answer = (url, { authorization }) => {
      if (url.startsWith('/token')) return { status: 200, body: JSON.stringify({ token: `for ${new URL(url, base).search}` }) }
      if (authorization === undefined)
        return { status: 401, headers: { 'www-authenticate': `Bearer realm="${base}/token",service="s",scope="pull"` } }
      if (url === '/v2/team/shop/manifests/stable') return { status: 200, body: manifest }
      return url === `/v2/team/shop/blobs/${layer(text).digest}` ? { status: 200, body: blob } : { status: 404 }
    }
    return `sha256:${sha256(manifest)}`
  }
  const at = (reference: string) => ({ ...ground.bundle, url: `oci://${base.slice('http://'.length)}/team/shop${reference}` })

  it('it comes by manifest and layer, with the token that anybody gets', async () => {
    registry(bundleBy(mine))
    ground = { ...ground, bundle: at(':stable') }
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    expect(asked).toHaveLength(4)
    expect(await pull()).toMatchObject({ outcome: 'unchanged' })
    expect(asked).toHaveLength(7)
  })

  it.each<[name: string, prepare: () => unknown, reference: string, why: RegExp]>([
    [
      'a layer that is another',
      () => registry(bundleBy(mine), undefined, `${bundleBy(mine)} `),
      ':stable',
      /layer is not that of its digest/,
    ],
    ['two layers', () => registry('x', [layer('x'), layer('y')]), ':stable', /does not name one layer/],
    ['a layer without end', () => registry('x', [{ ...layer('x'), size: 2 ** 40 }]), ':stable', /does not name one layer/],
    [
      'a digest that leads elsewhere',
      () => registry('x', [{ digest: '../../x', size: 1 }]),
      ':stable',
      /does not name one layer/,
    ],
    ['a tag that is not there', () => registry('x'), ':other', /HTTP status 404/],
    ['a manifest that is another', () => registry('x'), `@sha256:${'0'.repeat(64)}`, /status 404/],
    ['a name that leads elsewhere', () => registry('x'), '/../x?y', /no address of a registry/],
  ])('%s is not taken', async (_, prepare, reference, why) => {
    prepare()
    const pulled = await pull({ bundle: at(reference) })
    expect([pulled.outcome, pulled.detail]).toEqual(['unreachable', expect.stringMatching(why)])
  })
})

describe('in stages', () => {
  const staged = (percent: number, more: object = {}) => bundleBy(mine, { rollout: { percent, groups: ['canary'] }, ...more })

  it('a machine waits until its turn, misses nothing meanwhile, and then keeps it', async () => {
    serving(staged(0, { counter: 2 }))
    expect(await pull()).toMatchObject({ outcome: 'waiting' })
    expect(await inForce()).toEqual({ files: [], failure: undefined })
    expect(await reportBundle(ground.bundle, ground.places, now)).toMatchObject({ offered: { counter: 2 } })
    // A machine that says to wait for ever is one without a bundle.
    expect((await inForce(Date.parse('2099-02-01'))).failure).toMatchObject({ kind: 'bundle-unusable' })
    serving(staged(100, { counter: 3 }))
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    serving(staged(0, { counter: 4, version: '2' }))
    expect(await pull()).toMatchObject({ outcome: 'waiting' })
    expect(await inForce()).toMatchObject({ kept: { version: '1' }, failure: undefined })
  })

  it('a group comes first, also when the machine joins it later', async () => {
    serving(staged(0))
    expect(await pull()).toMatchObject({ outcome: 'waiting' })
    ground = { ...ground, bundle: { ...ground.bundle, group: 'canary' } }
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    expect(existsSync(fileOf(folderOf(ground.places), 'offered'))).toBe(false)
  })
})

describe('in force', () => {
  it('is reported without what is secret of its address', async () => {
    const url = 'https://dev:hunter2@policies.example/shop.bundle?X-Amz-Signature=0123abcd'
    const report = await reportBundle({ ...ground.bundle, url, headers: { 'x-key': 'of-the-header' } }, ground.places, now)
    expect(report.url).toBe('https://dev:[url-password removed]@policies.example/shop.bundle?…')
    expect(JSON.stringify(report)).not.toMatch(/hunter2|0123abcd|of-the-header/)
  })

  it('an older one that somebody has put back still holds, is a failure, and is replaced by the next pull', async () => {
    serving(bundleBy(mine))
    await pull()
    const file = fileOf(folderOf(ground.places), 'active')
    const older = readFileSync(file, 'utf8')
    serving(bundleBy(mine, { version: '2', counter: 7 }, { 'policy.yaml': policy('shop.newer') }))
    await pull()
    writeFileSync(file, older, { mode: 0o600 })
    const detail = 'shop 1 has the counter 1, and 7 was in force here'
    expect(await inForce()).toMatchObject({ failure: { kind: 'bundle-unusable', detail }, kept: { counter: 1 } })
    expect(await rules()).toEqual(['shop.no-deletes'])
    expect((await reportBundle(ground.bundle, ground.places, now)).problem).toContain(detail)
    expect(await pull()).toMatchObject({ outcome: 'activated', active: { counter: 7 } })
    expect([(await inForce()).failure, await rules()]).toEqual([undefined, ['shop.newer']])
  })

  it('another one of the same keys that somebody has put there is a failure, and is replaced by the next pull', async () => {
    serving(bundleBy(mine))
    await pull()
    const other = bundleBy(mine, { name: 'lenient', counter: 99 }, { 'policy.yaml': policy('lenient.nothing') })
    for (const role of ['active', 'offered'] as const)
      writeFileSync(fileOf(folderOf(ground.places), role), other, { mode: 0o600 })
    const detail = 'lenient 1 is not what was put in force here: shop'
    expect(await inForce()).toMatchObject({ failure: { kind: 'bundle-unusable', detail } })
    expect(await pull()).toMatchObject({ outcome: 'activated', active: { name: 'shop' } })
    expect([(await inForce()).failure, await rules()]).toEqual([undefined, ['shop.no-deletes']])
  })

  it('one that waits does not take the place of one that somebody has taken away', async () => {
    serving(bundleBy(mine))
    await pull()
    const folder = folderOf(ground.places)
    rmSync(fileOf(folder, 'active'))
    const waiting = bundleBy(mine, { version: '2', counter: 7, rollout: { percent: 0, groups: [] } })
    writeFileSync(fileOf(folder, 'offered'), waiting, { mode: 0o600 })
    expect(await inForce()).toMatchObject({
      files: [],
      failure: { detail: expect.stringContaining('was in force here is gone') },
    })
  })

  it('another address may have another bundle', async () => {
    serving(bundleBy(mine))
    await pull()
    serving(bundleBy(mine, { name: 'other' }, { 'policy.yaml': policy('other.rule') }))
    ground = { ...ground, bundle: { ...ground.bundle, url: `${base}/other.bundle` } }
    expect(await pull()).toMatchObject({ outcome: 'activated', active: { name: 'other' } })
    expect([(await inForce()).failure, await rules()]).toEqual([undefined, ['other.rule']])
  })

  it('one that waits for its turn makes none in force an old one', async () => {
    serving(bundleBy(mine))
    await pull()
    serving(bundleBy(mine, { version: '2', counter: 7, rollout: { percent: 0, groups: [] } }))
    expect(await pull()).toMatchObject({ outcome: 'waiting', active: { counter: 1 }, seen: { counter: 7 } })
    const file = fileOf(folderOf(ground.places), 'active')
    writeFileSync(file, readFileSync(file, 'utf8'), { mode: 0o600 })
    expect((await inForce()).failure).toBeUndefined()
  })

  it('an expired one still holds, and is a failure', async () => {
    serving(bundleBy(mine, { expires: '2026-12-01T00:00:00Z' }))
    await pull()
    const later = await inForce(Date.parse('2026-12-01'))
    expect(later.failure).toEqual({ kind: 'bundle-unusable', detail: 'shop 1 expired on 2026-12-01' })
    expect(later.files).toHaveLength(1)
  })

  it('one that was changed on disk is a failure, until the next pull', async () => {
    const text = bundleBy(mine)
    serving(text)
    await pull()
    const file = fileOf(folderOf(ground.places), 'active')
    for (const changed of [text.replace('helm', 'halm'), '', '{}', bundleBy(pair())]) {
      writeFileSync(file, changed)
      expect(await inForce()).toMatchObject({ files: [], failure: { kind: 'bundle-unusable' } })
      expect(await pull()).toMatchObject({ outcome: 'activated' })
      expect(await rules()).toEqual(['shop.no-deletes'])
    }
  })

  it('what was compiled of it and then changed is found and made anew', async () => {
    serving(bundleBy(mine))
    await pull()
    const { readdirSync } = await import('node:fs')
    const dir = join(ground.places.state, 'compiled')
    const [name = ''] = readdirSync(dir)
    writeFileSync(join(dir, name), readFileSync(join(dir, name), 'utf8').replace('deny', 'allow'))
    expect((await inForce()).files[0]?.rules[0]?.decision).toBe('allow')
    expect(await reportBundle(ground.bundle, ground.places, now)).toMatchObject({
      problem: 'what was compiled of the bundle has been changed',
    })
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    expect((await inForce()).files[0]?.rules[0]?.decision).toBe('deny')
  })

  it("the administrator's folder comes before the account's", async () => {
    serving(bundleBy(mine))
    await pull()
    const [etc = ''] = ground.places.managed
    mkdirSync(join(etc, 'bundle'), { recursive: true })
    expect(await inForce()).toMatchObject({ files: [], failure: { kind: 'bundle-unusable' } })
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    expect(existsSync(join(etc, 'bundle/compiled'))).toBe(true)
    expect(await rules()).toEqual(['shop.no-deletes'])
  })

  it('a trial within it is watched, and the rest enforced', async () => {
    const both = `${policy('shop.enforced')}${policy('shop.tried').split('rules:\n')[1]?.replace('reason', 'strategy: audit, reason')}`
    const cases = 'tests:\n  - { shell: helm delete web, expect: deny, rules: [shop.enforced] }\n'
    serving(bundleBy(mine, {}, { 'policy.yaml': both, 'policy.test.yaml': cases }))
    expect(await pull()).toMatchObject({ outcome: 'activated' })
    const { evaluate } = await import('../../src/engine/policy/evaluate.ts')
    const { eventOf } = await import('../../src/engine/policy/testing/case.ts')
    const { hostFor } = await import('../../src/hook/sources/offline.ts')
    const event = eventOf({ shell: 'helm delete web', expect: 'deny' }, { cwd: '/work', workspaceRoots: ['/work'] })
    const judged = await evaluate(event, (await inForce()).files, hostFor(ground.places, {}))
    expect(judged).toMatchObject({ ok: true, value: { ruling: { decision: 'deny' }, audited: ['shop.tried'] } })
  })

  it('is called stale when it was not looked at for long', async () => {
    serving(bundleBy(mine))
    await pull()
    expect(await reportBundle(ground.bundle, ground.places, now + dayMs / 2)).not.toHaveProperty('warning')
    expect(await reportBundle(ground.bundle, ground.places, now + 3 * dayMs)).toMatchObject({ warning: /3 days ago/ })
  })
})
