/** Files that a stranger may have put where they are, and that a program takes in as code. */

import { isFromWellKnown } from '../places/origins.ts'
import { absolutePath } from '../places/paths.ts'
import { isUnownedTemporary } from '../places/place-kinds.ts'
import { type Call, find, ranDownload } from '../values/analysis.ts'
import { recalled } from '../values/recalled.ts'
import { taint } from '../values/value.ts'

/** Whether this command has the file from a stranger; that it is run is recorded. */
export function isFetched(path: string, call: Call): boolean {
  const { analysis, env } = call
  const { taint: bits = 0 } = analysis.files.get(absolutePath(path, env.cwd ?? '/', analysis.host)) ?? {}
  return (bits & taint.download) !== 0 && !isFromWellKnown(analysis) && ranDownload(bits, call)
}

/** Whether a path leads to what a stranger may have put there; what is loaded from it is recorded. */
export function isStrange(path: string, call: Call): boolean {
  const { analysis, env } = call
  if (path === '') return false
  if (isFetched(path, call)) return true
  const absolute = absolutePath(path, env.cwd ?? '/', analysis.host)
  // Where it leads from here counts only where it says so: who works in a temporary folder has made it.
  if (!isUnownedTemporary(path.startsWith('..') ? absolute : path, analysis)) return false
  const written = analysis.files.get(absolute) ?? recalled(absolute, analysis.host, analysis.roots)
  if (written === undefined) find(call, 'execution.preload', { unknown: `what ${path} holds` })
  else ranDownload(written.taint, call)
  return true
}
