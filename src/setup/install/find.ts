/** Which clients are on this machine: their programs on the PATH, their folders. Programs of the current directory do not count. */

import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Ground, Installation } from '../../core/install.ts'
import { foreignDirs } from './project.ts'

export interface Sighting {
  readonly binary: string | undefined
  readonly folder: string | undefined
}

/** Undefined when nothing says that the client is here. */
export const sight = (installation: Installation, ground: Ground): Sighting | undefined => {
  const binary = installation.binaries.map(name => onPath(name, ground)).find(found => found !== undefined)
  const folder = installation.folders(ground).find(dir => isLivedIn(dir))
  return binary === undefined && folder === undefined ? undefined : { binary, folder }
}

const onPath = (name: string, { env, system, root, home }: Ground): string | undefined => {
  const endings = system === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  for (const dir of foreignDirs(env.PATH ?? env.Path ?? '', delimiter, { root, home })) {
    for (const ending of endings) {
      const file = join(dir, `${name}${ending}`)
      if (isProgram(file)) return file
    }
  }
  return undefined
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** A folder with nothing in it but empty folders is what a client that was taken out has left, or our own registration. */
const isLivedIn = (dir: string, depth = 0): boolean => {
  try {
    if (!statSync(dir).isDirectory()) return depth > 0
    return depth === 3 || readdirSync(dir).some(name => isLivedIn(join(dir, name), depth + 1))
  } catch {
    return false
  }
}
