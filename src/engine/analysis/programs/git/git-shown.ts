/** git commands that print or write what a file holds or held. */

import type { Program } from '../../calls/form.ts'
import { listing, namedBy } from '../../calls/name-lists.ts'
import { has, type Options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { hereIfSecret, readAtLarge, search, swept } from '../../effects/searching.ts'
import { serves } from '../../effects/sockets.ts'
import { absolutePath } from '../../places/paths.ts'
import type { Call } from '../../values/analysis.ts'
import { isKnown, literal, nothing, type Stream, streamOf, taint, type Value } from '../../values/value.ts'

const showing: Program = { valued: 'n S G U since until author grep format L max-parents', writes: 'output', shortens: true }
const marks: Program = { writes: 'export-marks', reads: 'import-marks import-marks-if-exists', appends: 'export-pack-edges' }
const credentials = ['get|fill', { finds: 'secrets.print-token', prints: 'secret' }] as const

export const shown = (): Readonly<Record<string, Program>> => ({
  'diff-tree diff-index diff-files whatchanged range-diff shortlog': showing,
  // The first commit, or all that there are.
  'rev-list': {
    ...showing,
    also: (_, given) =>
      given.flags.has('objects') || given.values.get('max-parents')?.text === '0' ? { ...history, names: true } : undefined,
  },
  'pack-objects': {
    operands: 'creates',
    also: (call, given) => (given.flags.has('stdout') ? { ...history, taint: history.taint | call.stdin.taint } : undefined),
  },
  'blame annotate': { ...showing, reads: 'contents S ignore-revs-file', also: changes },
  show: {
    ...showing,
    also: (call, given) => (call.args.some(word => word.text.includes(':')) ? file(call, given) : changes(call, given)),
  },
  log: {
    ...showing,
    also: (call, given) => (has(given, 'p', 'u', 'patch', 'L', 'U') ? changes(call, given, isUnbound(given)) : nothing),
  },
  diff: { ...showing, flags: 'no-index', also: compared },
  'cat-file': { valued: 'path filter batch batch-check batch-command', also: file },
  'ls-files': { valued: 'x exclude exclude-per-directory with-tree', reads: 'X exclude-from', also: names },
  grep: {
    valued: 'e A B C m',
    reads: 'f',
    runs: 'O open-files-in-pager',
    attached: 'O',
    shortens: true,
    flags: 'no-index untracked',
    also: grepped,
  },
  daemon: {
    valued:
      'port listen base-path interpolated-path user user-path group init-timeout timeout max-connections pid-file access-hook enable disable allow-override forbid-override log-destination',
    runs: 'access-hook',
    rows: [['--enable=receive-pack', 'network.listener-shell']],
    also: (call, { positional, values }) => {
      for (const folder of [values.get('base-path'), ...positional]) if (folder !== undefined) serves(folder, call)
      return undefined
    },
  },
  instaweb: { valued: 'p port', runs: 'd httpd b browser' },
  difftool: { valued: 't tool', runs: 'x extcmd', flags: 'no-index', shortens: true, also: compared },
  archive: {
    valued: 'remote format prefix',
    reads: 'add-file',
    writes: 'o output',
    runs: 'exec',
    shortens: true,
    operands: 'valued reads...',
    prints: 'input',
    also: whole,
  },
  bundle: {
    rows: [['create', { operands: 'writes' }]],
    also: (call, given) => {
      if (given.positional[0]?.text !== 'create') return undefined
      swept(literal('.'), call)
      return history
    },
  },
  'fast-export': {
    ...marks,
    valued: 'M C signed-tags tag-of-filtered-object reencode refspec',
    also: call => {
      swept(literal('.'), call)
      return history
    },
  },
  'fast-import': { ...marks, valued: 'date-format max-pack-size big-file-threshold depth active-branches' },
  'format-patch': {
    valued: 'n v start-number subject-prefix to cc in-reply-to',
    reads: 'signature-file',
    fills: 'o output-directory',
    shortens: true,
    prints: 'input',
    flags: 'root stdout',
    also: (call, given) => changes(call, given, given.flags.has('root')),
  },
  // What is stored can be read by its number.
  'hash-object': {
    valued: 't path',
    rows: [['-w', { operands: 'reads...' }]],
    also: ({ env, analysis, invocation, stdin }, given) => {
      if (has(given, 'w') && given.flags.has('stdin-paths'))
        for (const name of namedBy(stdin, analysis)) readPath(name, env, analysis, invocation)
      // The tree of nothing, from which all is new.
      return given.values.get('t')?.text === 'tree' && given.positional[0]?.text === '/dev/null'
        ? streamOf(`${empty}\n`)
        : undefined
    },
  },
  'credential credential-store credential-osxkeychain credential-cache credential-libsecret credential-manager': {
    edits: 'file',
    rows: [credentials],
  },
  'interpret-trailers': {
    valued: 'trailer where if-exists if-missing',
    flags: 'in-place',
    shortens: true,
    rows: [
      ['--in-place', { operands: 'edits...' }],
      ['!--in-place', { operands: 'reads...' }],
    ],
    prints: 'input',
    also: piped,
  },
  mailinfo: { valued: 'encoding quoted-cr', operands: 'writes writes', also: piped },
  mailsplit: { fills: 'o', operands: 'reads...' },
  'merge-file': {
    valued: 'L marker-size',
    flags: 'stdout',
    rows: [
      ['-p|--stdout', { operands: 'reads...' }],
      ['!-p !--stdout', { operands: 'edits reads...' }],
    ],
    prints: 'input',
  },
  'bugreport diagnose': { valued: 's suffix mode', fills: 'o output-directory', shortens: true },
})

const piped = ({ stdin }: Call): Stream => ({ text: undefined, taint: stdin.taint })

function compared(call: Call, given: Options): Stream {
  if (given.flags.has('no-index')) for (const word of given.positional) readPath(word, call.env, call.analysis, call.invocation)
  return changes(
    call,
    given,
    given.positional.some(({ text, taint: bits }) => text.startsWith(empty) || (bits & taint.sources) !== 0),
  )
}

const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Every commit that there is: no number of them, no range, no time, no search. */
const isUnbound = ({ every, flags, positional }: Options): boolean =>
  every.every(([name]) => name === 'format' || name === 'U') &&
  ![...flags].some(flag => /^\d$|^max-count/.test(flag)) &&
  positional.every(({ text }) => commits.test(text) && !text.includes('..'))

function file(call: Call, given: Options): Stream {
  for (const word of given.positional) {
    // Behind a commit, or of the index: `:/text` is a search for one.
    const [, text] = /^(?::[0-3]:|:(?![/!^])|[^:]+:)([\s\S]+)$/.exec(word.text) ?? []
    if (text !== undefined) return stored(readPath({ ...word, text }, call.env, call.analysis, call.invocation))
  }
  return nothing
}

/** What a commit holds, and no file here has to. */
const stored = ({ taint: bits }: Stream): Stream => ({ text: undefined, taint: bits })

/** Everything that the repository keeps here, where no path is named. */
function whole(call: Call, given: Options): Stream | undefined {
  if (given.positional.length >= 2) return undefined
  swept(literal('.'), call)
  return history
}

const history: Stream = { text: undefined, taint: taint.file | taint.sources }

/** Words that name commits and not files. */
const commits =
  /^(?:HEAD|@|[A-Z]+_HEAD|stash|show|main|master|develop|(?=[a-f]*\d)[\da-f]+)(?:[~^@][\w{}~^-]*)?$|\.\.|^(?:origin|upstream)\/\S+$/

/** The lines that a file had, for the files named: without its content nothing is shown of them. */
export function changes(call: Call, given: Options, isAll = false): Stream {
  if (has(given, 's', 'no-patch', 'stat', 'shortstat', 'numstat', 'name-only', 'name-status', 'summary', 'quiet', 'check'))
    return nothing
  const split = call.args.findIndex(word => word.text === '--')
  const files = split >= 0 ? call.args.slice(split + 1) : given.positional
  // Without a path all that the commit changes is shown; of what is not committed yet, most is what one has just written.
  if (call.invocation.args[0] !== 'diff' && files.every(({ text }) => commits.test(text))) swept(literal('.'), call)
  let bits = isAll ? history.taint : taint.file
  for (const file of files) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  const range = given.values.get('L')?.text.replace(/^.*:/, '')
  if (range !== undefined) bits |= readPath(literal(range), call.env, call.analysis, call.invocation).taint
  return { text: undefined, taint: bits }
}

const some = 'o d m u i k others deleted modified unmerged ignored killed'.split(' ')

function names(call: Call, given: Options): Stream {
  const named = given.positional.filter(word => !word.glob && /^[^*?[]*\/[^*?[]*$|^\.[^*?[]+$/.test(word.text))
  if (named.length > 0) return listing(named, call)
  const isAll = given.positional.length === 0 && !has(given, ...some)
  return { text: undefined, taint: 0, names: true, ...(isAll && { from: [{ ...literal('./'), files: 'tracked' as const }] }) }
}

const isHere = (word: Value, { env, analysis: { host } }: Call): boolean => {
  const path = absolutePath(word.text, env.cwd, host)
  return host.names?.(path, 1) !== undefined || host.readText(path, 1) !== undefined
}

/** `git grep` shows what stands in the files its pathspecs name. */
function grepped(call: Call, given: Options): Stream {
  if (has(given, 'l', 'L', 'c', 'q', 'count', 'quiet', 'files-with-matches', 'name-only')) return nothing
  const sought = (given.values.get('e') ?? given.positional[0])?.text ?? ''
  let bits = 0
  const words = given.values.has('e') || given.values.has('f') ? given.positional : given.positional.slice(1)
  // In front of `--` stand commits, and files that are here.
  const split = call.args.findIndex(word => word.text === '--')
  const isCommit = (word: Value): boolean =>
    isKnown(word) && (split < 0 || call.args.indexOf(word) < split) && !/[*?[:/.]/.test(word.text) && !isHere(word, call)
  const named = words.filter(word => !isCommit(word))
  if (!named.some(({ text }) => !/^:[!^(]|^[*./]+$/.test(text))) {
    swept(literal('.'), call)
    // What git does not track is searched like any folder.
    if (!/\w/.test(sought)) bits |= history.taint
    if (has(given, 'no-index', 'untracked')) {
      if (/^[\^.]*[*$]?$/.test(sought)) readAtLarge(literal('.'), call)
      bits |= hereIfSecret(call)
      search({ folder: literal('.'), glob: undefined, sought, namesOnly: false }, call.env, call.analysis, call.invocation)
    }
  }
  for (const word of named) {
    const path = word.text.replace(/^:\((?!exclude)[^)]*\)|^:\//, '')
    if (/^:[!^(]/.test(path)) continue
    const [folder, glob] = [literal('.'), path]
    bits |= /[*?[]/.test(path)
      ? search({ folder, glob, sought: '', namesOnly: false }, call.env, call.analysis, call.invocation).taint
      : readPath({ ...word, text: path }, call.env, call.analysis, call.invocation).taint
  }
  return { text: undefined, taint: bits }
}
