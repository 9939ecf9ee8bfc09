/** Asks clients which version they are. They are other people's programs: started by absolute path, from the home directory, for a bounded time. */

import { execa } from 'execa'

const longestMs = 5_000

/** The numbers of the first version in what the program prints; undefined when it does not say in time. */
export const versionOf = async (binary: string, home: string): Promise<readonly number[] | undefined> => {
  const said = await execa(binary, ['--version'], {
    cwd: home,
    reject: false,
    stdin: 'ignore',
    timeout: longestMs,
    forceKillAfterDelay: 500,
    maxBuffer: 64 * 1024,
  })
  return said.exitCode === 0 ? numbersIn(said.stdout) : undefined
}

export const numbersIn = (text: string): readonly number[] | undefined =>
  /(?<![\d.])(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?/
    .exec(text)
    ?.slice(1)
    .filter(part => part !== undefined)
    .map(Number)
