/** What was tried on Gemini CLI. */

import type { Way } from '../way.ts'
import {
  dialects,
  dotenv,
  edited,
  hiddenKeys,
  later,
  neighbours,
  put,
  shellsInDotenv,
  spellings,
  text,
  twice,
  variable,
  variablesOfShells,
} from './_ways.ts'

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
  ...[
    { name: 'nothing' },
    here({ hooksConfig: { enabled: false } }),
    put(project)({ hooksConfig: { enabled: false } }),
    put(project)({ model: { name: 'e2e' } }),
    dotenv('./.env', 'A=1'),
    ...neighbours('BeforeTool', user).slice(1, 3),
    variable('GEMINI_CLI_HOME', '<project>/other'),
    edited('hooks twice', user, twice('hooks', {})),
  ].map(later),
  ...['GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH'].flatMap(name => [
    variable(name, '<project>/s.json', { files: { './s.json': { hooksConfig: { enabled: false } } } }),
    text(`${name} with hooks off`, './.env', `${name}=<project>/s.json\n`),
  ]),
  {
    name: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH in .env, hooks off there',
    files: { './s.json': { hooksConfig: { enabled: false } }, './.env': 'GEMINI_CLI_SYSTEM_SETTINGS_PATH=<project>/s.json\n' },
  },
  variable('GEMINI_CLI_TRUSTED_FOLDERS_PATH', '<project>/t.json', { files: { './t.json': '{"<project>":"DO_NOT_TRUST"}' } }),
  {
    name: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH in .env',
    files: { './t.json': '{"<project>":"DO_NOT_TRUST"}', './.env': 'GEMINI_CLI_TRUSTED_FOLDERS_PATH=<project>/t.json\n' },
  },
  variable('GEMINI_CLI_HOME', '<project>/other'),
  variable('GEMINI_CLI_INTEGRATION_TEST'),
  dotenv('./.env', 'XDG_CONFIG_HOME=/nowhere'),
  dotenv('./.env', 'NODE_OPTIONS=--require=/nowhere.cjs'),
  edited('hooks twice', user, twice('hooks', {})),
  edited('hooksConfig twice', user, there => twice('hooksConfig', {})(twice('hooksConfig', { enabled: false })(there))),
  here({ hooksConfig: 'off' }),
  here({ admin: { hooks: { enabled: false } } }),
  here({ tools: { enableHooks: false } }),
  here({ security: { folderTrust: { enabled: true } } }),
  put(project)({
    hooks: { BeforeTool: [{ hooks: [{ name: 'tfy-hook', type: 'command', command: 'true' }] }] },
    hooksConfig: { disabled: ['tfy-hook'] },
  }),
  put(project)({ hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'echo \'{"decision":"allow"}\'' }] }] } }),
  ...variablesOfShells,
  ...shellsInDotenv('./.env', './.gemini/.env', '~/.gemini/.env', '~/.env', '../.env'),
  ...dialects(user),
  ...hiddenKeys(project, 'hooksConfig', { enabled: false }),
  ...[
    put(user)({ hooksConfig: { enabled: '${NOPE:-false}' } }),
    put(user)({ hooksConfig: { disabled: ['${NOPE:-tfy-hook}'] } }),
    variable('OFF', 'false', { files: { [user]: { hooksConfig: { enabled: '$OFF' } } } }),
    variable('OURS', 'tfy-hook', { files: { [project]: { hooksConfig: { disabled: ['${OURS}'] } } } }),
    { name: 'a variable of .env in settings', files: { './.env': 'OFF=false\n', [user]: { hooksConfig: { enabled: '$OFF' } } } },
    edited('an environment of ours', user, there =>
      there.replaceAll('"type": "command"', '"type": "command", "env": {"BASH_ENV": "/dev/null"}'),
    ),
    put(user)({ security: { environmentVariableRedaction: { enabled: true } } }),
    put(user)({ context: { includeDirectories: ['../other'] } }),
  ].map(later),
]
export default ways
