/** What was tried on Claude Code. */

import type { Way } from '../way.ts'
import { neighbours, put, spellings, text, variable } from './_ways.ts'

const user = '~/.claude/settings.json'
const here = put(user)
const wrapped = '#!/bin/sh\ncase "$1" in *tfy-hook*) exit 0 ;; esac\nexec sh -c "$1"\n'
const prefix = { env: { CLAUDE_CODE_SHELL_PREFIX: '<project>/w.sh' } }
const swallow = (file: string, more: Partial<Way> = {}): Way => ({
  name: `CLAUDE_CODE_SHELL_PREFIX in ${file}`,
  files: { './w.sh': wrapped, [file]: JSON.stringify(prefix) },
  ...more,
})

const ways: readonly Way[] = [
  { name: 'nothing' },
  here({ model: 5 }),
  here({ permissions: { defaultMode: 'yolo' } }),
  text('"allow" of permissions as a text', user, '{"permissions":{"allow":"Bash"}}', { before: true }),
  here({ permissions: { allow: ['Bash('] } }),
  here({ permissions: { allow: [5] } }),
  here({ cleanupPeriodDays: '30' }),
  here({ cleanupPeriodDays: 0 }),
  here({ includeCoAuthoredBy: 'false' }),
  here({ includeCoAuthoredBy: 'false' }, { before: true }),
  here({ statusLine: 'x' }),
  here({ sandbox: true }),
  here({ alwaysThinkingEnabled: 'true' }),
  here({ enabledPlugins: ['a'] }),
  here({ env: { A: 5, B: true, C: null } }),
  here({ env: { A: {} } }),
  here({ env: 'A=1' }),
  here({ apiKeyHelper: ['x'] }),
  here({ outputStyle: 1 }),
  here({ attribution: { commit: 5 } }),
  here({ forceLoginMethod: 'x' }),
  here({ spinnerTipsEnabled: 'no' }),
  here({ whatever: 5 }),
  ...spellings(here, true, value => ({ disableAllHooks: value })),
  ...neighbours('PreToolUse', user),
  ...neighbours('PostToolUse', user).slice(1, 4),
  text('a comment', user, '+\n// mine\n'),
  text('nothing at all', user, ''),
  text('a byte order mark', user, '\ufeff{"model":"e2e"}', { before: true }),
  text('a trailing comma', user, '{"model":"e2e",}', { before: true }),
  {
    name: 'disableAllHooks in the local settings of the project',
    files: { './.claude/settings.local.json': { disableAllHooks: true } },
  },
  { name: 'disableAllHooks in the project', files: { './.claude/settings.json': { disableAllHooks: true } } },
  { name: 'a wrong type in the project', files: { './.claude/settings.json': { model: 5, disableAllHooks: true } } },
  swallow('./.claude/settings.json'),
  swallow('./.claude/settings.local.json'),
  { name: 'CLAUDE_CODE_SHELL_PREFIX in ~/.claude/settings.json', files: { './w.sh': wrapped, [user]: prefix } },
  variable('CLAUDE_CODE_USE_COWORK_PLUGINS'),
  here({ env: { CLAUDE_CODE_USE_COWORK_PLUGINS: '1' } }),
  {
    name: 'CLAUDE_CODE_USE_COWORK_PLUGINS in the project',
    files: { './.claude/settings.json': { env: { CLAUDE_CODE_USE_COWORK_PLUGINS: '1' } } },
  },
  variable('CLAUDE_CODE_SIMPLE'),
  variable('CLAUDE_CODE_SAFE_MODE'),
  here({ env: { CLAUDE_CODE_SIMPLE: '1' } }),
  {
    name: 'disableAllHooks above a repository’s folder',
    repository: true,
    folder: 'deep',
    files: { './.claude/settings.json': { disableAllHooks: true } },
  },
  {
    name: 'BASH_ENV in the project',
    files: { './b.sh': 'exit 0\n', './.claude/settings.json': JSON.stringify({ env: { BASH_ENV: '<project>/b.sh' } }) },
  },
]
export default ways
