/** What a script has written, and a program that it starts afterwards runs: configurations, build files, hooks, and code that one of them names. */

import { isOneOf } from '../../../matching/words.ts'
import { asFile, loadedBy } from '../../calls/fetched-code.ts'
import { absolutePath } from '../../places/paths.ts'
import { isGrave, mayMatter } from '../../places/read-later.ts'
import { type Reader, runnableAt } from '../../places/runnable-files.ts'
import { commandsIn } from '../../texts/commands-in-files.ts'
import { linesIn } from '../../texts/commands-in-lines.ts'
import { type Call, find, fork, runningPerhaps } from '../../values/analysis.ts'
import { remembers } from '../../values/recalled.ts'
import { hasTrait } from '../../values/traits.ts'
import { HOLE, nothing, quoted, type Stream } from '../../values/value.ts'

/** Who reads it does not run it here, or has a reader of its own that knows what was asked for. */
const elsewhere: ReadonlySet<Reader> = new Set(['image', 'steps', 'lifecycle', 'make', 'just', 'prompt', 'orders', 'notebook'])

/** Code that programs load by name. */
const languages: readonly (readonly [file: RegExp, run: string])[] = [
  [/\.[cm]?[jt]sx?$/, 'node -e'],
  [/\.py$/, 'python3 -c'],
  [/\.rb$/, 'ruby -e'],
  [/\.php$/, 'php -r'],
  [/\.lua$/, 'lua -e'],
]

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** `loaded` are the names of files that the program is known to run where it is started. Who is a stranger here may run what it is given. */
export function runsWritten(call: Call, loaded: string | undefined, isStranger: boolean): void {
  const { program, analysis } = call
  analysis.started ??= new Set()
  const before = analysis.started
  const fresh: [path: string, stream: Stream, text: string][] = []
  for (const [path, stream] of [...analysis.files, ...writtenEarlier(call)])
    if (stream.text !== undefined && !before.has(stream)) fresh.push([path, stream, stream.text])
  let count = 0
  for (const [path, stream, text] of fresh) {
    const all = scriptsOf(path, text, fresh, call, isNamedBy(path, call, isStranger))
    if (all.length === 0) continue
    // Of a long file the first, and those behind them that may do harm.
    const scripts = all.filter((script, at) => at < most.first || mayMatter.test(script) || isGrave(script))
    const isSkipped = call.env.depth > most.depth || ++count > most.files
    before.add(stream)
    const isSure = isOneOf(` ${loaded ?? ''} `, nameOf(path)) && folderOf(path) === call.env.cwd
    const isWhole =
      !isSkipped &&
      runningPerhaps(analysis, isSure ? undefined : `whether ${program} runs what ${nameOf(path)} says`, () => {
        for (const script of scripts.slice(0, most.scripts)) analysis.script(script, fork(call.env), nothing)
      })
    // What is too much to be followed is not left out in silence.
    if (!isWhole || scripts.length > most.scripts)
      find(call, 'execution.unknown-command', { unknown: `what all of ${nameOf(path)} does when ${program} runs it` })
    if (isSkipped) return
  }
}

/** Of the files that it runs where it is started, those that an earlier call wrote. */
function writtenEarlier({ program, env, analysis }: Call): [string, Stream][] {
  if (env.cwd === undefined || !remembers(analysis.host)) return []
  return loadedBy(program, env.cwd).flatMap((path): [string, Stream][] => {
    const stream = analysis.files.get(path)
    return stream?.earlier === true ? [[path, stream]] : []
  })
}

const most = { depth: 6, files: 16, first: 40, scripts: 140 } as const

/** What it runs as commands; none where nothing runs it. */
function scriptsOf(
  path: string,
  text: string,
  written: readonly (readonly [path: string, stream: Stream, text: string])[],
  call: Call,
  isGiven: boolean,
): readonly string[] {
  const runnable = runnableAt(path)
  const known = text.split(HOLE).join('$UNKNOWN_PART')
  if (runnable !== undefined && runnable.by !== 'person' && runnable.by !== 'build service')
    return elsewhere.has(runnable.reads) ? [] : [...commandsIn(runnable.reads, known), ...linesIn(known)]
  if (onPath(call).includes(folderOf(path))) return commandsIn('shell', known)
  if (call.program === 'go' && call.args[0]?.text === 'generate' && path.endsWith('.go'))
    return [...known.matchAll(/^\/\/go:generate (.*)$/gm)].map(([, command = '']) => command)
  const run = languages.find(([file]) => file.test(path))?.[1]
  if (run === undefined) return isGiven && settings.test(nameOf(path)) ? fromSettings(known) : []
  // Another file that was written, or the call itself, says its name.
  const name = nameOf(path).replace(/\.\w+$/, '')
  const isNamed = (other: string): boolean => new RegExp(`(?<![\\w.-])${name.replace(/\W/g, '\\$&')}(?![\\w-])`).test(other)
  const names = isGiven || written.some(([other, , said]) => other !== path && runnableAt(other) !== undefined && isNamed(said))
  return names ? [`${run} ${quoted(known)}`] : []
}

/** Settings by their name, or a name that says nothing. */
const settings = /^[^.]+$|^\.[^.]+$|\.(?:conf|cfg|ini|toml|ya?ml|json|rc|xml|properties|sql|plist)$/

/** A script by its first line, or whatever may be a command in settings. */
const fromSettings = (text: string): readonly string[] =>
  text.startsWith('#!')
    ? commandsIn('shell', text)
    : [...linesIn(text), ...text.split('\n').filter(line => /^\s*[\w./-]+\s+\S/.test(line))]

/** Whether the call names the file: in a variable, as a program's settings, or to who runs what it is given, as a stranger may. */
function isNamedBy(path: string, { program, args, env, invocation, analysis }: Call, isStranger: boolean): boolean {
  const anywhere = isStranger || hasTrait(program, 'runsFile')
  const isFile = (text: string): boolean => text.endsWith(nameOf(path)) && absolutePath(text, env.cwd, analysis.host) === path
  return (
    args.some(
      ({ text }, at) =>
        (anywhere || text[0] === '-' || asFile.test(args[at - 1]?.text ?? '')) &&
        isFile(text.replace(/^--?[\w-]+=(?:[\w-]+=)?/, '')),
    ) || Object.values(invocation.assignments).some(text => text !== undefined && isFile(text))
  )
}

/** Folders in which programs are looked for that are not where the system puts them. */
function onPath({ env, invocation, analysis }: Call): readonly string[] {
  const path = invocation.assignments.PATH ?? env.variables.get('PATH')?.fields[0]?.text
  return (path ?? '')
    .split(':')
    .flatMap(part => (part === '' || part.includes(HOLE) ? [] : [absolutePath(part, env.cwd, analysis.host)]))
}
