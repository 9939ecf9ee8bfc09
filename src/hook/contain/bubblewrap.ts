/** A cage in the words of bubblewrap. */

import type { Layout } from './places.ts'

interface Wrapped {
  readonly layout: Layout
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** A file with nothing in it, which lies over every file that is hidden. */
  readonly empty: string
  /** The network of the machine; otherwise an empty one. */
  readonly network: boolean
  /** Files and sockets outside, and where they are in the cage. */
  readonly shown: readonly { readonly from: string; readonly to: string }[]
  /** The descriptor with the filter of system calls. */
  readonly seccomp: number
}

/** Where programs look names up, when the machine's network is there. */
const resolvers = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager/resolv.conf']

/** Switches of the kernel. Root needs no privilege to write them, and bubblewrap takes what it may not write as a folder for safe. */
const switches = ['/proc/sys', '/proc/sysrq-trigger', '/proc/acpi', '/proc/scsi', '/proc/driver', '/proc/fs']

/** Options only: they are handed over in a file, so that no list of processes shows them. */
export const optionsFor = ({ layout, env, cwd, empty, network, shown, seccomp }: Wrapped): readonly string[] =>
  [
    '--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --disable-userns --new-session --die-with-parent --cap-drop ALL'.split(
      ' ',
    ),
    network ? [] : ['--unshare-net'],
    ['--seccomp', String(seccomp)],
    ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    switches.flatMap(path => ['--ro-bind-try', path, path]),
    layout.fresh.flatMap(path => ['--perms', '1777', '--tmpfs', path]),
    layout.emptied.flatMap(path => ['--tmpfs', path]),
    layout.shown.flatMap(path => ['--ro-bind', path, path]),
    network ? resolvers.flatMap(path => ['--ro-bind-try', path, path]) : [],
    shown.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    [...layout.writable, ...layout.pinned].flatMap(path => ['--bind', path, path]),
    [...layout.kept.map(({ path }) => path), ...layout.missing].flatMap(path => ['--ro-bind', path, path]),
    // Last, whatever a name may lead to by now.
    layout.hidden.flatMap(({ path, isFolder }) =>
      isFolder ? ['--perms', '0555', '--tmpfs', path, '--remount-ro', path] : ['--ro-bind', empty, path],
    ),
    layout.emptied.flatMap(path => ['--remount-ro', path]),
    ['--clearenv'],
    Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ['--chdir', cwd],
  ].flat()
