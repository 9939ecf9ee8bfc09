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

const mcp = (...more: readonly string[]): object => ({
  command: 'x',
  args: [...more, '--api-key', 'q8Zk3vTr0ub4dor', '--port', '80'],
})

it.each<[string, number | undefined, readonly string[]]>([
  ['one line', undefined, ['x'.repeat(200)]],
  ['many lines', 2, ['x']],
])('a word is masked below its flag, in JSON of %s', (_, indent, more) => {
  const text = (...first: readonly string[]): string => JSON.stringify({ ...mcp(...first), more, end: 1 }, null, indent)
  const after = text().replace('"80"', '"81"')
  for (const shown of [changed(text(), text('new')), changed(text(), after), changed('', text())]) {
    expect(shown.join('\n')).toContain('"[value removed]"')
    expect(shown.join('\n')).not.toContain('q8Zk3vTr0ub4dor')
  }
})

it('a word is masked below its flag, in YAML', () => {
  const text = 'args:\n  - --port\n  - "80"\n  - --auth-token\n  - q8Zk3vTr0ub4dor\n  - x\n'
  expect(changed(text, `${text}  - y\n`).slice(2)).toEqual(
    ['   - "80"', '   - --auth-token', '   - [value removed]', '   - x', '+  - y'].slice(1),
  )
})

const list = (...names: readonly string[]): string => JSON.stringify({ model: 'opus', list: names.map(name => name.repeat(30)) })
const changed = (before: string, after: string): readonly string[] =>
  diffOf({ file: 'settings.json', before, after }, palette(false)).split('\n')

it('one long line of JSON is shown as several, so that what is new stands alone', () => {
  const lines = changed(list('one', 'two'), list('one', 'two', 'new'))
  expect(lines[0]).toBe('settings.json (changed; its long lines are shown as several)')
  expect(lines.filter(line => /^[-+]/.test(line)).map(line => line.replace(/\s/g, ''))).toEqual([
    `-"${'two'.repeat(30)}"`,
    `+"${'two'.repeat(30)}",`,
    `+"${'new'.repeat(30)}"`,
  ])
})

it.each([
  ['a comment', `${list('one', 'two', 'three')} // mine`],
  ['a key that stands twice', `{"a":1,"a":"${'x'.repeat(300)}"}`],
  ['a number that JavaScript rounds', `{"a":12345678901234567890,"b":"${'x'.repeat(300)}"}`],
  ['no JSON', 'x'.repeat(300)],
])('a long line with %s is shown as it stands', (_, text) => {
  expect(changed('', text)[0]).toBe('settings.json (changed)')
})

it('what has lines of its own keeps them', () => {
  expect(changed('{"a": 1}', '{"a": 1, "b": 2}').slice(2)).toEqual(['-{"a": 1}', '+{"a": 1, "b": 2}'])
  const text = `{\n    "a": "${'x'.repeat(300)}"\n}\n`
  expect(changed(text.replace('"a"', '"b"'), text)[3]).toBe(`-    "b": "${'x'.repeat(300)}"`)
})
