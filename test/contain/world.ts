/** A small machine to break out into: a home with decoys, a workspace, a folder beside it, and servers that note who calls. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Cage } from '../../src/core/contain/cage.ts'
import type { Host } from '../../src/engine/matching/host.ts'
import { layoutOf } from '../../src/hook/contain/places.ts'
import { start } from '../../src/hook/contain/run.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'

export const decoy = 'decoy-7f3a9c'
export const bwrap = '/usr/bin/bwrap'

export interface World {
  readonly root: string
  readonly home: string
  readonly workspace: string
  readonly outside: string
  readonly host: Host
  readonly env: Record<string, string>
  /** What of all this got out since the last time. */
  readonly escaped: (said: string) => readonly string[]
  readonly close: () => void
}

const files: Readonly<Record<string, string>> = {
  'home/.ssh/id_ed25519': decoy,
  'home/.aws/credentials': decoy,
  'home/.netrc': decoy,
  'home/.npmrc': decoy,
  'home/.config/gh/hosts.yml': decoy,
  'home/.docker/config.json': decoy,
  'home/.gnupg/secring': decoy,
  'home/.bash_history': decoy,
  'home/other/deep/er/.env': decoy,
  'home/.config/tfy-hook/policy.yaml': decoy,
  'home/.local/state/tfy-hook/seal': decoy,
  'home/.bashrc': '# as it was',
  'home/.claude/settings.json': '{}',
  'home/.local/bin/tool': '#!/bin/sh\n',
  'outside/file': 'as it was',
  'outside/.env': decoy,
  'ws/.env': decoy,
  'ws/config/prod.env': decoy,
  'ws/CLAUDE.md': 'as it was',
  'ws/AGENTS.md': 'as it was',
  'ws/.mcp.json': '{}',
  'ws/.claude/settings.json': '{}',
  'ws/.vscode/tasks.json': '{}',
  'ws/.cursor/rules/one.mdc': 'as it was',
  'ws/.devcontainer/devcontainer.json': '{}',
  'ws/sub/CLAUDE.md': 'as it was',
  'ws/src/a.txt': 'a',
}

const listener = `import socket,sys
s=socket.socket(socket.AF_UNIX)
s.bind("\\0"+sys.argv[1])
s.listen()
print("up",flush=True)
while True: s.accept()[0].sendall(b"${decoy}")`

export const makeWorld = async (): Promise<World> => {
  // Below the project and not below /tmp, which a cage has for itself.
  mkdirSync('node_modules/.cage', { recursive: true })
  const root = mkdtempSync(resolve('node_modules/.cage/w-'))
  const [home, workspace, outside] = [`${root}/home`, `${root}/ws`, `${root}/outside`] as const
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  chmodSync(`${home}/.local/bin/tool`, 0o755)
  for (const folder of [workspace, `${workspace}/nested`]) execFileSync('git', ['init', '-q', folder])
  const hits: string[] = []
  const closing: (() => void)[] = []
  const listen = async (name: string, where: { readonly port?: number; readonly host?: string; readonly path?: string }) => {
    const server: Server = createServer(socket => {
      hits.push(name)
      socket.on('error', () => {})
      socket.end(decoy)
    })
    await new Promise<void>(done => server.listen(where, done))
    closing.push(() => server.close())
    return (server.address() as AddressInfo).port
  }
  const port = await listen('tcp', { port: 0, host: '127.0.0.1' })
  const port6 = await listen('tcp6', { port: 0, host: '::1' }).catch(() => port)
  await listen('socket in home', { path: `${home}/agent.sock` })
  await listen('socket in the workspace', { path: `${workspace}/dev.sock` })
  await listen('socket outside', { path: `${outside}/o.sock` })
  // Node 20 gives such a name no address.
  const abstract = spawn('/usr/bin/python3', ['-c', listener, `tfy-cage-${process.pid}`], { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise(done => abstract.stdout.once('data', done))
  closing.push(() => abstract.kill('SIGKILL'))
  const udp = createSocket('udp4').on('message', () => hits.push('udp'))
  await new Promise<void>(done => udp.bind(0, '127.0.0.1', () => done()))
  closing.push(() => udp.close())
  const sentinel: ChildProcess = spawn('sleep', ['600'], { stdio: 'ignore' })
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: home,
    OUT: outside,
    WS: workspace,
    PORT: String(port),
    PORT6: String(port6),
    UDP: String(udp.address().port),
    ABSTRACT: `tfy-cage-${process.pid}`,
    VICTIM: String(sentinel.pid),
    TESTER: String(process.pid),
    GITHUB_TOKEN: decoy,
    SSH_AUTH_SOCK: `${home}/agent.sock`,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/agent.sock`,
    DOCKER_HOST: `unix://${home}/agent.sock`,
  }
  const ground = {
    home,
    managed: [],
    user: [`${home}/.config/tfy-hook`],
    redirected: [],
    state: `${home}/.local/state/tfy-hook`,
    bundle: '',
  }
  const guarded = { ...hostFor(ground, env), guarded: [ground.state, ...ground.user] }
  // What has to stay as it is.
  const kept = [
    home,
    outside,
    ...Object.keys(files).flatMap(name => (/ws\/(?!src|config)/.test(name) ? [join(root, name)] : [])),
    `${workspace}/.git/hooks`,
    `${workspace}/.git/config`,
    `${workspace}/nested/.git/hooks`,
    `${workspace}/.vscode`,
    `${workspace}/.claude`,
  ]
  const before = digest(kept)
  return {
    root,
    home,
    workspace,
    outside,
    host: guarded,
    env,
    escaped: said => [
      ...(said.includes(decoy) ? ['a secret was read'] : []),
      ...hits.splice(0),
      ...changed(before, digest(kept)),
      ...(lives(sentinel.pid) ? [] : ['a process outside was ended']),
    ],
    close: () => {
      sentinel.kill('SIGKILL')
      for (const close of closing) close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A process that has ended stays in the list until its parent hears of it. */
const lives = (pid: number | undefined): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Every file below these, with what it holds and who may what. */
const digest = (places: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined || stat.isSocket()) return
    const text = stat.isSymbolicLink() ? readlinkSync(path) : stat.isFile() ? readFileSync(path, 'utf8') : ''
    found.set(path, `${stat.mode} ${stat.uid} ${text}`)
    if (stat.isDirectory()) for (const name of readdirSync(path)) visit(`${path}/${name}`)
  }
  for (const place of places) visit(place)
  return found
}

const changed = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(path => a.get(path) !== b.get(path)).map(path => `${path} changed`)

export interface Said {
  readonly code: number
  readonly out: string
}

export const usualCage: Cage = { write: ['workspace'], network: 'none', hide: 'secrets' }

/** Runs a command in a cage around the workspace, for a bounded time. */
export const inCage = async (world: World, command: readonly string[], cage: Cage = usualCage): Promise<Said> => {
  const ground = { host: world.host, workspaces: [world.workspace], cwd: world.workspace }
  for (const path of layoutOf(cage, ground).missing) mkdirSync(path, { recursive: true })
  const started = start({
    cage,
    ground,
    env: world.env,
    command,
    builder: { name: 'bubblewrap', program: bwrap },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return heard(started.child, started.ended)
}

/** The same command without one. */
export const atLarge = (world: World, [program = '', ...args]: readonly string[]): Promise<Said> => {
  const child = spawn(program, args, { cwd: world.workspace, env: world.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  return heard(child, new Promise(done => child.on('close', code => done(code ?? 255))))
}

const heard = async (child: ChildProcess, ended: Promise<number>): Promise<Said> => {
  let out = ''
  child.stdout?.on('data', bytes => (out += String(bytes)))
  child.stderr?.on('data', bytes => (out += String(bytes)))
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const code = await ended.finally(() => clearTimeout(timer))
  return { code, out }
}
