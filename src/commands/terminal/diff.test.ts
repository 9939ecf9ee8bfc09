import { expect, it } from 'vitest'
import { palette } from './ansi.ts'
import { diffOf } from './diff.ts'

const shown = (after: string): string => diffOf({ file: 'hooks.json', before: '', after }, palette(false))

it.each<[string, string, string]>([
  ['blanks and tabs stay where they are', '\t"a":   1,\t // one\n', '+\t"a":   1,\t // one'],
  ['nothing else that breaks a line begins another one', '"a\u2028- b\r+ c"\n', '+"a - b + c"'],
  ['nothing paints the screen', '\u001b[31m\u202e"a"\n', '+ [31m "a"'],
  ['secrets are masked', '"key": "ghp_0123456789abcdefghijABCDEFGHIJ012345"\n', '+"key": "[github-token removed]"'],
])('%s', (_, after, line) => {
  expect(shown(after).split('\n').slice(2)).toEqual([line])
})
