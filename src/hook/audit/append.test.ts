import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { appendAudit, appending, type Limits } from './append.ts'
import { type Batches, batches, rotateIfLarge } from './batch.ts'
import { type Hash, linkOf } from './chain.ts'
import { auditFile, headFile } from './files.ts'
import { verifyLog } from './verify.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tfy-append-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const hash: Hash = data => createHash('sha256').update(data).digest('hex')
const append = (record: JsonObject, limits?: Limits, state = root) => appendAudit(state, record, hash, limits)
const textOf = (file = auditFile(root)) => readFileSync(file, 'utf8')
const linesOf = (file = auditFile(root)) => textOf(file).split('\n').slice(0, -1)
const rotated = () => readdirSync(root).filter(name => name.startsWith('audit-'))

it('makes the directory and adds one line each time', async () => {
  const state = join(root, 'deep/state')
  expect([await append({ n: 1 }, undefined, state), await append({ n: 2, text: 'a\nb' }, undefined, state)]).toEqual([true, true])
  const records = linesOf(auditFile(state)).map(line => JSON.parse(line))
  expect(records).toEqual([
    { n: 1, chain: expect.anything() },
    { n: 2, text: 'a\nb', chain: expect.anything() },
  ])
  expect([statSync(auditFile(state)).mode & 0o077, statSync(state).mode & 0o077]).toEqual([0, 0])
  expect(statSync(headFile(state)).mode & 0o077).toBe(0)
})

it('says so when the line could not be written, and does not throw', async () => {
  writeFileSync(join(root, 'file'), '')
  expect(await append({ n: 1 }, undefined, join(root, 'file'))).toBe(false)
  mkdirSync(auditFile(join(root, 'state')), { recursive: true })
  expect(await append({ n: 1 }, undefined, join(root, 'state'))).toBe(false)
})

describe('the chain', () => {
  it('begins with nothing and goes on with the line before', async () => {
    await append({ n: 1 })
    const first = textOf()
    await append({ n: 2, text: 'größer' })
    await append({ n: 3 })
    const [one, two, three] = linesOf().map(line => linkOf(line))
    expect(one).toMatchObject({ from: 0, to: 0, of: hash('') })
    expect(two).toMatchObject({ from: 0, to: Buffer.byteLength(first), of: hash(first), by: process.pid })
    expect(three).toMatchObject({ from: two?.to, of: hash(`${linesOf()[1]}\n`) })
    for (const [at, line] of linesOf().entries())
      expect(hash(line.slice(0, line.lastIndexOf(',"seal"')))).toBe([one, two, three][at]?.seal)
    expect(textOf(headFile(root))).toBe(`${three?.seal}\n${three?.seal}\n`)
  })

  it('takes in lines that have no seal', async () => {
    await append({ n: 1 })
    const before = Buffer.byteLength(textOf())
    appendFileSync(auditFile(root), '{"n":2}\n{"n":3}\n')
    await append({ n: 4 })
    expect(linkOf(linesOf()[3] ?? '')).toMatchObject({ from: 0, to: before + 16 })
  })

  it('begins a line of its own behind one that was cut', async () => {
    await append({ n: 1 })
    await append({ n: 2 })
    truncateSync(auditFile(root), textOf().length - 20)
    await append({ n: 3 })
    expect(linesOf()).toHaveLength(3)
    expect(JSON.parse(linesOf()[2] ?? '')).toMatchObject({ n: 3, chain: { from: 0 } })
  })

  it('seals all of an older log, and begins anew behind a very long part without seals', async () => {
    appendFileSync(auditFile(root), `${'{"n":0}\n'.repeat(50_000)}`)
    await append({ n: 1 })
    expect(linkOf(linesOf().at(-1) ?? '')).toMatchObject({ from: 0, to: 400_000 })
    appendFileSync(auditFile(root), `${'{"n":0}\n'.repeat(100_000)}`)
    await append({ n: 2 })
    const link = linkOf(linesOf().at(-1) ?? '')
    expect(link?.from).toBe((link?.to ?? 0) - 512 * 1024)
  })

  it('is not led astray by what a line holds', async () => {
    const feigned = { by: 1, from: 0, to: 0, of: hash('x'), seal: hash('y') }
    await append({ n: 1 })
    const to = linkOf(linesOf()[0] ?? '')?.to
    appendFileSync(auditFile(root), `${JSON.stringify({ n: 2, replay: { input: { a: 1, chain: feigned } } })}\n`)
    await append({ n: 3, text: `,"chain":${JSON.stringify(feigned)}}` })
    expect(linkOf(linesOf()[1] ?? '')).toBeUndefined()
    expect(linkOf(linesOf()[2] ?? '')).toMatchObject({ from: to })
  })

  it('overwrites nobody else’s file with the head', async () => {
    for (const plant of [symlinkSync, linkSync]) {
      const precious = join(root, `precious-${plant.name}`)
      writeFileSync(precious, 'keep me')
      rmSync(headFile(root), { force: true })
      plant(precious, headFile(root))
      expect(await append({ n: 1 })).toBe(true)
      expect(textOf(precious)).toBe('keep me')
    }
  })

  it.skipIf(process.getuid?.() === 0)('writes a line without a seal where it may not read', async () => {
    writeFileSync(auditFile(root), '')
    chmodSync(auditFile(root), 0o200)
    expect(await append({ n: 1 })).toBe(true)
    chmodSync(auditFile(root), 0o600)
    expect(textOf()).toBe('{"n":1}\n')
  })
})

describe('rotation', () => {
  const limits: Limits = { maxBytes: 2_000, keepFiles: 3 }

  it('puts the log aside when it is large, and the new one follows it', async () => {
    for (let n = 0; n < 8; n++) await append({ n, text: 'x'.repeat(200) }, limits)
    const [name, ...others] = rotated()
    expect(others).toEqual([])
    const old = linesOf(join(root, name ?? ''))
    expect([...old, ...linesOf()].map(line => JSON.parse(line).n)).toEqual([...Array(8).keys()])
    expect(linkOf(linesOf()[0] ?? '')).toMatchObject({
      in: name,
      to: statSync(join(root, name ?? '')).size,
      of: hash(`${old.at(-1)}\n`),
    })
    expect(linkOf(linesOf()[1] ?? '')).toMatchObject({ from: 0 })
  })

  it('keeps a number of files, and the line that follows says which went', async () => {
    const names = new Set<string>()
    for (let n = 0; n < 60; n++) {
      await append({ n, text: 'x'.repeat(200) }, limits)
      for (const name of rotated()) names.add(name)
    }
    expect(names.size).toBeGreaterThan(5)
    expect(rotated()).toEqual([...names].sort().slice(-3))
    const kept = rotated().flatMap(name => linesOf(join(root, name)))
    const dropped = [...kept, ...linesOf()].flatMap(line => linkOf(line)?.dropped ?? [])
    expect(dropped).toEqual([...names].sort().slice(-3 - dropped.length, -3))
  })

  it('keeps files for a number of days, but always the newest', async () => {
    writeFileSync(join(root, 'audit-1700000000000-1.jsonl'), '{"n":1}\n')
    writeFileSync(join(root, 'audit-1700000000001-1.jsonl'), '{"n":2}\n')
    await append({ n: 3 }, { ...limits, keepDays: 30 })
    expect(rotated()).toEqual(['audit-1700000000001-1.jsonl'])
  })

  it('goes on where a name is planted, a pipe stands, or the log is led elsewhere', async () => {
    mkdirSync(join(root, 'audit-9999999999999-1.jsonl'))
    await append({ n: 1, text: 'x'.repeat(3_000) }, limits)
    await append({ n: 2 }, limits)
    expect(linesOf().map(line => JSON.parse(line).n)).toEqual([2])
    expect(rotated().every(name => /^audit-\d{13}-\d+\.jsonl$/.test(name))).toBe(true)

    rmSync(auditFile(root))
    writeFileSync(join(root, 'elsewhere'), `${'x'.repeat(3_000)}\n`)
    symlinkSync(join(root, 'elsewhere'), auditFile(root))
    expect(await append({ n: 3 }, limits)).toBe(true)
    expect(linesOf(join(root, 'elsewhere')).at(-1)).toContain('"n":3')
  })
})

describe('lines of a server', () => {
  const batch = (from: number, limits?: Limits, server: Batches = batches(root, hash, limits)): void => {
    rotateIfLarge(root, limits)
    const fd = openSync(auditFile(root), constants.O_RDWR | appending, 0o600)
    const lines = [0, 1, 2].map(n => `${JSON.stringify({ n: from + n, decision: 'allow', text: 'ü'.repeat(200) })}\n`)
    writeSync(fd, server.sealed(fd, lines))
    server.wrote()
    closeSync(fd)
  }
  /** Of each sealed line: what it seals. */
  const seals = () => linesOf().map(line => linkOf(line)?.of)

  it('are sealed by the next batch or the next hook', async () => {
    batch(0)
    const first = readFileSync(auditFile(root))
    batch(3)
    await append({ n: 6 })
    expect(linesOf().map(line => JSON.parse(line).n)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(linkOf(linesOf()[0] ?? '')).toMatchObject({ from: 0, to: 0 })
    expect(linkOf(linesOf()[3] ?? '')).toMatchObject({ from: 0, to: first.length, of: hash(first) })
    expect(linkOf(linesOf()[6] ?? '')).toMatchObject({ from: first.length })
    expect(verifyLog(root, hash)).toMatchObject({ ok: true, findings: [] })
  })

  it('of one server get the same seals as of one that reads what it wrote', async () => {
    const server = batches(root, hash)
    batch(0, undefined, server)
    batch(3, undefined, server)
    await append({ n: 6 })
    batch(7, undefined, server)
    batch(10, undefined, server)
    const known = seals()
    expect(verifyLog(root, hash)).toMatchObject({ ok: true, findings: [] })

    const text = textOf()
    rmSync(auditFile(root))
    rmSync(headFile(root))
    for (const n of [0, 3]) batch(n)
    await append({ n: 6 })
    for (const n of [7, 10]) batch(n)
    expect(textOf()).toHaveLength(text.length)
    expect(seals()).toEqual(known)
  })

  it('are sealed as they were written, whatever became of them', () => {
    const server = batches(root, hash)
    batch(0, undefined, server)
    writeFileSync(auditFile(root), textOf().replace('"n":1,', '"n":9,'))
    batch(3, undefined, server)
    expect(verifyLog(root, hash).ok).toBe(false)
  })

  it('are read where others wrote behind them, or not all came into the file', () => {
    const server = batches(root, hash)
    batch(0, undefined, server)
    appendFileSync(auditFile(root), '{"n":3,"decision":"allow"}\n')
    batch(4, undefined, server)
    const fd = openSync(auditFile(root), constants.O_RDWR | appending, 0o600)
    writeSync(fd, server.sealed(fd, ['{"n":7,"decision":"allow"}\n']).slice(0, -40))
    closeSync(fd)
    batch(8, undefined, server)
    expect(linesOf()).toHaveLength(3 + 1 + 3 + 1 + 3)
    expect(verifyLog(root, hash)).toMatchObject({ ok: true, findings: [] })
    // Each seals all that stood before it.
    const places = linesOf()
      .map(line => linkOf(line))
      .filter(link => link !== undefined)
    expect(places.map(({ from }) => from).slice(1)).toEqual(places.map(({ to }) => to).slice(0, -1))
    expect(places.at(-1)?.to).toBe(Buffer.byteLength(textOf().split('\n{"n":8')[0] ?? ''))
  })

  it('are rotated, and old files go', () => {
    const limits = { maxBytes: 2_000, keepFiles: 2 }
    const server = batches(root, hash, limits)
    for (let n = 0; n < 60; n += 3) batch(n, limits, n < 30 ? server : undefined)
    expect(rotated()).toHaveLength(2)
    expect(verifyLog(root, hash)).toMatchObject({ ok: true, findings: [] })
  })
})
