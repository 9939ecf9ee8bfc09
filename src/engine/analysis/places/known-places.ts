/** The places that have a meaning to this guard, as a tree of names: what a pattern, a short name or a name that nobody knows may stand for. */

import { braces } from '../../matching/glob.ts'
import type { Host } from '../../matching/host.ts'
import { fold } from '../../matching/path-identity.ts'
import { programsThat } from '../values/traits.ts'
import { secretFolders, secretNames, secretTails } from './credential-places.gen.ts'
import { registrationFolders, registrations } from './guard-list.gen.ts'
import { baseOf } from './roots.ts'
import { runnables } from './runnable-files.gen.ts'
import { profiles } from './startup-places.ts'

/** Start-up files and settings below a home; `x` stands for any name in a folder of which all counts. */
const startup =
  '.ssh/authorized_keys .ssh/authorized_keys2 .ssh/rc .ssh/environment .ssh/config .ssh/known_hosts .gitconfig .config/git/config .claude.json .claude/skills/x ' +
  '.npmrc .yarnrc .yarnrc.yml .bunfig.toml .curlrc .wgetrc .gemrc .condarc .pydistutils.cfg .pip/pip.conf .config/pip/pip.conf pip/pip.ini .config/uv/uv.toml .config/curlrc ' +
  '.config/pypoetry/config.toml .config/go/env .config/containers/registries.conf .bundle/config .cargo/config .cargo/config.toml .config/fish/config.fish ' +
  '.config/fish/conf.d/x .config/environment.d/x .config/plasma-workspace/env/x .config/autostart/x .config/systemd/user/x Library/LaunchAgents/x ' +
  '.bash_history .zsh_history .sh_history .python_history .psql_history .mysql_history .node_repl_history .local/share/fish/fish_history'

/** The same below any folder that holds a repository or a project. */
const anywhere =
  '.git/hooks/pre-commit .git/hooks/pre-push .git/hooks/post-checkout .git/hooks/commit-msg .git/hooks/post-merge .git/hooks/prepare-commit-msg .git/config .git/HEAD .git/ORIG_HEAD ' +
  '.git/index .git/packed-refs .git/shallow .git/refs/heads .git/refs/tags .git/objects/pack .git/logs/HEAD .mcp.json .cursor/mcp.json .vscode/mcp.json .kiro/settings/mcp.json .roo/mcp.json ' +
  '.windsurf/mcp.json .junie/mcp/mcp.json .claude/plugins .claude/skills'

/** Of the machine: what only an administrator may write. */
const ofMachine =
  '/etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/sudoers /etc/sudoers.d/x /etc/pam.d/x /etc/hosts /etc/resolv.conf /etc/profile /etc/profile.d/x /etc/bash.bashrc /etc/environment ' +
  '/etc/ld.so.preload /etc/crontab /etc/cron.d/x /etc/cron.daily/x /var/spool/cron/x /etc/systemd/system/x /etc/ssh/sshd_config /etc/npmrc /etc/pip.conf /proc/self/environ /root/.ssh/authorized_keys'

/** What the guard keeps, where it usually does, and the folders with its program. */
const ownFolders = [
  '/.config',
  '/.local/state',
  '/.local/share',
  '/.cache',
  '/Library/Application Support',
  '/AppData/Local',
].map(folder => `${folder}/tfy-hook`)
const ownFiles = 'approvals policy.yaml config.yaml audit.jsonl dashboard sessions bundle'
const ownPrograms = ['tfy-hook', 'tfy-hook-door']
const programFolders = ['/.local/bin', '/bin']

export interface Known {
  readonly names: Map<string, Known>
  /** The name may go on: `settings` stands for `settings.local.json` too. */
  open?: true
  /** Everything in it counts. */
  all?: true
  /** It is there only where the guard was put. */
  installed?: true
  /** Of the guard's own. */
  own?: true
}

/** Names from the root of the file system, and below any folder. */
interface KnownPlaces {
  readonly root: Known
  readonly anywhere: Known
}

const node = (): Known => ({ names: new Map() })

function add(tree: Known, path: string): Known {
  let at = tree
  for (const name of path.split('/')) {
    if (name === '') continue
    const next = at.names.get(name) ?? node()
    at.names.set(name, next)
    at = next
  }
  return at
}

interface Made extends Pick<Host, 'home' | 'platform'> {
  readonly places: KnownPlaces
}

/** By the list of our own files, which hosts of one process have in common. */
const trees = new WeakMap<Host | readonly string[], Made>()

/** Made when a call has the first pattern. */
export function knownPlaces(host: Host): KnownPlaces {
  const made = trees.get(host.guarded ?? host)
  if (made !== undefined && made.home === host.home && made.platform === host.platform) return made.places
  const on = (path: string): string => fold(path.replace(/\\/g, '/'), host)
  const home = baseOf(host.home, host)
  const places = { root: node(), anywhere: node() }
  const isOfSystem = (part: string): boolean => /^\/(?:etc|var|run|proc)\//.test(part)
  // Where programs keep what is named without a dot.
  const folders = ['/.config', '/.local/share', '/Library/Application Support', '/AppData/Roaming']
  const meant = (part: string): readonly Known[] => {
    if (part[1] === '.') return [add(places.anywhere, on(part)), add(places.root, home + on(part))]
    if (isOfSystem(part)) return [add(places.root, on(part))]
    if (/^\/(?:Library|AppData)\//.test(part)) return [add(places.root, home + on(part))]
    return (part.startsWith('/Cline/') ? ['/Documents'] : folders).map(folder => add(places.root, home + on(folder + part)))
  }
  for (const part of registrations) {
    // What is called like us is ours where it is installed, and a project's own sources elsewhere.
    if (part === '/tfy-hook') continue
    for (const known of meant(part))
      if (part.endsWith('/')) known.all = true
      else known.open = true
  }
  for (const part of [...registrationFolders, ...secretTails]) meant(part)
  for (const part of secretFolders) for (const known of meant(part)) known.all = true
  for (const name of secretNames) if (name[0] === '.') meant(`/${name}`)
  const addAll = (path: string): void => {
    if (path.endsWith('/x')) add(places.root, path.slice(0, -2)).all = true
    else add(places.root, path)
  }
  for (const part of [...profiles, ...startup.split(' ')]) addAll(`${home}/${on(part)}`)
  for (const { where, by } of runnables)
    for (const part of by === 'itself' ? where.split(' ').flatMap(braces) : [])
      if (part[0] === '.' && !part.slice(0, -2).includes('*')) addAll(`${home}/${on(part.replace(/\/\*$/, '/x'))}`)
  for (const part of anywhere.split(' ')) meant(`/${part}`)
  for (const name of ['id_rsa', 'id_ed25519', 'id_ecdsa', 'id_dsa']) meant(`/.ssh/${name}`)
  for (const path of ofMachine.split(' ')) addAll(on(path))
  for (const folder of ownFolders)
    for (const file of ownFiles.split(' ')) add(places.root, home + on(`${folder}/${file}`)).own = true
  for (const folder of programFolders)
    for (const name of [...ownPrograms, ...programsThat('typed')])
      add(places.root, home + on(`${folder}/${name}`)).installed = true
  for (const folder of ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'])
    for (const name of ownPrograms) add(places.root, on(`${folder}/${name}`)).installed = true
  for (const path of host.guarded ?? []) {
    const known = add(places.root, baseOf(path, host))
    known.own = true
    delete known.installed
    for (const file of ownFiles.split(' ')) if (!/\.\w+$|bin\/[^/]*$/.test(path)) add(known, file).own = true
  }
  trees.set(host.guarded ?? host, { home: host.home, platform: host.platform, places })
  return places
}

/** Every name that matters in a place with a meaning, for telling what a short name may stand for. */
export function meaningfulNames(): ReadonlySet<string> {
  const paths = [...secretTails, ...secretFolders, ...registrations, ...registrationFolders]
  return new Set([
    ...paths.flatMap(path => path.split('/')),
    ...secretNames,
    ...profiles,
    ...'.git settings.json settings.local.json hooks.json config.toml policy.yaml config.yaml authorized_keys known_hosts'.split(
      ' ',
    ),
    ...'Program Files|Program Files (x86)|ProgramData|Documents|Downloads|Startup|Start Menu|Application Support'.split('|'),
  ])
}
