/** What `npm run mutants` changes, and what it leaves alone. */

import { expect, it } from 'vitest'
import { mutantsOf } from '../scripts/mutants/mutations.ts'

const changed = (source: string): readonly string[] =>
  mutantsOf('a.ts', source).map(({ before, after }) => `${before} -> ${after}`)

it.each([
  ['const f = (a: boolean, b: boolean) => a && b', ['&& -> ||']],
  ['const f = (n: number) => n >= 3', ['>= -> >', '3 -> 4']],
  [
    'const f = (n?: string) => { if (n === undefined) return; g(n) }',
    ['n === undefined -> false', '=== -> !==', 'g(n) -> void 0'],
  ],
  ['const f = (a?: boolean) => a ?? true', ['?? -> &&', 'true -> false']],
  ["const f = (a?: string, b?: string) => a ?? b ?? ''", []],
  ["const list = 'o output q'", ["'o output q' -> 'o output'"]],
  ['const f = (s: string) => s.startsWith("a")', ['startsWith -> endsWith', '"a" -> ""']],
  ['const pattern = /^ab/i', ['/^ab/i -> /ab/i']],
  ["import { a } from './a.ts'\nexport * from './b.ts'\ntype T = 'x' | 'y'", []],
  ["const said = 'Tells a person what was done.'", []],
])('%s', (source, expected) => {
  expect(changed(source)).toEqual(expected)
})

it('says in which function a change is, and in which line', () => {
  const source = 'const one = 1\nconst f = () => {\n  return 2\n}\nconst g = () => 3\n'
  const found = mutantsOf('a.ts', source).map(({ line, inside }) => [line, inside && source.slice(inside.start, inside.end)])
  expect(found).toEqual([
    [1, undefined],
    [3, '{\n  return 2\n}'],
    [5, '3'],
  ])
})
