/** Programs that type into somebody's terminal or window: how each is given its text. What is typed is judged as a command. */

import { options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { type Analysis, type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { HOLE, nothing, type Stream, type Value } from '../../values/value.ts'
import { named } from './typing.gen.ts'

/** Words of the program to the characters that come out. */
type Reading = (words: readonly string[]) => string

interface Typist {
  readonly programs: string
  /** Words in front of the text, each `a|b`; an option counts as one. */
  readonly behind?: string
  readonly valued?: string
  readonly reading: Reading
  /** It takes its text from stdin: always, where no words are given, or with this option. */
  readonly stdin?: 'always' | 'else' | '--stdin'
  /** An option that names a file with the text. */
  readonly file?: string
}

const plain: Reading = words => words.join(' ')

/** A name of a key that makes no character: `Up`, `C-c`, `F5`, `BSpace`. */
const silent =
  /^(?:\^?[\\[\]^_?A-Z]|(?:[CMS]-|(?:ctrl|alt|shift|super|meta)\+)+.+|Up|Down|Left|Right|Home|End|NPage|PPage|Page(?:Up|Down)|PgUp|PgDn|Prior|Next|IC|DC|Insert|Delete|BTab|BSpace|BackSpace|Escape|F\d{1,2})$/

/** Keys by their names, and texts as they stand. */
export const keys: Reading = words =>
  words.map(word => named[word.toLowerCase()] ?? (word.length > 1 && silent.test(word) ? '' : word)).join('')

const codes =
  (base: 10 | 16): Reading =>
  words =>
    words.map(word => (/^(?:0x)?[\da-f]+$/i.test(word) ? String.fromCharCode(Number.parseInt(word, base)) : '')).join('')

export const hex = codes(16)

/** `\n`, `\x0d`, `\015`, `\u000a` and `^M`. */
export const escaped: Reading = words =>
  plain(words)
    .replace(/\\(?:x([\da-f]{1,2})|u([\da-f]{4})|([0-7]{1,3}))/gi, (_, one, two, three) =>
      String.fromCharCode(three === undefined ? Number.parseInt(one ?? two, 16) : Number.parseInt(three, 8)),
    )
    .replace(/\\r|\\n|\^M|\^J/g, '\n')
    .replace(/\\t/g, '\t')

/** A language of its own, one command a line: `type TEXT`, `key NAME ...`. */
const dotool: Reading = words =>
  plain(words)
    .split('\n')
    .map(line => {
      const [, verb, rest = ''] = /^\s*(type|key)\s+(.*)$/.exec(line) ?? []
      return verb === 'type' ? rest : verb === 'key' ? keys(rest.split(/\s+/).map(word => word.replace(/^[kx]:/, ''))) : ''
    })
    .join('')

/** The command lines of a shell among an editor's keys. */
const vimKeys: Reading = words =>
  [...plain(words).matchAll(/:(?:\w+\s*)?!([^<\n]*)|:te\w*\s+([^<\n]*)/g)].map(([, one, two]) => `${one ?? two}\n`).join('')

const typists: readonly Typist[] = [
  {
    programs: 'kitty kitten',
    behind: '@ send-text',
    valued: 'to password password-file m match t match-tab from-file bracketed-paste',
    reading: escaped,
    stdin: '--stdin',
    file: 'from-file',
  },
  {
    programs: 'kitty kitten',
    behind: '@ launch',
    valued: 'to type match title cwd env location tab-title window-title',
    reading: plain,
  },
  { programs: 'nvim vim gvim', behind: '--remote-send', reading: vimKeys },
  { programs: 'wezterm', behind: 'cli send-text', valued: 'pane-id', reading: plain, stdin: 'else' },
  { programs: 'zellij', behind: 'action|ac write', valued: 's session', reading: codes(10) },
  { programs: 'zellij', behind: 'action|ac write-chars', valued: 's session', reading: plain },
  { programs: 'dotool dotoolc', reading: dotool, stdin: 'always' },
  { programs: 'xdotool', behind: '...type', valued: 'delay window d key-delay file', reading: plain, file: 'file' },
  { programs: 'ydotool', behind: 'type', valued: 'delay window d key-delay file', reading: plain, file: 'file' },
  { programs: 'xdotool', behind: 'key', valued: 'delay window', reading: keys },
  { programs: 'wtype', valued: 'M m P p k d s', reading: plain },
  { programs: 'dtach abduco', behind: '-p', reading: plain, stdin: 'always' },
  {
    programs: 'qdbus qdbus6 qdbus-qt5 dbus-send gdbus busctl',
    behind: '...(?:sendText|runCommand|SendText|RunCommand)',
    reading: words => plain(words).replace(/^string:/, ''),
  },
]

const byProgram = new Map<string, Typist[]>()
for (const typist of typists)
  for (const program of typist.programs.split(' ')) byProgram.set(program, [...(byProgram.get(program) ?? []), typist])

/** What does not type is another handler's. */
export const typing: Readonly<Record<string, Handler>> = {
  // Takes the terminal of a program that somebody else has started.
  reptyr: call => (call.args.length > 0 ? unknownText(call) : undefined),
  keyctl: call => {
    if (/^(?:print|pipe|read|update|padd|add)$/.test(call.args[0]?.text ?? ''))
      find(call, 'self.tamper', { unknown: 'whose key this is' })
    return undefined
  },
  ...Object.fromEntries([...byProgram].map(([program, ways]): [string, Handler] => [program, call => types(call, ways)])),
}

function types(call: Call, ways: readonly Typist[]): Stream | undefined {
  for (const typist of ways) {
    const rest = behind(call.args, typist)
    if (rest === undefined) continue
    const { positional, values } = options(rest, typist.valued ?? '', true)
    const file = typist.file === undefined ? undefined : values.get(typist.file)
    const takesStdin =
      typist.stdin === 'always' ||
      (typist.stdin === 'else' && positional.length === 0) ||
      (typist.stdin === '--stdin' && call.args.some(word => word.text === '--stdin'))
    const texts = positional.map(word => word.text)
    if (file !== undefined) typeFile(call, file, typist.reading)
    else if (takesStdin) typeKnown(call, call.stdin.text, typist.reading)
    if (texts.length > 0 && typist.stdin !== 'always') typed(call, typist.reading(texts), '')
    return nothing
  }
  return undefined
}

function behind(args: readonly Value[], { behind: before, valued = '' }: Typist): readonly Value[] | undefined {
  if (before === undefined) return args
  if (before.startsWith('...')) {
    const at = args.findIndex(word => new RegExp(before.slice(3)).test(word.text))
    return at < 0 ? undefined : args.slice(at + 1)
  }
  let rest = args
  for (const wanted of before.split(' ')) {
    const at = wanted.startsWith('-') ? rest.findIndex(word => word.text === wanted) : firstWord(rest, valued)
    const word = rest[at]
    if (word === undefined || !wanted.split('|').includes(word.text)) return undefined
    rest = rest.slice(at + 1)
  }
  return rest
}

/** Where the first word stands that is no option and no value of one. */
const firstWord = (args: readonly Value[], valued: string): number => {
  const [first] = options(args, valued, true).positional
  return first === undefined ? -1 : args.indexOf(first)
}

/** What has been typed by this analysis and not sent off yet, by the terminal it goes to. */
const pending = new WeakMap<Analysis, Map<string, string>>()

/** Joined to what was typed there before: nobody types a command in one piece. */
export function typed(call: Call, text: string, terminal: string): void {
  const lines = pending.get(call.analysis) ?? new Map<string, string>()
  pending.set(call.analysis, lines)
  // Enter sends a carriage return.
  const whole = (lines.get(terminal) ?? '') + text.replaceAll('\r', '\n')
  lines.set(terminal, whole.slice(whole.lastIndexOf('\n') + 1))
  if (whole.trim() !== '') call.analysis.script(whole.split(HOLE).join('$UNKNOWN_PART'), wrapped(call), nothing)
}

/** What stands in a file is typed; what nobody can know is told. */
export function typeFile(call: Call, file: Value, reading: Reading): void {
  typeKnown(call, readPath(file, call.env, call.analysis, call.invocation).text, reading)
}

export function typeKnown(call: Call, text: string | undefined, reading: Reading): void {
  if (text !== undefined) typed(call, reading([text]), '')
  else unknownText(call)
}

function unknownText(call: Call): undefined {
  find(call, 'execution.unknown-command', { unknown: 'what is typed into a terminal' })
  return undefined
}
