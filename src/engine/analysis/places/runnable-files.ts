/** Files that a program runs or obeys without being asked for it, and how it reads them. */

import { anyGlob, braces } from '../../matching/glob.ts'
import { runnables } from './runnable-files.gen.ts'

/** `shell`: every line. `lines`: what stands behind a command of the program. `settings`: values. A command is given the text as code. */
export type Reader =
  | 'shell'
  | 'notebook'
  | 'make'
  | 'just'
  | 'steps'
  | 'tasks'
  | 'lifecycle'
  | 'groovy'
  | 'image'
  | 'prompt'
  | 'orders'
  | 'cmake'
  | 'nix'
  | 'bazel'
  | 'ant'
  | 'playbook'
  | 'patch'
  | 'lines'
  | 'settings'
  | `${string} -${string}`
  | 'cmd /c'
/** Whether a person starts it and sees what it does, and what is lost when it goes wrong. */
export type Runner = 'person' | 'build tool' | 'itself' | 'build service'

export interface Runnable {
  /** Ends of paths; `*` goes through folders. */
  readonly where: string
  readonly reads: Reader
  readonly by: Runner
  /** The page that says so. */
  readonly source: string
}

let folders: ReadonlySet<string> | undefined

/** Whether programs load by themselves what lies in this folder below home: `.config/nvim`, and a folder in it. */
export const loadsFrom = (below: string): boolean => {
  // Of `.config/{nvim,x}/*.lua` what stands in front of the pattern.
  folders ??= new Set(
    runnables.flatMap(({ where, by }) =>
      by === 'itself'
        ? where
            .split(' ')
            .flatMap(braces)
            .flatMap(form => /^(\.[^*]+)\/[^/]*\*/.exec(form.toLowerCase())?.[1] ?? [])
        : [],
    ),
  )
  const names = below.toLowerCase().split('/').filter(Boolean)
  // The last may be a file, and that is asked about by its name.
  return names.some(
    (_, at) =>
      folders?.has(names.slice(0, at + 1).join('/')) === true && (at === names.length - 1 || !/\./.test(names.at(-1) ?? '')),
  )
}

let asked: { readonly path: string; readonly found: Runnable | undefined } | undefined
let globs: readonly ((path: string) => boolean)[] | undefined

/** How the file at this path is read, if it is one of those that run. A file that is written is asked about several times. */
export const runnableAt = (path: string): Runnable | undefined => {
  if (asked?.path === path) return asked.found
  const slashed = `/${path.replaceAll('\\', '/').toLowerCase()}`
  globs ??= runnables.map(({ where }) => anyGlob(where.split(' ').map(form => `*/${form}`)))
  const found = /\.sample$/.test(path) ? undefined : runnables[globs.findIndex(fits => fits(slashed))]
  asked = { path, found }
  return found
}
