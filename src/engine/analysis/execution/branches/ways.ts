/** A command that stands in one of several folders, or names variables that may be several things: it runs once for each. */

import type { Command, CommandArgument } from 'unbash'
import { normalise } from '../../places/roots.ts'
import type { Analysis, Environment } from '../../values/analysis.ts'
import { either } from '../../values/streams.ts'
import { nothing, type Stream, type Value, type Variable } from '../../values/value.ts'
import { join, refill, restore, snapshot } from './joining.ts'

/** Ways of one command, with those of the commands that it stands in. Of more of them, what each word may be is looked at by itself. */
const mostWays = 16

/** What a command is made of. */
type Part = Command['prefix'][number] | CommandArgument

/** Runs a command in every folder and every way that what its parts name may be, and leaves what each of them may have left behind. */
export function eachWay(parts: readonly Part[], env: Environment, analysis: Analysis, run: () => Stream): Stream {
  const open = severalIn(parts, env)
  const around = analysis.ways ?? 1
  const several = open.reduce((all, [, { fields }]) => all * fields.length, 1)
  const may = env.cwds === undefined ? undefined : startsOf(parts, env.cwds, analysis)
  // Of too many ways, those of the folder count as one that nobody knows.
  const folders = may !== undefined && may.length * several * around <= mostWays ? may : undefined
  const ways = several * (folders?.length ?? 1)
  if ((ways === 1 && folders === undefined) || ways * around > mostWays) return run()
  analysis.ways = ways * around
  const before = snapshot(env)
  const files = new Map(analysis.files)
  const left: ReturnType<typeof snapshot>[] = []
  let out: Stream | undefined
  for (let way = 0; way < ways; way++) {
    restore(before, env)
    refill(analysis.files, files)
    let rest = way
    if (folders !== undefined) {
      env.cwd = folders[rest % folders.length]
      env.cwds = undefined
      rest = Math.floor(rest / folders.length)
    }
    const pins = open.map(([name, held]) => {
      const pin: Variable = { ...held, fields: [held.fields[rest % held.fields.length] as Value] }
      rest = Math.floor(rest / held.fields.length)
      env.variables.set(name, pin)
      return [name, held, pin] as const
    })
    const now = run()
    out = out === undefined ? now : either(out, now)
    for (const [name, held, pin] of pins) if (env.variables.get(name) === pin) env.variables.set(name, held)
    left.push(snapshot(env, analysis.files))
  }
  for (const end of left.slice(0, -1)) join(end, env, analysis)
  analysis.ways = around
  return out ?? nothing
}

/** Who names what is above came down before, where that is one of the ways within the workspace (`make && cd web && make; rm -rf ../tmp`). */
function startsOf(parts: readonly Part[], folders: readonly string[], { roots }: Analysis): readonly string[] {
  const above = textOf(parts).match(/(?<=^|[\s"'=:])\.\.(?:\/[^\s"']*)?(?=[\s"']|$)/g)
  if (above === null) return folders
  const isOwn = (folder: string): boolean => roots.some(root => `${folder}/`.startsWith(`${root}/`))
  const below = folders.filter(one => !isOwn(one) || !folders.some(other => other.startsWith(`${one}/`)))
  // Nobody who stays in the workspace climbs out of it.
  return above.every(path => below.every(folder => isOwn(normalise(`${folder}/${path}`)))) ? below : folders
}

const textOf = (parts: readonly Part[]): string =>
  parts.map(part => ('body' in part ? part.body.text : 'target' in part ? (part.target?.text ?? '') : part.text)).join(' ')

/** Whatever the command is made of: a name may stand in an expression, or in the text of what it runs. */
function severalIn(parts: readonly Part[], env: Environment): readonly (readonly [string, Variable])[] {
  const several: (readonly [string, Variable])[] = []
  for (const one of env.variables) if (!one[1].array && one[1].fields.length > 1) several.push(one)
  if (several.length === 0) return several
  const named = new Set(textOf(parts).match(/[A-Za-z_]\w*/g))
  return several.filter(([one]) => named.has(one))
}
