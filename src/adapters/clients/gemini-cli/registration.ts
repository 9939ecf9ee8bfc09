/** How Gemini CLI is made to call us, and what keeps it from that. */

import type { Registration } from '../../../core/adapter.ts'
import type { Env } from '../../../core/client.ts'
import { type Installation, limitMs } from '../../../core/install.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Facts, Fault, Source } from '../../../core/switches.ts'
import { commandHandler, fileIn, groups, systemDir } from '../shared/install.ts'
import { hookTimeouts } from '../shared/registration.ts'
import { isTruthy, json, noted, objectIn, oddMatcher, off, setting, unknown, walked } from '../shared/switches.ts'
import type { EventName } from './events.ts'

export const registration = {
  files: (env, home, roots) => [
    ...(env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ? [env.GEMINI_CLI_SYSTEM_SETTINGS_PATH] : []),
    '/etc/gemini-cli/settings.json',
    '/Library/Application Support/GeminiCli/settings.json',
    'C:\\ProgramData\\gemini-cli\\settings.json',
    ...roots.map(root => `${root}/.gemini/settings.json`),
    `${env.GEMINI_CLI_HOME ?? home}/.gemini/settings.json`,
  ],
  // There is no switch for it.
  failMode: () => undefined,
  timeouts: (text, name) => hookTimeouts(text, name, { unitMs: 1 }),
} satisfies Registration

export const install = {
  binaries: ['gemini'],
  marks: ['GEMINI_CLI'],
  packages: { npm: ['@google/gemini-cli'], brew: ['gemini-cli'] },
  servers: [
    ['.gemini/settings.json', 'mcpServers'],
    ['~/.gemini/settings.json', 'mcpServers'],
  ],
  folders: ({ env, home }) => [`${env.GEMINI_CLI_HOME ?? home}/.gemini`],
  scopes: ['project', 'user', 'managed'],
  writes: (ground, hook) =>
    fileIn(ground, {
      project: `${ground.root}/.gemini/settings.json`,
      user: `${ground.env.GEMINI_CLI_HOME ?? ground.home}/.gemini/settings.json`,
      managed: ground.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`,
    }).map(file => ({
      kind: 'entries',
      file,
      // What a request to the model holds was asked about when it was a prompt.
      entries: groups<EventName>(
        ['BeforeAgent', 'BeforeTool', 'AfterTool', 'SessionStart', 'AfterAgent', 'SessionEnd'],
        name => ({ ...commandHandler(ground, hook, 'powershell')(name), name: 'tfy-hook', timeout: limitMs(hook) }),
        { matchers: ['BeforeTool', 'AfterTool'] },
      ),
      // Of this switch the strongest file decides.
      ...(ground.scope === 'managed' && { needs: [{ at: ['hooksConfig', 'enabled'], value: true }] }),
    })),
  deployed: { since: [0, 61, 0], older: 'was not tried' },
  switches: ground => {
    const own = `${ground.env.GEMINI_CLI_HOME ?? ground.home}/.gemini`
    const system = ground.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`
    const defaults = ground.env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH ?? system.replace(/[^\\/]*$/, 'system-defaults.json')
    const moved = moves.some(name => ground.env[name] !== undefined)
    const project = `${ground.root}/.gemini/settings.json`
    // What a project says about its own trust is not asked (read in 0.61.0).
    const asked = [system, `${own}/settings.json`, defaults]
    const trusts = ({ json: read }: Pick<Facts, 'json'>): Fault | undefined => {
      const settings = asked.map(file => read(file))
      return trust(ground.env, ground.root, own, settings, read)
    }
    const sources: readonly Source[] = [
      {
        ...json('managed', system),
        // It skips one that is not root's, or in a folder that others may write (read in 0.61.0, and measured).
        ...(moved && { unsure: 'which Gemini CLI takes only where nobody but root may write' }),
      },
      {
        ...json('project', project),
        // With `--skip-trust` the hooks ran all the same (measured on 0.61.0).
        unsure: read => (trusts(read) === undefined ? undefined : 'which Gemini CLI goes by in a trusted folder only'),
      },
      json('user', `${own}/settings.json`),
      { ...json('managed', defaults), ...(moved && { unsure: 'which Gemini CLI takes only where nobody but root may write' }) },
    ]
    const home = ground.env.GEMINI_CLI_HOME ?? ground.home
    return {
      repository: { file: '.gemini/settings.json', says: '"hooksConfig": { "enabled": false }', managedRuns: true },
      sources,
      reading: { comments: 'any', bom: 'skipped', doubled: 'last' },
      dotenv: {
        nearest: [...walked(ground.root, '.gemini'), `${home}/.gemini/.env`, `${home}/.env`],
        others: [],
        tooLate: [...moves, 'GEMINI_CLI_TRUSTED_FOLDERS_PATH'],
      },
      // Read in the client's own code (0.61.0): a list in any of these files counts, of a switch the strongest.
      list: [
        setting('hooksConfig.enabled', false, { off: value => value === 'false' || (value !== null && !isTruthy(value)) }),
        oddMatcher(
          'Gemini CLI',
          sources.map(({ at }) => at),
          ['BeforeTool', 'BeforeAgent'],
        ),
        setting('hooksConfig.disabled', ['tfy-hook'], {
          counts: 'any',
          // An entry without a name goes by its command. In a text in place of the list the name is looked for, too.
          off: value => [value].flat().some(name => typeof name === 'string' && name.includes('tfy-hook')),
        }),
        {
          kind: 'condition',
          id: 'trust',
          says: 'a folder that nobody has trusted',
          // In such a folder no hook of any settings file runs, not those of the user or the system either.
          sees: trusts,
        },
      ],
    }
  },
  notes: () => [
    'Gemini CLI runs no hooks in a folder that nobody has trusted, those of the user neither.',
    'Gemini CLI hides variables that look like keys from a hook: keep the gateway’s key in the credentials file.',
  ],
} satisfies Installation

const moves = ['GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH']

/** What Gemini's own check of trust comes to, for what can be seen from outside. */
const trust = (
  env: Env,
  root: string,
  own: string,
  settings: readonly (JsonObject | undefined)[],
  read: Facts['json'],
): Fault | undefined => {
  const file = env.GEMINI_CLI_TRUSTED_FOLDERS_PATH ?? `${own}/trustedFolders.json`
  const fix = `Start gemini in ${root} and trust the folder`
  if (env.GEMINI_RESTRICTED_MODE === 'true' || env.GEMINI_CLI_TRUST_WORKSPACE === 'false')
    return off(
      `Gemini CLI runs no hooks in a folder that is not trusted, and this environment says that ${root} is not`,
      'unset GEMINI_RESTRICTED_MODE GEMINI_CLI_TRUST_WORKSPACE',
    )
  if (env.GEMINI_CLI_TRUST_WORKSPACE === 'true') return undefined
  const asks = settings.map(one => objectIn(one, 'security', 'folderTrust')?.enabled).find(value => value !== undefined)
  if (asks === false) return undefined
  const table = read(file)
  const said = noted(table, root, value => (value === 'TRUST_FOLDER' || value === 'DO_NOT_TRUST' ? value : undefined))
  const beside = Object.entries(table ?? {}).some(
    ([path, value]) => value === 'TRUST_PARENT' && `${root}/`.startsWith(path.replace(/[^\\/]+$/, '')),
  )
  if (said === 'DO_NOT_TRUST')
    return off(`Gemini CLI runs no hooks in a folder that is not trusted, and ${file} says that ${root} is not`, fix)
  return said === 'TRUST_FOLDER' || beside
    ? undefined
    : unknown(`Gemini CLI runs no hooks in a folder that is not trusted, and ${file} says nothing about ${root}`, fix)
}

const systemDirs = { linux: '/etc/gemini-cli', darwin: '/Library/Application Support/GeminiCli', win32: 'gemini-cli' }
