/** What was tried on Codex CLI. */

import type { Way } from '../way.ts'
import { beforeShells, dialects, edited, later, neighbours, put, text, twice, variable, variablesOfShells } from './_ways.ts'

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
  ...[
    ...neighbours('PreToolUse', user).slice(6, 9),
    text('hooks = false', './.codex/config.toml', off),
    { name: 'a comment in hooks.json', files: { [user]: '+\n// mine\n' } },
    { name: 'hooks.json of the project, good', files: { './.codex/hooks.json': '{"hooks":{}}' } },
    variable('CODEX_HOME', '<project>/other', { files: { './other/none': '' } }),
    edited('our timeout by one', user, there => there.replace(/"timeout": (\d+)/, (_, n) => `"timeout": ${Number(n) + 1}`)),
    edited('the trust forgotten', config, there => there.replace(/\[hooks\.state[\s\S]*$/, '')),
    edited('the trust with another hash', config, there => there.replaceAll('sha256:', 'sha256:0')),
    edited('somebody’s entry before ours', user, there =>
      there.replace(/"PreToolUse": \[/, '"PreToolUse": [{"hooks":[{"type":"command","command":"true"}]},'),
    ),
    edited('hooks twice', user, twice('hooks', {})),
    edited('the project untrusted', config, there => there.replace('trust_level = "trusted"', 'trust_level = "untrusted"')),
  ].map(later),
  edited('our timeout by one', user, there => there.replace(/"timeout": (\d+)/, (_, n) => `"timeout": ${Number(n) + 1}`)),
  edited('somebody’s entry before ours', user, there =>
    there.replace(/"PreToolUse": \[/, '"PreToolUse": [{"hooks":[{"type":"command","command":"true"}]},'),
  ),
  edited('hooks twice', user, twice('hooks', {})),
  edited('a description that is no text', user, twice('description', 5)),
  text('a profile', './.codex/config.toml', 'profile = "p"\n[profiles.p.features]\nhooks = false\n'),
  edited('a profile', config, there => `profile = "p"\n${there}\n[profiles.p.features]\nhooks = false\n`),
  edited('plugin_hooks = false', config, there => there.replace('[features]', '[features]\nplugin_hooks = false')),
  { name: '~/.codex/.env with XDG_CONFIG_HOME', files: { '~/.codex/.env': 'XDG_CONFIG_HOME=/nowhere\n' } },
  { name: '~/.codex/.env with HOME', files: { '~/.codex/.env': 'HOME=/nowhere\n' } },
  { name: '.env of the project with CODEX_HOME', files: { './.env': 'CODEX_HOME=/nowhere\n' } },
  edited('a matcher on ours', user, there => there.replace(/"PreToolUse": \[\s*\{/, '"PreToolUse": [{"matcher": "Write",')),
  ...variablesOfShells,
  ...beforeShells('~/.profile', '~/.bash_profile', '~/.bash_login'),
  ...dialects(user),
  ...[
    { name: '~/.codex/.env with SHELL', files: { '~/.codex/.env': 'SHELL=/bin/true\n' } },
    variable('SHELL', '/bin/true'),
    edited('hooks = false', config, there => there.replace('[features]', '[features]\nhooks = false')),
    edited('"hooks" = false', config, there => there.replace('[features]', '[ features ]\n"hooks"   = false # mine')),
    edited('features as one line', config, there =>
      there.replace('[features]\nplugins = false\n', '').replace(/^/, 'features = { plugins = false, hooks = false }\n'),
    ),
    edited('features with dots', config, there =>
      there.replace('[features]\nplugins = false\n', '').replace(/^/, 'features.plugins = false\nfeatures.hooks = false\n'),
    ),
    edited('hooks = false, lines of Windows', config, there =>
      there.replace('[features]', '[features]\nhooks = false').replaceAll('\n', '\r\n'),
    ),
    text('a managed file of old', '~/.codex/managed_config.toml', off),
    text('requirements of nobody', '~/.codex/requirements.toml', 'allow_managed_hooks_only = true\n'),
    edited('allow_managed_hooks_only', config, there => `allow_managed_hooks_only = true\n${there}`),
    edited('nothing of the environment', config, there => `${there}\n[shell_environment_policy]\ninherit = "none"\n`),
    {
      name: 'roots of projects by another mark',
      folder: 'deep',
      files: {
        [config]: (there: string) => `project_root_markers = [".mine"]\n${there}`,
        './.mine': '',
        './.codex/config.toml': off,
      },
    },
    edited('our entry in the background', user, there =>
      there.replaceAll('"type": "command"', '"type": "command", "async": true'),
    ),
  ].map(later),
]
export default ways
