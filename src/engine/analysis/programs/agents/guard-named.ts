/** Commands that name this guard: removing it, stopping it, putting something in its place. Rows of data. */

import { type Call, find } from '../../values/analysis.ts'

interface Row {
  readonly programs: string
  /** One of these words, or flags, takes the guard away; without it, every call does. */
  readonly words?: RegExp
}

const removal = /^(?:uninstall|remove|rm|un|r|unlink|erase|purge|autoremove|autopurge|del|delete|unuse|prune|clean|unmerge)$/

const rows: readonly Row[] = [
  {
    programs:
      'npm pnpm yarn bun pip pip2 pip3 pipx uv uvx conda mamba micromamba poetry pdm rye cargo gem go apt apt-get aptitude nala dnf dnf5 yum zypper apk snap flatpak port mise rtx asdf volta proto winget scoop choco chocolatey nix brew vcpkg tdnf microdnf rpm-ostree eopkg xbps-remove pkg pkgin opkg code cursor windsurf',
    words: removal,
  },
  { programs: 'brew', words: /^(?:stop|kill|unpin|disable)$/ },
  { programs: 'dpkg', words: /^(?:-[rP]|--remove|--purge|--force-\S*)$/ },
  { programs: 'rpm', words: /^(?:-[a-zA-Z]*e[a-zA-Z]*|--erase)$/ },
  { programs: 'pacman yay paru', words: /^(?:-R[a-z]*|--remove)$/ },
  { programs: 'emerge', words: /^(?:-[cC]|--unmerge|--depclean)$/ },
  { programs: 'nix-env', words: /^(?:-e|--uninstall)$/ },
  { programs: 'Uninstall-Package Uninstall-Module Uninstall-PSResource' },
  {
    programs:
      'systemctl service rc-service rc-update update-rc.d chkconfig initctl sv launchctl supervisorctl pm2 nssm net schtasks',
    words:
      /^\/?(?:stop|disable|mask|kill|edit|revert|freeze|set-property|clean|unload|bootout|remove|delete|del|pause|off|shutdown|signal|change|end)$/i,
  },
  { programs: 'sc', words: /^(?:stop|delete|config|pause|failure)$/i },
  { programs: 'docker podman nerdctl', words: /^(?:stop|kill|rm|remove|pause|down|update|disconnect)$/ },
  { programs: 'kubectl oc', words: /^(?:delete|scale|patch|drain)$/ },
  { programs: 'helm', words: /^(?:uninstall|delete|rollback)$/ },
  { programs: 'wmic', words: /^(?:delete|terminate|stopservice)$/i },
  { programs: 'fuser', words: /^(?:-[a-zA-Z]*k[a-zA-Z]*|--kill)$/ },
  { programs: 'hash', words: /^-p$/ },
  // The kernel keeps what seals approvals.
  { programs: 'keyctl' },
  { programs: 'code code-insiders codium cursor windsurf', words: /^--(?:uninstall|disable)-extension$/ },
]

const wordsOf = new Map<string, (RegExp | undefined)[]>()
for (const { programs, words } of rows)
  for (const name of programs.toLowerCase().split(' ')) wordsOf.set(name, [...(wordsOf.get(name) ?? []), words])

/** The name alone, as part of a path, of a package's name with scope, publisher or version, or of a service. */
const named = /(?:^|[^A-Za-z0-9])tfy[-_]hook(?![A-Za-z0-9])/i
/** A package as its publisher names it, of any new version. */
const published = /^(?:@[\w-]+\/)?tfy-hook(?:@(?:latest|next)?)?$/

/** For a call of which some argument names the guard. */
export function aboutGuard(call: Call): void {
  const words = call.args.map(word => word.text)
  const about = words.filter(text => named.test(text))
  if (about.length === 0 || words.some(text => /^(?:--help|--dry-run|--simulate|-n|--no-act|--whatif)$/i.test(text))) return
  const program = call.program.toLowerCase()
  const verbs = wordsOf.get(program) ?? []
  if (verbs.some(verb => verb === undefined || words.some(text => verb.test(text) && !named.test(text))))
    find(call, 'self.tamper')
  // Installed for all from somewhere else, or as a version of old.
  const installs =
    /^(?:npm|pnpm|yarn|bun)$/.test(program) && words.some(text => /^(?:i|in|ins|inst|install|add|link|ln)$/.test(text))
  const everywhere = words.some(text => /^(?:-g|--global|global|--location=global)$/.test(text))
  if (installs && everywhere && about.some(text => !published.test(text))) find(call, 'self.tamper')
}
