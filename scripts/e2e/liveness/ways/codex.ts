/** What was tried on Codex CLI. */

import type { Way } from '../way.ts'
import { neighbours, put, text } from './_ways.ts'

const user = '~/.codex/hooks.json'
const config = '~/.codex/config.toml'
const here = put(user)
const off = '[features]\nhooks = false\n'
const trusted = '+\n[projects."<project>/deep"]\ntrust_level = "trusted"\n'

const ways: readonly Way[] = [
  { name: 'nothing' },
  { name: 'nothing, called before', called: true },
  { name: 'nobody has trusted the hooks', untold: true },
  ...neighbours('PreToolUse', user),
  ...neighbours('PostToolUse', user).slice(1, 9),
  here({ foo: 1 }),
  here({ description: 'mine' }),
  here({ foo: 1 }, { called: true }),
  here({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true', foo: 1 }] }] } }),
  here({ hooks: { PreToolUse: [{ matcher: 'Bash', foo: 1, hooks: [{ type: 'command', command: 'true' }] }] } }),
  text('hooks = false', './.codex/config.toml', off),
  {
    name: 'hooks = false in the root of the repository, from below',
    repository: true,
    folder: 'deep/down',
    files: { './.codex/config.toml': off },
  },
  {
    name: 'hooks = false in a folder between',
    repository: true,
    folder: 'deep/down',
    files: { './deep/.codex/config.toml': off },
  },
  { name: 'hooks = false in a folder below', repository: true, files: { './deep/.codex/config.toml': off } },
  { name: 'hooks = false above, no repository', folder: 'deep', files: { './.codex/config.toml': off } },
  {
    name: 'hooks = false in a folder between that is trusted itself',
    repository: true,
    folder: 'deep/down',
    files: { './deep/.codex/config.toml': off, [config]: trusted },
  },
  text('a line of no TOML', './.codex/config.toml', 'x = = 1\n'),
  text('hooks = "false"', './.codex/config.toml', '[features]\nhooks = "false"\n'),
  text('codex_hooks = false', './.codex/config.toml', '[features]\ncodex_hooks = false\n'),
  { name: 'a comment in hooks.json', files: { [user]: '+\n// mine\n' } },
  { name: 'hooks.json of the project beside ours, bad', files: { './.codex/hooks.json': '{"foo":1}' } },
]
export default ways
