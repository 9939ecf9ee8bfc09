/**
 * A copy of the program at a place that is ours. Package managers remove a package's folder before they put the new one there, and a hook that
 * is called in between finds nothing. The copy is replaced by a rename, so that there is a whole program at any moment.
 */

import * as fs from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Env } from '../../core/client.ts'
import type { System } from '../../core/install.ts'
import { FileProblem } from './files.ts'
import { type Here, isProjects } from './project.ts'

/** The quicker executable that belongs to a program, where there is one. */
export const doorBeside = (program: string): string => `${program}-door`

export interface Stable {
  /** What is copied: the executable, or the folder of the Node bundle. */
  readonly from: string
  /** What a client starts instead of it. */
  readonly to: string
  readonly kind: 'file' | 'folder'
  /** Nothing has to be copied. */
  readonly current: boolean
}

interface Account extends Here {
  readonly system: System
  readonly env: Env
}

/** The folder of all copies. A project's environment may name one, but not one in the project. */
export const stableDir = ({ system, env, home, root }: Account): string => {
  if (system === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'tfy-hook', 'program')
  if (system === 'darwin') return join(home, 'Library', 'Application Support', 'tfy-hook', 'program')
  const base = env.XDG_DATA_HOME
  const named = base?.startsWith('/') && !isProjects(base, { home, root }) ? base : join(home, '.local', 'share')
  return join(named, 'tfy-hook', 'program')
}

/** Whether a package manager owns this file. What lies in the project is the project's, and is no program for the account. */
export const isPackaged = (file: string, here: Here): boolean => {
  const real = realOf(file)
  return real !== undefined && /[\\/]node_modules[\\/]/.test(real) && !isProjects(real, here)
}

/** The copy to register instead of a packaged program; undefined where the program lasts by itself, or cannot be copied. */
export const stableFor = (program: readonly [string, ...string[]], account: Account): Stable | undefined => {
  const [executable, script] = program
  const dir = stableDir(account)
  if (script === undefined) {
    if (!isPackaged(executable, account) || isScript(executable)) return undefined
    const from = realOf(executable) ?? executable
    const to = join(dir, account.system === 'win32' ? 'tfy-hook.exe' : 'tfy-hook')
    return { from, to, kind: 'file', current: sameFile(from, to) && sameDoor(from, to) }
  }
  // A link to a folder is replaced at once on POSIX alone.
  if (account.system === 'win32' || !isPackaged(script, account)) return undefined
  const real = realOf(script) ?? script
  const from = basename(real) === 'tfy-hook.mjs' ? dirname(real) : join(dirname(real), '..', 'node')
  if (!fs.existsSync(join(from, 'tfy-hook.mjs'))) return undefined
  const to = join(dir, 'node', 'tfy-hook.mjs')
  return { from, to, kind: 'folder', current: sameFolder(from, dirname(to)) }
}

/** Throws `FileProblem` when the place is open to others, or the copy does not start. `works` is asked about the copy before it is put in place. */
export const putStable = async (
  { from, to, kind, current }: Stable,
  works: (file: string) => Promise<boolean>,
): Promise<void> => {
  if (current) return
  const dir = kind === 'file' ? dirname(to) : dirname(dirname(to))
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  closedToOthers(dir)
  const fresh = join(dir, `.new-${process.pid}-${Date.now().toString(36)}`)
  try {
    if (kind === 'file') {
      fs.copyFileSync(from, fresh, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE)
      fs.chmodSync(fresh, 0o755)
      if (!(await works(fresh))) throw new FileProblem(`A copy of ${from} does not start in ${dir}`)
      inPlace(fresh, to)
      if (!fs.existsSync(doorBeside(from))) return
      // One of another build would leave everything to the program, so no moment between the two is lost.
      fs.copyFileSync(doorBeside(from), fresh, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE)
      fs.chmodSync(fresh, 0o755)
      fs.renameSync(fresh, doorBeside(to))
      return
    }
    const folder = join(dir, `node-${Date.now().toString(36)}-${process.pid}`)
    fs.cpSync(from, folder, { recursive: true, dereference: true, errorOnExist: true, force: false })
    if (!(await works(join(folder, 'tfy-hook.mjs')))) {
      fs.rmSync(folder, { recursive: true, force: true })
      throw new FileProblem(`A copy of ${from} does not start in ${dir}`)
    }
    const link = dirname(to)
    const before = realOf(link)
    fs.symlinkSync(basename(folder), fresh)
    fs.renameSync(fresh, link)
    // A call that is under way may still load a part of the one before.
    for (const name of fs.readdirSync(dir))
      if (/^node-\w+-\d+$/.test(name) && ![folder, before].includes(join(dir, name)))
        fs.rmSync(join(dir, name), { recursive: true, force: true })
  } finally {
    fs.rmSync(fresh, { force: true })
  }
}

/** Takes the copies away, and the folders that they leave empty. What was taken. */
export const removeStable = (dir: string): readonly string[] => {
  if (!fs.existsSync(dir)) return []
  const gone: string[] = []
  for (const name of fs.readdirSync(dir))
    if (/^(?:tfy-hook(?:\.exe|-door)?|node(?:-\w+-\d+)?|\.new-\d+-\w+|\.old-\d+-\w+)$/.test(name)) {
      fs.rmSync(join(dir, name), { recursive: true, force: true })
      gone.push(join(dir, name))
    }
  for (const empty of [dir, dirname(dir)])
    try {
      fs.rmdirSync(empty)
    } catch {
      break
    }
  return gone
}

/** Running programs cannot be replaced on Windows, but renamed. */
const inPlace = (fresh: string, to: string): void => {
  try {
    fs.renameSync(fresh, to)
  } catch (error) {
    if (process.platform !== 'win32') throw error
    fs.renameSync(to, join(dirname(to), `.old-${process.pid}-${Date.now().toString(36)}`))
    fs.renameSync(fresh, to)
  }
}

/** Whoever may write there decides what every client runs. */
const closedToOthers = (dir: string): void => {
  if (process.platform === 'win32') return
  for (const at of [dir, dirname(dir)]) {
    const { uid, mode } = fs.statSync(at)
    if (uid !== process.getuid?.()) throw new FileProblem(`${at} belongs to another account; nothing was copied there`)
    if ((mode & 0o022) !== 0) throw new FileProblem(`${at} can be written by other accounts: chmod go-w ${at}`)
  }
}

const isScript = (file: string): boolean => {
  const fd = fs.openSync(file, 'r')
  try {
    const start = Buffer.alloc(2)
    fs.readSync(fd, start, 0, 2, 0)
    return start.toString('latin1') === '#!'
  } finally {
    fs.closeSync(fd)
  }
}

const realOf = (file: string): string | undefined => {
  try {
    return fs.realpathSync(file)
  } catch {
    return undefined
  }
}

const sameDoor = (from: string, to: string): boolean =>
  !fs.existsSync(doorBeside(from)) || sameFile(doorBeside(from), doorBeside(to))

const sameFolder = (a: string, b: string): boolean => {
  if (!fs.existsSync(b)) return false
  const [one, other] = [a, b].map(dir =>
    (fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }) as readonly string[])
      .filter(name => fs.statSync(join(dir, name)).isFile())
      .sort(),
  )
  return one?.join(sep) === other?.join(sep) && (one ?? []).every(name => sameFile(join(a, name), join(b, name)))
}

const sameFile = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map(file => fs.statSync(file, { throwIfNoEntry: false }))
  if (one === undefined || other === undefined || !other.isFile() || one.size !== other.size) return false
  const [first, second] = [fs.openSync(a, 'r'), fs.openSync(b, 'r')]
  try {
    const [here, there] = [Buffer.alloc(1 << 20), Buffer.alloc(1 << 20)]
    for (;;) {
      const [read, same] = [fs.readSync(first, here), fs.readSync(second, there)]
      if (read !== same || here.compare(there, 0, same, 0, read) !== 0) return false
      if (read === 0) return true
    }
  } finally {
    fs.closeSync(first)
    fs.closeSync(second)
  }
}
