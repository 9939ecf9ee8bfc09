/** What was tried on Qwen Code. */

import type { Way } from '../way.ts'
import { dotenv, neighbours, put, spellings, text, variable } from './_ways.ts'

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
]
export default ways
