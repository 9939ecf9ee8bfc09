/** What was tried on Qwen Code. */

import type { Way } from '../way.ts'
import { dotenv, edited, later, neighbours, put, spellings, text, twice, variable } from './_ways.ts'

const user = '~/.qwen/settings.json'
const project = './.qwen/settings.json'
const here = put(user)
const line = 'QWEN_CODE_SAFE_MODE=1'

const ways: readonly Way[] = [
  { name: 'nothing' },
  ...['./.env', './.qwen/.env', '~/.qwen/.env', '~/.env', '../.env'].map(file => dotenv(file, line)),
  dotenv('./.env', line, { folder: 'deep/down' }),
  dotenv('./.env', 'QWEN_CODE_SAFE_MODE=0'),
  dotenv('./.env', 'QWEN_CODE_SAFE_MODE=true'),
  dotenv('./.env', 'export QWEN_CODE_SAFE_MODE="1"'),
  dotenv('./.env', '# QWEN_CODE_SAFE_MODE=1'),
  dotenv('./.env', 'QWEN_CODE_SIMPLE=1'),
  { name: 'the nearest .env has nothing of it', files: { './.env': 'A=1\n', '~/.env': `${line}\n` } },
  variable('QWEN_CODE_SAFE_MODE'),
  variable('QWEN_CODE_SIMPLE'),
  variable('QWEN_CODE_SAFE_MODE', 'yes'),
  ...spellings(here, true, value => ({ disableAllHooks: value })),
  ...spellings(put(project), true, value => ({ disableAllHooks: value })).slice(0, 4),
  ...neighbours('PreToolUse', user),
  ...neighbours('PreToolUse', project).slice(1, 4),
  ...neighbours('PostToolUse', user).slice(1, 3),
  here({ model: 5 }),
  here({ tools: 'x' }),
  here({ hooks: { enabled: false } }),
  here({ hooks: { disabled: ['tfy-hook'] } }),
  text('a comment', user, '+\n// mine\n'),
  {
    name: 'disableAllHooks above a repository’s folder',
    repository: true,
    folder: 'deep',
    files: { [project]: { disableAllHooks: true } },
  },
  ...[
    { name: 'nothing' },
    here({ disableAllHooks: true }),
    put(project)({ disableAllHooks: true }),
    put(project)({ model: { name: 'e2e' } }),
    dotenv('./.env', line),
    dotenv('./.env', 'A=1'),
    ...neighbours('PreToolUse', user).slice(1, 3),
    variable('QWEN_HOME', '<project>/other'),
    edited('hooks twice', user, twice('hooks', {})),
  ].map(later),
  ...['QWEN_CODE_SYSTEM_SETTINGS_PATH', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH'].flatMap(name => [
    variable(name, '<project>/s.json', { files: { './s.json': { disableAllHooks: true } } }),
    { name: `${name} in .env`, files: { './s.json': { disableAllHooks: true }, './.env': `${name}=<project>/s.json\n` } },
  ]),
  variable('QWEN_HOME', '<project>/other'),
  { name: 'QWEN_HOME in .env', files: { './.env': 'QWEN_HOME=<project>/other\n' } },
  variable('QWEN_CODE_TRUSTED_FOLDERS_PATH', '<project>/t.json', { files: { './t.json': '{"<project>":"DO_NOT_TRUST"}' } }),
  here({ env: { QWEN_CODE_SAFE_MODE: '1' } }),
  here({ env: { QWEN_CODE_SIMPLE: '1' } }),
  put(project)({ env: { QWEN_CODE_SAFE_MODE: '1' } }),
  put(project)({ env: { XDG_CONFIG_HOME: '/nowhere' } }),
  dotenv('./.env', 'XDG_CONFIG_HOME=/nowhere'),
  edited('hooks twice', user, twice('hooks', {})),
  here({ hooksConfig: { enabled: false } }),
  here({ security: { folderTrust: { enabled: true } } }),
  here({ $version: 1 }),
  put(project)({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo \'{"decision":"allow"}\'' }] }] } }),
]
export default ways
