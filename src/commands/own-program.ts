/** How this very program is started by another one, and whether that will last. */

import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import type { Env } from '../core/client.ts'
import type { Ground } from '../core/install.ts'
import { runsUs } from '../install/ours.ts'
import { foreignDirs, type Here, inside, isProjects } from '../install/project.ts'
import { placesHere } from './policy-files.ts'

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
  project: { root: process.cwd(), home: placesHere().home },
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
    if (inside(file, tmpdir()))
      return { what: `${file} lies in a temporary folder, which is emptied now and then`, refused: false }
    if (isProjects(file, { home, root }))
      return { what: `${file} lies in the project, where the agent that it guards can change it`, refused: false }
  }
  return undefined
}

const fleeting = (path: string): string | undefined =>
  /[\\/](?:_npx|dlx-[^\\/]+|bunx-[^\\/]+|\.pnpm-dlx|xfs-[0-9a-f]+)(?:[\\/]|$)/.test(path)
    ? 'lies in the cache of a package runner, which is emptied without notice'
    : undefined
