/** Asks clients which version they are. They are other people's programs: started by absolute path, from the home directory, for a bounded time. */

import type { Ground } from '../core/install.ts'
import { runFor, withoutProject } from '../doctor/run.ts'

const longestMs = 5_000

/** The numbers of the first version in what the program prints; undefined when it does not say in time. */
export const versionOf = async (binary: string, ground: Ground): Promise<readonly number[] | undefined> => {
  const said = await runFor(binary, ['--version'], longestMs, {
    cwd: ground.home,
    env: withoutProject(ground.env, ground) as Record<string, string>,
    extendEnv: false,
    stdin: 'ignore',
    maxBuffer: 64 * 1024,
  })
  return said.exitCode === 0 ? numbersIn(String(said.stdout)) : undefined
}

export const numbersIn = (text: string): readonly number[] | undefined =>
  /(?<![\d.])(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?/
    .exec(text)
    ?.slice(1)
    .filter(part => part !== undefined)
    .map(Number)
