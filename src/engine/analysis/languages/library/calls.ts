/** What a call of a library's function comes to, as the tables beside this file have it. */

import { taint } from '../../values/value.ts'
import { overArguments } from '../model/branching.ts'
import { type Argument, type Code, type CodeValue, isNamedBy, unknown } from '../model/code.ts'
import { temporary } from '../model/temporary.ts'
import { encodings } from './encodings.ts'
import { lists } from './lists.ts'
import { paths } from './paths.ts'
import { open } from './rows.ts'
import { sources } from './sources.ts'
import { texts } from './texts.ts'

const known = new Map(
  [...paths, ...encodings, ...sources, ...lists, ...texts].flatMap(([names, comes]) =>
    names.split(' ').map(name => [name, comes] as const),
  ),
)

export function call(path: string, given: readonly Argument[], code: Code): CodeValue {
  return overArguments(given, args => callOnce(path, args, code))
}

function callOnce(path: string, args: readonly Argument[], code: Code): CodeValue {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const made = temporary(name, path, args, code)
  if (made !== undefined) return made
  const first = args[0]?.value ?? unknown
  const given = starts.test(name) ? args.filter(argument => !isEnvironment(argument)) : args
  const bits = given.reduce((all, { value: held }) => all | held.taint, 0)
  const comes = known.get(/(?:^|\.)WalkDir\.new$/.test(path) ? 'walk' : name)
  if (comes !== undefined) {
    const plain = args.filter(argument => argument.name === undefined).map(argument => argument.value)
    return comes({ path, name, args, first, plain, bits, code })
  }
  if (isNamedBy(first)) return first
  return open(decodes.test(name) ? bits | taint.decoded : bits)
}

const starts =
  /^(?:run|Popen|call|check_call|check_output|getoutput|spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|execa\w*|system)$/

/** What a program is started with, which prints none of it by itself: `env=…`, `{ env: … }`. */
const isEnvironment = ({ name, value: { fields } }: Argument): boolean =>
  name === 'env' ||
  (fields?.has('env') === true && [...fields].every(([key, held]) => key === 'env' || (held.taint & taint.environment) === 0))

/** Gives a text that nobody could read before. */
const decodes = /^(?!json|url)\w*(?:decode|decompress|inflate|gunzip|brotli|decrypt)(?!r)/i
