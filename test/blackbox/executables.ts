/** The three artifacts that people run. `npm test` builds them; one that is missing fails the suite. */

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface Executable {
  readonly name: string
  readonly file: string
  readonly command: string
  readonly args: readonly string[]
  /** Written by the build where the artifact cannot exist, with the reason inside. */
  readonly excuse: string | undefined
}

const executable = (name: string, file: string, viaNode: boolean): Executable => {
  const path = resolve(file)
  const excuse = `${path}.impossible`
  return {
    name,
    file,
    command: viaNode ? 'node' : path,
    args: viaNode ? [path] : [],
    excuse: existsSync(excuse) ? readFileSync(excuse, 'utf8').trim() : undefined,
  }
}

/** How much of a table goes through each: all of it through the one that people get, a part through those that differ from it by their runtime alone. */
const each: Readonly<Record<string, number>> = { 'Node bundle': 3, 'pkg executable': 6 }

export const partFor = <T>({ name }: Executable, rows: readonly T[]): readonly T[] =>
  rows.filter((_, at) => at % (each[name] ?? 1) === 0)

/** `TFY_HOOK_TESTED=door`: the door alone, in the place of the executable that it stands before. */
export const executables: readonly Executable[] =
  process.env.TFY_HOOK_TESTED === 'door'
    ? [executable('door', 'dist/tfy-hook-door', false)]
    : [
        executable('binary', 'dist/tfy-hook', false),
        executable('Node bundle', 'dist/node/tfy-hook.mjs', true),
        executable('pkg executable', 'dist/tfy-hook-node', false),
      ]
