/** A program that nobody here knows. What it is given says something all the same. */

import { inOrder } from '../../matching/in-order.ts'
import { isOneOf } from '../../matching/words.ts'
import { movedAway, overwritten, readPath } from '../effects/file-effects.ts'
import { keeps } from '../effects/let-out.ts'
import { isGuardPath } from '../places/guard-places.ts'
import { type Form, forms } from '../places/links.ts'
import { isNoName, place } from '../places/paths.ts'
import { isSecretPath } from '../places/secret-places.ts'
import { persistence } from '../places/startup-places.ts'
import { bounds, type Call, record } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import { isKnown, literal, type Stream, taint } from '../values/value.ts'
import { runEmbedded } from './embedded-commands.ts'
import { namesOutput, valuesGiven } from './option-names.ts'

/** Whether a program shows or sends nothing of what its words name, and runs none of them. */
export function isQuiet(program: string): boolean {
  return hasTrait(program.toLowerCase(), 'quiet')
}

const mailers = ' mail mailx s-nail mutt neomutt sendmail msmtp swaks ssmtp '

/** All variables at once, in a word of a program that may take them anywhere, or in a letter. */
export function handedEnvironment({ args, program, stdin, analysis, invocation }: Call): void {
  const word = args.find(
    ({ taint: bits, unknown }) =>
      (bits & taint.environment) !== 0 && inOrder(unknown ?? '', /\$\(|`/, /\b(?:env|printenv|declare|export|set)\b/),
  )
  if (isOneOf(mailers, program) && (stdin.taint & (taint.environment | taint.secret)) !== 0)
    record(analysis, 'exfiltration.secret-to-network', {}, invocation)
  else if (word !== undefined && !hasTrait(program, 'quiet'))
    record(analysis, 'exfiltration.secret-to-network', { unknown: `what ${program} does with all variables` }, invocation)
}

/** A file of credentials as a plain argument may be printed. Behind an option it is more often a file to work with. */
export function handedSecrets(call: Call): Stream {
  writtenBy(call)
  const { program } = call
  const piped: Stream = { text: undefined, taint: call.stdin.taint & taint.secret }
  if (isQuiet(program)) return listed(call) ?? piped
  const bits = piped.taint | (runEmbedded(call) & (taint.environment | taint.secret))
  changedGuard(call)
  return { ...piped, taint: given(call, false) ? bits | taint.secret | taint.file : bits }
}

/** What an option says that the program writes, whichever it is: a file that runs later, of the guard, or of credentials. */
function writtenBy({ program, args, env, analysis, invocation }: Call): void {
  if (env.remote) return
  for (const [name, given] of valuesGiven(args.map(word => word.text))) {
    if (!namesOutput(name) && (name !== 'o' || isQuiet(program) || hasTrait(program, 'everyday'))) continue
    // Behind an equals sign no shell replaces it, but many a program does.
    const text = given.startsWith('~/') ? analysis.host.home + given.slice(1) : given
    const { absolute, path } = place(literal(text), env, analysis)
    const isKept =
      persistence(absolute, analysis) !== undefined ||
      isSecretPath(absolute, false, analysis.host) ||
      isGuardPath(absolute, analysis, false)
    if (isKept && !analysis.writes.some(other => other.path === path))
      overwritten(literal(text), 'replace', env, analysis, invocation)
  }
}

/** The same for a program that is known, and did nothing with that file. What lies in the workspace, many work with. */
export function leftSecrets(call: Call): void {
  writtenBy(call)
  if (!isQuiet(call.program) && !call.env.remote && !keeps(call.invocation)) given(call, true)
}

/** What only bears the name of a program that shows nothing may show all. */
export function handedToNamesake(call: Call): void {
  // Before a word of such a program stands no option that takes it.
  if (!call.env.remote) given({ ...call, args: call.args.filter(({ text }) => text[0] !== '-') }, false)
}

function given({ args, program, env, analysis, invocation }: Call, known: boolean): boolean {
  for (const [i, argument] of args.entries()) {
    const before = args[i - 1]?.text ?? ''
    // `name=@file`; for who is not known, `FILE:/x` and `from '/x'` too.
    const inside = known ? null : /(?<=["'(:=])[~/](?!\/)[\w./+@-]+/.exec(argument.text)
    const path = inside === null ? named(argument.text) : inside[0]
    if (!isKnown(argument) || argument.text[0] === '-' || isNoName(path, env.cwd)) continue
    const isPath = /[./~]/.test(path)
    if (known && !isPath) continue
    if (before[0] === '-' && (takesCredentials.test(before) || (known && !takesText.test(before)))) continue
    const word = { ...argument, text: path }
    // A link in the workspace has any name; of a program with many words it is not asked where each leads.
    const all = known || i >= bounds.embedded ? [place(word, env, analysis)] : forms(word, env, analysis, 'led')
    const [told, led] = all
    if (!isPath && led === undefined) continue
    // A pattern may stand for several.
    const held = argument.glob ? all.find(({ absolute }) => isSecretPath(absolute, true, analysis.host)) : undefined
    const target = held ?? led ?? (told as Form)
    const away = target.kind === 'outside' || target.kind === 'home' || target.kind === 'root'
    if (!away && (known || before[0] === '-')) continue
    if (!isSecretPath(target.absolute, argument.glob, analysis.host)) continue
    const isTarget = (other: { readonly path: string | undefined }): boolean => other.path === target.path
    if (known && [analysis.reads, analysis.writes, analysis.deletes].some(list => list.some(isTarget))) continue
    const unknown = `what ${program} does with this file`
    record(analysis, 'secrets.read-credentials', { targets: [target], unknown }, invocation)
    return true
  }
  return false
}

/** `name=@file` */
const named = (text: string): string => (text.includes('@') ? text.replace(/^[\w.:-]*=?@(?=[~./])/, '') : text)

/** Options behind which a file of credentials is what a program works with. */
const takesCredentials =
  /^-[ike]$|^--?ks$|^--?.*(?:key|cert|cred|secret|pass|token|auth|netrc|env|kube|conf|profile|ca-|CA|ssl|tls|store|account|identity|vault)/
/** Options behind which a text stands. */
const takesText = /^-\w*[cefEF]$|^--?(?:\w+-)?(?:file|input|text|body|template|batch)$/

/** Words by which programs say that they change what they are given. */
const changing =
  /^(?:-i\S*|--?in-?place\S*|-w|--(?:write|set|del|delete|remove|force|fix|overwrite)\S*|put|set|unset|del|delete|remove|rm|trash|apply|add|update|upsert|replace|edit|checkout|restore|mv|move|rename|write|merge|install|link|unlink|clobber)$/
const renamers =
  /^(?:rename(?:\.ul)?|prename|file-rename|perl-rename|mmv|vidir|qmv|exch|renameat2|zmv|nomino|f2|rnr|renamer|brename)$/

/** A program that nobody here knows, told to change the files of the guard, the workspace or home. */
function changedGuard(call: Call): void {
  const { args, program, env, analysis } = call
  const verb = renamers.test(program) || args.some(word => changing.test(word.text))
  if (!verb || env.remote) return
  for (const argument of args) {
    if (!isKnown(argument) || argument.text[0] === '-') continue
    if (renamers.test(program)) movedAway(argument, env, analysis, call.invocation)
    if (!/[./~]/.test(argument.text)) continue
    const target = place(argument, env, analysis)
    const detail = { targets: [target], unknown: `what ${program} does with it` }
    if (isGuardPath(target.absolute, analysis, renamers.test(program))) record(analysis, 'self.tamper', detail, call.invocation)
    else if (
      target.kind === 'workspace' &&
      (renamers.test(program) || args.some(word => /^(?:trash|delete|remove|rm|mv|move|rename)$/.test(word.text)))
    )
      record(analysis, 'filesystem.delete-workspace', detail, call.invocation)
  }
}

/** An option that names a file of names or dates: what stands in it is printed line by line. */
const lists = /^--(?:files-from|files0-from|fromfile|file)(?:=(.*))?$/s
const short: Readonly<Record<string, RegExp>> = { file: /^-[a-zA-Z]*f(.*)$/s, date: /^-[uR]*f(.*)$/s }

export function listed({ args, program, env, analysis, invocation }: Call): Stream | undefined {
  for (const [i, argument] of args.entries()) {
    if (argument.text[0] !== '-') continue
    const option = lists.exec(argument.text) ?? short[program]?.exec(argument.text)
    if (option === null || option === undefined) continue
    const value = option[1] || args[i + 1]?.text
    if (value === undefined || (program !== 'file' && program !== 'date' && !/^--f(?:iles0-from|romfile)/.test(argument.text)))
      continue
    const out = readPath({ ...(option[1] ? argument : (args[i + 1] ?? argument)), text: value }, env, analysis, invocation)
    if ((out.taint & taint.secret) !== 0)
      return { text: undefined, taint: out.taint, ...(out.from === undefined ? {} : { from: out.from }) }
  }
  return undefined
}
