/** The cage: a root of its own that is thrown away, no network but its own loopback, bounded time and space. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

export const walls: readonly string[] = [
  '--unshare-all --uid 1000 --gid 1000 --die-with-parent --new-session --clearenv --hostname cage --cap-drop ALL',
  '--setenv PATH /usr/bin:/bin --setenv HOME /home/dev --setenv USER dev --setenv LC_ALL C --setenv TERM dumb',
  '--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64',
  // Where Debian says which program a name is: without it there is no `awk`.
  '--ro-bind-try /etc/alternatives /etc/alternatives',
  // A file of root's stays one's own inside, where root began it: bubblewrap leaves this folder writable.
  '--proc /proc --ro-bind /proc/sys /proc/sys --dev /dev --size 50000000 --tmpfs /tmp',
]
  .join(' ')
  .split(' ')

/** What tries to get out. Each line that it prints is a hole. */
const escapes = `
  [ "$(cat /template/proof)" = here ] || echo "the template is not there"
  mkdir -p /home/dev && echo x >/home/dev/mark && [ -e /home/dev/mark ] || echo "nothing can be left in the home of the cage"
  for path in "$@" /work /root /sys /var /etc/shadow; do [ ! -e "$path" ] || echo "$path is visible"; done
  for path in /template/new /usr/new /usr/bin/new /proc/sys/kernel/hostname; do (: >"$path") 2>/dev/null && echo "$path can be written"; done
  [ "$(grep -c : /proc/net/dev)" -le 1 ] || echo "there is a network"
  python3 -c "import socket; socket.create_connection(('192.0.2.1', 80), 2)" 2>/dev/null && echo "a connection leaves"
  [ "$(ls -d /proc/[0-9]* | wc -l)" -lt 9 ] || echo "other processes are visible"
  strace -o /tmp/trace -e trace=execve /bin/true || echo "nothing can be traced"
  grep -q 'execve("/bin/true"' /tmp/trace || echo "a trace is empty"
  python3 -c "x = bytearray(5000000000)" 2>/dev/null && echo "memory is not bounded"
  :
`
const bounds = 'ulimit -c 0; ulimit -f 20000; ulimit -t 10; ulimit -v 4000000;'

/** Says what is wrong with the cage on this machine; undefined when its walls hold. */
export function holes(hidden: readonly string[] = [], built = walls): string | undefined {
  if (process.platform !== 'linux') return 'not Linux'
  const folder = mkdtempSync(join(tmpdir(), 'tfy-oracle-'))
  try {
    writeFileSync(join(folder, 'proof'), 'here')
    const [program = '', ...words] = [...command(folder, bounds + escapes, built), folder, homedir(), ...hidden]
    const run = spawnSync(program, words, { encoding: 'utf8', timeout: 20_000 })
    if (run.error !== undefined) return run.error.message
    if (existsSync('/home/dev/mark')) return 'a file was written outside'
    return run.status === 0 && run.stdout.trim() === '' ? undefined : `${run.stdout}${run.stderr}` || `exit ${run.status}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const command = (template: string, script: string, built = walls): readonly string[] => [
  'bwrap',
  ...built,
  ...['--ro-bind', template, '/template', '/bin/sh', '-c', script, 'cage'],
]

/** What one run left, as the cage tells it. */
const observing = `${bounds}
  cp -a /template/. / && mkdir /oracle
  busybox httpd -p 127.0.0.1:8000 -h /srv/data
  cd /home/dev/shop
  timeout -s KILL 4 strace -ff -qq -y -s 600 -o /oracle/trace -e trace=execve,execveat,open,openat,openat2,connect,sendto,sendmsg,write,writev \\
    "$2" -c "$1" </dev/null >/oracle/out 2>/oracle/err
  echo $? >/oracle/status
  find /home /etc /srv /tmp ! -type f -printf '%y %p %l\\n' >/oracle/tree
  find /home /etc /srv /tmp -type f -exec md5sum {} + >>/oracle/tree
  grep -H '' /oracle/trace.* >/oracle/trace
  for part in status out err tree trace; do
    head -c 1000000 /oracle/$part >/oracle/part
    echo "$part $(wc -c </oracle/part)"
    cat /oracle/part
  done
`
export type Parts = Readonly<Record<'status' | 'out' | 'err' | 'tree' | 'trace', string>>

/** Runs a command in a cage of its own. There is no other way to run one here. */
export class Cage {
  readonly #template: string

  /** Refuses where the walls do not hold. */
  constructor(template: string, built = walls) {
    const why = holes([], built)
    if (why !== undefined) throw new Error(`no command is run: ${why}`)
    this.#template = template
  }

  /** Undefined when the cage itself ended in another way than it should. */
  run(source: string, shell = 'bash'): Promise<Parts | undefined> {
    const [program = '', ...words] = [...command(this.#template, observing), source, shell]
    return new Promise(resolve => {
      const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'] })
      const chunks: Buffer[] = []
      const timer = setTimeout(() => child.kill('SIGKILL'), 12_000)
      child.stdout.on('data', data => chunks.push(data as Buffer))
      child.on('error', () => resolve(undefined))
      child.on('close', () => {
        clearTimeout(timer)
        resolve(partsOf(Buffer.concat(chunks).toString('latin1')))
      })
    })
  }
}

function partsOf(all: string): Parts | undefined {
  const parts: Record<string, string> = {}
  let rest = all
  while (rest !== '') {
    const head = /^(\w+) (\d+)\n/.exec(rest)
    if (head === null) return undefined
    const [line, name = '', size] = head
    parts[name] = rest.slice(line.length, line.length + Number(size))
    rest = rest.slice(line.length + Number(size))
  }
  return 'trace' in parts ? (parts as Parts) : undefined
}
