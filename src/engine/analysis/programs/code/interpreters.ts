/** Scripting languages: code on the command line, on the input, or in a file this script wrote. */

import { hasAnyOf, markOf } from '../../../../core/traits.ts'
import { inOrder } from '../../../matching/in-order.ts'
import { isOneOf } from '../../../matching/words.ts'
import { judgeOrigin, judgeSource } from '../../calls/code-generators.ts'
import type { Programs } from '../../calls/form.ts'
import { type Options, options } from '../../calls/options.ts'
import { versioned } from '../../calls/versioned.ts'
import { ownFile } from '../../effects/file-copies.ts'
import { emptied, filled, overwritten, readPath } from '../../effects/file-effects.ts'
import { swept } from '../../effects/searching.ts'
import { serves } from '../../effects/sockets.ts'
import { scanLisp } from '../../languages/lisp.ts'
import type { CodeValue } from '../../languages/model/code.ts'
import { scanCode } from '../../languages/scan.ts'
import type { Language } from '../../languages/tokens/lexer.ts'
import { boundedPath } from '../../places/paths.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { type Call, find, type Handler, running, textAt } from '../../values/analysis.ts'
import { remembers } from '../../values/recalled.ts'
import { hasTrait } from '../../values/traits.ts'
import { HOLE, isKnown, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { interpreters } from './languages.gen.ts'
import { type Interpreter, python } from './languages.ts'

export const interpret: Programs = {
  [Object.keys(interpreters).join(' ')]: run,
  dotnet: call => {
    const [verb, file] = call.args
    if (verb?.text === 'script') return scripted({ ...call, args: call.args.slice(1) })
    if (verb?.text !== 'run') return undefined
    // `dotnet run x.cs`, or all that stands there.
    const source = file !== undefined && /\.cs$/.test(file.text) ? heldBy(file, call) : undefined
    const sources =
      source === undefined ? [...call.analysis.files].flatMap(([path, held]) => (path.endsWith('.cs') ? held : [])) : [source]
    return { text: undefined, taint: sources.reduce((bits, one) => bits | fromStream(one, csharp, call), 0) }
  },
  'dotnet-script': scripted,
}

/** `dotnet script eval CODE` */
function scripted(call: Call): Stream | undefined {
  const [verb, code] = options(call.args, 'r runtime c configuration').positional
  const file = verb === undefined ? undefined : heldBy(verb, call)
  if (file !== undefined) return { text: undefined, taint: fromStream(file, csharp, call) }
  if (verb?.text !== 'eval') return undefined
  const bits = code === undefined ? call.stdin.taint : code.taint
  return { text: undefined, taint: execute(code?.text ?? call.stdin.text ?? HOLE, bits, csharp, call) }
}

const csharp: Interpreter = { language: 'other', code: [], valued: '' }

/** The interpreter of a name, versions included: `python3.12`, `ruby3.2`. */
export function interpreterOf(program: string): Handler | undefined {
  return versioned.test(program) ? run : undefined
}

function settingsOf(program: string): Interpreter {
  return interpreters[program] ?? interpreters[/^[a-z]+/.exec(program)?.[0] ?? ''] ?? python
}

function run(spelled: Call): Stream | undefined {
  const settings = settingsOf(spelled.program)
  const call = { ...spelled, args: oneByOne(spelled.args, settings) }
  const given = options(call.args, settings.valued, true)
  preloaded(given.every, settings, call)
  const module = settings === python ? given.values.get('m') : undefined
  if (module !== undefined) return runModule(module, call)
  if (settings.language === 'php' && given.values.has('S')) serves(given.values.get('t'), call)
  if (settings.language === 'ruby' && given.values.get('r')?.text === 'un' && given.values.get('e')?.text === 'httpd')
    serves(given.positional[0], call)
  const sources = codeArguments(call.args, settings)
  if (settings.language === 'javascript') sources.push(...inAddresses(call.args))
  if (settings.evals !== undefined && given.positional[0]?.text === settings.evals) {
    const code = options(given.positional.slice(1), 'ext').positional[0]
    if (code !== undefined) sources.push(code)
  }
  if (sources.length > 0) {
    let bits = 0
    const prints = settings.language === 'javascript' && call.args.some(word => /^-[pe]*p[pe]*$|^--print/.test(word.text))
    for (const source of sources)
      bits |= execute(prints ? `console.log(${source.text})` : source.text, source.taint, settings, call)
    // Files that an editor opens before it runs the code.
    if (settings.language === 'lisp') for (const file of given.positional) swept(file, call)
    inPlace(call, settings, given, sources)
    if (given.flags.has('i') && settings.language !== 'perl' && settings.language !== 'ruby')
      bits |= fromStream(call.stdin, settings, call)
    const loops = given.flags.has('n') || given.flags.has('p')
    if (loops && (settings.language === 'perl' || settings.language === 'ruby'))
      for (const file of given.positional) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
    // What comes in may be shown.
    if (loops ? given.positional.length === 0 : sources.some(({ text }) => hasAnyOf(text, inputs) && readsInput.test(text)))
      bits |= call.stdin.taint & (taint.secret | taint.system)
    return { text: undefined, taint: bits }
  }
  const verbs = settings.verbs ?? (settings.evals === undefined ? '' : 'run')
  const first = isOneOf(` ${verbs} `, given.positional[0]?.text ?? '')
    ? given.positional.find((word, index) => index > 0 && word.text[0] !== '-')
    : given.positional[0]
  if (first === undefined || first.text === '-' || first.text === '/dev/stdin') {
    if (given.flags.has('version') || given.flags.has('help')) return nothing
    return { text: undefined, taint: fromStream(call.stdin, settings, call) }
  }
  // This guard's own program, by the file that it is built into or from.
  if (/(?:^|\/)tfy-hook\.[cm]?[jt]s$/.test(first.text))
    return call.analysis.words(
      [{ ...first, text: 'tfy-hook' }, ...call.args.slice(call.args.indexOf(first) + 1)],
      call.env,
      call.stdin,
    )
  const script = /(?:^|\/)(artisan|manage\.py|rails|rake|ace|console)$/.exec(first.text)?.[1]
  if (script !== undefined) {
    const rest = given.positional.slice(given.positional.indexOf(first) + 1)
    return call.analysis.words(
      [{ ...first, text: script === 'manage.py' ? 'django-admin' : script }, ...rest],
      call.env,
      call.stdin,
    )
  }
  // A well-known thief of passwords, by its file's name.
  if (/(?:^|\/)(?:lazagne|mimipenguin|chainbreaker|secretsdump|pypykatz)\.py$/i.test(first.text))
    find(call, 'secrets.read-keychain')
  // Of what is no program, the message of the error shows a part.
  if (isKnown(first) && isSecretPath(boundedPath(first, call.env, call.analysis), first.glob, call.analysis.host))
    readPath(first, call.env, call.analysis, call.invocation)
  if (/^https?:/.test(first.text) && settings.evals !== undefined) find(call, 'execution.download-execute')
  swept(first, call)
  const stream = first.stream ?? heldBy(first, call)
  if (stream !== undefined) return { text: undefined, taint: fromStream(stream, settings, call) }
  if (settings.language === 'javascript') foldersMain(first, call)
  return undefined
}

/** One of these stands in all that the pattern finds. */
const inputs = 'stdin STDIN <> gets ARGF ARGV readFileSync(0 input( php://input io. $<'.split(' ').map(markOf)
const readsInput = /stdin|STDIN|<>|\bgets\b|ARGF|\bARGV\b|readFileSync\(0|\binput\(|php:\/\/input|io\.(?:read|lines)|\$</

/** `perl -0777pe1 x` as `perl -p -e 1 x`: letters that take a value in the same word, and digits behind some of them. */
function oneByOne(args: readonly Value[], { language }: Interpreter): readonly Value[] {
  if (language !== 'perl' && language !== 'ruby') return args
  const words: Value[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Value
    if (!/^-[a-zA-Z0]/.test(word.text)) return [...words, ...args.slice(at)]
    for (let rest = word.text.slice(1); rest !== ''; ) {
      const [, number, letter = ''] = /^([0l](?:x[0-9a-fA-F]+|[0-7]*))?([\s\S]?)/.exec(rest) ?? []
      rest = rest.slice((number ?? '').length + letter.length)
      if (letter === '') break
      const takes = /[eEMmIr]/.test(letter)
      const whole = takes || /[iFxCDdKTW]/.test(letter)
      words.push({ ...word, text: `-${letter}${whole && !takes ? rest : ''}` })
      if (takes && rest !== '') words.push({ ...word, text: rest })
      else if (takes && args[at + 1] !== undefined) words.push(args[++at] as Value)
      if (whole) break
    }
  }
  return words
}

const taking: Partial<Record<Language, (name: string) => string>> = {
  python: name => `import ${name}`,
  javascript: name => `require(${JSON.stringify(name)})`,
  ruby: name => `require ${JSON.stringify(name)}`,
  perl: name => `use ${name.replace(/=.*$/s, '')};`,
  lua: name => `require ${JSON.stringify(name)}`,
}

/** Files of this script that are loaded first: `node -r ./x`, `ruby -r ./x`, and what Python takes in by itself. */
function preloaded(every: readonly (readonly [name: string, value: Value])[], settings: Interpreter, call: Call): void {
  if (call.analysis.files.size === 0 && !remembers(call.analysis.host)) return
  const names = every
    .filter(([name]) => /^(?:r|require|import|loader|experimental-loader|M|m|l)$/.test(name))
    .map(([, file]) => file.text)
  if (settings.language === 'python') names.push('sitecustomize', 'usercustomize')
  const take = taking[settings.language]
  if (take !== undefined) for (const name of names) if (!/\s/.test(name)) execute(take(name), 0, settings, call)
  if (settings.language !== 'javascript' || !call.args.some(word => word.text === '--test')) return
  const named = new Set(call.args.map(word => boundedPath(word, call.env, call.analysis)))
  for (const [path, { text }] of call.analysis.files)
    if (!named.has(path) && /(?:[.\-_]test|\/test(?:-[^/]*|\/[^/]+)?)\.[cm]?[jt]s$/.test(path) && text !== undefined)
      execute(text, 0, settings, call)
}

/** `node .`: what its `package.json` names, or the index. */
function foldersMain(folder: Value, call: Call): void {
  if ((call.analysis.files.size === 0 && !remembers(call.analysis.host)) || !isKnown(folder)) return
  const path = boundedPath({ ...folder, text: `${folder.text}/package.json` }, call.env, call.analysis)
  const [, main = 'index.js'] =
    /"main"\s*:\s*"([^"]+)"/.exec(call.analysis.files.get(path)?.text ?? textAt(path, call.analysis) ?? '') ?? []
  for (const name of [`${folder.text}/${main}`, folder.text])
    execute(`require(${JSON.stringify(name)})`, 0, settingsOf('node'), call)
}

/** What a file of this script holds; one that was there before is not what a download brought along. */
function heldBy(file: Value, { env, analysis }: Call): Stream | undefined {
  if (!isKnown(file)) return undefined
  const path = boundedPath(file, env, analysis)
  const written = analysis.files.get(path)
  if (written !== undefined || analysis.unpacked === undefined || analysis.host.readText(path, 1) !== undefined) return written
  return ownFile({ ...file, text: path }, undefined, env, analysis)?.stream
}

function codeArguments(args: readonly Value[], settings: Interpreter): Value[] {
  const found: Value[] = []
  for (const [index, word] of args.entries()) {
    const match = /^--?([\w-]+)(?:=([\s\S]*))?$/.exec(word.text)
    if (match === null) {
      const attached = /^-([a-zA-Z])([\s\S]+)$/.exec(word.text)
      if (attached !== null && settings.code.includes(attached[1] as string)) found.push({ ...word, text: attached[2] as string })
      continue
    }
    const name = match[1] as string
    const cluster =
      word.text[1] !== '-' &&
      settings.code.some(code => code.length === 1 && name.endsWith(code)) &&
      /^[a-zA-Z0-9]+$/.test(name) &&
      (name.length === 1 || !/^(?:version|import|include)$/.test(name))
    if (settings.code.includes(name) || cluster) {
      if (match[2] !== undefined) found.push({ ...word, text: match[2] })
      else if (args[index + 1] !== undefined) found.push(args[index + 1] as Value)
    }
  }
  return found
}

/** `--import data:text/javascript,...` */
function inAddresses(args: readonly Value[]): Value[] {
  const found: Value[] = []
  for (const word of args) {
    const match = /(?:^|=)data:[\w/+.-]*(?:;[\w=-]+)*,([\s\S]+)$/.exec(word.text)
    if (match === null) continue
    try {
      const body = match[1] as string
      found.push({ ...word, text: /;base64,/.test(word.text) ? atob(body) : decodeURIComponent(body) })
    } catch {
      found.push({ ...word, text: match[1] as string })
    }
  }
  return found
}

function fromStream(stream: Stream, settings: Interpreter, call: Call): number {
  judgeSource(stream, call)
  if (stream.text === undefined && stream.taint === 0) return 0
  // A program that starts itself with the same words, from the same place, does the same again.
  const under = started.get(stream) ?? []
  const key = circumstances(call)
  if (under.includes(key)) return 0
  started.set(stream, [...under, key])
  const bits = running(stream, call.analysis, () =>
    [stream.text ?? HOLE, ...(stream.or ?? [])].reduce((all, text) => all | execute(text, stream.taint, settings, call), 0),
  )
  started.set(stream, under)
  return bits
}

/** In what circumstances a file is being run, one start inside the other. */
const started = new WeakMap<Stream, readonly string[]>()

/** All that a program may do something else by. */
const circumstances = ({ args, env, stdin }: Call): string =>
  JSON.stringify([
    args.map(({ text }) => text),
    env.cwd,
    stdin.text,
    [...env.variables].map(([name, { fields }]) => [name, fields[0]?.text]),
  ])

function execute(source: string, bits: number, settings: Interpreter, call: Call): number {
  judgeOrigin(bits, call)
  if (source === HOLE) return 0
  const strange = /^(?:lisp|other)$/.test(settings.language) && /https?:\/\/(?!localhost|127\.)/.test(source)
  if (strange && inOrder(source, /\b(?:eval[\w-]*|load-file|load-string)\b/, /https?:/)) find(call, 'execution.download-execute')
  if (settings.language === 'lisp') return scanLisp(source, call)
  return scanCode(source.split(HOLE).join(' '), settings.language, call, argumentsFor(source, settings, call)).taint
}

/** The names of a program's arguments, and how many stand in front of them. */
const argumentNames: Partial<Record<Language, readonly [names: readonly string[], before: number]>> = {
  python: [['sys.argv'], 1],
  javascript: [['process.argv', 'Bun.argv'], 1],
  ruby: [['ARGV', '$*'], 0],
  perl: [['@ARGV', '$ARGV'], 0],
  php: [['$argv'], 1],
  lua: [['arg'], 0],
}

const argumentWords = ['arg', 'ARGV', 'shift', '$*'].map(markOf)

/** What a program calls the file that it stands in, and the folder of that. */
const placeNames: Partial<Record<Language, readonly [file: readonly string[], folder: readonly string[]]>> = {
  python: [['__file__'], []],
  javascript: [
    ['__filename', 'import.meta.url', 'import.meta.filename', 'import.meta.path'],
    ['__dirname', 'import.meta.dirname', 'import.meta.dir'],
  ],
  ruby: [['__FILE__', '$0'], ['__dir__']],
  perl: [['__FILE__', '$0'], []],
  php: [['__FILE__'], ['__DIR__']],
}

const placeWords = ['__', 'import.meta', '$0'].map(markOf)

/** Where its code stands, and what the words behind it are to it. */
function argumentsFor(source: string, settings: Interpreter, call: Call): Map<string, CodeValue> {
  const variables = new Map<string, CodeValue>()
  if (hasAnyOf(source, placeWords)) standsIn(source, settings, call, variables)
  const [names = [], before = 0] = argumentNames[settings.language] ?? []
  if (!hasAnyOf(source, argumentWords) || !/\bargv?\b|ARGV|\bshift\b|\$\*/.test(source)) return variables
  const given = options(call.args, settings.valued, true).positional
  const first = given[0]?.text === '-' || (given[0] !== undefined && heldBy(given[0], call)?.text === source) ? 1 : 0
  const own = given.slice(first).map(word => ({ text: word.text, taint: word.taint }))
  if (own.length === 0) return variables
  // A file's name stands where an option for code leaves none.
  const ahead = before + (settings.language === 'javascript' ? first : 0)
  const items = [...Array.from({ length: ahead }, () => ({ text: call.program, taint: 0 })), ...own]
  for (const name of names) variables.set(name, { text: items.map(({ text }) => text).join(' '), items, taint: 0 })
  if (settings.language === 'perl' && own[0] !== undefined && !/\bsub\b/.test(source)) variables.set('shift', own[0])
  return variables
}

/** The file that holds this code, where the call names it. */
function standsIn(source: string, settings: Interpreter, call: Call, variables: Map<string, CodeValue>): void {
  const [file = [], folder = []] = placeNames[settings.language] ?? []
  // The code itself may be among the words.
  const isName = ({ text }: Value): boolean => text[0] !== '-' && text.length < 4_096 && !/\s/.test(text)
  const named = call.args.find(word => isName(word) && heldBy(word, call)?.text === source)
  if (named === undefined || call.env.cwd === undefined) return
  const path = boundedPath(named, call.env, call.analysis)
  for (const name of file) variables.set(name, { text: path, taint: 0 })
  for (const name of folder) variables.set(name, { text: path.slice(0, path.lastIndexOf('/')), taint: 0 })
}

/** `perl -pi -e`, `ruby -i`: the remaining words are files that are changed. */
function inPlace(call: Call, settings: Interpreter, given: Options, sources: readonly Value[]): void {
  if (settings.language !== 'perl' && settings.language !== 'ruby') return
  if (!call.args.some(word => /^-[a-zA-Z0]*i/.test(word.text))) return
  // `-n`, and nothing that prints: the file is empty then.
  const isQuiet =
    given.flags.has('n') &&
    !given.flags.has('p') &&
    !sources.some(({ text }) => /\b(?:print|say|printf|puts|write|p|syswrite)\b/.test(text))
  if (isQuiet) for (const file of given.positional) emptied(file, call.env, call.analysis, call.invocation)
  for (const file of given.positional) overwritten(file, 'edit', call.env, call.analysis, call.invocation)
}

function runModule(module: Value, call: Call): Stream | undefined {
  const at = call.args.findIndex(word => word.text === '-m' || /^-[a-zA-Z]*m$/.test(word.text))
  const rest = call.args.slice(at + 2)
  const name = module.text
  if (/^(?:timeit|pdb|profile|cProfile|trace)$/.test(name)) {
    // The statements to measure, and what is done before them.
    const sources = rest.filter((word, index) => word.text[0] !== '-' || /^-[sc]$/.test(rest[index - 1]?.text ?? ''))
    const code = sources.map(word => word.text).filter(text => /[\s(]/.test(text))
    return code.length === 0 ? undefined : { text: undefined, taint: execute(code.join('\n'), 0, python, call) }
  }
  if (name === 'code' || name === 'asyncio') return { text: undefined, taint: fromStream(call.stdin, python, call) }
  if (name === 'http.server' || name === 'SimpleHTTPServer') {
    const given = options(rest, 'd directory b bind p')
    serves(given.values.get('directory') ?? given.values.get('d'), call)
    return nothing
  }
  if (/^(?:json\.tool|base64|zipfile|tarfile|gzip|calendar|tokenize|ast|dis|markdown|mimetypes|quopri|uu)$/.test(name)) {
    let bits = call.stdin.taint & taint.secret
    const [archive, into] = options(rest).positional
    if (archive !== undefined && into !== undefined && rest.some(word => /^(?:-e|--extract)$/.test(word.text))) filled(into, call)
    if (archive !== undefined && rest.some(word => /^(?:-c|--create)$/.test(word.text)))
      overwritten(archive, 'replace', call.env, call.analysis, call.invocation)
    for (const file of options(rest).positional) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
    return { text: undefined, taint: bits }
  }
  if (hasTrait(name === 'IPython' ? 'ipython' : name, 'module'))
    return call.analysis.words(
      [{ ...module, text: name === 'django' ? 'django-admin' : name.toLowerCase() }, ...rest],
      call.env,
      call.stdin,
    )
  if (/^[\w.]+$/.test(name) && call.analysis.files.size > 0) execute(`import ${name}`, 0, python, call)
  return undefined
}
