/** Runs a program of somebody else's for a bounded time, also one that leaves a child behind that holds its output open. */

import { delimiter } from 'node:path'
import { execa, type Options } from 'execa'
import type { Env } from '../core/client.ts'
import { foreignDirs, type Here } from '../install/project.ts'

/** What has been said by the end comes at once; a child that is left may say nothing more. */
const graceMs = 300

export const runFor = async (
  file: string,
  args: readonly string[],
  timeoutMs: number,
  options: Pick<
    Options,
    'cwd' | 'env' | 'extendEnv' | 'input' | 'stdin' | 'maxBuffer' | 'stripFinalNewline' | 'windowsVerbatimArguments'
  >,
) => {
  const running = execa(file, [...args], { ...options, reject: false, timeout: timeoutMs, killSignal: 'SIGKILL' as const })
  const letGo = (): void => {
    running.stdout?.destroy()
    running.stderr?.destroy()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  running.once('exit', () => {
    timer = setTimeout(letGo, graceMs)
  })
  const ran = await running
  clearTimeout(timer)
  return ran
}

/** The environment without folders in which a repository could have put a program of a usual name. */
export const withoutProject = (env: Env, here: Here): Env => {
  const name = env.PATH === undefined ? 'Path' : 'PATH'
  const path = env[name]
  return path === undefined ? env : { ...env, [name]: foreignDirs(path, delimiter, here).join(delimiter) }
}
