import { describe, expect, it } from 'vitest'
import { type Language, tokens } from './lexer.ts'

const read = (source: string, language: Language = 'python'): readonly string[] =>
  tokens(source, language).map(({ kind, value }) => `${kind} ${value}`)

describe('what is read without a pattern is what the patterns read', () => {
  it.each<[string, Language, readonly string[]]>([
    ['a_1 _b9', 'python', ['name a_1', 'name _b9']],
    [
      '0x1f 0o17 1.5 10 1.x 0',
      'python',
      ['number 0x1f', 'number 0o17', 'number 1.5', 'number 10', 'number 1', 'mark .', 'name x', 'number 0'],
    ],
    ['rb"a\\n" x"b"', 'python', ['text a\\n', 'name x', 'text b']],
    ['q(a) qw[b c]', 'perl', ['text a', 'text b c']],
    ['save! a', 'ruby', ['name save!', 'name a']],
    ['save!=a', 'ruby', ['name save', 'mark !', 'mark =', 'name a']],
    ['g:name', 'vim', ['name name']],
    ['a\u00a0b\tc;d', 'python', ['name a', 'name b', 'name c', 'mark ;', 'name d']],
    ['"a\\"b" "c"', 'python', ['text a"b', 'text c']],
    ['"#{a["b"]}c"', 'ruby', ['text #{a["b"]}c']],
  ])('%s of %s', (source, language, wanted) => {
    expect(read(source, language)).toEqual(wanted)
  })

  it('cuts a long name and a long number where a pattern does', () => {
    expect(read('a'.repeat(250))).toEqual([`name ${'a'.repeat(210)}`, `name ${'a'.repeat(40)}`])
    expect(read('1'.repeat(60))).toEqual([`number ${'1'.repeat(50)}`, `number ${'1'.repeat(10)}`])
  })
})
