/**
 * A machine of its own, as far as /etc, /usr/local and /home go: a mount namespace in which programs run as an account that is not root. What
 * is deployed there belongs to root, so only root can make one.
 */

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './project.ts'

export interface Machine {
  /** What is mounted over /etc and /usr/local, and over /home, which is the account's home. */
  readonly etc: string
  readonly local: string
  readonly home: string
  /** The words that start a program there. */
  readonly started: readonly string[]
}

const account = 12_345
const asAccount = ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups']

export const canPlayMachines = (): boolean => process.getuid?.() === 0 && run('unshare', ['-m', ...asAccount, 'true']).code === 0

const entry =
  'mount --bind "$1" /etc && mount --bind "$2" /usr/local && mount --bind "$3" /home && cd /home && shift 3 && exec "$@"'

export const machineIn = (folder: string): Machine => {
  const [etc, local, home] = ['etc', 'local', 'home'].map(name => join(folder, name)) as [string, string, string]
  // Whatever the umask is.
  for (const dir of [folder, etc, local, join(local, 'bin'), home]) {
    mkdirSync(dir, { recursive: true })
    run('chmod', ['755', dir])
  }
  run('chown', [`${account}:${account}`, home])
  for (const file of ['hosts', 'nsswitch.conf', 'ld.so.cache'])
    if (existsSync(`/etc/${file}`)) copyFileSync(`/etc/${file}`, join(etc, file))
  writeFileSync(join(etc, 'passwd'), `root:x:0:0::/root:/bin/sh\ndev:x:${account}:${account}::/home:/bin/sh\n`)
  return { etc, local, home, started: ['unshare', '-m', 'sh', '-c', entry, 'sh', etc, local, home, ...asAccount] }
}

/** Deploys a set as its README says: each file where it belongs, owned by root, writable by nobody else. */
export const deployOn = ({ etc }: Machine, out: string): void => {
  run('cp', ['-R', `${join(out, 'root/etc')}/.`, etc])
  run('chown', ['-R', '0:0', etc])
  run('chmod', ['-R', 'u=rwX,go=rX', etc])
}
