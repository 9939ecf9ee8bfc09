/** The temporary folders that languages name or make themselves. */

import { hasAnyOf, markOf } from '../../../../core/traits.ts'
import type { Call } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'
import type { Argument, Code, CodeValue } from './code.ts'

const named =
  /(?:^|[.:])(?:tmpdir|gettempdir|os\.TempDir|temp_dir|sys_get_temp_dir|GetTempPath|getTempDirectory|systmpdir|System\.tmp_dir!?)$|^File\.Spec(?:\.Functions)?\.tmpdir$/
const makes =
  /(?:^|[.:/])(?:mkdtemp(?:Sync)?|mkdtempDisposable(?:Sync)?|MkdirTemp|TempDir|mktmpdir|TemporaryDirectory|makeTempDir(?:Sync)?|createTempDir(?:ectory)?|CreateTempSubdirectory|tempdir|newdir|TempDir\.new|tempnam|NamedTemporaryFile)$|^tempfile$/

/**
 * The folder that a call names or makes. Only by the name of the module that has it: a function of the program's own
 * may be called the same and answer anything.
 */
export const temporary = (name: string, path: string, args: readonly Argument[], code: Code): CodeValue | undefined => {
  const owned =
    path.includes('.') ||
    (code.language === 'php'
      ? name === 'sys_get_temp_dir' || name === 'tempnam'
      : code.language === 'other' && ofTheirOwn.test(name) && code.functions?.knows(name) !== true)
  if (!owned || isOwn(path.slice(0, path.lastIndexOf('.')), code)) return undefined
  if (named.test(path) && args.length === 0) return { text: code.scratch, taint: 0 }
  if (!makes.test(path)) return undefined
  const parent = parentOf(name, args, code)
  if (parent === undefined || parent.text === '') return { text: `${code.scratch}/made`, taint: 0 }
  return { text: `${parent.text}${/^mkdtemp/.test(name) && code.language === 'javascript' ? '' : '/'}made`, taint: parent.taint }
}

/** Of Kotlin and R, which have them under no module. */
const ofTheirOwn = /^(?:createTempDir|tempfile|tempdir)$/

/** An object of the program's own under the module's name. */
const isOwn = (owner: string, code: Code): boolean => {
  const held = code.variables.get(owner)?.text
  return held !== undefined && held !== owner && held !== HOLE && held !== `node:${owner}`
}

/** Whether this is a folder that nobody else has anything in. */
export const isMade = ({ text }: CodeValue): boolean => /^\/[^\0]*\/[^/\0]*made$/.test(text)

const makers = ['TMPDIR', 'tempdir', 'tmpdir', 'mkdtemp', 'TemporaryDirectory'].map(markOf)

/** The environment says where temporary files go, and a program may change that, or what makes them. */
export const scratchOf = (source: string, { env, invocation }: Call): string => {
  if (
    hasAnyOf(source, makers) &&
    /\bTMPDIR\b|\.(?:tempdir|tmpdir|gettempdir|mktmpdir|mkdtemp\w*|TemporaryDirectory)\s*=(?![=>])|\bdef\s+[\w.]*tmpdir\b/.test(
      source,
    )
  )
    return HOLE
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) {
    if (Object.hasOwn(invocation.assignments, name)) return absolutely(invocation.assignments[name])
    const set = env.variables.get(name)?.fields[0]
    if (set !== undefined) return absolutely(set.text)
  }
  return '/tmp'
}

const absolutely = (folder: string | undefined): string => (folder === '' ? '/tmp' : (folder ?? HOLE).replace(/\/$/, ''))

/** Where the folder is to lie: by name, or in the place that each language has for it. */
const parentOf = (name: string, args: readonly Argument[], code: Code): CodeValue | undefined => {
  const by = args.find(argument => /^(?:dir|DIR|tmpdir|parent)$/.test(argument.name ?? ''))?.value
  if (by !== undefined) return by
  const plain = args.filter(argument => argument.name === undefined)
  // Named in a way of the language that is not read here.
  if (args.some(argument => argument.tokens.some(token => /^(?:dir|DIR)$/.test(token.value)))) return { text: HOLE, taint: 0 }
  switch (code.language) {
    case 'python':
      return plain[2]?.value
    case 'ruby':
      return plain[1]?.value
    // Deno takes options.
    case 'javascript':
      return name.startsWith('make') ? plain[0]?.value.fields?.get('dir') : plain[0]?.value
    case 'perl':
    case 'php':
      return undefined
    default:
      return name === 'MkdirTemp' ? plain[0]?.value : plain.length > 1 ? plain[0]?.value : undefined
  }
}
