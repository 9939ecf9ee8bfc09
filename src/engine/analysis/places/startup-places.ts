/** Places that are read or run later: start-up files, programs in front of others, settings of downloads. */

import { fold, foldedSet, says } from '../../matching/path-identity.ts'
import type { Analysis } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { hasTrait } from '../values/traits.ts'
import { instructsAgents } from './read-later.ts'
import { bases } from './roots.ts'
import { loadsFrom, runnableAt } from './runnable-files.ts'

export const profiles = new Set(
  '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zprofile .zshenv .zlogin .zlogout .bash_aliases .bash_functions .zsh_aliases .kshrc .mkshrc .xonshrc rc.xsh config.nu env.nu rc.elv .cshrc .tcshrc .login .inputrc .xinitrc .xprofile .xsession .xsessionrc .pam_environment config.fish Microsoft.PowerShell_profile.ps1 profile.ps1 .vimrc .pythonstartup sitecustomize.py usercustomize.py .pdbrc .Rprofile .irbrc'.split(
    ' ',
  ),
)

/** What a write to this path would make run later. */
export function persistence(unfolded: string, analysis: Analysis): FindingId | undefined {
  const { host } = analysis
  const { home, roots } = bases(analysis)
  const path = fold(unfolded, host)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const inWorkspace = roots.some(root => path.startsWith(`${root}/`) && root !== home)
  if (/\/\.ssh\/(?:authorized_keys2?|rc|environment)$/.test(path) || path === '/etc/ssh/sshd_config')
    return 'persistence.authorized-keys'
  if (/\/\.ssh\/config$/.test(path)) return 'persistence.authorized-keys'
  if (/\/\.git\/hooks\/(?!.*\.sample$)./.test(path)) return 'persistence.git-hook'
  if (
    says(/\/\.git\/(?:(?:worktrees\/[^/]+\/)?(?:HEAD|ORIG_HEAD|index|packed-refs|shallow)$|(?:refs|objects|logs)\/.)/, path, host)
  )
    return 'git.ref-delete'
  if (shadows(path, name, home)) return 'persistence.program-shadow'
  if (redirects(path, home)) return 'persistence.download-settings'
  if (
    /\/(?:\.mcp|\.(?:cursor|vscode|kiro|roo|windsurf|junie)\/(?:settings\/)?mcp|mcp_config|claude_desktop_config|mcp_settings|cline_mcp_settings)\.json$/.test(
      path,
    ) ||
    path === `${home}/.claude.json`
  )
    return 'persistence.editor-task'
  if (/\/\.git\/config$/.test(path) || path === `${home}/.gitconfig` || path === `${home}/.config/git/config`)
    return 'git.config-exec'
  if (foldedSet(profiles, host).has(name) && !inWorkspace) return 'persistence.shell-profile'
  // Python runs these whenever it starts.
  if (/\/(?:site|dist)-packages\/(?:[^/]+\.pth|(?:site|user)customize\.py)$/.test(path) && !inWorkspace)
    return 'persistence.shell-profile'
  if (
    /^\/etc\/(?:profile|bash\.bashrc|bashrc|zshrc|zshenv|environment|ld\.so\.preload|ld\.so\.conf)(?:$|[./])/.test(path) ||
    /^\/etc\/profile\.d\//.test(path)
  )
    return 'persistence.shell-profile'
  if (/\/\.config\/(?:fish\/conf\.d|environment\.d|plasma-workspace\/env)\//.test(path)) return 'persistence.shell-profile'
  // What the shells' frameworks load, file by file.
  if (
    !inWorkspace &&
    /\.(?:zsh|sh|bash)$/.test(path) &&
    /\/\.(?:oh-my-(?:zsh|bash)|bash_it|zprezto|config\/(?:zsh|bash)|zsh|(?:bash|zsh|profile)(?:rc)?\.d)\//.test(path)
  )
    return 'persistence.shell-profile'
  if (/^\/etc\/(?:cron|anacrontab)|^\/var\/spool\/(?:cron|at)|^\/(?:private\/)?var\/at\//.test(path)) return 'persistence.cron'
  if (
    says(
      /^\/etc\/(?:systemd|init|init\.d|rc\.local|rc\d?\.d|udev|xinetd\.d|modules-load\.d)(?:$|\/)|^\/(?:usr\/)?lib\/systemd\/|\/\.config\/(?:(?:containers\/)?systemd\/|autostart\/)|^\/etc\/containers\/systemd\/|\/Library\/(?:LaunchAgents|LaunchDaemons|StartupItems)\/|\/Start Menu\/Programs\/Start-?[uU]p(?:\/|$)/,
      path,
      host,
    )
  )
    return 'persistence.service'
  if (/^\/etc\/(?:sudoers|pam\.d|pam\.conf|doas\.conf|polkit-1)(?:$|[./])/.test(path)) return 'permissions.sudoers'
  if (/^\/etc\/(?:passwd|shadow|group|gshadow)-?$/.test(path)) return 'permissions.account'
  if (says(/\/Library\/Application Support\/com\.apple\.TCC\//, path, host)) return 'permissions.security-off'
  if (/^\/(?:usr\/(?:local\/)?share\/ca-certificates|etc\/(?:ssl\/certs|ca-certificates|pki\/ca-trust))\//.test(path))
    return 'permissions.security-off'
  if (/^\/etc\/(?:hosts|resolv\.conf|nsswitch\.conf)$/.test(path)) return 'network.hijack'
  return undefined
}

/** Where programs and agents have what is the account's own, below the home directory. */
const ofPrograms =
  /^\/(?:\.(?!cache\/|local\/(?:share\/(?!applications\/)|state\/))|Library\/|AppData\/|Documents\/(?:Cline|(?:Windows)?PowerShell)\/)/i
const code = /\.(?:lua|el|vim|py|rb|jl|nu|elv|xsh|fish|psm?1|sh|zsh|bash|[cm]?[jt]s|pl|scm|hs)$/i

/** What comes from elsewhere and would be run by a program or obeyed by agents wherever this person works. Code in a folder of settings is there to be run. */
export function brought(unfolded: string, analysis: Analysis): FindingId | undefined {
  const { home } = bases(analysis)
  const path = fold(unfolded, analysis.host)
  const below = path.startsWith(`${home}/`) ? path.slice(home.length) : ''
  if (!ofPrograms.test(below)) return undefined
  // A folder of them is told by a file in it.
  if (instructsAgents.test(path) || instructsAgents.test(`${path}/x`)) return 'persistence.agent-instructions'
  const runs = runnableAt(path)?.by === 'itself' || loadsFrom(below) || (below.startsWith('/.config/') && code.test(below))
  return runs ? 'persistence.editor-task' : undefined
}

function shadows(path: string, name: string, home: string): boolean {
  return (
    hasTrait(name.replace(/\.(?:exe|cmd)$/, ''), 'everyday') && isSearched(path.slice(0, path.length - name.length - 1), home)
  )
}

/** A folder that a person's search path has in front of the system's. */
const isSearched = (folder: string, home: string): boolean =>
  /^\/usr\/local\/s?bin$|^\/opt\/(?:homebrew|local)\/s?bin$/.test(folder) ||
  (folder.startsWith(`${home}/`) &&
    /^\/(?:\.local\/|\.cargo\/|go\/|\.npm(?:-global|-packages)?\/|\.bun\/|\.deno\/|\.volta\/|\.yarn\/|\.(?:asdf|pyenv|rbenv|nodenv|jenv)\/shims$)?s?(?:bin)?$/.test(
      folder.slice(home.length),
    ))

/** Whether a program is found there by its name alone from now on. Data tells itself by an ending that no program has. */
export function isCommand(unfolded: string, analysis: Analysis): boolean {
  const { home } = bases(analysis)
  const path = fold(unfolded, analysis.host)
  const [, folder = '', name = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  return isSearched(path, home) || (isSearched(folder, home) && /^[^.]+$|\.(?:sh|py|pl|rb|[cm]?js|exe|cmd|bat|ps1)$/.test(name))
}

/** A person's own settings that send every download elsewhere. What the project has is told by its content. */
function redirects(path: string, home: string): boolean {
  if (!path.startsWith(`${home}/`))
    return /^\/etc\/(?:pip\.conf|npmrc|apt\/(?:sources\.list|apt\.conf))|\/etc\/(?:npmrc|curlrc|wgetrc)$/.test(path)
  return /^\/(?:\.npmrc|\.yarnrc(?:\.yml)?|\.bunfig\.toml|\.curlrc|\.wgetrc|\.gemrc|\.condarc|\.pydistutils\.cfg|(?:\.pip|\.config\/pip|Library\/Application Support\/pip)\/pip\.(?:conf|ini)|pip\/pip\.ini|\.config\/(?:uv\/uv\.toml|curlrc|pypoetry\/config\.toml|go\/env|containers\/registries\.conf)|\.bundle\/config|\.cargo\/config(?:\.toml)?|\.m2\/settings\.xml|\.(?:nuget|config)\/NuGet\/NuGet\.Config|\.config\/(?:composer\/(?:config|auth)\.json|nix\/nix\.conf|pnpm\/rc)|\.(?:terraform|tofu)rc|\.sbt\/repositories|\.mambarc)$/.test(
    path.slice(home.length),
  )
}
