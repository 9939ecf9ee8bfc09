/** Looking through folders: for files by their names, or for text in files that a pattern of names selects. */

import type { Host } from '../../matching/host.ts'
import { inOrder } from '../../matching/in-order.ts'
import { forms } from '../places/links.ts'
import { absolutePath, place } from '../places/paths.ts'
import { anyName, heldIn, isSecretName, isSecretPath, secretBelow } from '../places/secret-places.ts'
import { type Analysis, type Environment, record } from '../values/analysis.ts'
import type { Invocation } from '../values/facts.ts'
import { literal, nothing, type Stream, taint, type Value } from '../values/value.ts'
import { type By, readPath } from './file-effects.ts'

export interface Search {
  readonly folder: Value
  /** Selects files by name; undefined selects all. */
  readonly glob: string | undefined
  readonly sought: string
  /** Shows which files there are, and nothing of what they hold. */
  readonly namesOnly: boolean
}

/** Where programs and people write down how to log in. */
const settings = /^\*?\.(?:config|conf|cfg|ini|xml|ya?ml|json|toml|properties|txt|env)$/i

export function search(
  { folder, glob, sought, namesOnly }: Search,
  env: Environment,
  analysis: Analysis,
  by?: Invocation,
): Stream {
  const secret = glob !== undefined && selectsSecrets(joined(folder.text, glob), env, analysis.host)
  const start = place(glob === undefined ? folder : literal(fixed(joined(folder.text, glob))), env, analysis)
  const wide =
    start.kind === 'root' || start.kind === 'home' || (start.kind === 'workspace' && !analysis.roots.includes(start.absolute))
  const isOfSettings = settings.test(glob ?? '')
  if (
    wide &&
    (secret || (glob === undefined && (namesOnly ? seeksKey : seeksSecret)(sought)) || (isOfSettings && seeksSecret(sought)))
  )
    record(analysis, 'secrets.search', { targets: [start] }, by)
  if (namesOnly) return nothing
  if (secret) return readPath({ ...literal(joined(folder.text, glob)), glob: true }, env, analysis, by)
  const { absolute, kind } = place(folder, env, analysis)
  // A folder is looked through for much else, and all of a home or of its settings even more.
  const seeks =
    glob === undefined
      ? kind === 'outside' && (seeksSecret(sought) || /^\W*\w{0,2}\W*$/.test(sought))
      : kind === 'outside' || (kind === 'home' && /\w\w/.test(glob.replace(/\.[^.]*$/, '')))
  const below = seeks ? secretBelow(absolute, glob, analysis.host) : undefined
  return below === undefined ? nothing : readPath(literal(below), env, analysis, by)
}

/** A folder is read with all that is in it, or a file by a program for itself, which is no matter by itself. */
export function swept(folder: Value, { env, analysis }: By): void {
  const target = place(folder, env, analysis)
  if (!env.remote && !analysis.reads.some(({ path }) => path === target.path)) analysis.reads.push(target)
}

/** Everything that a folder holds, or all that a pattern stands for, is shown: credentials may be among it. */
export function readAtLarge(text: Value, { env, analysis, invocation }: By): void {
  for (const form of env.remote ? [] : [text, ...(text.below ?? [])].flatMap(one => forms(one, env, analysis)))
    if (heldIn(form.absolute.replace(`/${anyName}`, ''), analysis) === taint.holder)
      record(analysis, 'secrets.read-credentials', { targets: [form], unknown: 'which files are read' }, invocation)
}

/** A search without files looks through the current folder, which matters when that holds credentials. */
export function hereIfSecret({ env, analysis, invocation }: By): number {
  const here = literal('.')
  return env.cwd !== undefined && (isSecretPath(env.cwd, false, analysis.host) || heldIn(env.cwd, analysis) !== 0)
    ? readPath(here, env, analysis, invocation).taint
    : 0
}

/** In whichever files keys lie, they are what is looked for. */
const seeksKey = (sought: string): boolean =>
  inOrder(sought, /BEGIN/i, /\b(?:RSA|DSA|EC|OPENSSH|PGP|PRIVATE|ENCRYPTED)\b/i) || /^\W*-----BEGIN|PRIVATE.KEY/i.test(sought)
const seeksSecret = (sought: string): boolean =>
  /AKIA|passw|secret|token|api.?key|aws_|sk_live|ghp_|glpat-|xox[abp]-|AIza|(?:seed|recovery).?(?:phrase|code|word)|mnemonic/i.test(
    sought,
  ) || seeksKey(sought)

/** `*.json` can stand for a file of credentials, but is not asked for that. */
function selectsSecrets(written: string, env: Environment, host: Host): boolean {
  const name = written.slice(written.lastIndexOf('/') + 1)
  const ending = /^\*+(\.[\w-]+)$/.exec(name)
  if (ending !== null && !/\/\.\w/.test(written)) return isSecretName(ending[1] ?? '')
  // `**/` also stands for no folder at all.
  return [written, written.replace(/\*\*\//g, '')].some(path => isSecretPath(absolutePath(path, env.cwd, host), true, host))
}

function joined(folder: string, glob: string): string {
  if (/^(?:\/|~|[A-Za-z]:[\\/])/.test(glob)) return glob
  const below = glob.replace(/^(?:\.\/)+/, '')
  return folder === '' || folder === '.' ? below : `${folder.replace(/(?<!\/)\/+$/, '')}/${below}`
}

/** The folder in front of the first wildcard. */
function fixed(path: string): string {
  const at = path.search(/[*?[]/)
  const slash = path.lastIndexOf('/', at < 0 ? undefined : at)
  return slash < 0 ? '.' : slash === 0 ? '/' : path.slice(0, slash)
}

/** A regular expression over names, read as a glob as far as it is simple: `\.env$`, `^id_`. */
export function globOf(expression: string): string {
  const plain = expression
    .replace(/\(\?:?[a-z]*\)?/g, '')
    .replace(/\\([.\-_])/g, '$1')
    .replace(/\.[*+]/g, '*')
    .replace(/[()]/g, '')
  const start = /^(?:\^|\(?\^)/.test(plain) || plain.startsWith('.') ? '' : '*'
  const end = plain.endsWith('$') ? '' : '*'
  return `${start}${plain.replace(/^\^|\$$/g, '')}${end}`
}
