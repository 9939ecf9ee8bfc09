import { describe, expect, it } from 'vitest'
import { oursIn, withEntries, withoutEntries } from './json-file.ts'
import { NotEditable } from './json-text.ts'

const handler = (event: string) => ({ type: 'command', command: `/opt/tfy-hook --client claude-code --event ${event}` })
const entry = (event: string) => ({ at: ['hooks', event], value: { hooks: [handler(event)] } })
const wanted = { entries: [entry('PreToolUse'), entry('UserPromptSubmit')] }

const files: readonly (readonly [name: string, text: string])[] = [
  ['an empty object', '{}'],
  ['an empty object with a line end', '{}\n'],
  ['other settings', '{\n  "model": "opus",\n  "env": { "A": "b" }\n}\n'],
  ['four blanks', '{\n    "model": "opus"\n}\n'],
  ['tabs', '{\n\t"model": "opus",\n\t"permissions": {\n\t\t"allow": ["Bash(ls:*)"]\n\t}\n}\n'],
  ['CRLF', '{\r\n  "model": "opus"\r\n}\r\n'],
  ['a byte order mark', '\ufeff{\n  "model": "opus"\n}\n'],
  ['one line', '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}'],
  [
    'comments',
    '{\n  // which model\n  "model": "opus", /* for now */\n  "hooks": {\n    // mine\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] } // keep\n    ]\n  }\n}\n',
  ],
  ['a trailing comma', '{\n  "model": "opus",\n}\n'],
  ['a trailing comma on one line', '{"model": "opus",}'],
  ['members that share a line', '{\n    "model": "opus", "env": {"A": "b"}\n}\n'],
  ['an odd form', '{ "model" : "opus"\n , "env" : { } }\n'],
  ['comments and nothing else', '{\n\t// nothing yet\n}\n'],
  ['a comment on one line', '{ /* nothing yet */ }'],
  ['no final line end', '{\n  "model": "opus"\n}'],
  [
    'foreign hooks',
    '{\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "Bash",\n        "hooks": [\n          { "type": "command", "command": "lint" }\n        ]\n      }\n    ]\n  }\n}\n',
  ],
]

describe('entries in a settings file', () => {
  it.each(files)('stand beside everything else, once, and go without a trace: %s', (_, before) => {
    const after = withEntries(before, wanted)
    expect(oursIn(after).map(({ at }) => at[1])).toEqual(['PreToolUse', 'UserPromptSubmit'])
    expect(withEntries(after, wanted)).toBe(after)
    if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    const removed = withoutEntries(after)
    expect(removed.replace(/\s/g, '')).toBe(before.replace(/\s/g, ''))
    const said = (text: string) =>
      text
        .split(/\r?\n/)
        .filter(line => line.includes('//'))
        .map(line => line.replaceAll(',', '').trim())
    expect(said(after)).toEqual(said(before))
  })

  it.each(files)('move nothing else: %s', (_, before) => {
    const bare = (text: string) => text.replaceAll(',', '')
    const after = bare(withEntries(before, wanted))
    const lost = bare(before)
      .split('\n')
      .filter(line => !after.includes(line.replace(/[\]}\s]*$/, '')))
    expect(lost).toEqual([])
  })

  it.each(files)('leave a file without them as it is: %s', (_, before) => {
    expect(withoutEntries(before)).toBe(before)
  })

  it('make a file that is not there, or has nothing in it', () => {
    for (const before of [undefined, '', ' \n']) expect(oursIn(withEntries(before, wanted))).toHaveLength(2)
  })

  it('replace older ones of ours, and those for events that are not registered any more', () => {
    const old = withEntries('{}', {
      entries: [{ at: ['hooks', 'Stop'], value: { hooks: [handler('Stop')] } }, entry('PreToolUse')],
    })
    const newer = withEntries(old.replace('/opt/tfy-hook', '/usr/local/bin/tfy-hook'), wanted)
    expect(oursIn(newer)).toEqual([
      { at: ['hooks', 'PreToolUse'], value: entry('PreToolUse').value },
      { at: ['hooks', 'UserPromptSubmit'], value: entry('UserPromptSubmit').value },
    ])
  })

  it('are taken out of a group that somebody else uses too', () => {
    const mixed = JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'lint' }, handler('PreToolUse')] }] },
    })
    expect(JSON.parse(withoutEntries(mixed))).toEqual({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'lint' }] }] },
    })
    expect(oursIn(withEntries(mixed, wanted))).toHaveLength(2)
  })

  it.each([
    ['a file that does not parse', '{\n  "model": \n}', /line 3, column 1/],
    ['a list', '[]', /not one JSON object/],
    ['hooks of another shape', '{ "hooks": [] }', /hooks is no object \(line 1, column 12\)/],
    ['an event of another shape', '{ "hooks": { "PreToolUse": {} } }', /hooks.PreToolUse is no list/],
    ['a key that stands twice', '{ "hooks": {}, "hooks": {} }', /stands twice \(line 1, column 16\)/],
  ])('are refused to %s, with the place', (_, text, message) => {
    expect(() => withEntries(text, wanted)).toThrow(NotEditable)
    expect(() => withEntries(text, wanted)).toThrow(message)
  })

  it('do not take a name for a program', () => {
    const text = JSON.stringify({
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: 'cat ./tfy-hooks-notes.md' }] },
          { hooks: [{ type: 'command', command: 'my-tfy-hook' }] },
        ],
      },
    })
    expect(oursIn(text)).toEqual([])
  })
})
