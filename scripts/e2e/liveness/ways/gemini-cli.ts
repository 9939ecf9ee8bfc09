/** What was tried on Gemini CLI. */

import type { Way } from '../way.ts'
import { dotenv, neighbours, put, spellings, text, variable } from './_ways.ts'

const user = '~/.gemini/settings.json'
const project = './.gemini/settings.json'
const here = put(user)
const line = 'GEMINI_CLI_TRUST_WORKSPACE=false'

const ways: readonly Way[] = [
  { name: 'nothing' },
  ...['./.env', './.gemini/.env', '~/.gemini/.env', '~/.env', '../.env'].map(file => dotenv(file, line)),
  dotenv('./.env', line, { folder: 'deep' }),
  dotenv('./.env', 'GEMINI_RESTRICTED_MODE=true'),
  dotenv('./.env', 'GEMINI_CLI_TRUST_WORKSPACE=true'),
  dotenv('./.env', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH=/nowhere.json'),
  variable('GEMINI_CLI_TRUST_WORKSPACE', 'false'),
  variable('GEMINI_RESTRICTED_MODE', 'true'),
  ...spellings(here, false, value => ({ hooksConfig: { enabled: value } })),
  ...spellings(put(project), false, value => ({ hooksConfig: { enabled: value } })).slice(0, 4),
  here({ hooksConfig: { disabled: ['tfy-hook'] } }),
  here({ hooksConfig: { disabled: 'tfy-hook' } }),
  put(project)({ hooksConfig: { disabled: ['tfy-hook'] } }),
  ...neighbours('BeforeTool', user),
  ...neighbours('BeforeTool', project).slice(1, 4),
  ...neighbours('AfterTool', user).slice(1, 3),
  here({ model: 5 }),
  here({ hooks: { enabled: false } }),
  text('a comment', user, '+\n// mine\n'),
  text('DO_NOT_TRUST', '~/.gemini/trustedFolders.json', '{"<project>":"DO_NOT_TRUST"}'),
  text('a folder of nobody’s trust', '~/.gemini/trustedFolders.json', '{}'),
  {
    name: 'hooks off above a repository’s folder',
    repository: true,
    folder: 'deep',
    files: { [project]: { hooksConfig: { enabled: false } } },
  },
]
export default ways
