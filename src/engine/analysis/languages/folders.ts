/** Where a program may be: in the folder it was started in, and in every other that it changes to. */

import { boundedPath } from '../places/paths.ts'
import { bounds, type Environment, fork } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'
import type { Argument, State } from './model/code.ts'
import { word } from './spawning.ts'

const owners = /^(?:os|process|Dir|FileUtils|Deno|)$/

/** Notes `os.chdir(...)`. Whether it is reached is not known, so the first folder counts as before. */
export function changesFolder(name: string, path: string, args: readonly Argument[], { call, folders }: State): void {
  if (!/^(?:chdir|cd)$/.test(name) || !owners.test(path)) return
  const to = args[0]?.value
  if (to === undefined || to.text.includes(HOLE)) return
  const from = folders.at(-1) ?? call.env
  const cwd = boundedPath(word(to, name), from, call.analysis)
  const known = folders.findIndex(folder => folder.cwd === cwd)
  if (known >= 0) folders.splice(known, 1)
  if (folders.length >= bounds.folders) {
    call.analysis.exhausted = true
    return
  }
  folders.push(fork(from, { cwd, depth: from.depth }))
}

/** The environments in which a relative path may be meant. */
export function places({ call, folders }: State): readonly Environment[] {
  return folders.length === 0 ? [call.env] : [call.env, ...folders]
}
