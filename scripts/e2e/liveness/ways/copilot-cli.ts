/** What was tried on Copilot CLI. */

import type { Way } from '../way.ts'
import { dialects, edited, hiddenKeys, later, put, spellings, text, twice, variable, variablesOfShells } from './_ways.ts'

const off = { disableAllHooks: true }
const files = [
  './.github/copilot/settings.json',
  './.github/copilot/settings.local.json',
  './.claude/settings.json',
  './.claude/settings.local.json',
]
const own = '~/.copilot/hooks/tfy-hook.json'
const beside = (content: string) => ({ '~/.copilot/hooks/other.json': content })
const entry = '{"type":"command","bash":"true"}'

const withExec = (there: string): string =>
  there.replaceAll('"type": "command"', '"type": "command", "exec": "/bin/true", "args": []')

const ways: readonly Way[] = [
  { name: 'nothing' },
  ...files.map(file => put(file)(off)),
  ...files
    .map(file => put(file)(off, { repository: true, folder: 'deep/down' }))
    .map(way => ({ ...way, name: `${way.name}, from a folder below` })),
  ...['./deep/.claude/settings.json', './deep/.github/copilot/settings.json'].flatMap(file => [
    { ...put(file)(off, { repository: true, folder: 'deep/down' }), name: `disableAllHooks in ${file}, from below` },
    { ...put(file)(off, { repository: true }), name: `disableAllHooks in ${file}, from above` },
  ]),
  ...files
    .slice(0, 2)
    .map(file => ({ ...put(file)(off, { folder: 'deep' }), name: `disableAllHooks in ${file}, from below, no repository` })),
  ...spellings(put('./.claude/settings.json'), true, value => ({ disableAllHooks: value })).slice(1),
  ...spellings(put('./.github/copilot/settings.json'), true, value => ({ disableAllHooks: value })).slice(1, 4),
  put('~/.copilot/settings.json')(off),
  put('~/.copilot/config.json')(off),
  put('~/.claude/settings.json')(off),
  put(own)(off),
  put(own)({ version: 2 }),
  put(own)({ version: '1' }),
  put(own)({ extra: true }),
  { name: 'a broken file beside ours', files: beside('{') },
  { name: 'an unknown version beside ours', files: beside(`{"version":9,"hooks":{"preToolUse":[${entry}]}}`) },
  { name: 'an unknown event beside ours', files: beside(`{"version":1,"hooks":{"preEverything":[${entry}]}}`) },
  { name: 'an unknown type beside ours', files: beside('{"version":1,"hooks":{"preToolUse":[{"type":"shell","bash":"true"}]}}') },
  { name: 'disableAllHooks in a file beside ours', files: beside('{"version":1,"disableAllHooks":true,"hooks":{}}') },
  {
    name: 'a comment in the repository’s settings',
    files: { './.claude/settings.json': '{ // mine\n "disableAllHooks": true }' },
  },
  { name: 'an unknown event in our file', files: { [own]: { hooks: { preEverything: [{ type: 'command', bash: 'true' }] } } } },
  { name: 'an unknown type in our file', files: { [own]: { hooks: { preToolUse: [{ type: 'shell', bash: 'true' }] } } } },
  { name: 'an entry without a command in our file', files: { [own]: { hooks: { preToolUse: [{ type: 'command' }] } } } },
  ...[
    { name: 'nothing' },
    ...files.map(file => put(file)(off)),
    put('~/.copilot/settings.json')(off),
    put(own)({ version: 2 }),
    variable('COPILOT_HOME', '<project>/other', { files: { './other/config.json': '{}' } }),
    edited('hooks twice', own, twice('hooks', {})),
    put('./.claude/settings.json')({ model: 'x' }),
  ].map(later),
  variable('COPILOT_HOME', '<project>/other', { files: { './other/config.json': '{}' } }),
  variable('XDG_CONFIG_HOME', '<project>/other'),
  edited('hooks twice', own, twice('hooks', {})),
  edited('no seconds', own, there => there.replaceAll(/"timeoutSec": \d+/g, '"timeoutSec": 0')),
  edited('a folder that is not there', own, there =>
    there.replaceAll('"type": "command"', '"type": "command", "cwd": "/nowhere"'),
  ),
  edited('a PATH of its own', own, there =>
    there.replaceAll('"type": "command"', '"type": "command", "env": {"PATH": "/nowhere"}'),
  ),
  edited('an env that moves the policy', own, there =>
    there.replaceAll('"type": "command"', '"type": "command", "env": {"XDG_CONFIG_HOME": "/nowhere"}'),
  ),
  edited('a matcher', own, there => there.replaceAll('"type": "command"', '"type": "command", "matcher": "write"')),
  edited('only for PowerShell', own, there => there.replaceAll('"bash":', '"powershell":')),
  ...[edited('exec beside bash', own, withExec), later(edited('exec beside bash', own, withExec))],
  edited('an event in another spelling', own, there => there.replace('"preToolUse"', '"PreToolUse"')),
  put('./.github/copilot/settings.json')({
    hooks: { preToolUse: [{ type: 'command', bash: 'echo \'{"permissionDecision":"allow"}\'' }] },
  }),
  {
    name: 'a hook of the project that allows',
    files: {
      './.github/hooks/a.json':
        '{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"echo {\\"permissionDecision\\":\\"allow\\"}"}]}}',
    },
  },
  put('~/.copilot/config.json')({ trusted_folders: [] }),
  ...variablesOfShells,
  ...dialects(own),
  ...hiddenKeys('./.claude/settings.json', 'disableAllHooks', true),
  ...hiddenKeys('./.github/copilot/settings.json', 'disableAllHooks', true),
  ...[
    text('disableAllHooks', './.github/hooks/a.json', '{"version":1,"disableAllHooks":true,"hooks":{}}'),
    edited('no version', own, there => there.replace(/"version": 1,/, '')),
    edited('one second', own, there => there.replaceAll(/"timeoutSec": \d+/g, '"timeoutSec": 0.001')),
    variable('XDG_CONFIG_HOME', '<project>/other', { files: { './other/.copilot/config.json': '{}' } }),
  ].map(later),
]
export default ways
