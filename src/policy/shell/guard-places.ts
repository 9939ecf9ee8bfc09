/** This guard's own files, and where clients register it. Paths are absolute with `/`. */

import { fold, foldedList, says, settled } from '../spelling.ts'
import type { Host } from '../types.ts'
import { bases } from './bases.ts'
import { matches } from './globs.ts'
import type { Session } from './session.ts'

export const registrations = [
  '/.cursor/hooks.json',
  '/.claude/settings',
  '/.proxyai/settings.json',
  '/managed-settings.json',
  '/.codex/config.toml',
  '/.codex/hooks',
  '/.gemini/settings.json',
  '/etc/gemini-cli/settings',
  '/GeminiCli/settings',
  '/ProgramData/gemini-cli/settings',
  '/.qwen/settings.json',
  '/etc/qwen-code/settings',
  '/QwenCode/settings',
  '/ProgramData/qwen-code/settings',
  '/.github/hooks',
  '/.copilot',
  '/github-copilot/policy.d',
  '/GitHub/Copilot/policy.d',
  '/.factory/settings',
  '/.factory/hooks',
  '/.windsurf/hooks',
  '/.codeium/windsurf/hooks',
  '/.codeium/hooks',
  '/etc/windsurf/hooks',
  '/Windsurf/hooks.json',
  '/.devin/hooks',
  '/.devin/config',
  '/.config/devin/config',
  '/Roaming/devin/config',
  '/.opencode/plugin',
  '/opencode/plugin',
  '/.openclaw/openclaw.json',
  '/.openclaw/hooks',
  '/.openclaw/extensions',
  '/.openclaw/tfy-hook',
  '/.amp/plugins',
  '/.config/amp/plugins',
  '/.cline/hooks',
  '/.clinerules/hooks',
  '/Cline/Hooks',
  '/.grok/hooks',
  '/.gemini/config/hooks',
  '/.agents/hooks.json',
  '/_agents/hooks.json',
  '/.antigravitycli/hooks.json',
  '/.augment/settings',
  '/.kiro/hooks',
  '/.kiro/agents/',
  '/.junie/config',
  '/.amazonq/',
  '/.continue/config',
  '/.iflow/settings.json',
  '/.codebuddy/settings',
  '/Cursor/hooks.json',
  '/cursor/hooks.json',
  '/ClaudeCode/managed',
  '/claude-code/managed',
  '/.claude/hooks',
  '/.cursor/hooks',
  '/.gemini/hooks',
  '/managed-hooks',
  '/.tfy-hook',
  '/tfy-hook',
]

export const registrationFolders = [
  '/.claude',
  '/.cursor',
  '/.codex',
  '/.gemini',
  '/.qwen',
  '/.proxyai',
  '/.copilot',
  '/.factory',
  '/.kiro',
  '/.junie',
  '/.windsurf',
  '/.codeium',
  '/.codeium/windsurf',
  '/.devin',
  '/.config/devin',
  '/.clinerules',
  '/.cline',
  '/Documents/Cline',
  '/.agents',
  '/.grok',
  '/.opencode',
  '/.openclaw',
  '/.config/opencode',
  '/.amp',
  '/.config/amp',
  '/.github/hooks',
  '/etc/gemini-cli',
  '/etc/qwen-code',
  '/etc/github-copilot',
]

const guardedLists = new WeakMap<Host, readonly string[]>()

/** Our own files as this host knows them, folded. */
function guardedBy(host: Host): readonly string[] {
  const made =
    guardedLists.get(host) ?? (host.guarded ?? []).map(place => fold(settled(place.replace(/\\/g, '/'), host, undefined), host))
  guardedLists.set(host, made)
  return made
}

/** Whether changing this place changes the guard: its files, or where a client registers it. `whole` also counts the folders around. */
export function isGuardPath(unfolded: string, session: Session, whole = false): boolean {
  const { host } = session
  const path = fold(unfolded, host)
  if (guardedBy(host).some(place => path === place || path.startsWith(`${place}/`) || (whole && place.startsWith(`${path}/`))))
    return true
  for (const part of foldedList(registrations, host)) {
    const at = path.indexOf(part)
    if (at < 0) continue
    const next = path[at + part.length]
    if (part === '/tfy-hook') {
      // The project's own sources carry the name too; only its installed and configured places count.
      if (isInstalled(path, at, session)) return true
      continue
    }
    if (part === '/.copilot' || part === '/.tfy-hook' || part === '/.github/hooks') {
      if (next === undefined || next === '/') return true
      continue
    }
    return true
  }
  if (/[*?[]/.test(path)) {
    const tails = [
      '/.claude/settings.json',
      '/.cursor/hooks.json',
      '/.codex/config.toml',
      '/.gemini/settings.json',
      '/.tfy-hook/policy.yaml',
    ]
    const { home, roots } = bases(session)
    for (const base of [home, ...roots]) {
      for (const tail of tails) if (path.length > base.length + 4 && matches(path, base + tail)) return true
      if (path.length > base.length + 14 && matches(path, `${base}/.config/tfy-hook/policy.yaml`)) return true
    }
  }
  return whole && isRegistrationFolder(path)
}

/** Whether a client keeps the registration of hooks in this folder. */
export function isRegistrationFolder(path: string): boolean {
  return registrationFolders.some(folder => path.endsWith(folder))
}

function isInstalled(path: string, at: number, session: Session): boolean {
  const before = path.slice(0, at)
  const next = path[at + '/tfy-hook'.length]
  if (next !== undefined && next !== '/' && next !== '.') return false
  if (
    says(
      /\/(?:\.config|\.local\/state|\.local\/share|\.cache|etc|Application Support|ProgramData|AppData\/Roaming|AppData\/Local|bin|sbin|opt|lib|libexec|lib\/node_modules)$/,
      before,
      session.host,
    ) ||
    /ProgramData$/i.test(before)
  ) {
    return (
      !bases(session).roots.some(root => path.startsWith(`${root}/`) && !path.startsWith(`${root}/.config`)) ||
      /\/node_modules\/\.bin$/.test(before)
    )
  }
  return false
}
