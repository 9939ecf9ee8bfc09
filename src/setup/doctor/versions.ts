/** Which version of ours a registration starts. */

import type { Env } from '../../core/client.ts'
import { runFor } from '../../hook/programs/run.ts'
import type { Here } from '../install/project.ts'
import { withoutProject } from './clean-environment.ts'
import { type Finding, fine, warn } from './finding.ts'

const longestMs = 5_000

export const programVersions = async (
  client: string,
  programs: readonly (readonly [string, ...string[]])[],
  current: string,
  here: Here & { readonly env: Env },
): Promise<readonly Finding[]> => {
  const distinct = new Map(programs.map(program => [program.join('\0'), program]))
  const found: Finding[] = []
  for (const [file, ...args] of distinct.values()) {
    const said = await runFor(file, [...args, '--version'], longestMs, {
      cwd: here.home,
      env: withoutProject(here.env, here),
      maxBuffer: 64 * 1024,
      apart: true,
    })
    const version = said.exitCode === 0 ? /^\d+\.\d+\.\d+\S*$/.exec(said.stdout.trim())?.[0] : undefined
    // What cannot be started is told where the program is looked for.
    if (version === undefined) continue
    if (version === current) found.push(fine('program.version', `It starts tfy-hook ${version}.`))
    else
      found.push(
        warn(
          'program.version',
          `It starts tfy-hook ${version} (${[file, ...args].join(' ')}), and this is ${current}.`,
          'Rules and policies may mean something else there.',
          `tfy-hook init --client ${client}`,
        ),
      )
  }
  return found
}
