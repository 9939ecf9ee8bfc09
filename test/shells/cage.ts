/** Runs texts in real shells, where they can reach nothing: a root of their own, no network, and a bounded time. */

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const shells = {
  bash: 'bash -c',
  posix: 'bash --posix -c',
  dash: 'dash -c',
  ash: 'busybox ash -c',
  mksh: 'mksh -c',
  zsh: 'zsh -f -c',
} as const
export type ShellName = keyof typeof shells

const walls = [
  '--unshare-all --die-with-parent --new-session --clearenv --hostname cage --cap-drop ALL',
  '--setenv PATH /usr/bin:/bin --setenv HOME /home/cage --setenv LC_ALL C',
  '--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64',
  '--proc /proc --dev /dev --size 50000000 --tmpfs /tmp --dir /home/cage --dir /hit --chdir /tmp',
]
  .join(' ')
  .split(' ')

/** Runs a script of the test's own inside, with a folder that it can read. */
const inside = (folder: string, script: string, args: readonly string[] = []) =>
  [...walls, '--ro-bind', folder, '/texts', '/bin/sh', '-c', script, 'cage', ...args] as const

/** Says what is wrong with the cage on this machine; undefined when its walls hold. */
export function leaks(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-cage-'))
  try {
    writeFileSync(join(folder, 'proof'), 'here')
    const script = `
      [ "$(cat /texts/proof)" = here ] || echo "the texts are not there"
      touch /hit/1 && [ -e /hit/1 ] || echo "a marker cannot be left"
      for path in "$1" /work /root /etc/passwd /var /sys; do [ ! -e "$path" ] || echo "$path is visible"; done
      for path in /texts/new /usr/new /usr/bin/new; do (: > "$path") 2>/dev/null && echo "$path can be written"; done
      [ "$(grep -c : /proc/net/dev)" -le 1 ] || echo "there is a network"
      [ "$(ls -d /proc/[0-9]* | wc -l)" -lt 9 ] || echo "other processes are visible"
    `
    const run = spawnSync('bwrap', inside(folder, script, [folder]), { encoding: 'utf8', timeout: 10_000 })
    if (run.error !== undefined) return run.error.message
    return run.status === 0 && run.stdout.trim() === '' ? undefined : `${run.stdout}${run.stderr}` || `exit ${run.status}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Which of these shells are not installed. */
export const missing = (): readonly ShellName[] =>
  (Object.keys(shells) as ShellName[]).filter(
    name =>
      spawnSync(shells[name].split(' ')[0] as string, ['-c', ':'], { timeout: 5_000 }).error !== undefined && name !== 'ash',
  )

/** What stands in a text for a command whose run leaves a trace. */
export const marker = (at: number): string => `touch -a /hit/${at}`

/** The numbers of the texts that ran their marker in this shell. */
export async function ran(texts: readonly string[], shell: ShellName): Promise<ReadonlySet<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-cage-'))
  for (const [at, text] of texts.entries()) writeFileSync(join(folder, String(at)), text)
  const script = `
    ulimit -c 0; ulimit -f 2000; ulimit -t 20
    mkdir /tmp/in && cd /tmp/in
    at=0
    while [ $at -lt ${texts.length} ]; do
      timeout -s KILL 2 ${shells[shell]} "$(cat /texts/$at)" </dev/null >/dev/null 2>&1
      at=$((at + 1))
      case $at in *00) cd / && rm -rf /tmp/in && mkdir /tmp/in && cd /tmp/in;; esac
    done
    sleep 0.2
    ls /hit
  `
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn('bwrap', inside(folder, script), { stdio: ['ignore', 'pipe', 'inherit'] })
      let out = ''
      child.stdout.on('data', data => {
        out += String(data)
      })
      child.on('error', reject)
      child.on('close', code =>
        code === 0
          ? resolve(new Set(out.split(/\s+/).filter(Boolean).map(Number)))
          : reject(new Error(`the cage ended with ${code}`)),
      )
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
