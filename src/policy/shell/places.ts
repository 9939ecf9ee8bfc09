/** Places with a meaning: credentials, start-up files, this guard's own files. Paths are absolute with `/`. */

import { fold, foldedList, foldedSet, says, settled } from '../spelling.ts'
import type { Host } from '../types.ts'
import type { FindingId } from './findings.ts'
import { matches } from './globs.ts'
import { bases } from './paths.ts'
import type { Session } from './session.ts'

const secretNames = new Set(
  (
    '.env .envrc .netrc _netrc .npmrc .pypirc .git-credentials .pgpass .my.cnf .mylogin.cnf .htpasswd .vault-token .dockercfg .s3cfg .boto .databrickscfg ' +
    '.bash_history .zsh_history .sh_history .psql_history .mysql_history .python_history .node_repl_history .rediscli_history fish_history .credentials.json ' +
    '.histfile .history .ash_history .ksh_history .irb_history .irb-history .pry_history .sqlite_history .mongo_history .dbshell .php_history .scala_history .julia_history consolehost_history.txt ' +
    'id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk credentials.db access_tokens.db application_default_credentials.json accesstokens.json ' +
    'service-account.json serviceaccount.json service_account.json service-account-key.json oauth_creds.json credentials.tfrc.json master.key wallet.dat ' +
    'logins.json key4.db cookies.sqlite msal_token_cache.json azureprofile.json .terraformrc kubeconfig .yarnrc.secret .secrets .secret ' +
    'secrets.yml secrets.yaml secrets.json secrets.toml secrets.env credentials.json credentials.yml credentials.yaml credentials.csv rclone.conf ' +
    'ansible_vault_pass .vault_pass .vault-pass vault_pass.txt terraform.tfvars.secret shadow- gshadow- login.keychain-db login.keychain'
  ).split(' '),
)

const secretTails = [
  '/.aws/credentials',
  '/.aws/config',
  '/.kube/config',
  '/.docker/config.json',
  '/.config/gh/hosts.yml',
  '/.config/hub',
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/master.passwd',
  '/etc/security/opasswd',
  '/.cargo/credentials',
  '/.cargo/credentials.toml',
  '/.gem/credentials',
  '/.codex/auth.json',
  '/.m2/settings.xml',
  '/.m2/settings-security.xml',
  '/.gradle/gradle.properties',
  '/.composer/auth.json',
  '/.config/composer/auth.json',
  '/.snowsql/config',
  '/.fly/config.yml',
  '/.local/share/opencode/auth.json',
  '/Login Data',
  '/Cookies',
  '/Local State',
  '/.config/doctl/config.yaml',
  '/.railway/config.json',
  '/.ssh/identity',
  '/etc/kubernetes/admin.conf',
  '/etc/rancher/k3s/k3s.yaml',
  '/.config/helm/repositories.yaml',
  '/system/SAM',
  '/config/SAM',
  '/config/SYSTEM',
  '/.sops/age/keys.txt',
  '/.config/sops/age/keys.txt',
  '/.claude.json',
]

const secretFolders = [
  '/.ssh/',
  '/.gnupg/',
  '/.aws/sso/cache/',
  '/.aws/cli/cache/',
  '/.password-store/',
  '/Library/Keychains/',
  '/.config/gcloud/',
  '/.azure/',
  '/etc/ssl/private/',
  '/.local/share/keyrings/',
  '/var/run/secrets/',
  '/run/secrets/',
  '/.config/op/',
  '/.1password/',
  '/.vault/',
  '/.electrum/',
  '/.ethereum/keystore/',
  '/.bitcoin/',
  '/.config/solana/',
  '/PSReadLine/',
  '/.zsh_sessions/',
  '/.bash_sessions/',
  '/Microsoft/Credentials/',
  '/Microsoft/Protect/',
]

/** Whether reading this file shows credentials. A pattern counts when it can stand for one. */
export function isSecretPath(unfolded: string, glob: boolean, host: Host): boolean {
  const path = fold(unfolded, host)
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (glob && /[*?[]/.test(path)) return isSecretPattern(path, name, host)
  return isSecretName(name) || isSecretPlace(path, name, host)
}

/** Whether a file of this name holds credentials wherever it is. */
export function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  if (secretNames.has(lower)) return true
  if (lower.startsWith('.env.') || lower.startsWith('.env-') || lower.startsWith('.env_')) {
    return !/(?:example|sample|template|dist|defaults?|schema|tpl|md|d\.ts|ts|js|test|spec|ci)$/.test(lower)
  }
  if (/^(?:prod|production|staging|dev|development|local|secret|secrets)\.env$/.test(lower)) return true
  if (/\.(?:pem|p12|pfx|ppk|kdbx?|jks|keystore|ovpn|keytab|agekey)$/.test(lower))
    return !/(?:pub|public|cert|ca|chain|bundle|crt|cacert)[\w-]{0,20}\.pem$/.test(lower)
  // Most armoured files are signatures, public keys, or prose in AsciiDoc.
  if (/\.(?:asc|gpg)$/.test(lower)) return /private|secret|priv[-_.]|(?<!pub)keys?[-_.]backup/.test(lower)
  return (
    (/\.key$/.test(lower) && !/pub/.test(lower)) ||
    /(?:^|[-_.])(?:private[-_]?key|service[-_]account|credentials?|client_secret[\w.-]{0,80})\.(?:json|pem|key|txt)$/.test(lower)
  )
}

function isSecretPlace(path: string, name: string, host: Host): boolean {
  if (says(/\/\.(?:ssh|aws|gnupg|kube|azure|password-store)$|\/\.config\/gcloud$|\/Library\/Keychains$/, path, host)) return true
  for (const tail of foldedList(secretTails, host)) if (path.endsWith(tail)) return true
  for (const folder of foldedList(secretFolders, host)) {
    if (path.includes(folder) || `${path}/`.endsWith(folder)) {
      if (folder === '/.ssh/')
        return !/(?:\.pub|known_hosts2?|known_hosts\.old|config|authorized_keys2?|\.ssh|environment)$/.test(name)
      return !/\.(?:pub|md)$/.test(name) && name !== 'configurations' && name !== 'config_default'
    }
  }
  return (
    /^\/proc\/[^/]{1,20}\/(?:task\/[^/]{1,20}\/)?(?:environ|mem|maps)$/.test(path) ||
    /^\/dev\/k?mem$/.test(path) ||
    /^\/etc\/ssh\/ssh_host_\w{1,20}_key$/.test(path)
  )
}

function isSecretPattern(path: string, name: string, host: Host): boolean {
  const literal = name.replace(/[*?[\]]/g, '')
  const home = fold(host.home.replace(/\\/g, '/'), host)
  if (literal.length >= 2) {
    const dotted = name[0] === '.'
    for (const secret of secretNames)
      if ((secret[0] === '.') === dotted && told(literal, secret) && matches(name, secret)) return true
    if (isSecretName(name.replace(/[*?]/g, ''))) return true
  }
  for (const tail of foldedList(secretTails, host))
    if (matches(path, `${home}${tail}`) && /[a-z]/i.test(literal + path.slice(home.length).replace(/[*?/]/g, ''))) return true
  for (const folder of foldedList(secretFolders, host))
    if (path.includes(folder) && folder !== '/.azure/') return !/\.pub$/.test(name)
  return (matches(path, '/etc/shadow') && path.length > 6) || matches(path, '/proc/self/environ')
}

/** Whether a pattern spells enough of a name to mean it: `*.json` means no `credentials.json`. */
const told = (literal: string, secret: string): boolean => {
  const stem = secret[0] === '.' ? literal : literal.replace(/\.(?:json|ya?ml|toml|csv|conf|db|dat|sqlite)$/, '')
  return stem.length >= 2 && literal.length * 3 >= secret.length
}

const profiles = new Set(
  '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zprofile .zshenv .zlogin .zlogout .kshrc .cshrc .tcshrc .login .inputrc .xinitrc .xprofile .xsessionrc .pam_environment config.fish Microsoft.PowerShell_profile.ps1 profile.ps1 .vimrc .pythonstartup sitecustomize.py usercustomize.py .pdbrc .Rprofile .irbrc'.split(
    ' ',
  ),
)

/** What a write to this path would make run later. */
export function persistence(unfolded: string, session: Session): FindingId | undefined {
  const { host } = session
  const { home, roots } = bases(session)
  const path = fold(unfolded, host)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const inWorkspace = roots.some(root => path.startsWith(`${root}/`) && root !== home)
  if (/\/\.ssh\/(?:authorized_keys2?|rc|environment)$/.test(path) || path === '/etc/ssh/sshd_config')
    return 'persistence.authorized-keys'
  if (/\/\.ssh\/config$/.test(path)) return 'persistence.authorized-keys'
  if (/\/\.git\/hooks\/(?!.*\.sample$)./.test(path)) return 'persistence.git-hook'
  if (/\/\.git\/(?:(?:worktrees\/[^/]+\/)?(?:HEAD|ORIG_HEAD|index|packed-refs|shallow)$|(?:refs|objects|logs)\/.)/.test(path))
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
  if (
    /^\/etc\/(?:profile|bash\.bashrc|bashrc|zshrc|zshenv|environment|ld\.so\.preload|ld\.so\.conf)(?:$|[./])/.test(path) ||
    /^\/etc\/profile\.d\//.test(path)
  )
    return 'persistence.shell-profile'
  if (/\/\.config\/(?:fish\/conf\.d|environment\.d|plasma-workspace\/env)\//.test(path)) return 'persistence.shell-profile'
  if (/^\/etc\/(?:cron|anacrontab)|^\/var\/spool\/(?:cron|at)|^\/(?:private\/)?var\/at\//.test(path)) return 'persistence.cron'
  if (
    says(
      /^\/etc\/(?:systemd|init|init\.d|rc\.local|rc\d?\.d|udev|xinetd\.d|modules-load\.d)(?:$|\/)|^\/(?:usr\/)?lib\/systemd\/|\/\.config\/(?:systemd\/|autostart\/)|\/Library\/(?:LaunchAgents|LaunchDaemons|StartupItems)\/|\/Start Menu\/Programs\/Start-?[uU]p\//,
      path,
      host,
    )
  )
    return 'persistence.service'
  if (/^\/etc\/(?:sudoers|pam\.d|pam\.conf|doas\.conf|polkit-1)(?:$|[./])/.test(path)) return 'permissions.sudoers'
  if (/^\/etc\/(?:passwd|shadow|group|gshadow)-?$/.test(path)) return 'permissions.account'
  if (/^\/etc\/(?:hosts|resolv\.conf|nsswitch\.conf)$/.test(path)) return 'network.hijack'
  return undefined
}

/** Programs that people type all day and that come with the system or its tool chain, so that nobody copies one into place by hand. */
const everyday =
  /^(?:git|ssh|scp|sftp|sudo|su|doas|login|passwd|gpg2?|ssh-(?:agent|add|keygen)|ls|cat|cp|mv|rm|ln|ps|id|env|echo|grep|sed|g?awk|find|xargs|less|more|man|top|kill|chmod|chown|tar|g?zip|unzip|curl|wget|bash|sh|zsh|dash|fish|make|cc|gcc|g\+\+|clang|ld|python[23]?|pip3?|node|npm|npx|yarn|pnpm|corepack|ruby|gem|bundle|perl|php|java|javac|mvn|go|cargo|rustc|docker|code|vim?|nano|apt|apt-get|yum|dnf|brew|systemctl|crontab|tmux|claude|codex|gemini|cursor-agent)(?:\.exe|\.cmd)?$/

/** Folders that a person's search path has in front of the system's. */
function shadows(path: string, name: string, home: string): boolean {
  if (!everyday.test(name)) return false
  const folder = path.slice(0, path.length - name.length - 1)
  return (
    /^\/usr\/local\/s?bin$|^\/opt\/(?:homebrew|local)\/s?bin$/.test(folder) ||
    (folder.startsWith(`${home}/`) &&
      /^\/(?:\.local\/|\.cargo\/|go\/|\.npm(?:-global|-packages)?\/|\.bun\/|\.deno\/|\.volta\/|\.yarn\/|\.(?:asdf|pyenv|rbenv|nodenv|jenv)\/shims$)?s?(?:bin)?$/.test(
        folder.slice(home.length),
      ))
  )
}

/** A person's own settings that send every download elsewhere. What the project has is told by its content. */
function redirects(path: string, home: string): boolean {
  if (!path.startsWith(`${home}/`))
    return /^\/etc\/(?:pip\.conf|npmrc|apt\/(?:sources\.list|apt\.conf))|\/etc\/(?:npmrc|curlrc|wgetrc)$/.test(path)
  return /^\/(?:\.npmrc|\.yarnrc(?:\.yml)?|\.bunfig\.toml|\.curlrc|\.wgetrc|\.gemrc|\.condarc|\.pydistutils\.cfg|(?:\.pip|\.config\/pip|Library\/Application Support\/pip)\/pip\.(?:conf|ini)|pip\/pip\.ini|\.config\/(?:uv\/uv\.toml|curlrc|pypoetry\/config\.toml)|\.cargo\/config(?:\.toml)?)$/.test(
    path.slice(home.length),
  )
}

export function isHistoryOrLog(unfolded: string, session: Session): boolean {
  const path = fold(unfolded, session.host)
  if (
    /\/\.(?:bash|zsh|sh|python|psql|mysql|node_repl)_history$|\/fish_history$|^\/var\/log(?:$|\/(?:\*|auth|secure|syslog|wtmp|btmp|lastlog|audit|messages|journal))/.test(
      path,
    )
  ) {
    return !bases(session).roots.some(root => path.startsWith(`${root}/`))
  }
  return false
}

const registrations = [
  '/.cursor/hooks.json',
  '/.claude/settings',
  '/.proxyai/settings.json',
  '/managed-settings.json',
  '/.codex/config.toml',
  '/.codex/hooks',
  '/.gemini/settings.json',
  '/.qwen/settings.json',
  '/.github/hooks',
  '/.copilot',
  '/.factory/settings',
  '/.factory/hooks',
  '/.windsurf/hooks',
  '/.codeium/windsurf/hooks',
  '/.opencode/plugin',
  '/opencode/plugin',
  '/.openclaw/openclaw.json',
  '/.openclaw/hooks',
  '/.openclaw/extensions',
  '/.cline/hooks',
  '/.augment/settings',
  '/.kiro/hooks',
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

const registrationFolders = [
  '/.claude',
  '/.cursor',
  '/.codex',
  '/.gemini',
  '/.qwen',
  '/.proxyai',
  '/.copilot',
  '/.factory',
  '/.windsurf',
  '/.opencode',
  '/.openclaw',
  '/.config/opencode',
  '/.github/hooks',
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

/** Every name that matters in a place with a meaning, for telling what a short name may stand for. */
export function meaningfulNames(): ReadonlySet<string> {
  const paths = [...secretTails, ...secretFolders, ...registrations, ...registrationFolders]
  return new Set([
    ...paths.flatMap(path => path.split('/')),
    ...secretNames,
    ...profiles,
    ...'settings.json settings.local.json hooks.json config.toml policy.yaml config.yaml authorized_keys known_hosts'.split(' '),
    ...'Program Files|Program Files (x86)|ProgramData|Documents|Downloads|Startup|Start Menu|Application Support'.split('|'),
  ])
}
