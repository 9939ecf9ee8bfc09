/** Whether a path is one of this guard's own files, or one in which a client registers it. Paths are absolute with `/`. */

import type { Host } from '../../matching/host.ts'
import { fold, foldedList, says, settled } from '../../matching/path-identity.ts'
import { matches } from '../../matching/shell-globs.ts'
import type { Analysis } from '../values/analysis.ts'
import { registrationFolders, registrations, rootFiles, shapes } from './guard-list.gen.ts'
import { bases } from './roots.ts'

const guardedLists = new WeakMap<readonly string[], { readonly platform: Host['platform']; readonly list: readonly string[] }>()

/** Our own files as this host knows them, folded. */
function guardedBy(host: Host): readonly string[] {
  const { guarded, platform } = host
  if (guarded === undefined) return []
  const made = guardedLists.get(guarded)
  if (made?.platform === platform) return made.list
  const list = guarded.map(place => fold(settled(place.replace(/\\/g, '/'), host, undefined), host))
  guardedLists.set(guarded, { platform, list })
  return list
}

/** Whether changing this place changes the guard: its files, or where a client registers it. `whole` also counts the folders around. */
export function isGuardPath(unfolded: string, analysis: Analysis, whole = false): boolean {
  const { host } = analysis
  const path = fold(unfolded, host)
  if (guardedBy(host).some(place => path === place || path.startsWith(`${place}/`) || (whole && place.startsWith(`${path}/`))))
    return true
  for (const part of foldedList(registrations, host)) {
    const at = path.indexOf(part)
    if (at < 0) continue
    const next = path[at + part.length]
    if (part === '/tfy-hook') {
      // The project's own sources carry the name too; only its installed and configured places count.
      if (isInstalled(path, at, analysis)) return true
      continue
    }
    if (part === '/.copilot' || part === '/.tfy-hook' || part === '/.github/hooks') {
      if (next === undefined || next === '/') return true
      continue
    }
    return true
  }
  if (shapes.some(shape => says(shape, path, host))) return true
  const { home, roots } = bases(analysis)
  const slash = path.lastIndexOf('/')
  if (rootFiles.has(path.slice(slash + 1)) && [home, ...roots].includes(path.slice(0, slash))) return true
  if (/[*?[]/.test(path)) {
    const tails = [
      '/.claude/settings.json',
      '/.cursor/hooks.json',
      '/.codex/config.toml',
      '/.gemini/settings.json',
      '/.tfy-hook/policy.yaml',
    ]
    for (const base of [home, ...roots]) {
      for (const tail of tails) if (path.length > base.length + 4 && matches(path, base + tail)) return true
      if (path.length > base.length + 14 && matches(path, `${base}/.config/tfy-hook/policy.yaml`)) return true
    }
  }
  return whole && isRegistrationFolder(path)
}

/** What lets somebody permit in the guard's state directory: the link of a dashboard that starts, and what seals approvals. */
const keys = ['dashboard', 'seal']

/** Whether reading this place, or all of the folder that it is, shows them. A pattern counts where it can stand for one. */
export function holdsGuardKeys(unfolded: string, analysis: Analysis): boolean {
  const path = fold(unfolded, analysis.host)
  const states = [...guardedBy(analysis.host), fold(`${bases(analysis).home}/.local/state/tfy-hook`, analysis.host)]
  const pattern = /[*?[]/.test(path)
  if (!pattern && !states.some(state => path.startsWith(state))) return false
  const parts = path.split('/')
  return states.some(state =>
    keys.some(key => {
      const place = `${state}/${key}`
      const whole = parts.slice(0, place.split('/').length).join('/')
      return (
        whole === place ||
        (path === state && state.endsWith('/state/tfy-hook')) ||
        (pattern && spells(whole) && matches(whole, place))
      )
    }),
  )
}

/** A pattern that names some of it: `~/*` is every folder's. */
const spells = (pattern: string): boolean => /tfy|hook/.test(pattern)

/** Whether a client keeps the registration of hooks in this folder. */
export function isRegistrationFolder(path: string): boolean {
  return registrationFolders.some(folder => path.endsWith(folder))
}

/** Whether what fills this folder may be the guard's own settings, state or approvals. Where its program lies, others do too. */
export function holdsGuard(unfolded: string, analysis: Analysis): boolean {
  const { host } = analysis
  const path = fold(unfolded, host)
  if (/bin$/.test(path)) return false
  return (
    isGuardPath(path, analysis) ||
    says(/\/(?:\.config|\.local\/state|Application Support|AppData\/(?:Roaming|Local))$/, path, host) ||
    guardedBy(host).some(place => !/bin\/[^/]*$/.test(place) && place.slice(0, place.lastIndexOf('/')) === path)
  )
}

/** Whether a folder that goes away as a whole may take the guard with it. */
export const mayHoldGuard = (path: string, analysis: Analysis): boolean =>
  /\/s?bin$/.test(path) ? isGuardPath(`${path}/tfy-hook`, analysis) : holdsGuard(path, analysis)

function isInstalled(path: string, at: number, analysis: Analysis): boolean {
  const before = path.slice(0, at)
  const end = at + '/tfy-hook'.length
  const next = path[path.startsWith('-door', end) ? end + '-door'.length : end]
  if (next !== undefined && next !== '/' && next !== '.') return false
  if (
    says(
      /\/(?:\.config|\.local\/state|\.local\/share|\.cache|etc|Application Support|ProgramData|AppData\/Roaming|AppData\/Local|bin|sbin|opt|lib|libexec|lib\/node_modules(?:\/@truefoundry)?)$/,
      before,
      analysis.host,
    ) ||
    /ProgramData$/i.test(before)
  ) {
    return (
      !bases(analysis).roots.some(root => path.startsWith(`${root}/`) && !path.startsWith(`${root}/.config`)) ||
      /\/node_modules\/\.bin$/.test(before)
    )
  }
  return false
}
