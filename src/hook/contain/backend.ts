/** Who can build a cage here. Chosen by trying it: what has to fail in a cage is done in one, and has to fail. */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import type { Host } from '../../engine/matching/host.ts'
import { read, save } from '../sources/machine/private-file.ts'
import { type Builder, start } from './run.ts'

export type Backend =
  | ({ readonly ok: true } & Builder)
  /** Why not, as a sentence without its full stop. */
  | { readonly ok: false; readonly why: string }

/** Seatbelt was run by none of us: there the trial decides alone. */
const builders: Readonly<Record<string, readonly [name: Builder['name'], file: string]>> = {
  linux: ['bubblewrap', 'bwrap'],
  darwin: ['seatbelt', 'sandbox-exec'],
}
const [name, file] = builders[process.platform] ?? []

/** Where the system puts programs. A search path is anybody's. */
const folders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']

/** The longest that the trial may take. */
const trialMs = 5_000

/** A trial that failed is made again after this time: a busy machine is none that cannot. */
const againMs = 600_000

declare const __TFY_VERSION__: string

/** What of the machine decides; a test gives its own. */
interface Trying {
  readonly state: string
  readonly host: Host
  /** How this program is started. */
  readonly self: readonly string[]
  readonly folders?: readonly string[]
}

/** What was found last time, without trying; undefined where that is not known. */
const knownBackend = ({ state, folders: where = folders }: Pick<Trying, 'state' | 'folders'>): Backend | undefined => {
  if (name === undefined) return { ok: false, why: `nothing on ${process.platform} was tried by us` }
  const program = findIn(where)
  if (program === undefined) return { ok: false, why: `${name} is not installed` }
  const kept = read(fileIn(state), 4_096)
  if (kept === undefined) return undefined
  try {
    const { of, at, why } = JSON.parse(kept) as { readonly of?: unknown; readonly at?: unknown; readonly why?: unknown }
    if (of !== stampOf(program) || (why !== undefined && !(Math.abs(Date.now() - Number(at)) < againMs))) return undefined
    return typeof why === 'string' ? { ok: false, why } : { ok: true, name, program }
  } catch {
    return undefined
  }
}

/** Tried once for a program, a kernel and an account; what was found holds until one of them changes. */
export const backendHere = async (trying: Trying): Promise<Backend> => {
  const known = knownBackend(trying)
  if (known !== undefined || name === undefined) return known ?? { ok: false, why: '' }
  const program = findIn(trying.folders ?? folders) as string
  const why = await faultOf({ name, program }, trying)
  save(fileIn(trying.state), JSON.stringify({ of: stampOf(program), at: Date.now(), ...(why !== undefined && { why }) }))
  return why === undefined ? { ok: true, name, program } : { ok: false, why }
}

const fileIn = (state: string): string => `${state}/contain.json`

const findIn = (where: readonly string[]): string | undefined =>
  where
    .map(folder => `${folder}/${file}`)
    .find(file => {
      try {
        accessSync(file, constants.X_OK)
        const { uid, mode } = statSync(realpathSync(file))
        return uid === 0 && (mode & 0o022) === 0
      } catch {
        return false
      }
    })

const stampOf = (program: string): string => {
  const { ino, size, mtimeMs } = statSync(program)
  const kernel = textOf('/proc/sys/kernel/osrelease')
  const limits = ['/proc/sys/user/max_user_namespaces', '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'].map(textOf)
  return [__TFY_VERSION__, program, ino, size, mtimeMs, kernel, ...limits, process.getuid?.()].join(' ')
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/** What the trial found in the cage. */
export interface Probed {
  readonly wrote: boolean
  readonly read: boolean
  readonly connected: boolean
  readonly worked: boolean
}

/** Why this program's cages are none; undefined when all that had to fail has failed, and the rest has worked. */
const faultOf = async (builder: Builder, { host, self }: Trying): Promise<string | undefined> => {
  const dir = realpathSync(mkdtempSync(`${tmpdir()}/tfy-hook-trial-`))
  let reached = false
  const server = createServer(socket => {
    reached = true
    socket.destroy()
  })
  try {
    const [home, workspace] = [`${dir}/home`, `${dir}/workspace`]
    for (const folder of [`${home}/.ssh`, `${workspace}/.vscode`]) mkdirSync(folder, { recursive: true })
    const decoy = `${home}/.ssh/id_ed25519`
    writeFileSync(decoy, 'decoy')
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const question = JSON.stringify({ write: `${home}/written`, read: decoy, port, own: `${workspace}/own` })
    const started = start({
      cage: { write: ['workspace'], network: 'none', hide: 'secrets' },
      ground: {
        host: { ...host, home, guarded: self.filter(word => word.startsWith('/')) },
        workspaces: [workspace],
        cwd: workspace,
      },
      env: { PATH: '/usr/bin:/bin', HOME: home },
      command: [...self, 'contain', '--probe', question],
      builder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let trouble = ''
    started.child.stdout?.on('data', bytes => (said += String(bytes)))
    started.child.stderr?.on('data', bytes => (trouble += String(bytes)))
    const timer = setTimeout(() => started.child.kill('SIGKILL'), trialMs)
    const code = await started.ended.finally(() => clearTimeout(timer))
    const line = said.split('\n').find(one => one.startsWith('{'))
    if (code !== 0 || line === undefined)
      return `${builder.name} could not build a cage (${trouble.trim().split('\n')[0]?.slice(0, 160) || `exit code ${code}`})`
    const probed = JSON.parse(line) as Probed
    if (!probed.worked || !existsSync(`${workspace}/own`)) return 'in its cage the workspace could not be written'
    if (probed.wrote || existsSync(`${home}/written`)) return 'its cage let a file outside be written'
    if (probed.read) return 'its cage let a secret be read'
    return probed.connected || reached ? 'its cage let a connection out' : undefined
  } catch (error) {
    return `the trial failed (${error instanceof Error ? error.message.slice(0, 160) : 'unknown'})`
  } finally {
    server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
