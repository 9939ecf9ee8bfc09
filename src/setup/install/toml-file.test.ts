import fc from 'fast-check'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { describe, expect, it } from 'vitest'
import { NotEditable } from './json-text.ts'
import { newTables, oursInTables, withoutTables, withTables } from './toml-file.ts'

const entry = (event: string, program = '/opt/tfy-hook') => ({
  at: ['hooks'],
  value: { event, command: `${program} --client kimi-code --event ${event} --fail-closed`, timeout: 15 },
})
const wanted = [entry('PreToolUse'), entry('Stop')]
const readAs = (text: string): unknown => getStaticTOMLValue(parseTOML(text.replace('\ufeff', '')))

describe('our tables in a TOML file', () => {
  it('stand behind everything else', () => {
    const text = withTables('# mine\nmodel = "large"\n\n[ui]\ntheme = "dark"\n', wanted)
    expect(text).toBe(`# mine
model = "large"

[ui]
theme = "dark"

[[hooks]]
event = "PreToolUse"
command = "/opt/tfy-hook --client kimi-code --event PreToolUse --fail-closed"
timeout = 15

[[hooks]]
event = "Stop"
command = "/opt/tfy-hook --client kimi-code --event Stop --fail-closed"
timeout = 15
`)
    expect(withTables(text, wanted)).toBe(text)
    expect(oursInTables(text)).toEqual(wanted)
  })

  it('are replaced by newer ones', () => {
    const old = withTables('model = "large"\n', [entry('PreToolUse', '/old/tfy-hook')])
    expect(withTables(old, wanted)).toBe(withTables('model = "large"\n', wanted))
  })

  it('leave foreign tables between and behind them', () => {
    const foreign = '\n[[hooks]]\nevent = "Stop"\ncommand = "./notify.sh" # mine\n\n[ui] # mine\ntheme = "dark"\n'
    const text = withTables('', wanted) + foreign
    expect(withoutTables(text)).toBe(foreign)
    expect(readAs(withTables(text, [entry('PreToolUse')]))).toMatchObject({ ui: { theme: 'dark' } })
  })

  it('are found in any list, and in any spelling', () => {
    const text = `[["hooks"]]\n  'event' = 'PreToolUse'\n  command = '/opt/tfy-hook --client kimi-code'\n`
    expect(oursInTables(text)).toEqual([
      { at: ['hooks'], value: { event: 'PreToolUse', command: '/opt/tfy-hook --client kimi-code' } },
    ])
    expect(withoutTables(text)).toBe('')
    expect(oursInTables('[[hooks.PreToolUse]]\ncommand = "/opt/tfy-hook"\n')[0]?.at).toEqual(['hooks', 'PreToolUse'])
  })

  it('are not what only looks like them', () => {
    const text = 'about = """\n[[hooks]]\ncommand = "/opt/tfy-hook"\n"""\n# [[hooks]]\n# command = "/opt/tfy-hook"\n'
    expect(oursInTables(text)).toEqual([])
    expect(withoutTables(text)).toBe(text)
  })

  it.each([
    ['a list in one value', 'hooks = [{ event = "Stop", command = "./notify.sh" }]\n', 'hooks is a list in one value'],
    ['ours in one value', 'hooks = [{ event = "Stop", command = "/opt/tfy-hook" }]\n', 'hooks is a list in one value'],
    ['what is no TOML', 'model = \n', '(line 2)'],
    ['a key given twice', 'a = 1\na = 2\n', 'Defining a key multiple times is invalid (line 2)'],
  ])('are not put beside %s', (_, text, message) => {
    expect(() => withTables(text, wanted)).toThrow(NotEditable)
    expect(() => withTables(text, wanted)).toThrow(message)
  })

  it('hold any text as it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), event => {
        const odd = [{ at: ['hooks'], value: { event, command: '/opt/tfy-hook --event x', matcher: `\u007f"'\\\n${event}` } }]
        const text = withTables('a = 1\n', odd)
        expect(oursInTables(text)).toEqual(odd)
        expect(withoutTables(text)).toBe('a = 1\n')
      }),
    ))

  const group = (...programs: readonly string[]) => ({
    at: ['hooks', 'PreToolUse'],
    value: { hooks: programs.map(program => ({ type: 'command', command: `${program} --event PreToolUse` })) },
  })

  it('may be groups of handlers, which stand in one line', () => {
    const text = withTables('model = "large"\n', [group('/opt/tfy-hook')])
    expect(text).toBe(`model = "large"

[[hooks.PreToolUse]]
hooks = [{ type = "command", command = "/opt/tfy-hook --event PreToolUse" }]
`)
    expect(oursInTables(text)).toEqual([group('/opt/tfy-hook')])
    expect(withoutTables(text)).toBe('model = "large"\n')
    expect(withTables(text, [group('/opt/tfy-hook')])).toBe(text)
  })

  it('stay where a group runs somebody else’s program, too', () => {
    const text = withTables(undefined, [group('/opt/theirs', '/opt/tfy-hook')])
    expect(oursInTables(text)).toHaveLength(1)
    expect(() => withoutTables(text)).toThrow(NotEditable)
    expect(withoutTables(withTables(undefined, [group('/opt/theirs')]))).toContain('/opt/theirs')
  })

  it('have in a new file what they need, in front', () => {
    const needs = [
      { at: ['top'], value: [1, { 'a b': '\u007f' }] },
      { at: ['features', 'hooks'], value: true },
      { at: ['features', 'more'], value: 'x' },
      { at: ['x@y', 'on'], value: false },
    ]
    expect(readAs(newTables([group('/opt/tfy-hook')], needs))).toMatchObject({
      top: [1, { 'a b': '\u007f' }],
      features: { hooks: true, more: 'x' },
      'x@y': { on: false },
      hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] },
    })
  })
})
