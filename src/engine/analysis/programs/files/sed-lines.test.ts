/** What a script of sed prints, held against GNU sed. The texts are data on its standard input; no script here writes or runs anything. */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { choices } from '../../../../../scripts/attack/random.ts'
import { sedLines } from './sed-lines.ts'
import { readSed } from './sed-script.ts'

const real = (script: string, text: string, options: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('sed', ['--sandbox', ...options, '--', script], {
    input: text,
    encoding: 'utf8',
    timeout: 5_000,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  })
  return status === 0 ? stdout : undefined
}

const addresses = [
  '',
  '',
  '',
  '1',
  '2',
  '$',
  '2,3',
  '3,2',
  '2,$',
  '/a/',
  '/^a/,/c$/',
  '/b/,$',
  '1,/a/',
  '/x y/',
  '$!',
  '2!',
  '/a/!',
  '/a\\/b/',
  '1,2!',
  '0',
  '/[0-9]/',
  '/a/,2',
  '/^$/',
]
const soughts = [
  'a',
  'a*',
  'aa*',
  'a.',
  '.',
  '.*',
  '^',
  '$',
  '^a',
  'c$',
  '^.*a',
  '[ab]',
  '[^ab]',
  '[]x]',
  '[a-c]*',
  '[[:space:]]',
  '[[:digit:]]*$',
  ' ',
  '\\.',
  '\\*',
  '*',
  '^*a',
  'a\\+',
  'a\\?b',
  '(a)',
  '\\(a\\)\\(.\\)',
  '\\(.*\\) \\(.*\\)',
  '(a)(.)',
  'a+b',
  'a|b',
  'a\\|b',
  '^#\\s*',
  '\\t',
  '\\w',
  '\\ba',
  'a\\b',
  '\\b',
  '\\<a',
  'b\\>',
  '\\bx*\\b',
  'x\\{2\\}',
  '{',
  '\\$',
  '$x',
  'a^b',
  '\\(^a\\)',
  'ä',
  'A',
  '~',
  '[.]',
  '[$]',
  '\\/',
  '',
  '(ab)*',
  '.*.*b',
  'a*b*c',
]
const puts = [
  '',
  'X',
  '&&',
  '[&]',
  '\\1',
  '\\2 \\1',
  '\\&',
  '\\n',
  '\\t',
  '\\/',
  '\\U&',
  '$1',
  '\\\\',
  'é',
  '\\0',
  '\\3',
  '.',
  '~',
]
const flags = ['', '', '', 'g', 'p', 'I', '2', '2g', 'gp', 'gi', '0', 'm']
const others = ['d', 'p', 'a new', 'i before', 'c other', '$!d', '=', 'q', 'n', 'y/ab/xy/', 'a\\\ntwo', '{p}', 'h', 'k']
const texts = [
  'a\n',
  'abc',
  'aab abb\nb c a\n#  a\nx y\n',
  '\n\na/b\n',
  'a.b*c$x\n(a){x}\n',
  '',
  'a\tb\n1 22 a\naaa',
  'äa\nAbc\nxx ]^\na^b a+b a|b',
]

const composed = (seed: number, at: number): string => {
  const { one, below } = choices(seed, at)
  const command = (): string =>
    `${one(addresses)}${below(4) === 0 ? one(others) : `s/${one(soughts)}/${one(puts)}/${one(flags)}`}`
  return Array.from({ length: 1 + below(2) }, command).join('\n')
}

const here = real('p', 'a\n', []) === 'a\na\n'
if (!here) console.warn('SKIPPED: no GNU sed')

describe.skipIf(!here)('a script of sed', () => {
  it('prints what sed prints', { timeout: 120_000 }, () => {
    const wrong: string[] = []
    let told = 0
    for (let at = 0; at < 2_500; at++) {
      const seed = Number(process.env.SED_SEED ?? 1)
      const script = composed(seed, at)
      const { one, below } = choices(seed + 1, at)
      const [text, quiet, extended] = [one(texts), below(4) === 0, below(3) === 0]
      const { commands, flat } = readSed(script)
      const ours = flat ? sedLines(commands, text, { quiet, extended }) : undefined
      if (ours === undefined) continue
      told++
      const theirs = real(script, text, [...(quiet ? ['-n'] : []), ...(extended ? ['-E'] : [])])
      if (ours !== theirs) wrong.push(JSON.stringify({ script, text, quiet, extended, ours, theirs }))
    }
    expect(wrong).toEqual([])
    expect(told).toBeGreaterThan(700)
  })
})

it('looks at so many places and no more', () => {
  const { commands } = readSed('s/a*.*d/x/')
  const timed = (length: number): readonly [boolean, number] => {
    const begun = performance.now()
    const out = sedLines(commands, `${'a'.repeat(length)}\n`, { quiet: false, extended: false })
    return [out !== undefined, performance.now() - begun]
  }
  expect(timed(1_000)[0]).toBe(false)
  const [isTold, took] = timed(250)
  expect(isTold).toBe(true)
  expect(took).toBeLessThan(1_000)
})
