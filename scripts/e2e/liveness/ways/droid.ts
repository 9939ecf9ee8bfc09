/** What was tried on Droid. */

import type { Way } from '../way.ts'
import { neighbours, put, spellings, text } from './_ways.ts'

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
]
export default ways
