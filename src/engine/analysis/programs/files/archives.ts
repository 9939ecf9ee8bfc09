/** Archives and mirrors of folders. */

import type { Program, Programs } from '../../calls/form.ts'
import { interpret } from '../../calls/interpret.ts'
import { namedBy } from '../../calls/name-lists.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { isElsewhere } from '../../calls/performing.ts'
import { arrived, put, unpackedInto } from '../../effects/file-copies.ts'
import { deleted, filled, overwritten, readPath } from '../../effects/file-effects.ts'
import { swept } from '../../effects/searching.ts'
import { forms } from '../../places/links.ts'
import { isFromWellKnown, isStranger } from '../../places/origins.ts'
import { absolutePath, boundedPath } from '../../places/paths.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { type Call, find } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { extracting, lands, landsAnywhere, renamesIntoGuard, sevenZip } from './extracting.ts'

/** What puts a whole folder into one text, that of the call when none is named. */
function intoOneText(call: Call): Stream {
  const given = options(call.args, 'o output i ignore include e exclude style c config t tokens max-size s b branch')
  const folders = given.flags.has('remote') || given.values.has('include') ? [] : given.positional
  const included = given.values.get('include')?.text.split(',') ?? []
  for (const text of included) swept({ ...literal(text), glob: true }, call)
  let bits = 0
  for (const folder of included.length > 0 ? [] : folders.length > 0 ? folders : [literal('.')]) {
    swept(folder, call)
    bits |= archived(folder, call)
  }
  return kept(given.values.get('o') ?? given.values.get('output'), { text: undefined, taint: bits }, call)
}

export const archives: Programs = {
  'repomix code2prompt files-to-prompt gitingest yek ai-digest': intoOneText,
  'mksquashfs gensquashfs': { valued: 'comp b processors', operands: 'reads... valued' },
  rsync: {
    valued: 'f filter exclude include B block-size T temp-dir password-file port bwlimit log-file out-format timeout M',
    // A line of such a list that names no file is shown.
    reads: 'exclude-from include-from files-from',
    runs: 'e rsh rsync-path',
    environment: { RSYNC_RSH: 'rsh' },
    shortens: true,
    rehearsal: 'n list-only',
    operands: 'from... to',
    rows: [['--remove-source-files', { operands: 'destroys... valued' }]],
    also: mirrored,
  },
  'tar bsdtar gtar star ptar': tar,
  zip: call => archive(call, 'm move'),
  '7z 7za 7zz rar': packed,
  unzip: call => {
    const given = options(call.args, 'd P')
    const [shown] = has(given, 'p', 'c') ? given.positional : []
    const bits = shown === undefined ? 0 : heldBy(shown, call).taint
    if (has(given, 'l', 'p', 'c', 't', 'v', 'Z', 'z')) {
      const isSecret = has(given, 'p', 'c') && showsSecret(given.positional.slice(1), call)
      return { text: undefined, taint: taint.file | bits | (isSecret ? taint.secret : 0) }
    }
    const folder = given.values.get('d')
    const skipped = call.args.findIndex(word => word.text === '-x')
    const [file, ...members] = skipped < 0 ? given.positional : options(call.args.slice(0, skipped), 'd P').positional
    if (file !== undefined) unpacked(file, folder, call)
    return lands(members, folder, call)
  },
  ...extracting,
}

/** A mirror takes away what its source lacks. */
function mirrored(call: Call, given: Options): undefined {
  const target = given.positional.at(-1)
  if (target === undefined || given.positional.length < 2 || isElsewhere(target)) return
  if (given.positional.slice(0, -1).some(source => source.text.endsWith('/'))) filled(target, call)
  // A daemon of somebody unknown asks nobody who they are.
  if (given.positional.slice(0, -1).some(({ text }) => /^rsync:/.test(text) && isStranger(text, call.analysis)))
    unpackedInto(boundedPath(target, call.env, call.analysis), call.analysis)
  if (!has(given, 'del', 'delete', 'delete-before', 'delete-during', 'delete-after', 'delete-excluded', 'delete-delay')) return
  for (const to of forms(target, call.env, call.analysis, 'led')) {
    call.analysis.deletes.push(to)
    if (['root', 'home', 'workspace', 'repository'].includes(to.kind))
      deleted(target, true, call.env, call.analysis, call.invocation)
    else if (to.kind === 'outside') find(call, 'filesystem.sync-delete', { targets: [to] })
    else if (to.kind === 'unknown')
      find(call, 'filesystem.delete-unknown', { targets: [to], unknown: target.unknown ?? 'the target' })
  }
}

const tape: Program = {
  valued: 'f C file directory exclude transform xform s strip-components one-top-level b H V K N g listed-incremental',
  reads: 'T X files-from exclude-from',
  runs: 'I use-compress-program to-command rsh-command F info-script new-volume-script',
  settings: 'checkpoint-action',
  shortens: true,
  environment: { TAR_OPTIONS: '' },
  rehearsal: '',
  also: unpackedOrPacked,
}

function tar(call: Call): Stream | undefined {
  return interpret({ ...call, args: dashed(call.args) }, tape)
}

/** A member that holds a credential is shown like the file that it was. */
function showsSecret(members: readonly Value[], call: Call): boolean {
  const { host } = call.analysis
  const isSecret = members.some(({ text }) => isSecretPath(absolutePath(text, '/', host), false, host))
  if (isSecret) find(call, 'secrets.read-credentials')
  return isSecret
}

function unpackedOrPacked(call: Call, given: Options): Stream {
  const folder = given.values.get('C') ?? given.values.get('directory')
  const file = given.values.get('f') ?? given.values.get('file')
  // Whoever packs shows how far it is; anything else is run under another name.
  const action = given.values.get('checkpoint-action')?.text ?? ''
  if (action.startsWith('exec=') && !/^exec=["']?(?:echo|printf|sleep|date|true|df|du)\b/.test(action))
    find(call, 'execution.preload', { unknown: `what ${action.slice(5)} does` })
  if (has(given, 'x', 'extract', 'get')) {
    unpacked(file, folder, call)
    if (has(given, 'O', 'to-stdout')) {
      const isSecret = showsSecret(given.positional, call)
      return { text: undefined, taint: taint.file | heldBy(file, call).taint | (isSecret ? taint.secret : 0) }
    }
    if (has(given, 'P', 'absolute-names', 'absolute-paths')) landsAnywhere(call, heldBy(file, call).taint)
    for (const name of ['transform', 'xform', 's']) renamesIntoGuard(given.values.get(name), call)
    const top = given.values.get('one-top-level')
    return lands(top === undefined ? given.positional : [top, ...given.positional], folder, call)
  }
  let bits = taint.file
  const list = given.values.get('T') ?? given.values.get('files-from')
  // Of a pattern's names the first is the archive.
  const sources = file?.glob === true ? [file, ...given.positional] : given.positional
  if (has(given, 'c', 'create', 'r', 'append', 'u'))
    for (const source of [...sources, ...listed(list, call)]) {
      if (folder === undefined) swept(source, call)
      bits |= archived(source, call, folder)
    }
  if (has(given, 'remove-files'))
    for (const source of sources) deleted(below(source, folder), true, call.env, call.analysis, call.invocation)
  return kept(file, { text: undefined, taint: bits, from: given.positional }, call)
}

/** What goes into a file, or on to the next program. */
function kept(file: Value | undefined, out: Stream, { env, analysis, invocation }: Call): Stream {
  if (file === undefined || file.text === '-') return out
  const { path } = overwritten(file, 'replace', env, analysis, invocation)
  put(path, { text: undefined, taint: out.taint }, analysis)
  return nothing
}

/** The letters of the old form (`tar xfC archive folder`) as options, each with the word that is its own. */
function dashed(args: readonly Value[]): readonly Value[] {
  const [first, ...rest] = args
  if (first === undefined || !/^[a-zA-Z]+$/.test(first.text)) return args
  const made: Value[] = []
  for (const letter of first.text) {
    made.push({ ...first, text: `-${letter}` })
    const value = /[fCTXbIgHVKNF]/.test(letter) ? rest.shift() : undefined
    if (value !== undefined) made.push(value)
  }
  return [...made, ...rest]
}

/** An archive, which may come from the input. */
const heldBy = (file: Value | undefined, { env, analysis, invocation, stdin }: Call): Stream =>
  file === undefined || file.text === '-' ? stdin : readPath(file, env, analysis, invocation)

/** What a download holds lies in the folder from now on. */
function unpacked(file: Value | undefined, folder: Value | undefined, call: Call): void {
  const { env, analysis } = call
  const into = folder === undefined ? env.cwd : boundedPath(folder, env, analysis)
  const from = heldBy(file, call)
  if (into !== undefined) arrived(into, { text: undefined, taint: from.taint }, analysis)
  if ((from.taint & (taint.download | taint.earlier)) === 0 || isFromWellKnown(analysis)) return
  if (into !== undefined) unpackedInto(into, call.analysis)
}

/** `7z a -sdel archive files`, `rar m archive files`: a letter first, then the archive, then what goes in. */
function packed(call: Call): Stream | undefined {
  const out = sevenZip(call)
  if (out !== undefined) return out
  const [verb, ...words] = call.args.filter(word => word.text[0] !== '-')
  if (verb === undefined || !/^[amu]$/.test(verb.text)) return undefined
  const moves = verb.text === 'm' || call.args.some(word => /^-(?:sdel|df)$/.test(word.text))
  return archive({ ...call, args: [...(moves ? [literal('-m')] : []), ...words] }, 'm')
}

function archive(call: Call, movers: string): Stream {
  const given = options(call.args, 'x i b t P')
  const [file, ...named] = given.positional
  const sources = [...named, ...(has(given, '@') ? listed(literal('-'), call) : [])]
  let bits = taint.file
  for (const source of sources) bits |= archived(source, call)
  if (has(given, ...movers.split(' ')))
    for (const source of sources) deleted(source, true, call.env, call.analysis, call.invocation)
  return kept(file, { text: undefined, taint: bits }, call)
}

/** The files that a file or the input names. */
function listed(file: Value | undefined, { env, analysis, invocation, stdin }: Call): readonly Value[] {
  if (file === undefined) return []
  const names = file.text === '-' ? stdin : readPath(file, env, analysis, invocation)
  // Names that nobody has chosen are those of all that is here.
  return names.names === true && names.from === undefined ? [literal('.')] : namedBy(names, analysis)
}

/** A folder of credentials counts as a whole. */
function archived(source: Value, { env, analysis, invocation }: Call, folder?: Value): number {
  return readPath(below(source, folder), env, analysis, invocation).taint
}

/** A name as the program sees it from the folder it goes to first. */
const below = (source: Value, folder: Value | undefined): Value =>
  folder === undefined || source.text[0] === '/' ? source : { ...source, text: `${folder.text}/${source.text}` }
