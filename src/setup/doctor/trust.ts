/**
 * Whether a registration may be run here. Its client runs a project's hooks only after a person has trusted the project; nobody has told us
 * so, and a repository could register anything that has our name in it.
 */

import { isAbsolute } from 'node:path'
import type { Shell } from '../../core/command-line.ts'
import { parseHookArgs } from '../../hook/args.ts'
import { addressOf, isLoopback } from '../install/address.ts'
import { isOwnScript, runsUs } from '../install/own-registrations.ts'
import { isProjects } from '../install/project.ts'
import { commandIn, programIn } from './program.ts'
import type { Registered } from './registrations.ts'

export interface Around {
  readonly shell: Shell
  /** The project; none where the home directory lies in it. */
  readonly root: string
  readonly home: string
  /** The whole file. */
  readonly text: string
}

/** Why not; undefined when it may be run. A person's own files may say what they like. */
export const distrust = (registered: Registered, { shell, root, home, text }: Around): string | undefined => {
  const { file, within, run } = registered
  const project = { root, home }
  if (!isProjects(file, project)) return undefined
  // What the project names could be sent what the environment holds. The samples may go to anybody on this machine.
  if (run.kind === 'http') {
    const url = addressOf(run.url)
    if (url !== undefined && isLoopback(url) && run.variables.length === 0) return undefined
    return 'it names an address of its own'
  }
  // A file that the client runs: its every line counts.
  if (run.kind === 'words' && within !== undefined && !isOwnScript(text)) return 'it is not the script that init writes'
  const command = commandIn(registered, shell)
  if (command === undefined) return 'it is more than one plain command'
  const program = programIn(command)
  const [executable, script, ...more] = program
  if (!isAbsolute(executable) || more.length > 0) return `${executable} has no directory, or more stands behind it than our flags`
  if (!runsUs(script ?? executable)) return `${script ?? executable} is not called tfy-hook`
  if (script !== undefined && !(isAbsolute(script) && /[\\/](?:node|bun)(?:\.exe)?$/.test(executable)))
    return `${executable} is not known to run ${script}`
  const own = program.find(path => isProjects(path, project))
  if (own !== undefined) return `${own} lies in the project itself`
  if (!parseHookArgs(command.args.slice(program.length - 1)).ok) return 'what stands behind the program are not flags of ours'
  return undefined
}
