/** The environment in which `doctor` and `init` start other people's programs. */

import { delimiter } from 'node:path'
import type { Env } from '../../core/client.ts'
import { foreignDirs, type Here } from '../install/project.ts'

/** The environment without folders in which a repository could have put a program of a usual name. */
export const withoutProject = (env: Env, here: Here): Env => {
  const name = env.PATH === undefined ? 'Path' : 'PATH'
  const path = env[name]
  return path === undefined ? env : { ...env, [name]: foreignDirs(path, delimiter, here).join(delimiter) }
}
