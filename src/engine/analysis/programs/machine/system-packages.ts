/** Package managers of systems, and what they take away: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import type { Handler } from '../../values/analysis.ts'

const tables: Readonly<Record<string, Program>> = {
  'apt apt-get aptitude': {
    valued: 'o t c',
    rehearsal: 's simulate just-print recon no-act',
    rows: [
      ['--allow-remove-essential', 'packages.remove-system'],
      ['autopurge', 'packages.remove-system'],
      ['purge', 'packages.remove-system'],
      ['remove', 'packages.remove-system'],
      ['autoremove', 'packages.remove-system', 'ordinary'],
      ['install --allow-unauthenticated|--force-yes', 'packages.registry-override'],
      ['install @', 'packages.install-from-url'],
    ],
  },
  dpkg: {
    rehearsal: 'simulate no-act',
    rows: [
      ['-r|-P|--remove|--purge', 'packages.remove-system'],
      ['--force-all', 'packages.remove-system'],
    ],
  },
  'yum dnf zypper microdnf': {
    rows: [
      ['remove|erase|autoremove|rm|groupremove', 'packages.remove-system'],
      ['install|localinstall @', 'packages.install-from-url'],
      ['config-manager|addrepo|ar @', 'packages.registry-override'],
      ['--nogpgcheck', 'packages.registry-override'],
    ],
  },
  rpm: {
    rehearsal: 'test',
    rows: [
      ['-e|--erase', 'packages.remove-system'],
      ['... @', 'packages.install-from-url'],
      ['@', 'packages.install-from-url'],
    ],
  },
  'pacman yay paru': {
    rows: [
      ['-R|-Rs|-Rns|-Rdd|--remove', 'packages.remove-system'],
      ['-U @', 'packages.install-from-url'],
    ],
  },
  apk: {
    rows: [
      ['del', 'packages.remove-system'],
      ['add --allow-untrusted', 'packages.registry-override'],
      ['add @', 'packages.registry-override'],
    ],
  },
  brew: {
    rows: [
      ['tap @', 'packages.registry-override'],
      ['uninstall|remove|rm --force|--zap|--ignore-dependencies', 'packages.remove-system'],
      ['install @', 'packages.install-from-url'],
    ],
  },
  'snap flatpak': {
    rows: [
      ['remove|uninstall', 'packages.remove-system'],
      ['install --dangerous|--devmode', 'packages.registry-override'],
    ],
  },
  'choco winget scoop': { rows: [['uninstall', 'packages.remove-system']] },
  'apt-key add-apt-repository': { rows: [['...', 'packages.registry-override']] },
  'conda mamba micromamba': {
    valued: 'n name p prefix c',
    rows: [
      ['install|create|config @', 'packages.registry-override'],
      ['config ... ssl_verify false', 'packages.registry-override'],
      ['config --set=ssl_verify', 'packages.registry-override'],
      ['env remove', 'packages.remove-system', 'ordinary'],
      ['remove --all', 'packages.remove-system'],
    ],
  },
}

export const systemPackages: Readonly<Record<string, Handler>> = handlersOf(tables)
