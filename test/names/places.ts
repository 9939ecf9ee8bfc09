/** Places with a meaning, a literal path of each: from the engine's own tables, and the start-up files as they are documented. */

import { secretFolders, secretNames, secretTails } from '../../src/engine/analysis/places/credential-places.gen.ts'
import { registrations } from '../../src/engine/analysis/places/guard-list.gen.ts'
import { profiles } from '../../src/engine/analysis/places/startup-places.ts'

/** A name for what is only told by how it begins, or by its folder. */
const whole = (part: string): string =>
  part.endsWith('/') ? `${part}inside` : /\.\w+$/.test(part) || part.endsWith('/config') ? part : `${part}.json`

const atHome = (part: string): string =>
  /^\/(?:etc|var|run|proc)\//.test(part) ? part : part[1] === '.' || part.startsWith('/Library') ? `~${part}` : `~/.config${part}`

export const guarded: readonly string[] = [
  ...registrations.filter(part => part[1] === '.' || part.startsWith('/etc/')).map(part => atHome(whole(part))),
  ...['policy.yaml', 'config.yaml'].map(name => `~/.config/tfy-hook/${name}`),
  ...['approvals/x', 'audit.jsonl', 'sessions/x'].map(name => `~/.local/state/tfy-hook/${name}`),
  '~/.local/bin/tfy-hook',
]

export const secret: readonly string[] = [
  ...secretTails.map(atHome),
  ...secretFolders.filter(folder => /^\/(?:\.|var|run|etc)/.test(folder)).map(folder => atHome(`${folder}inside`)),
  ...secretNames.filter(name => name[0] === '.').map(name => `~/${name}`),
  '~/.ssh/id_ed25519',
]

export const startup: readonly string[] = [
  ...[...profiles].filter(name => name[0] === '.').map(name => `~/${name}`),
  ...(
    '.ssh/authorized_keys .ssh/rc .ssh/config .gitconfig .config/git/config .npmrc .curlrc .wgetrc .config/pip/pip.conf .cargo/config.toml .config/fish/config.fish ' +
    '.config/fish/conf.d/a.fish .config/environment.d/a.conf .config/autostart/a.desktop .config/systemd/user/a.service Library/LaunchAgents/a.plist .local/bin/git .claude.json .bash_history'
  )
    .split(' ')
    .map(name => `~/${name}`),
  ...'.git/hooks/pre-commit .git/hooks/post-checkout .git/config .mcp.json .cursor/mcp.json .claude/settings.local.json'.split(
    ' ',
  ),
  ...'/etc/passwd /etc/sudoers /etc/sudoers.d/x /etc/cron.d/x /etc/profile.d/x.sh /etc/hosts /etc/ld.so.preload'.split(' '),
]
