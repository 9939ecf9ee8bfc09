/** What `reg.exe query KEY /v NAME` and `plutil -convert json -o - FILE` print, as settings. */

import { describe, expect, it } from 'vitest'
import type { Source } from '../../src/core/switches.ts'
import { settingsOf } from '../../src/setup/guard/settings.ts'
import { registryValue, storesFor } from '../../src/setup/guard/stores.ts'
import type { Stored, World } from '../../src/setup/guard/world.ts'

const key = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\ClaudeCode'
const off = '{"disableAllHooks":true}'
const query = (line: string): string => `\r\n${key}\r\n${line}\r\n\r\n`

const none: Stored = { text: undefined }
const no: Stored = { problem: 'the value Settings is no text' }

const printed: readonly (readonly [string, string, Stored])[] = [
  ['a text', query(`    Settings    REG_SZ    ${off}`), { text: off }],
  ['a text to be expanded', query(`    Settings    REG_EXPAND_SZ    ${off}`), { text: off }],
  ['tabs, as older systems print them', query(`\tSettings\tREG_SZ\t${off}`), { text: off }],
  ['more spaces', query(`      Settings         REG_SZ         ${off}`), { text: off }],
  ['the name in other letters', query(`    SETTINGS    REG_SZ    ${off}`), { text: off }],
  ['bare line feeds', query(`    Settings    REG_SZ    ${off}`).replaceAll('\r', ''), { text: off }],
  [
    'a text of several lines',
    query('    Settings    REG_SZ    {\r\n      "disableAllHooks": true\r\n}'),
    { text: '{\n      "disableAllHooks": true\n}' },
  ],
  [
    'a text that looks like another value',
    query('    Settings    REG_SZ    {"note":"Settings REG_DWORD 0x1"}'),
    {
      text: '{"note":"Settings REG_DWORD 0x1"}',
    },
  ],
  ['an empty text', query('    Settings    REG_SZ    '), { text: '' }],
  ['an empty text without its spaces', query('    Settings    REG_SZ'), { text: '' }],
  ['a number', query('    Settings    REG_DWORD    0x1'), no],
  ['several texts', query(`    Settings    REG_MULTI_SZ    ${off}`), no],
  ['bytes', query('    Settings    REG_BINARY    7B7D'), no],
  ['another value', query(`    SettingsOld    REG_SZ    ${off}`), none],
  ['a value that ends like it', query(`    MySettings    REG_SZ    ${off}`), none],
  ['a key alone', `\r\n${key}\r\n\r\n`, none],
  ['an error, in any language', '\r\nFEHLER: Der angegebene Registrierungsschlüssel wurde nicht gefunden.\r\n', none],
  ['nothing', '', none],
]

it.each([
  ['a number that is one', 'ChatHooks    REG_DWORD    0x1', '{"ChatHooks":true}'],
  ['a number that is none', 'ChatHooks    REG_DWORD    0x0', '{"ChatHooks":false}'],
  ['a text', 'ChatHooks    REG_SZ    ["hooks"]', '{"ChatHooks":["hooks"]}'],
  ['an empty text', 'ChatHooks    REG_SZ', '{"ChatHooks":}'],
])('reg.exe: %s, of a value that is a setting of its own', (_, line, text) => {
  expect(registryValue(query(`    ${line}`), 'ChatHooks', true)).toEqual({ text })
})

it.each(printed)('reg.exe: %s', (_, said, wanted) => {
  expect(registryValue(said, 'Settings')).toEqual(wanted)
})

const at = '/Library/Managed Preferences/com.anthropic.claudecode.plist'
const world = (stored: Stored): World => ({
  read: () => undefined,
  list: () => [],
  linked: () => false,
  stores: new Map([[at, stored]]),
})
const source: Source = { layer: 'managed', kind: 'plist', at }
const read = (stored: Stored) => {
  const { held, unread } = settingsOf([source], { comments: 'none' }, world(stored))
  return { values: held.map(({ value }) => value), problems: unread.map(({ problem }) => problem) }
}

describe('plutil', () => {
  it.each([
    ['a switch', '{"disableAllHooks":true}', { disableAllHooks: true }],
    [
      'tables and lists',
      '{"hooks":{"PreToolUse":[{"matcher":"*"}]},"allowManagedHooksOnly":true}\n',
      { hooks: { PreToolUse: [{ matcher: '*' }] }, allowManagedHooksOnly: true },
    ],
    ['escaped slashes', '{"apiKeyHelper":"\\/usr\\/local\\/bin\\/key"}', { apiKeyHelper: '/usr/local/bin/key' }],
    ['no keys', '{}', {}],
    ['a list at the root has no settings', '[true]', {}],
    ['an empty text', '', {}],
  ])('%s', (_, text, value) => {
    expect(read({ text })).toEqual({ values: [value], problems: [] })
  })

  it('says it where the output is not whole, and where there was no answer', () => {
    expect(read({ text: '{"disableAllHooks":' }).problems).toHaveLength(1)
    expect(read({ problem: 'plutil did not answer' })).toEqual({ values: [], problems: ['plutil did not answer'] })
    expect(read({ text: undefined })).toEqual({ values: [], problems: [] })
  })
})

it('takes no registry for an empty one where there is none to ask', async () => {
  const registry: Source = { layer: 'managed', kind: 'registry', at: 'HKLM\\SOFTWARE\\Policies\\ClaudeCode Settings' }
  const stores = await storesFor([registry, source], { system: 'linux', env: {}, home: '/' })
  expect(stores.get(registry.at)).toEqual({ problem: 'there is no registry on this system' })
  expect(stores.get(at)).toEqual({ text: undefined })
})
