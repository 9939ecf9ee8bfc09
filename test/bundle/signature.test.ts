import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lineOf, publicKeyOf, secretKeyOf } from '../../src/hook/bundle/keys.ts'
import { checkSignature, signatureOf } from '../../src/hook/bundle/signature.ts'
import { pair, scratch } from './make.ts'

/** Made with minisign 0.11: a key, and both kinds of signature over "hi\n". */
const known = {
  key: 'untrusted comment: minisign public key 42BA4D20578F2437\nRWQ3JI9XIE26Qs8gnYa/3RtmTHqbBa9cMUmE9XvzQUrop5Bl59i8VU/3\n',
  hashed:
    'untrusted comment: signature from minisign secret key\nRUQ3JI9XIE26QrY8O3/JNLPt0XADFtLhwJ26y20ZZdlIfDO1EtXH3cVAuECbtWZLa/XyfYsQ6JIEozH0IZZiB8zzqkc/M76Vawo=\ntrusted comment: timestamp:1795380102\tfile:f\thashed\n1tUhsp5CYRB3CtOcjnW39A/M/+mgtmoHbsWPaPrO97B2aFKvb1n5gAsc58rM9/6AK2wX4jmphzB/FUkJfAHfDg==\n',
  legacy:
    'untrusted comment: signature from minisign secret key\nRWQ3JI9XIE26QkXKL8k5g4bN3aImV+YtjCkqELh/GuToqmNe/ipNyJawLhvKZdn61Astq1AE28cVmBmnrkzmTGu4Xiz1PtIFNwY=\ntrusted comment: timestamp:1795380102\tfile:f\nDQtsZLC97MKIfV+0hTHS4/RGdhlpZqiPbeQ1oLXRKm13nFwjvS88rs7ZVrInOdKwvjBWiMgG+OXamecq99xGBQ==\n',
}

const keyOf = (text: string) => {
  const key = publicKeyOf(text)
  if (key === undefined) throw new Error('no key')
  return key
}

describe('signatures of minisign', () => {
  it.each(['hashed', 'legacy'] as const)('%s', kind => {
    expect(checkSignature('hi\n', known[kind], [keyOf(known.key)])).toEqual({ ok: true, by: '42BA4D20578F2437' })
    expect(checkSignature('hi', known[kind], [keyOf(known.key)])).toMatchObject({ ok: false })
  })

  it.each<[string, (text: string) => string]>([
    ['another comment', text => text.replace('file:f', 'file:g')],
    ['another algorithm', text => text.replace('\nRUQ', '\nRWQ')],
    ['a line more', text => `${text}more\n`],
    ['a line less', text => text.split('\n').slice(0, 3).join('\n')],
    ['no base64', text => text.replace('==', '=')],
    ['one bit', text => text.replace('RUQ3JI9XIE26QrY8', 'RUQ3JI9XIE26QrY9')],
    ['a text without end', text => `${text}${' '.repeat(4_000)}`],
  ])('with %s are none', (_, change) => {
    expect(checkSignature('hi\n', change(known.hashed), [keyOf(known.key)]).ok).toBe(false)
  })

  it('of another key are named, and not trusted', () => {
    const mine = pair()
    expect(checkSignature('hi\n', known.hashed, [keyOf(mine.line)])).toEqual({
      ok: false,
      why: 'its key 42BA4D20578F2437 is not trusted',
    })
    // The same number with another key behind it.
    const forged = { ...keyOf(mine.line), id: '42BA4D20578F2437' }
    expect(checkSignature('hi\n', known.hashed, [forged]).ok).toBe(false)
  })
})

describe('keys', () => {
  it('of PEM get a number, and sign in the same form', () => {
    const mine = pair()
    expect(keyOf(mine.publicPem)).toEqual(keyOf(mine.line))
    expect(checkSignature('ä\n', signatureOf('ä\n', mine.secret, 'c'), [keyOf(mine.line)])).toMatchObject({ ok: true })
  })

  it.each(['', 'RWQ3', 'text', known.hashed, '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'])(
    '%j is none',
    text => {
      expect([publicKeyOf(text), secretKeyOf(text), lineOf(text)]).toEqual([undefined, undefined, undefined])
    },
  )
})

const minisign = (args: readonly string[], input = '') =>
  execFileSync('minisign', args, { input, stdio: ['pipe', 'pipe', 'pipe'] }).toString()

const isHere = (() => {
  try {
    minisign(['-v'])
    return true
  } catch {
    console.warn('minisign is not here: what it says of our signatures is not tested')
    return false
  }
})()

describe.skipIf(!isHere)('the real minisign', () => {
  const text = '{"manifest":"ü"}'

  it('takes what we sign, with its key and with one of PEM', () => {
    const dir = scratch()
    minisign(['-G', '-W', '-p', join(dir, 'key.pub'), '-s', join(dir, 'key')])
    const mine = pair()
    const secret = secretKeyOf(readFileSync(join(dir, 'key'), 'utf8'))
    if (secret === undefined || secret === 'password') throw new Error('no key')
    writeFileSync(join(dir, 'text'), text)
    for (const [key, line] of [
      [secret, lineOf(readFileSync(join(dir, 'key.pub'), 'utf8'))],
      [mine.secret, mine.line],
    ] as const) {
      writeFileSync(join(dir, 'text.minisig'), signatureOf(text, key, 'timestamp:1\tfile:text\thashed'))
      expect(minisign(['-V', '-P', line ?? '', '-m', join(dir, 'text')])).toContain('Signature and comment signature verified')
    }
  })

  it('is taken, with either form', () => {
    const dir = scratch()
    minisign(['-G', '-W', '-p', join(dir, 'key.pub'), '-s', join(dir, 'key')])
    writeFileSync(join(dir, 'text'), text)
    for (const form of [[], ['-l']]) {
      minisign(['-S', ...form, '-s', join(dir, 'key'), '-m', join(dir, 'text')])
      const key = keyOf(readFileSync(join(dir, 'key.pub'), 'utf8'))
      expect(checkSignature(text, readFileSync(join(dir, 'text.minisig'), 'utf8'), [key])).toMatchObject({ ok: true })
    }
  })

  it('has keys with a password, which we open with it and with no other', () => {
    const dir = scratch()
    minisign(['-G', '-p', join(dir, 'key.pub'), '-s', join(dir, 'key')], 'word\nword\n')
    const kept = readFileSync(join(dir, 'key'), 'utf8')
    expect(secretKeyOf(kept)).toBe('password')
    expect(secretKeyOf(kept, 'other')).toBe('password')
    const secret = secretKeyOf(kept, 'word')
    if (secret === undefined || secret === 'password') throw new Error('not opened')
    expect(checkSignature('a', signatureOf('a', secret, 'c'), [keyOf(readFileSync(join(dir, 'key.pub'), 'utf8'))]).ok).toBe(true)
  }, 120_000)
})
