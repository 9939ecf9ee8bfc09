/** How this very program is started by another one, and whether that will last. */

import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import type { Env } from '../../../core/client.ts'
import type { Ground } from '../../../core/install.ts'
import { type Config, placesOf } from '../../../hook/config.ts'
import { withoutRuntimes } from '../../../hook/programs/cleared-variables.ts'
import { runFor } from '../../../hook/programs/run.ts'
import { doorChoice, doorFault } from '../../../setup/doctor/door.ts'
import { runsUs } from '../../../setup/install/own-registrations.ts'
import { foreignDirs, type Here, inside, isProjects } from '../../../setup/install/project.ts'
import { doorBeside, isPackaged, type Stable, stableFor } from '../../../setup/install/stable-copy.ts'

declare const __TFY_VERSION__: string

export type Program = readonly [string, ...string[]]

/** What of `process` decides; a test gives its own. */
export interface Running {
  readonly execPath: string
  readonly script: string | undefined
  readonly env: Env
  readonly real: (path: string) => string | undefined
  readonly project: Here
}

const here = (): Running => ({
  execPath: process.execPath,
  script: process.argv[1],
  env: process.env,
  real: path => {
    try {
      return realpathSync(path)
    } catch {
      return undefined
    }
  },
  project: { root: process.cwd(), home: placesOf(process.env).home },
})

/** Absolute. A name on the PATH that leads here is taken before the file it leads to: it stays when a newer version takes its place. */
export const ownCommand = (running: Running = here()): Program => {
  const { execPath, script, real } = running
  const program = lasting(execPath, running)
  // Compiled programs name their script within themselves.
  const within = script === undefined || script === execPath || /^(?:[A-Z]:)?[\\/](?:\$bunfs|~BUN|snapshot)[\\/]/i.test(script)
  if (within || runsUs(execPath)) return [program]
  const file = real(script)
  return file === undefined ? [program] : [program, lasting(file, running)]
}

const lasting = (file: string, { env, real, project }: Running): string => {
  const names = [basename(file), basename(file).replace(/\.[cm]?js$/, '')]
  // A link that lies in the project leads elsewhere after the next pull.
  for (const dir of foreignDirs(env.PATH ?? env.Path ?? '', delimiter, project)) {
    if (fleeting(dir) !== undefined) continue
    for (const name of names) if (real(join(dir, name)) === file) return join(dir, name)
  }
  return file
}

/** Why a client may not find this file tomorrow, or find another one in its place. */
export const hazardOf = (
  program: Program,
  { home, root }: Pick<Ground, 'home' | 'root'>,
): { readonly what: string; readonly refused: boolean } | undefined => {
  for (const file of program) {
    const gone = fleeting(file)
    if (gone !== undefined) return { what: `${file} ${gone}`, refused: true }
    const passing = passingOf(file, home)
    if (passing !== undefined)
      return {
        what: `${file} is ${passing}: once it is gone, no hook starts. Move it to a folder that stays, such as ~/.local/bin, and run init there`,
        refused: false,
      }
    if (isProjects(file, { home, root }))
      return { what: `${file} lies in the project, where the agent that it guards can change it`, refused: false }
    if (isPackaged(file, { home, root }) && (program.length === 1 || file !== program[0]))
      return {
        what: `${file} is a package manager's, and is gone for a moment whenever a newer version is installed`,
        refused: false,
      }
  }
  return undefined
}

/** Folders that a system empties, and disks that somebody takes out. Where the home itself is in one, nothing here is meant to last. */
const passingOf = (file: string, home: string): string | undefined => {
  if (isTemporary(file) && !isTemporary(home)) return 'in a temporary folder'
  return /^\/(?:Volumes|media|run\/media)\//.test(file) ? 'on a disk or a disk image that can be taken out' : undefined
}

const isTemporary = (path: string): boolean =>
  inside(path, tmpdir()) ||
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/|^\/dev\/shm\/|^\/run\/user\/|\/AppData\/Local\/Temp\//i.test(
    path.replaceAll('\\', '/'),
  )

const fleeting = (path: string): string | undefined =>
  /[\\/](?:_npx|dlx-[^\\/]+|bunx-[^\\/]+|\.pnpm-dlx|xfs-[0-9a-f]+)(?:[\\/]|$)/.test(path)
    ? 'lies in the cache of a package runner, which is emptied without notice'
    : undefined

/** What a project's file calls us: nobody knows where whoever clones it has the program. */
export const ownName = 'tfy-hook'

/** The command that starts the copy. */
export const copyCommand = ([executable]: Program, { to, kind }: Stable): Program => (kind === 'file' ? [to] : [executable, to])

/** What `init` registers for an account when this program runs it; undefined where it refuses to. */
export const registrable = (ground: Ground): Program | undefined => {
  const own = ownCommand()
  if (!runsUs(own.join(' ')) || hazardOf(own, ground)?.refused) return undefined
  const stable = stableFor(own, ground)
  return stable === undefined ? own : copyCommand(own, stable)
}

/** The quicker executable in a program's place, where it answers on this machine; `from` is the program that it is a copy of, or that program. */
export const quickest = async (program: Program, from: string, config: Config, env: Env): Promise<Program> => {
  const door = doorBeside(from)
  if (process.platform !== 'linux' || program.length > 1 || !existsSync(door)) return program
  if (config.broken !== undefined || doorChoice(config, env) !== undefined) return program
  return (await doorFault(door, config, env)) === undefined ? [doorBeside(program[0])] : program
}

/** Whether a copy starts, and is of our version. */
export const startsAs =
  ([executable, script]: Program) =>
  async (copy: string): Promise<boolean> => {
    const [file, args] = script === undefined ? [copy, []] : [executable, [copy]]
    const env = withoutRuntimes(process.env)
    const said = await runFor(file, [...args, '--version'], 10_000, { env, maxBuffer: 4096 })
    return said.exitCode === 0 && String(said.stdout).trim() === __TFY_VERSION__
  }
