import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '../../core/failure.ts'
import { formOf, placeOf, readCompiled } from './compiled.ts'

let root = ''
let file = ''
let state = ''
let parses = 0

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tfy-compiled-'))
  file = join(root, 'policy.yaml')
  state = join(root, 'state')
  parses = 0
  writeFileSync(file, 'deny')
})
afterEach(() => rmSync(root, { recursive: true }))

const parse = async (text: string): Promise<Result<{ text: string }>> => {
  parses++
  return text === 'broken' ? fail({ kind: 'policy-invalid', file, detail: 'it is broken' }) : ok({ text })
}
const read = (layer = 'user') => readCompiled({ file, kind: 'policy', layer, parse }, state)

const cacheFile = (): string => join(state, 'compiled', readdirSync(join(state, 'compiled'))[0] ?? '')
/** A cache whose content is not what the source says: whether it is believed can be seen. */
const forge = (): void => {
  const path = cacheFile()
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), value: { text: 'forged' } }))
}

describe('readCompiled', () => {
  it('parses once and then reads the cache', async () => {
    expect([await read(), await read(), await read()]).toEqual(Array(3).fill(ok({ text: 'deny' })))
    expect(parses).toBe(1)
    forge()
    expect(await read()).toEqual(ok({ text: 'forged' }))
  })

  it('keeps the cache to its owner', async () => {
    await read()
    expect(statSync(cacheFile()).mode & 0o077).toBe(0)
    expect(statSync(join(state, 'compiled')).mode & 0o077).toBe(0)
    expect(readdirSync(join(state, 'compiled')).length).toBe(1)
  })

  it.each<[string, () => void]>([
    ['the source has another content of the same size', () => writeFileSync(file, 'okay')],
    ['the source is longer', () => writeFileSync(file, 'deny all')],
    ['the source was touched', () => utimesSync(file, new Date(), new Date(Date.now() + 5_000))],
    [
      'the source was replaced by an older file',
      () => {
        rmSync(file)
        writeFileSync(file, 'okay')
        utimesSync(file, new Date(1e12), new Date(1e12))
      },
    ],
  ])('parses again when %s', async (_, change) => {
    await read()
    forge()
    change()
    expect(await read()).toEqual(ok({ text: readFileSync(file, 'utf8') }))
    expect(parses).toBe(2)
  })

  it.each<[string, () => void]>([
    ['its group can write it', () => chmodSync(cacheFile(), 0o620)],
    ['everybody can write it', () => chmodSync(cacheFile(), 0o602)],
    ['it is no JSON', () => writeFileSync(cacheFile(), '{"stamp":')],
    ['it is empty', () => writeFileSync(cacheFile(), '')],
    ['it is null', () => writeFileSync(cacheFile(), 'null')],
    ['it has no stamp', () => writeFileSync(cacheFile(), '{"value":{"text":"forged"}}')],
    [
      'it is a directory',
      () => {
        const path = cacheFile()
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ])('does not believe a cache when %s', async (_, spoil) => {
    await read()
    forge()
    spoil()
    expect(await read()).toEqual(ok({ text: 'deny' }))
    expect(parses).toBe(2)
  })

  // Giving a file away takes the superuser.
  it.runIf(process.getuid?.() === 0)('does not believe a cache of somebody else than the owner of the source', async () => {
    await read()
    forge()
    chownSync(cacheFile(), 12_345, 12_345)
    expect(await read()).toEqual(ok({ text: 'deny' }))
    chownSync(file, 12_345, 12_345)
    // The user who could write the cache owns the source too: nothing is gained by a forgery.
    parses = 0
    await read()
    expect(parses).toBe(1)
    // And ours is believed by nobody for their file, so that none is kept.
    await read('managed')
    expect(readdirSync(join(state, 'compiled'))).toHaveLength(1)
  })

  it('keeps layers apart', async () => {
    await read('user')
    forge()
    expect(await read('managed')).toEqual(ok({ text: 'deny' }))
    expect(readdirSync(join(state, 'compiled')).length).toBe(2)
  })

  it('works without a place for the cache', async () => {
    writeFileSync(state, 'in the way')
    expect([await read(), await read()]).toEqual(Array(2).fill(ok({ text: 'deny' })))
    expect(parses).toBe(2)
  })

  it('does not cache what is broken', async () => {
    writeFileSync(file, 'broken')
    expect(await read()).toMatchObject({ ok: false, failure: { kind: 'policy-invalid' } })
    expect(existsSync(join(state, 'compiled'))).toBe(false)
  })

  it('has nothing for a file that does not exist', async () => {
    rmSync(file)
    expect(await read()).toEqual(ok(undefined))
    expect(parses).toBe(0)
  })

  it.each<[string, string, () => void]>([
    [
      'a directory',
      'is not a file',
      () => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
    ['more than a megabyte', 'is larger than', () => writeFileSync(file, 'x'.repeat(1024 * 1024 + 1))],
    [
      'a link to itself',
      'cannot be read',
      () => {
        rmSync(file)
        symlinkSync(file, file)
      },
    ],
  ])('takes %s for a failure', async (_, detail, spoil) => {
    spoil()
    expect(await read()).toMatchObject({
      ok: false,
      failure: { kind: 'policy-invalid', file, detail: expect.stringContaining(detail) },
    })
    expect(parses).toBe(0)
  })

  it('calls a broken configuration by its own name', async () => {
    writeFileSync(file, 'x'.repeat(1024 * 1024 + 1))
    expect(await readCompiled({ file, kind: 'config', layer: 'config', parse }, state)).toMatchObject({
      failure: { kind: 'config-invalid' },
    })
  })
})

describe.skipIf(process.platform === 'win32')('a form beside a managed file', () => {
  const readManaged = (layer = 'managed') => readCompiled({ file, kind: 'policy', layer, managed: true, parse }, state)
  const placed = ok({ text: 'placed' })
  /** Its content is not what the source says: whether it is believed can be seen. */
  const place = async ({ at = file, layer = 'managed', text = 'deny' } = {}): Promise<string> => {
    const path = placeOf(file)
    mkdirSync(join(root, 'compiled'), { recursive: true })
    writeFileSync(path, await formOf({ file: at, layer }, text, { text: 'placed' }), { mode: 0o644 })
    return path
  }

  it('is read in its place, wherever and whenever it was made', async () => {
    await place()
    utimesSync(file, new Date(1e12), new Date(1e12))
    expect([await readManaged(), await readManaged()]).toEqual([placed, placed])
    expect(parses).toBe(0)
  })

  it('is for managed files only', async () => {
    await place({ layer: 'user' })
    expect(await read()).toEqual(ok({ text: 'deny' }))
  })

  it.each<[string, (path: string) => unknown]>([
    ['the source has another content of the same size', () => writeFileSync(file, 'okay')],
    ['the source has one byte more', () => writeFileSync(file, 'deny\n')],
    ['its group can write it', path => chmodSync(path, 0o664)],
    ['everybody can write it', path => chmodSync(path, 0o646)],
    ['it was made for another layer', () => place({ layer: 'user' })],
    ['it was made for another file', () => place({ at: '/etc/tfy-hook/policy.yaml' })],
    ['it was made of another text', () => place({ text: 'okay' })],
    [
      'it is of another version',
      path => writeFileSync(path, readFileSync(path, 'utf8').replace(/"stamp":"[^|]*/, '"stamp":"0.0.1')),
    ],
    ['it is no JSON', path => writeFileSync(path, '{')],
    ['it has no stamp', path => writeFileSync(path, '{"value":{"text":"placed"}}')],
  ])('is not believed when %s', async (_, spoil) => {
    await spoil(await place())
    expect(await readManaged()).toEqual(ok({ text: readFileSync(file, 'utf8') }))
    expect(parses).toBe(1)
  })

  it.runIf(process.getuid?.() === 0)('is not believed when it belongs to somebody else than the source', async () => {
    chownSync(await place(), 12_345, 12_345)
    expect(await readManaged()).toEqual(ok({ text: 'deny' }))
    chownSync(file, 12_345, 12_345)
    expect(await readManaged()).toEqual(placed)
  })

  it('stands in a folder beside it', () => {
    expect(placeOf('/etc/tfy-hook/policy.yaml')).toBe('/etc/tfy-hook/compiled/policy.json')
    expect(placeOf('/Library/Application Support/tfy-hook/config.yaml')).toBe(
      '/Library/Application Support/tfy-hook/compiled/config.json',
    )
  })
})
