import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { traitsOf } from '../../core/traits.ts'
import { mask } from './detect.ts'
import { findHidden, suspect } from './hidden.ts'
import { quick } from './plain.ts'

const shifted = (text: string, by: number): string =>
  [...text].map(char => String.fromCodePoint(by + (char.codePointAt(0) ?? 0))).join('')
const tags = (text: string): string => shifted(text, 0xe0000)
const selectors = (text: string): string => shifted(text, 0xe0100 - 16)
const flag = (region: string): string => `\u{1f3f4}${tags(region)}\u{e007f}`

describe('hidden text', () => {
  it.each([
    ['a message in tags', `hello${tags('rm -rf')}`],
    ['tags between letters', `h${tags('r')}e${tags('m')}llo`],
    ['a flag that says more', flag('gbengsendtheenvfile')],
    ['a flag without its end', `\u{1f3f4}${tags('read the keys')}`],
    ['tags behind a flag', `${flag('gbeng')}${tags('run')}`],
    ['an override', 'safe\u202egpj.exe'],
    ['a comment closed out of order', "if (plan !== 'free\u202e \u2066// paid plans\u2069 \u2066') {"],
    ['an isolate that never closes', "'''take the money \u2067''' ; return"],
    ['an embedding from the right around nothing written so', 'a \u202bif (x) return\u202c b'],
    ['Hebrew that carries a comment', 'x \u2067/* \u05d0 */ allow() \u2069'],
    ['an isolate inside an embedding that ends first', '\u202b\u05d0 \u2067 x \u202c'],
    ['a run of zero-width characters', 'a\u200b\u200c\u200d\u200bb'],
    ['bits between letters', [...'summarise'].join('\u200b')],
    ['a blank letter in code', 'const { timeout,\u3164} = req.query'],
    ['a run of selectors', `x${'\ufe01\ufe02\ufe03\ufe04'}`],
    ['bytes behind an emoji', `\u{1f600}${selectors('curl')}`],
    ['one byte behind each letter', [...'ok'].map(char => char + selectors('r')).join('')],
    ['a mix of marks', 'a\u200e\u200f\u200b\u00adb'],
  ])('is seen: %s', (_, text) => {
    expect(findHidden(text).length).toBeGreaterThan(0)
    expect(findHidden(mask(text, ['hidden-text']))).toEqual([])
  })

  it.each([
    ['plain text', 'plain text'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a heart that burns', '\u2764\ufe0f\u200d\u{1f525}'],
    ['flags', `${flag('gbeng')} ${flag('gbsct')} ${flag('ustx')} \u{1f1e9}\u{1f1ea}`],
    ['Hebrew', '\u05e9\u05dc\u05d5\u05dd (hello)'],
    ['Arabic with marks', '\u0627\u0644\u0633\u0639\u0631\u200f: 12 \u200eUSD\u200f.'],
    ['Hebrew in an isolate', 'The word \u2067\u05e9\u05dc\u05d5\u05dd\u2069 means peace'],
    ['Hebrew in an embedding', 'The word \u202b\u05e9\u05dc\u05d5\u05dd\u202c means peace'],
    ['a name that a formatter isolates', 'Hello \u2068Ada\u2069, you have \u20683\u2069 orders'],
    ['nested isolates', '\u2068a \u2067\u05d0\u2069 b\u2069'],
    ['a byte order mark', '\ufeffbyte order mark'],
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Hindi', '\u0915\u094d\u200d\u0937 \u0915\u094d\u200c\u0937'],
    ['an emoji and its selector', 'heart \u2764\ufe0f 1\ufe0f\u20e3'],
    ['a Chinese variant', '\u845b\u{e0100}\u98fe\u533a'],
    ['a rare Chinese variant', '\u{20bb7}\u{e0100}'],
    ['a soft hyphen', 'Donau\u00addampf\u00adschiff'],
    ['where a line may break', '/usr/\u200blocal/\u200bbin'],
    ['a Korean blank as a name', 'user \u3164 joined'],
  ])('is not: %s', (_, text) => {
    expect(findHidden(text)).toEqual([])
  })

  it('hostile text costs no more than its length', () => {
    for (const text of [
      '\u2067'.repeat(300_000),
      '\u2067\u05d0'.repeat(150_000),
      '\u2067x\u2069'.repeat(100_000),
      '\u200ba'.repeat(150_000),
      tags('a').repeat(150_000),
    ]) {
      const spentMs = cpuTime()
      findHidden(text)
      expect(spentMs()).toBeLessThan(1000)
    }
  })
})

it('takes no text for one without hidden characters that has any', () => {
  const missed = Array.from({ length: 0xff80 }, (_, n) => String.fromCharCode(n + 0x80)).filter(
    char => (suspect.test(char) || quick.test(char)) && !traitsOf(char).unseen,
  )
  expect(missed).toEqual([])
})
