/** Whether the program that a registration names will be there, and will be ours, when the client starts it. */

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Env } from '../../core/client.ts'
import type { CommandLine, Shell } from '../../core/command-line.ts'
import { placesOf } from '../../hook/config.ts'
import { dropsLoaders, everyClear, isCleared } from '../../hook/programs/cleared-variables.ts'
import { runsUs } from '../install/own-registrations.ts'
import { foreignDirs } from '../install/project.ts'
import type { Practice } from './client-calls.ts'
import { wordsOf } from './command-words.ts'
import { bad, type Finding, warn } from './finding.ts'
import type { Registered } from './registrations.ts'

export const shellOf = (practice: Practice | undefined, system: string): Shell =>
  system === 'win32' ? (practice?.windows ?? 'cmd') : 'posix'

/** The program with what stands before our own flags; undefined when a shell does more than start it. */
export const commandIn = ({ run, within }: Registered, shell: Shell): CommandLine | undefined => {
  const words =
    within !== undefined
      ? wordsOf(within, shell)
      : run.kind === 'words'
        ? run.words
        : run.kind === 'text'
          ? wordsOf(run.text, shell)
          : undefined
  const before = run.kind === 'words' && within === undefined ? 0 : (words ?? []).findIndex(word => !isCleared(word))
  const [executable, ...args] = (words ?? []).slice(Math.max(before, 0))
  if (executable === undefined) return undefined
  const found = located(executable)
  const clears = (words ?? []).slice(0, Math.max(before, 0)).map(word => word.split('=', 2) as [string, string])
  return {
    executable: found ?? executable,
    args,
    // The door has no runtime, and hands none of these over.
    clears: dropsLoaders([executable]) ? everyClear : Object.fromEntries(clears),
    ...(found !== undefined && { named: executable }),
  }
}

/** Where a name of ours leads on this machine's PATH, without the folders that a repository has put there. */
export const located = (name: string, env: Env = process.env): string | undefined => {
  if (/[\\/]/.test(name) || !runsUs(name)) return undefined
  const endings = process.platform === 'win32' && !/\.\w+$/.test(name) ? ['.exe', '.cmd', '.ps1'] : ['']
  const here = { root: process.cwd(), home: placesOf(env).home }
  return foreignDirs(env.PATH ?? env.Path ?? '', delimiter, here)
    .flatMap(dir => endings.map(ending => join(dir, `${name}${ending}`)))
    .find(file => faultOf(file, true) === undefined)
}

/** `[node, tfy-hook.mjs]` of a longer command line. */
export const programIn = ({ executable, args }: CommandLine): readonly [string, ...string[]] => {
  const flags = args.findIndex(word => word.startsWith('-'))
  return [executable, ...(flags < 0 ? args : args.slice(0, flags))]
}

export const programFindings = (
  client: string,
  command: CommandLine | undefined,
  file: string,
  faulty: (path: string, runs: boolean) => string | undefined = faultOf,
): readonly Finding[] => {
  const fix = `tfy-hook init --client ${client}`
  if (command === undefined) return []
  const found: Finding[] = []
  for (const path of programIn(command)) {
    if (!isAbsolute(path) && path === command.executable && !/[\\/]/.test(path) && runsUs(path)) {
      found.push(
        bad(
          'program.missing',
          `${path}, which ${file} names, is not on the PATH here.`,
          'A hook that cannot be started decides nothing.',
          `Install ${path} in a folder of the PATH that the client has, then: tfy-hook doctor --client ${client}`,
        ),
      )
      continue
    }
    if (!isAbsolute(path)) {
      // `node` and `env` are found; our own name in somebody's PATH is whatever stands first there.
      found.push(
        warn(
          'program.relative',
          `${file} names ${path} without its directory.`,
          'What runs depends on the PATH and the directory the client happens to have, and a project can change both.',
          fix,
        ),
      )
      continue
    }
    const fault = faulty(path, path === command.executable)
    if (fault !== undefined)
      found.push(
        bad('program.missing', `${path}, which ${file} names, ${fault}.`, 'A hook that cannot be started decides nothing.', fix),
      )
  }
  return found
}

/** Why a program cannot be started, as far as its file tells; undefined when it can. */
export const faultOf = (path: string, runs: boolean): string | undefined => {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 'is not there'
    if (!stat.isFile()) return 'is not a file'
    accessSync(path, runs ? constants.X_OK : constants.R_OK)
    return undefined
  } catch {
    return runs ? 'may not be run by this account' : 'may not be read by this account'
  }
}
