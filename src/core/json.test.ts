import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { has, maxDepth, numberAt, objectAt, readObject, stringAt, stringsAt } from './json.ts'

const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

describe('readObject', () => {
  it.each([
    ['a plain object', '{"tool":"Bash"}', { tool: 'Bash' }],
    ['white space around', ' \r\n\t{"tool":"Bash"}\n', { tool: 'Bash' }],
    ['a byte order mark', '\ufeff{"tool":"Bash"}', { tool: 'Bash' }],
    ['two byte order marks', '\ufeff\ufeff{"tool":"Bash"}', { tool: 'Bash' }],
    ['a byte order mark read as Latin-1', '\u00ef\u00bb\u00bf{"tool":"Bash"}', { tool: 'Bash' }],
    ['noise of a shell profile', 'Welcome back!\n{"tool":"Bash"}', { tool: 'Bash' }],
    [
      'the same key at two places',
      '{"a":{"b":1},"c":{"b":2},"d":[{"b":3},{"b":4}]}',
      { a: { b: 1 }, c: { b: 2 }, d: [{ b: 3 }, { b: 4 }] },
    ],
    ['keys and braces inside strings', '{"a":"{\\"a\\":1}","b":"[[\\\\"}', { a: '{"a":1}', b: '[[\\' }],
    ['a value that repeats its key', '{"a":"a","b":["a","a"]}', { a: 'a', b: ['a', 'a'] }],
    ['the deepest nesting accepted', nested(maxDepth), JSON.parse(nested(maxDepth))],
    ['an empty object', '{}', {}],
  ])('reads %s', (_, text, value) => {
    expect(readObject(text)).toEqual(value)
  })

  it.each([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n', 'empty'],
    ['a word', 'hello', 'not-json'],
    ['half an object', '{"tool":"Ba', 'not-json'],
    ['text after the object', '{"tool":"Bash"} and more', 'text-behind'],
    ['two objects', '{"tool":"Bash"}{"tool":"Read"}', 'text-behind'],
    ['two objects on lines', '{"tool":"Bash"}\n{"tool":"Read"}', 'text-behind'],
    ['a trailing comma', '{"tool":"Bash",}', 'not-json'],
    ['a comment', '{/* */"tool":"Bash"}', 'not-json'],
    ['single quotes', "{'tool':'Bash'}", 'not-json'],
    ['a NUL after the object', '{"tool":"Bash"}\u0000', 'text-behind'],
    ['a NUL inside', '{"tool"\u0000:"Bash"}', 'raw-nul'],
    ['a NUL in a string', '{"tool":"Ba\u0000sh"}', 'raw-nul'],
    ['a raw line break in a string', '{"tool":"Ba\nsh"}', 'not-json'],
    ['noise with a brace in it', 'set {x} {"tool":"Bash"}', 'text-behind'],
    ['a list', '[{"tool":"Bash"}]', 'not-object'],
    ['a list after a byte order mark', '  [{"tool":"Bash"}]', 'not-object'],
    ['a string that holds an object', '"{\\"tool\\":1}"', 'not-object'],
    ['a key given twice', '{"tool":"Read","tool":"Bash"}', 'duplicate-key'],
    ['a key given twice, once escaped', '{"tool":"Read","\\u0074ool":"Bash"}', 'duplicate-key'],
    ['a key given twice below', '{"a":[{"b":{"c":1,"c":2}}]}', 'duplicate-key'],
    ['a key given twice around a list', '{"a":[1,2,{"x":1}],"a":1}', 'duplicate-key'],
    ['__proto__ given twice', '{"__proto__":1,"__proto__":2}', 'duplicate-key'],
    ['one level too many', nested(maxDepth + 1), 'too-deep'],
    ['100,000 levels', `{"a":${'['.repeat(100_000)}`, 'too-deep'],
    ['100,000 objects', '{"a":'.repeat(100_000), 'too-deep'],
  ])('takes %s for a fault', (_, text, fault) => {
    expect(readObject(text)).toBe(fault)
  })

  it('keeps __proto__ an own key and the prototype untouched', () => {
    const value = readObject('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('reads every object that JSON can hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), value => {
        const text = JSON.stringify(value)
        expect(readObject(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '\u0000', '\ud800', ' ') }),
        text => {
          readObject(text)
        },
      ),
    )
  })
})

describe('the readers of one key', () => {
  const object = { text: 'a', number: 7, list: ['a', 1, 'b', null], nested: { a: 1 }, nothing: null, words: 'a,b' }

  it('give back a value of their type only', () => {
    expect([stringAt(object, 'text'), stringAt(object, 'number'), stringAt(object, 'nothing')]).toEqual([
      'a',
      undefined,
      undefined,
    ])
    expect([numberAt(object, 'number'), numberAt(object, 'text')]).toEqual([7, undefined])
    expect([objectAt(object, 'nested'), objectAt(object, 'list'), objectAt(object, 'nothing')]).toEqual([
      { a: 1 },
      undefined,
      undefined,
    ])
    expect([stringsAt(object, 'list'), stringsAt(object, 'words')]).toEqual([['a', 'b'], []])
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('do not see the inherited %s', key => {
    expect([stringAt({}, key), numberAt({}, key), objectAt({}, key), stringsAt({}, key), has({}, key)]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
      false,
    ])
  })
})
