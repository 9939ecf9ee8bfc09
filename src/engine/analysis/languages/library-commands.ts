/** Calls of libraries that are commands by another spelling: `sh.rm(...)`, `Repo('.').git.push(...)`. */

import { fork } from '../values/analysis.ts'
import { literal, nothing, type Value } from '../values/value.ts'
import type { Argument, CodeValue, State } from './evaluator/code.ts'
import { commands } from './library-commands.gen.ts'
import { word } from './spawning.ts'

export function commanded(
  name: string,
  path: string,
  receiver: CodeValue | undefined,
  args: readonly Argument[],
  { call, code: { language } }: State,
): void {
  // What was imported by its name has that name in its path.
  const owner = receiver?.made ?? path
  const full = receiver === undefined && path.includes('.') && path.endsWith(name) ? path : `${owner}.${name}`
  const dot = full.indexOf('.')
  const rows = Object.hasOwn(commands, full.slice(0, dot)) ? commands[full.slice(0, dot)] : undefined
  for (const [rest, words, only] of rows ?? []) {
    const found = only === undefined || only === language ? rest.exec(full.slice(dot + 1)) : null
    if (found === null) continue
    const said = words.replace(/\$(\d)/g, (_, n: string) => (found[Number(n)] ?? '').replaceAll('_', '-'))
    call.analysis.words([...said.split(' ').map(text => literal(text)), ...given(args, name)], fork(call.env), nothing)
    return
  }
}

/** Options in front: behind the name of an image they are its own. */
function given(args: readonly Argument[], name: string): readonly Value[] {
  const switches: Value[] = []
  const options: Value[] = []
  const rest: Value[] = []
  for (const { name: option, value } of args)
    if (option === undefined) rest.push(...(value.items ?? [value]).map(item => word(item, name)))
    else if (!/^(?:false|none)$/i.test(value.text)) {
      const dashed = literal(option.length === 1 ? `-${option}` : `--${option.replaceAll('_', '-')}`)
      if (/^true$/i.test(value.text)) switches.push(dashed)
      else options.push(dashed, word(value, name))
    }
  return [...switches, ...options, ...rest]
}
