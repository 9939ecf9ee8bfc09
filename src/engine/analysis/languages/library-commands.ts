/** Calls of libraries that are commands by another spelling: `sh.rm(...)`, `Repo('.').git.push(...)`. */

import { fork } from '../values/analysis.ts'
import { literal, nothing, type Value } from '../values/value.ts'
import { commands } from './library-commands.gen.ts'
import type { Argument, CodeValue, State } from './model/code.ts'
import { word } from './spawning.ts'

/** Whose command line speaks to which service. */
const services: Readonly<Record<string, string>> = {
  aws: 'aws',
  gcloud: 'google',
  gsutil: 'google',
  az: 'azure',
  kubectl: 'kubernetes',
  stripe: 'stripe',
}

export function commanded(
  name: string,
  path: string,
  receiver: CodeValue | undefined,
  args: readonly Argument[],
  { call, code: { language, names }, pretended }: State,
): void {
  // What was imported by its name has that name in its path.
  const owner = receiver?.made ?? path
  const itself = receiver === undefined && path.includes('.') && (names.get(name) === path || path.endsWith(name))
  const full = itself ? path : `${owner}.${name}`
  const library = full.slice(0, full.indexOf('.'))
  const stem = library.slice(0, library.lastIndexOf('-') + 1)
  for (const [key, said] of [
    [library, full.slice(library.length + 1)],
    [`${stem}*`, full.slice(stem.length)],
  ] as const)
    for (const [rest, words, only] of (Object.hasOwn(commands, key) ? commands[key] : undefined) ?? []) {
      const found = only === undefined || only === language ? rest.exec(said) : null
      if (found === null || pretended.has(services[words.split(' ', 1)[0] as string] ?? '')) continue
      const command = words.replace(/([$%])(\d)/g, (_, how: string, n: string) => {
        const part = found[Number(n)] ?? ''
        return how === '%' ? part.replace(/[^A-Za-z0-9]/g, '').toLowerCase() : dashed(part)
      })
      call.analysis.words([...command.split(' ').map(text => literal(text)), ...given(args, name)], fork(call.env), nothing)
      return
    }
}

/** `deletePublicAccessBlock` and `delete_public_access_block` as commands write it. */
const dashed = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, a = '', b = '', c = '') => `${a}${c}-${b}`)
    .toLowerCase()
    .replaceAll('_', '-')

/** Options in front: behind the name of an image they are its own. */
function given(args: readonly Argument[], name: string): readonly Value[] {
  const switches: Value[] = []
  const options: Value[] = []
  const rest: Value[] = []
  const all = args.flatMap((one): readonly Pick<Argument, 'name' | 'value'>[] =>
    one.name === undefined && one.value.fields !== undefined
      ? [...one.value.fields].map(([name, value]) => ({ name, value }))
      : [one],
  )
  for (const { name: option, value } of all)
    if (option === undefined) rest.push(...(value.items ?? [value]).map(item => word(item, name)))
    else if (!/^(?:false|none)$/i.test(value.text)) {
      // Some libraries take them as they are: `{'--force': null}`.
      const flag = literal(option[0] === '-' ? option : option.length === 1 ? `-${option}` : `--${dashed(option)}`)
      if (/^true$/i.test(value.text)) switches.push(flag)
      else options.push(flag, word(value, name))
    }
  return [...switches, ...options, ...rest]
}
