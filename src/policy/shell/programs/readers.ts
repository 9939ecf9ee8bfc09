/** Programs that read files and pass on what they read. */

import { has, options } from '../options.ts'
import { place } from '../paths.ts'
import { type Call, find, type Handler } from '../session.ts'
import { nothing, type Stream, taint } from '../text.ts'
import { readPath } from '../touch.ts'

/** Program: the options that take a value. Every other word is a file. */
const plain: Readonly<Record<string, string>> = {
  cat: '',
  tac: '',
  nl: 'b d f h i l n s v w',
  less: 'b h j k o O p P t T x y z',
  more: 'n',
  most: '',
  bat: 'l p r H language style theme line-range',
  batcat: 'l r',
  head: 'n c lines bytes',
  tail: 'n c s lines bytes',
  od: 'A j N S t w',
  hexdump: 'e f n s',
  hd: 'n s',
  strings: 'n t e',
  view: 'c',
  pr: 'l w',
  fold: 'w',
  fmt: 'w',
  sort: 'k t o T S',
  uniq: 'f s w',
  cut: 'b c d f output-delimiter',
  paste: 'd',
  column: 't s c N',
  wc: '',
  rev: '',
  expand: 't',
  comm: '',
  join: '1 2 t o j',
  diff: 'U C',
  cmp: 'n i',
  sdiff: 'w',
  vimdiff: '',
  colordiff: '',
  dos2unix: '',
  pygmentize: 'l f o',
  glow: 's w',
  mdcat: '',
  jless: '',
  xsel: '',
  pbcopy: '',
  iconv: 'f t',
  zcat: '',
  gzcat: '',
  bzcat: '',
  xzcat: '',
  zless: '',
  zstdcat: '',
  lesskey: '',
  csvlook: '',
  plutil: 'extract o',
  ccat: '',
  lolcat: '',
  aspell: '',
  split: 'b l n a',
  csplit: 'f n',
  look: '',
  ul: '',
}
const verbose: Readonly<Record<string, Handler>> = {
  grep: pattern,
  egrep: pattern,
  fgrep: pattern,
  rg: pattern,
  ag: pattern,
  ack: pattern,
  zgrep: pattern,
  ugrep: pattern,
  jq: first('L f indent'),
  yq: first('o p'),
  xmllint: first('xpath'),
  awkless: first(''),
}

export const readers: Readonly<Record<string, Handler>> = { ...table(), ...verbose }

function table(): Record<string, Handler> {
  const handlers: Record<string, Handler> = {}
  for (const name in plain) handlers[name] = call => readAll(call, options(call.args, plain[name]).positional)
  return handlers
}

export function readAll(call: Call, files: readonly { text: string }[]): Stream {
  const words = files as readonly Parameters<typeof readPath>[0][]
  const quiet =
    call.program === 'wc' || call.program === 'head' || (call.program === 'cut' && call.args.some(word => word.text === '-f1'))
  if (words.length === 0 && quiet)
    return { text: undefined, taint: call.stdin.taint & ~taint.endless & (call.program === 'head' ? -1 : ~taint.environment) }
  if (words.length === 0)
    return call.program === 'cat' || call.program === 'tac' ? call.stdin : { ...call.stdin, text: undefined }
  let bits = 0
  let text: string | undefined = ''
  for (const word of words) {
    const stream = word.text === '-' ? call.stdin : readPath(word, call.scope, call.session, call.invocation)
    bits |= stream.taint
    text = text === undefined || stream.text === undefined ? undefined : text + stream.text
  }
  return {
    text: call.program === 'cat' ? text : undefined,
    taint: call.program === 'head' ? bits & ~taint.endless : bits,
    from: words,
  }
}

function pattern(call: Call): Stream {
  const given = options(
    call.args,
    'e f A B C m d D g t T j regexp file after-context before-context context max-count include exclude exclude-dir glob type type-not max-depth ignore-file color',
  )
  const files =
    given.values.has('e') || given.values.has('regexp') || given.values.has('f') || has(given, 'files')
      ? given.positional
      : given.positional.slice(1)
  const sought = (given.values.get('e') ?? given.values.get('regexp') ?? given.positional[0])?.text ?? ''
  const reveals =
    (!has(given, 'c', 'count', 'q', 'quiet') && has(given, 'v', 'invert-match')) ||
    (!has(given, 'c', 'count', 'q', 'quiet') && /key|token|secret|pass|cred|auth|api|aws|pwd|^\.?\*?$/i.test(sought))
  if (files.length === 0) return { text: undefined, taint: reveals ? call.stdin.taint : call.stdin.taint & ~taint.environment }
  if (
    (has(given, 'r', 'R', 'recursive') || call.program !== 'grep') &&
    /AKIA|passw|secret|token|private.key|api.?key|aws_/i.test(sought)
  ) {
    for (const word of files) {
      const to = place(word, call.scope, call.session)
      if (to.kind === 'root' || to.kind === 'home') find(call, 'secrets.search', { targets: [to] })
    }
  }
  let bits = 0
  for (const word of files) bits |= readPath(word, call.scope, call.session, call.invocation).taint
  return { text: undefined, taint: bits & ~taint.environment, from: files }
}

function first(valued: string): Handler {
  return call => {
    // `--arg name value` carries data.
    const data = new Set<number>()
    for (const [index, word] of call.args.entries())
      if (/^--(?:arg|argjson)$/.test(word.text))
        data
          .add(index)
          .add(index + 1)
          .add(index + 2)
    const given = options(
      call.args.filter((_, index) => !data.has(index)),
      valued,
    ).positional
    const files = given.slice(1)
    if (/(?:^|[\s|(,])(?:env|\$ENV)\s*(?:$|[|),])/.test(given[0]?.text ?? ''))
      return { text: undefined, taint: taint.environment }
    return files.length === 0 ? { text: undefined, taint: call.stdin.taint } : readAll(call, files)
  }
}

export { nothing }
