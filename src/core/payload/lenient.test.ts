import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { maxDepth } from '../json.ts'
import { readingsOf } from './lenient.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('readingsOf', () => {
  it.each<readonly [string, string, readonly unknown[]]>([
    ['text behind', '{"tool":"Bash"} and more', [{ tool: 'Bash' }]],
    ['two objects', '{"tool":"Bash"}{"tool":"Read"}', [{ tool: 'Bash' }, { tool: 'Read' }]],
    ['noise with a brace in it', 'set {x} {"tool":"Bash"}', [{ '': 'x' }, { tool: 'Bash' }]],
    [
      'a key given twice',
      '{"tool":"Read","n":1,"tool":"Bash"}',
      [
        { tool: 'Bash', n: 1 },
        { tool: 'Read', n: 1 },
      ],
    ],
    ['a key given twice below', '{"a":[{"b":1,"b":2}]}', [{ a: [{ b: 2 }] }, { a: [{ b: 1 }] }]],
    ['a key given twice, once escaped', '{"tool":1,"\\u0074ool":2}', [{ tool: 2 }, { tool: 1 }]],
    ['a raw NUL', '{"command":"ls\0pwd"}', [{ command: 'lspwd' }, { command: 'ls\npwd' }]],
    ['half an object', '{"tool":"Bash","input":{"command":"ls -', [{ tool: 'Bash', input: { command: 'ls -' } }]],
    ['a raw line break', '{"command":"a\nb\\tc"}', [{ command: 'a\nb\tc' }]],
    ['a trailing comma', '{"tool":"Bash",}', [{ tool: 'Bash' }]],
    ['names without quotes', '{tool: Bash, n: -1.5, yes: true, no: null}', [{ tool: 'Bash', n: -1.5, yes: true, no: null }]],
    ['a bracket that closes too much', '{"a":[1}]', [{ a: [1] }]],
    ['a backslash at the end of a string', '{"a":"b\\\\","c":"d\\""}', [{ a: 'b\\', c: 'd"' }]],
    ['an escape that is none', '{"a":"\\x\\u00e9\\u00"}', [{ a: 'x\u00e9u00' }]],
    ['a list around it', '[{"tool":"Bash"}]', [{ tool: 'Bash' }]],
    ['nothing', 'no brace', []],
    ['an empty object', '{}', []],
  ])('%s', (_, text, readings) => {
    expect(readingsOf(text)).toEqual(readings)
  })

  it('keeps what is nested too deep as a list of its words', () => {
    const deep = `{"command":"ls","x":${'[{"k":'.repeat(400)}"pwned"${'}]'.repeat(400)},"after":1}`
    const [reading] = readingsOf(deep)
    expect(reading).toMatchObject({ command: 'ls', after: 1 })
    expect(JSON.stringify(reading)).toContain('pwned')
    expect(depthOf(reading)).toBe(maxDepth)
  })

  it('takes __proto__ for a key like any other', () => {
    const [reading] = readingsOf('{"__proto__":{"polluted":true}} x')
    expect(Object.getPrototypeOf(reading)).toBe(Object.prototype)
    expect(Object.hasOwn(reading ?? {}, '__proto__')).toBe(true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('reads what JSON.parse reads, if the text is JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 }), { minKeys: 1 }), object => {
        const text = JSON.stringify(object)
        // A number that is longer than any of ours stays a word.
        fc.pre(!/\d[eE.]|\d{20}/.test(text))
        expect(readingsOf(text)[0]).toEqual(JSON.parse(text))
      }),
    )
  })

  it('ends, whatever comes in', () => {
    const part = fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', '\0', '\n', '{"a":', '__proto__')
    fc.assert(fc.property(fc.array(part, { maxLength: 200 }), parts => void readingsOf(`{${parts.join('')}`)))
  })

  it.each([
    ['brackets', '['.repeat(8_000_000)],
    ['braces', '{"a":'.repeat(2_000_000)],
    ['backslashes and quotes', `"${'\\"'.repeat(4_000_000)}`],
    ['blanks', ' '.repeat(8_000_000)],
    ['one long word', 'x'.repeat(8_000_000)],
    ['short words', 'x '.repeat(4_000_000)],
    ['objects one behind the other', '}{'.repeat(4_000_000)],
  ])('8 MB of %s take no more than a moment', (_, text) => {
    const spentMs = cpuTime()
    readingsOf(`{"a":${text}`)
    expect(spentMs()).toBeLessThan(4_000)
  })
})
