/** Programs that read files and pass on what they read. */

import { isOneOf } from '../../../matching/words.ts'
import type { Program, Programs } from '../../calls/form.ts'
import { interpret } from '../../calls/interpret.ts'
import { listing } from '../../calls/name-lists.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { put } from '../../effects/file-copies.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { letsOut, readsVariables } from '../../effects/let-out.ts'
import { readAtLarge } from '../../effects/searching.ts'
import { isGuardPath, isRegistrationFolder } from '../../places/guard-places.ts'
import { boundedPath, place } from '../../places/paths.ts'
import { showsSecrets } from '../../places/secret-names.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { atMost, bounds, type Call, find, type Handler, inWords } from '../../values/analysis.ts'
import type { LetOut } from '../../values/facts.ts'
import { bytesOf, isVast } from '../../values/sizes.ts'
import { HOLE, isKnown, literal, nothing, printed, type Stream, streamOf, taint, type Value } from '../../values/value.ts'
import { grep } from './grep.ts'
import { picked } from './lines.ts'

/** Every word that is no option is a file, and what stands in it comes out. */
const reader = (valued = ''): Program => ({ rehearsal: '', shortens: true, valued, also: passed })

/** The same, and nothing but its output shows what it read. */
const printer = (valued = '', prints: LetOut = 'content'): Program => ({ ...reader(valued), prints })

export const readers: Programs = {
  cat: { ...printer('', 'lines'), rows: [['-A|-b|-e|-E|-n|-s|-t|-T|-v', { prints: 'content' }]] },
  tac: { ...printer('s separator', 'lines'), also: someLines },
  'most rev comm diff3 ptx zmore vimdiff colordiff dos2unix mdcat jless xsel pbcopy lesskey': reader(),
  'zcat gzcat bzcat xzcat lzcat zless zstdcat lz4cat': { ...reader(), also: unpacked },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum shasum': {
    rehearsal: '',
    valued: 'a algorithm l length',
    prints: 'digest',
    also: (call, { positional }) => {
      for (const word of positional) if (word.text.startsWith('/dev/')) readPath(word, call.env, call.analysis, call.invocation)
    },
  },
  'csvlook ccat lolcat aspell look ul': reader(),
  xmllint: {
    ...reader('xpath pattern encode path schema relaxng schematron dtdvalid maxmem'),
    writes: 'o output',
    also: (call, given) => {
      const stream = passed(call, given)
      const texts = [
        call.stdin.text ?? '',
        ...given.positional.map(word => readPath(word, call.env, call.analysis, call.invocation).text ?? ''),
      ]
      // What an entity names stands in its place.
      for (const [, path = ''] of texts.join('\n').matchAll(/<!ENTITY\s+(?:%\s+)?\S+\s+SYSTEM\s+["'](?:file:\/\/)?([^"']+)/g))
        readAll(call, [literal(path)])
      return stream
    },
  },
  'unexpand piconv': reader('t f p s C'),
  wc: { ...reader('files0-from'), prints: 'count', also: counted },
  nl: printer('b d f h i l n s v w'),
  less: reader('b h j k o O p P t T x y z'),
  more: reader('n'),
  bat: reader('l p r H language style theme line-range'),
  batcat: reader('l r'),
  head: { ...printer('n c lines bytes', 'lines'), also: someLines, rows: [['-c|--bytes', { prints: 'content' }]] },
  tail: { ...printer('n c s lines bytes', 'lines'), also: someLines, rows: [['-c|--bytes', { prints: 'content' }]] },
  od: printer('A j N S t w'),
  hexdump: printer('e f n s'),
  hd: printer('n s'),
  strings: printer('n t e'),
  view: reader('c'),
  'pr fold fmt': printer('l w'),
  cut: { ...printer('b c d f bytes characters delimiter fields output-delimiter'), also: columns },
  paste: printer('d'),
  column: printer('s c N o l R T H O W n r i p E C'),
  // Windows has another of this name, which unpacks.
  expand: call => (call.analysis.host.platform === 'win32' ? undefined : interpret(call, reader('t'))),
  join: printer('1 2 t o j'),
  diff: { ...printer('U C'), rows: [['-q|--brief', { prints: 'nothing' }]] },
  cmp: { ...printer('n i bytes ignore-initial', 'count'), rows: [['-l|-b|--verbose|--print-bytes', { prints: 'content' }]] },
  sdiff: reader('w'),
  pygmentize: reader('l f o'),
  glow: reader('s w'),
  iconv: { ...reader('f t from-code to-code'), writes: 'o output' },
  shuf: { ...reader('n i head-count input-range random-source'), also: someLines, writes: 'o output' },
  plutil: reader('extract o'),
  sort: {
    ...printer('k key t field-separator T temporary-directory S buffer-size parallel files0-from', 'lines'),
    also: someLines,
    writes: 'o output',
  },
  'grep egrep fgrep rg rga ag ack zgrep ugrep': grep,
  split: call => {
    const [source, prefix] = options(
      call.args,
      'a b C l n t suffix-length bytes line-bytes lines number filter additional-suffix',
    ).positional
    const out = readAll(call, source === undefined || source.text === '-' ? [] : [source])
    pieces(prefix ?? literal('x'), out, call)
    if ((out.taint & taint.endless) !== 0) find(call, 'disk.fill')
    return out
  },
  csplit: call => {
    const given = options(call.args, 'f n b prefix digits suffix-format')
    const out = readAll(call, given.positional.slice(0, 1))
    pieces(given.values.get('f') ?? given.values.get('prefix') ?? literal('xx'), out, call)
    return out
  },
  uniq: {
    ...printer('f s w skip-fields skip-chars check-chars'),
    operands: 'valued writes',
    also: (call, given) => {
      if (given.positional.length > 1) call.invocation.lets = undefined
      return picked(readAll(call, given.positional.slice(0, 1)), call, given)
    },
  },
  // Its words are variables, not files.
  envsubst: call => ({
    ...call.stdin,
    text: undefined,
    taint: call.stdin.taint | (showsSecrets(call.stdin.text ?? '') ? taint.environment : 0),
  }),
  'ls dir': listed,
  'realpath grealpath cygpath wslpath': renamed(name => name),
  readlink: call =>
    call.args.some(word => /^-[a-zA-Z]*[efm]/.test(word.text) || /^--canonicalize/.test(word.text))
      ? renamed(name => name)(call)
      : undefined,
  basename: renamed((name, end) => {
    const last = name.replace(/(?<!\/)\/+$/, '').replace(/^.*\//, '')
    return end !== '' && end !== last && last.endsWith(end) ? last.slice(0, -end.length) : last
  }),
  dirname: renamed(name => /^(.*)\/[^/]*\/*$/.exec(name)?.[1] ?? '.'),
}

/** What comes out is not what anybody could read in the file. */
function unpacked(call: Call, given: Options): Stream {
  const { taint: bits } = passed(call, given)
  return { text: undefined, taint: bits | taint.decoded }
}

function someLines(call: Call, given: Options): Stream {
  return picked(passed(call, given), call, given)
}

function passed(call: Call, { positional, every }: Options): Stream {
  const out = readAll(call, [...positional, ...listsIn(every)])
  return call.invocation.lets === 'nothing' ? nothing : out
}

/** A list of names: a line of it that names no file is shown in a complaint. */
const listsIn = (every: Options['every']): readonly Value[] =>
  every.flatMap(([name, value]) => (name.startsWith('files0') ? [value] : []))

/** `wc` */
function counted(call: Call, { every }: Options): Stream {
  const lists = listsIn(every)
  if (lists.length === 0) return { text: undefined, taint: 0 }
  call.invocation.lets = undefined
  return readAll(call, lists)
}

/** `cut`: the first field of `NAME=value` is a name. */
function columns(call: Call, given: Options): Stream {
  const { values, every, flags, positional } = given
  const [delimiter, fields] = [values.get('d') ?? values.get('delimiter'), values.get('f') ?? values.get('fields')]
  // Of a list that is given twice, some take both.
  const names = every.length === 2 && delimiter?.text === '=' && fields?.text === '1' && !flags.has('complement')
  return names && readsVariables(call, positional) ? letsOut(call, 'names') : passed(call, given)
}

function takesMuch({ args }: Call): boolean {
  const { values } = options(args, 'n c lines bytes')
  return ['c', 'bytes', 'n', 'lines'].some(name => isVast(bytesOf(values.get(name)?.text ?? '')))
}

/** Parts of lines that named files may name the folders around them. */
const withoutFiles = (stream: Stream): Stream =>
  stream.from?.some(({ files }) => files !== undefined) === true
    ? { ...stream, from: stream.from.map(one => ({ ...one, files: undefined })) }
    : stream

/** What stands in these files, or in the input where there are none. */
export function readAll(call: Call, words: readonly Value[]): Stream {
  if (words.length === 0 && call.stdin.names === true && call.stdin.text !== undefined) return call.stdin
  const keeps = isOneOf(' cat tac sort shuf uniq head tail ', call.program)
  const gathers = isOneOf(' sort tac shuf sponge tail column ', call.program)
  const most = call.program === 'head' && !takesMuch(call) ? ~taint.endless : ~0
  if (words.length === 0 && call.program === 'head') return { ...call.stdin, taint: call.stdin.taint & most }
  if (gathers && words.length === 0 && (call.stdin.taint & taint.endless) !== 0) find(call, 'process.exhaust')
  if (words.length === 0) return keeps ? call.stdin : { ...withoutFiles(call.stdin), text: undefined }
  let bits = 0
  let program: string | undefined
  let text: string | undefined = ''
  let or: readonly string[] = ['']
  for (const word of words) {
    readAtLarge(word, call)
    const stream = word.text === '-' ? call.stdin : readPath(word, call.env, call.analysis, call.invocation)
    bits |= stream.taint
    program = stream.program
    text = text === undefined || stream.text === undefined ? undefined : text + stream.text
    const all = stream.or ?? [stream.text ?? HOLE]
    or = atMost(
      or.flatMap(before => all.map(behind => before + behind)),
      bounds.values,
      call.analysis,
    )
  }
  if (gathers && (bits & taint.endless) !== 0) find(call, 'process.exhaust')
  return {
    text: keeps ? text : undefined,
    taint: bits & most,
    from: words,
    ...(call.program === 'cat' && or.length > 1 && { or }),
    ...(call.program === 'cat' && words.length === 1 && program !== undefined ? { program } : {}),
  }
}

/** The files that start with a prefix, written one after the other; the first of them are known by name. */
function pieces(prefix: Value, out: Stream, call: Call): void {
  const { env, analysis, invocation } = call
  overwritten({ ...prefix, text: `${prefix.text}*`, glob: true }, 'create', env, analysis, invocation)
  const piece = printed({ ...out, text: undefined }, inWords(call))
  for (const end of ['aa', 'ab', '00', '01'])
    put(boundedPath({ ...prefix, text: prefix.text + end }, env, analysis), piece, analysis)
}

/** A list of names: those of credentials can be followed to who opens them. */
function listed(call: Call): Stream {
  const given = options(call.args, 'I w T ignore hide color sort time')
  const from = given.positional.filter(word =>
    isSecretPath(place(word, call.env, call.analysis).absolute, word.glob, call.analysis.host),
  )
  if (has(given, 'l')) return { text: undefined, taint: call.stdin.taint & taint.secret }
  if (from.length > 0) return listing(from, call)
  const { env, analysis, stdin } = call
  if (given.positional.length === 0)
    return env.cwd !== undefined && isRegistrationFolder(env.cwd)
      ? { text: undefined, taint: stdin.taint & taint.secret, names: true, from: [{ ...literal('*'), glob: true }] }
      : { text: undefined, taint: stdin.taint & taint.secret, names: true }
  // The name of a folder is not printed: what it holds is.
  const itself = has(given, 'd', 'directory')
  const files = given.positional.filter(
    word =>
      itself ||
      word.glob ||
      /^\.*[^.].*\../s.test(word.text.slice(word.text.lastIndexOf('/') + 1)) ||
      isGuardPath(place(word, env, analysis).absolute, analysis),
  )
  if (files.length < given.positional.length) return { text: undefined, taint: stdin.taint & taint.secret, names: false }
  const known = files.every(word => isKnown(word) && !word.glob)
  return {
    text: known ? `${files.map(word => word.text).join('\n')}\n` : undefined,
    taint: stdin.taint & taint.secret,
    names: true,
    from: files,
  }
}

/** `realpath`, `basename`, `dirname`: what is known of names stays known. */
function renamed(change: (name: string, end: string) => string): Handler {
  return call => {
    const { flags, values, positional } = options(call.args, 's suffix relative-to relative-base')
    const suffix = values.get('s') ?? values.get('suffix')
    const second = call.program === 'basename' && suffix === undefined && !flags.has('a') && !flags.has('multiple')
    const names = second ? positional.slice(0, 1) : positional
    const end = suffix ?? (second ? positional[1] : undefined)
    const isOther = flags.has('z') || flags.has('zero') || values.has('relative-to') || values.has('relative-base')
    if (names.length === 0 || isOther || ![...positional, ...values.values()].every(isKnown)) return { text: undefined, taint: 0 }
    const bits = names.reduce((all, name) => all | name.taint, 0)
    return streamOf(names.map(name => `${change(name.text, end?.text ?? '')}\n`).join(''), bits)
  }
}
