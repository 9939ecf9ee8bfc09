import { expect, it } from 'vitest'
import { ago, marked, oneLine, pieces, visible } from './text.ts'

it.each([
  ['\u001b[31mred', '\\e[31mred'],
  ['a\u202egnp.exe', 'a\\u{202e}gnp.exe'],
  ['a\u200bb', 'a\\u{200b}b'],
  ['nul\u0000', 'nul\\x00'],
  ['line\r', 'line\\r'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  ['half\ud800', 'half\\u{d800}'],
  ['selector\ufe0f', 'selector\\u{fe0f}'],
  ['tab\tand\nbreak stay', 'tab\tand\nbreak stay'],
  ['Grüße, 你好, 👍', 'Grüße, 你好, 👍'],
])('shows %j as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

it('keeps what it has escaped apart from what was written so', () => {
  expect(pieces('\\e[31m \u001b')).toEqual([
    { text: '\\e[31m ', kind: 'plain' },
    { text: '\\e', kind: 'escape' },
  ])
})

it('marks words where they begin, the longest first', () => {
  expect(marked('git push --force; legit x', ['git', 'git push', 'x']).filter(({ kind }) => kind === 'mark')).toEqual([
    { text: 'git push', kind: 'mark' },
  ])
})

it('escapes between the marks as well, and in them', () => {
  const text = marked('rm \u202e/tmp', ['rm', '/tmp'])
  expect(text.map(({ kind }) => kind)).toEqual(['mark', 'plain', 'escape', 'mark'])
})

it('tells a break from what follows it', () => {
  expect(oneLine('a\nb\tc')).toBe('a ⏎ b c')
})

it.each([
  [1_000, 'now'],
  [5_000, '5 s ago'],
  [120_000, '2 min ago'],
  [7_200_000, '2 h ago'],
  [172_800_000, '2 d ago'],
])('says how long ago %j ms are', (ms, said) => {
  expect(ago(new Date(0).toISOString(), ms)).toBe(said)
})
