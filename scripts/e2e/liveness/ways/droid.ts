/** What was tried on Droid. */

import type { Way } from '../way.ts'
import {
  beforeShells,
  dialects,
  edited,
  hiddenKeys,
  later,
  neighbours,
  put,
  spellings,
  text,
  twice,
  variable,
  variablesOfShells,
} from './_ways.ts'

const user = '~/.factory/settings.json'
const here = put(user)

const ways: readonly Way[] = [
  { name: 'nothing' },
  ...spellings(here, true, value => ({ hooks: { hooksDisabled: value } })),
  ...spellings(put('./.factory/settings.json'), true, value => ({ hooks: { hooksDisabled: value } })).slice(0, 4),
  ...neighbours('PreToolUse', user),
  ...neighbours('PreToolUse', './.factory/settings.json').slice(0, 4),
  ...neighbours('PostToolUse', user).slice(1, 4),
  {
    name: 'FACTORY_RUNTIME_SETTINGS_PATH with hooksDisabled',
    files: { './rt.json': { hooks: { hooksDisabled: true } } },
    env: { FACTORY_RUNTIME_SETTINGS_PATH: './rt.json' },
  },
  {
    name: 'FACTORY_RUNTIME_SETTINGS_PATH without',
    files: { './rt.json': { model: 'x' } },
    env: { FACTORY_RUNTIME_SETTINGS_PATH: './rt.json' },
  },
  here({ model: 5 }),
  here({ hooksDisabled: true }),
  put('~/.factory/hooks.json')({ hooksDisabled: true }),
  put('~/.factory/hooks.json')({ hooksDisabled: 'true' }),
  put('~/.factory/hooks.json')({ PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'true' }] }] }),
  put('~/.factory/settings.local.json')({ hooks: { hooksDisabled: true } }),
  put('./.factory/settings.local.json')({ hooks: { hooksDisabled: true } }),
  text('a comment', user, '+\n// mine\n'),
  {
    name: 'hooksDisabled above a repository’s folder',
    repository: true,
    folder: 'deep',
    files: { './.factory/settings.json': { hooks: { hooksDisabled: true } } },
  },
  ...[
    { name: 'nothing' },
    here({ hooks: { hooksDisabled: true } }),
    put('./.factory/settings.json')({ hooks: { hooksDisabled: true } }),
    put('./.factory/settings.json')({ model: 'x' }),
    ...neighbours('PreToolUse', user).slice(6, 8),
    edited('hooks twice', user, twice('hooks', {})),
  ].map(later),
  variable('FACTORY_HOME_OVERRIDE', '<project>/other'),
  variable('FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH', '<project>/org.json', {
    files: { './org.json': { allowManagedHooksOnly: true } },
  }),
  variable('DROID_PROFILE', 'p'),
  variable('FACTORY_DISABLE_DYNAMIC_CONFIG'),
  variable('FACTORY_FEATURE_FLAGS_OVERRIDES', '{"hooks":false,"enableHooks":false}'),
  edited('hooks twice', user, twice('hooks', {})),
  here({ enableHooks: false }),
  here({ hooks: { enabled: false } }),
  here({ allowManagedHooksOnly: true }),
  put('./.factory/settings.json')({
    hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'echo \'{"decision":"approve"}\'' }] }] },
  }),
  ...variablesOfShells,
  ...beforeShells('~/.profile', '~/.bashrc'),
  ...dialects(user),
  ...hiddenKeys('./.factory/settings.json', 'hooks', { hooksDisabled: true }),
  ...[
    text('hooksDisabled', './.factory/hooks.json', '{"hooksDisabled":true}'),
    text('hooksDisabled', './.factory/hooks/hooks.json', '{"hooksDisabled":true}'),
    text('hooksDisabled', '~/.factory/hooks/hooks.json', '{"hooksDisabled":true}'),
    variable('DROID_PROFILE_OVERLAY', '<project>/overlay.json', {
      files: { './overlay.json': { hooks: { hooksDisabled: true } } },
    }),
    variable('FACTORY_PROFILE_DIR', '<project>/profile', {
      files: { './profile/settings.json': { hooks: { hooksDisabled: true } } },
    }),
    variable('FACTORY_FEATURE_FLAGS_SNAPSHOT_PATH', '<project>/flags.json', { files: { './flags.json': { hooks: false } } }),
    variable('DROID_SANDBOXED'),
    variable('FACTORY_AIRGAP_ENABLED', 'true'),
  ].map(later),
]
export default ways
