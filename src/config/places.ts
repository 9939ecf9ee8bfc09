/** Where configuration, policy, credentials, state and audit live on each platform. Pure: environment in, paths out. */

import type { Env } from '../core/client.ts'

export type Platform = 'linux' | 'darwin' | 'win32'

export interface Places {
  readonly home: string
  /** Directories of the managed layer, strongest first. */
  readonly managed: readonly string[]
  /** Directories of the user layer. More than one when the environment points elsewhere: pointing elsewhere must not hide a policy. */
  readonly user: readonly string[]
  readonly state: string
}

export const platformOf = (name: string): Platform => (name === 'win32' || name === 'darwin' ? name : 'linux')

/** `home` is the account's own home directory where it can be known, not only what the environment says. */
export const placesFor = (platform: Platform, env: Env, accountHome?: string): Places => {
  if (platform === 'win32') {
    const home = env.USERPROFILE ?? accountHome ?? 'C:\\'
    const roaming = unique([env.APPDATA, `${home}\\AppData\\Roaming`])
    return {
      home,
      managed: [`${env.ProgramData ?? 'C:\\ProgramData'}\\tfy-hook`],
      user: roaming.map(dir => `${dir}\\tfy-hook`),
      state: `${env.LOCALAPPDATA ?? `${home}\\AppData\\Local`}\\tfy-hook`,
    }
  }
  const home = env.HOME ?? accountHome ?? '/'
  const bases = unique([absolute(env.XDG_CONFIG_HOME), `${home}/.config`, accountHome && `${accountHome}/.config`])
  const stateBase =
    absolute(env.XDG_STATE_HOME) ?? (platform === 'darwin' ? `${home}/Library/Application Support` : `${home}/.local/state`)
  return {
    home,
    managed: [platform === 'darwin' ? '/Library/Application Support/tfy-hook' : '/etc/tfy-hook'],
    user: bases.map(dir => `${dir}/tfy-hook`),
    state: `${stateBase}/tfy-hook`,
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
  return unique(found.map(dir => dir.replace(/[/\\]+$/, '') || dir).filter(dir => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(dir)))
}

const absolute = (path: string | undefined): string | undefined =>
  path?.startsWith('/') ? path.replace(/\/+$/, '') || '/' : undefined

const unique = (paths: readonly (string | undefined)[]): string[] =>
  [...new Set(paths.filter(path => path !== undefined && path !== ''))] as string[]
