/** Where configuration, policy, credentials, state and audit live on each platform. Pure: environment in, paths out. */

import type { Env } from '../../core/client.ts'

export type Platform = 'linux' | 'darwin' | 'win32'

export interface Places {
  readonly home: string
  /** Its name, where the system has it in a file. */
  readonly account?: string
  /** Directories of the managed layer, strongest first. */
  readonly managed: readonly string[]
  /** The user layer's directory, as far as the system itself says where that is. */
  readonly user: readonly string[]
  /** Where the environment points instead. It may be somebody else's, so it must neither hide nor loosen what stands in `user`. */
  readonly redirected: readonly string[]
  readonly state: string
  /** Where the account keeps the bundle of policies, whatever the environment says of its state. */
  readonly bundle: string
}

export const platformOf = (name: string): Platform => (name === 'win32' || name === 'darwin' ? name : 'linux')

/**
 * `home` is where `~` points; `accountHome` is what the system knows of the account, and decides where the user layer stands. `programData` is
 * where Windows has the machine's data, if that is known without asking the environment.
 */
export const placesFor = (platform: Platform, env: Env, accountHome?: string, programData?: string): Places => {
  if (platform === 'win32') {
    const home = env.USERPROFILE ?? accountHome ?? 'C:\\'
    const standard = `${accountHome ?? home}\\AppData\\Roaming`
    const redirected = unique([env.APPDATA, `${home}\\AppData\\Roaming`]).filter(dir => !same(dir, standard))
    return {
      home,
      managed: [`${programData ?? env.ProgramData ?? 'C:\\ProgramData'}\\tfy-hook`],
      user: [`${standard}\\tfy-hook`],
      redirected: redirected.map(dir => `${dir}\\tfy-hook`),
      state: `${env.LOCALAPPDATA ?? `${home}\\AppData\\Local`}\\tfy-hook`,
      bundle: `${accountHome ?? home}\\AppData\\Local\\tfy-hook\\bundle`,
    }
  }
  const home = env.HOME ?? accountHome ?? '/'
  const standard = `${accountHome ?? home}/.config`
  const redirected = unique([absolute(env.XDG_CONFIG_HOME), `${home}/.config`]).filter(dir => dir !== standard)
  const usual = platform === 'darwin' ? 'Library/Application Support' : '.local/state'
  return {
    home,
    managed: [platform === 'darwin' ? '/Library/Application Support/tfy-hook' : '/etc/tfy-hook'],
    user: [`${standard}/tfy-hook`],
    redirected: redirected.map(dir => `${dir}/tfy-hook`),
    state: `${absolute(env.XDG_STATE_HOME) ?? `${home}/${usual}`}/tfy-hook`,
    bundle: `${accountHome ?? home}/${usual}/tfy-hook/bundle`,
  }
}

/** Project policies: the workspace roots and the directories above the current one, nearest first. */
export const projectDirs = (roots: readonly string[], cwd: string | undefined): readonly string[] => {
  const found = [...roots]
  let at = cwd
  for (let depth = 0; at !== undefined && depth < 16; depth++) {
    found.push(at)
    const cut = Math.max(at.lastIndexOf('/'), at.lastIndexOf('\\'))
    const parent = cut > 0 ? at.slice(0, cut) : undefined
    at = parent === at ? undefined : parent
  }
  return unique(
    found
      .map(dir => (/[/\\]$/.test(dir) ? dir.replace(/[/\\]+$/, '') || dir : dir))
      .filter(dir => dir[0] === '/' || /^(?:[A-Za-z]:[\\/]|\\\\)/.test(dir)),
  )
}

/** As Windows compares them. */
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const absolute = (path: string | undefined): string | undefined => {
  if (path?.[0] !== '/') return undefined
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

const unique = (paths: readonly (string | undefined)[]): string[] =>
  [...new Set(paths.filter(path => path !== undefined && path !== ''))] as string[]
