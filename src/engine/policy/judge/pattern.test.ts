import { beforeAll, describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { compilePattern, contentFilter, loadLinearEngine, needsLinearEngine, patternProblem, requiredText } from './pattern.ts'

beforeAll(loadLinearEngine)

describe('what is accepted', () => {
  const rows: readonly [source: string, accepted: boolean][] = [
    ['pwned', true],
    ['(?i)drop\\s+table', true],
    ['(?:a|b)+c', true],
    ['(?<name>a)', true],
    ['[(?=]', true],
    ['\\(?=x', true],
    ['(?=a)', false],
    ['(?!a)', false],
    ['(?<=a)b', false],
    ['(?<!a)b', false],
    ['(a)\\1', false],
    ['(?<n>a)\\k<n>', false],
    ['(a', false],
    ['', false],
    ['a'.repeat(3000), false],
    // Regular expressions for one engine, and none for the one that would run them.
    ['[\\b].*', false],
    ['\\u{110000}.*', false],
    ['(?:a{100}){100}', false],
    ['a{1001}b*', false],
    ['a{1000}b*', true],
    ['[\\t].*', true],
  ]
  it.each(rows)('%s', (source, accepted) => {
    expect(patternProblem(source) === undefined).toBe(accepted)
  })
})

describe('which engine runs it', () => {
  const rows: readonly [source: string, linear: boolean][] = [
    ['pwned', false],
    ['AKIA[A-Z0-9]{16}', false],
    ['(?i)(?:prod|live)-key', false],
    ['colou?r', false],
    ['a+', true],
    ['x.*y', true],
    ['(a?){30}', true],
    ['a{0,30}a{0,30}', true],
    ['(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)', true],
  ]
  it.each(rows)('%s needs re2js: %s', (source, linear) => {
    expect(needsLinearEngine(source)).toBe(linear)
  })

  it.each(['(a+)+b', '(a|a)*b', '(.*a){12}b', 'a*a*a*a*b', '(x+x+)+y'])('%s cannot be made to backtrack', source => {
    const spentMs = cpuTime()
    expect(compilePattern(source)('ax'.repeat(20_000))).toBe(/a.*b|y/.test('ax') || false)
    expect(spentMs()).toBeLessThan(1000)
  })

  const same: readonly [source: string, text: string, matches: boolean][] = [
    ['(?i)DROP\\s+TABLE', 'drop  table x', true],
    ['^b.*d$', 'bcd', true],
    ['(?m)^b.*$', 'a\nb c', true],
    ['a.+b', 'a\nb', false],
    ['(?s)a.+b', 'a\n\nb', true],
    ['\\d{3,}', 'ab1234', true],
    ['[\\w.-]+@', 'x@', true],
  ]
  it.each(same)('%s on %j is %s', (source, text, matches) => {
    expect(compilePattern(source)(text)).toBe(matches)
  })
})

describe('the text every match contains', () => {
  const rows: readonly [source: string, literal: string][] = [
    ['pwned', 'pwned'],
    ['(?i)DROP TABLE', 'drop table'],
    ['abc?', 'ab'],
    ['ab*cdef', 'cdef'],
    ['one|two', ''],
    ['x(?:one|two)yz', 'yz'],
    ['a{0,3}bc', 'bc'],
    ['a\\.b', 'a.b'],
    ['a\\db', 'a'],
    ['[abc]de', 'de'],
    ['ΟΔΟΣ', ''],
    ['a+b', 'a'],
  ]
  it.each(rows)('%s: %j', (source, literal) => {
    expect(requiredText(source)).toBe(literal)
  })

  it('the index never hides what is there', () => {
    const content = `${'lorem ipsum DOLOR '.repeat(1000)}needle`
    const filter = contentFilter(content, 1000)
    expect(filter('needle')).toBe(true)
    expect(filter('dolor l')).toBe(true)
    expect(filter('ne')).toBe(true)
    expect(filter('absent thing')).toBe(false)
  })
})
