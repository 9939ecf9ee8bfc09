/** `npm run`, `make`: what the workspace's own files say will run. Bounded, and only where it can be read. */

import { isOneOf } from '../../../matching/words.ts'
import { judgeOrigin } from '../../calls/code-generators.ts'
import { loaded, runsFetched } from '../../calls/fetched-code.ts'
import type { Programs } from '../../calls/form.ts'
import { substituted } from '../../calls/make-values.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import { absolutePath, boundedPath, place } from '../../places/paths.ts'
import {
  type Analysis,
  bounds,
  type Call,
  type Environment,
  enter,
  find,
  fork,
  type Handler,
  runningPerhaps,
  textAt,
  wrapped,
} from '../../values/analysis.ts'
import { shellsCalled } from '../../values/dialects.ts'
import { textsOf } from '../../values/streams.ts'
import { isKnown, known, literal, nothing, quoted, type Stream, streamOf, taint, type Value } from '../../values/value.ts'
import { behindRun, everyOperand, firstOperand } from './tasks.gen.ts'

/** Scripts that were set by a command, among the files of this script. */
const changed = '\0script:'

const runAll: Handler = call => {
  const given = options(call.args, 'max-parallel n names c filter F')
  for (const { text } of given.positional)
    if (/\s/.test(text)) call.analysis.script(text, wrapped(call), nothing)
    else runScript(text.replace(/^npm:/, ''), call.env.cwd, call)
  return handedSecrets(call)
}

/** `make clean OUT=$HOME`: a rule that deletes, told that what it deletes is the home or the system's. */
function cleansElsewhere(call: Call, { positional }: Options): void {
  if (!positional.some(({ text }) => cleans.test(text))) return
  for (const word of call.args) {
    const [, name = '', value] = /^(\w+)[:?+]?=(.+)$/s.exec(word.text) ?? []
    if (value === undefined || ofInstallers.test(name)) continue
    const { kind } = place({ ...word, text: value }, call.env, call.analysis)
    if (kind === 'root' || kind === 'home') find(call, 'filesystem.delete-unknown', { unknown: `what is deleted in ${name}` })
  }
}

const cleans = /(?:^|[-_.])(?:dist|real|mostly|maintainer-|mr)?(?:clean|clobber|purge|wipe|nuke|proper|reset)/
/** Where things are put, which nothing that cleans up looks at. */
const ofInstallers = /^(?:HOME|PREFIX|prefix|DESTDIR|\w*_PREFIX|SHELL|PATH|SYSROOT|sysroot)$/

export const targets: Programs = {
  'npm pnpm yarn bun': script,
  'make gmake': call => {
    const given = options(call.args, makeValued)
    make(call, given)
    cleansElsewhere(call, given)
    // All variables, those of the environment among them.
    return has(given, 'p', 'print-data-base') ? { text: undefined, taint: taint.environment } : undefined
  },
  'ninja samu': ninja,
  'groovy jshell jbang cpan cpanm installer ant': handedSecrets,
  'npm-run-all run-s run-p nr turbo wireit concurrently': runAll,
  node: nodeRun,
  // Of these it is known what they load, and nothing else.
  'pytest py.test nox task rspec ctest jest vitest mocha ava jasmine playwright cypress vite webpack rollup next nuxt phpunit pest meson bazel bazelisk scons':
    {},
}

const takesValue =
  'C f file makefile directory dir prefix cwd w workspace workspaces F filter p package j n x D P l o I m d tests project-dir working-directory justfile taskfile bin example jar configuration'

/** What is run goes by a name that cannot be known, and so by one as unknown as that of a program. */
function runsUnknown(call: Call): void {
  const { program, args, analysis, invocation } = call
  const isTask = isOneOf(everyOperand, program) || isOneOf(firstOperand, program)
  if ((!isTask && !isOneOf(behindRun, program) && program !== 'java' && program !== 'cargo') || args.every(isKnown)) return
  const { positional, values } = options(args, takesValue)
  const [verb, next] = positional
  const named = isOneOf(everyOperand, program)
    ? [...positional, ...['f', 'file', 'makefile'].map(name => values.get(name))]
    : isOneOf(firstOperand, program) || (program === 'yarn' && verb !== undefined && !isKnown(verb))
      ? [verb]
      : program === 'java'
        ? [values.get('jar')]
        : isOneOf(' run run-script rum urn ', verb?.text ?? '')
          ? program === 'cargo'
            ? [values.get('bin'), values.get('example')]
            : [next]
          : []
  // `NAME=value` sets a variable, and `task[argument]` runs a task that is known.
  if (named.some(word => word !== undefined && !isKnown(word) && !/^[\w:.-]+[[=]/.test(word.text)))
    analysis.invocations.push({ ...invocation, program: undefined, argv: [], args: [], flags: [] })
}

/** What any program runs of the files around it: what came from the network, and what this script wrote. */
export function runsAround(call: Call): void {
  runsUnknown(call)
  const files = loaded.get(call.program)
  if (files === undefined) return
  runsFetched(call, files)
  if (call.analysis.files.size > 0) runTests(call)
}

/** Tests that this script wrote: those that a runner finds by itself, and those that it is given. */
function runTests({ program, args, env, analysis }: Call): void {
  const [files, ...run] = isOneOf(' jest vitest mocha ava jasmine playwright cypress ', program)
    ? [/(?:[._-](?:test|spec|cy)|\/(?:tests?|spec|__tests__)\/[^/]+)\.[cm]?[jt]sx?$/, 'node', '-e']
    : isOneOf(' pytest py.test ', program)
      ? [/\/(?:test_[^/]*|[^/]*_test|conftest)\.py$/, 'python3', '-c']
      : program === 'rspec'
        ? [/[._]spec\.rb$|\/spec_helper\.rb$/, 'ruby', '-e']
        : isOneOf(' phpunit pest ', program)
          ? [/Test\.php$/, 'php', '-r']
          : program === 'deno' && args[0]?.text === 'test'
            ? [/(?:[._]test|\/__tests__\/[^/]+)\.[cm]?[jt]sx?$/, 'deno', 'eval']
            : []
  if (program === 'cargo') runSources(/^(?:r|run|t|test|bench|nextest)$/.test(args[0]?.text ?? ''), env, analysis)
  if (!(files instanceof RegExp)) return
  const named = new Set(args.map(word => boundedPath(word, env, analysis)))
  analysis.started ??= new Set()
  for (const [path, stream] of analysis.files) {
    if (!(files.test(path) || named.has(path))) continue
    analysis.started.add(stream)
    for (const text of textsOf(stream))
      analysis.words(
        [...(run as string[]), text].map(word => ({ ...literal(word), taint: stream.taint & taint.edited })),
        fork(env),
        nothing,
      )
  }
}

/** What cargo compiles and runs of them: the build script whatever it is told, the program and its tests where they are asked for. */
function runSources(all: boolean, env: Environment, analysis: Analysis): void {
  for (const [path, source] of analysis.files)
    if (source.text !== undefined && (all ? /\.rs$/ : /\/build\.rs$/).test(path))
      analysis.words([literal('rustc'), literal('-')], fork(env), source)
}

/** `node --run name`, and a debugger that runs what whoever reaches it says. */
function nodeRun(call: Call): undefined {
  if (call.args.some(({ text }) => /^--inspect(?:-brk|-wait|-port)?=(?:0\.0\.0\.0|\[?::\]?(?!1)|\*)(?::|$)/.test(text)))
    find(call, 'network.listener-shell')
  const at = call.args.findIndex(word => /^--run(?:=|$)/.test(word.text))
  const text = call.args[at]?.text ?? ''
  const name = text.includes('=') ? text.slice(6) : call.args[at + 1]?.text
  if (at >= 0 && name !== undefined) runScript(name, call.env.cwd, call)
}

/** The script, with the words `behind` it, and those around it; false where there is none of this name. */
function runScript(name: string, cwd: string | undefined, call: Call, behind: readonly Value[] = []): boolean {
  let found = false
  for (const text of cwd === undefined ? [undefined] : written(`${cwd}/package.json`, call))
    if (runNamed(name, scriptsOf(text) ?? {}, cwd, call, behind)) found = true
  return found
}

function runNamed(
  name: string,
  scripts: Readonly<Record<string, unknown>>,
  cwd: string | undefined,
  call: Call,
  behind: readonly Value[],
): boolean {
  let found = false
  for (const key of [`pre${name}`, name, `post${name}`]) {
    const source = call.analysis.files.get(changed + key)?.text ?? (Object.hasOwn(scripts, key) ? scripts[key] : undefined)
    const more = key === name ? behind.map(word => ` ${known(word) === undefined ? '$UNKNOWN_PART' : quoted(word.text)}`) : []
    if (typeof source === 'string')
      call.analysis.script(`${source}${more.join('')}`, fork(call.env, { cwd }), nothing, shellsCalled('sh'))
    found ||= key === name && typeof source === 'string'
  }
  return found
}

/** Scripts of a manifest that run with a command of the package manager. */
const lifecycle: readonly (readonly [commands: string, scripts: string])[] = [
  [' test t tst it install-test cit ', 'test'],
  [' start restart ', 'start'],
  [' stop restart ', 'stop'],
  [' restart ', 'restart'],
  [' install i in ci clean-install it install-test cit ', 'install prepare'],
  [' pack ', 'pack prepare'],
  [' publish ', 'publish prepublishOnly pack prepare'],
  [' version ', 'version'],
]

/** Commands of the package managers that are no scripts. */
const own =
  ' add audit cache ci config create dlx exec init install i link list ls outdated pack publish remove rm uninstall un update up upgrade version view why workspace workspaces x build store import info login logout whoami pm set get pkg env patch patch-commit rebuild prune dedupe licenses setup server store self-update '

/** `yarn typeorm`, `pnpm run build`, `yarn workspace web prisma`: a script of the manifest, or a program. */
function taskOf(program: string, positional: readonly Value[]): { readonly task: Value | undefined; readonly isRun: boolean } {
  const words = program === 'yarn' && positional[0]?.text === 'workspace' ? positional.slice(2) : positional
  const each =
    program === 'yarn' && words[0]?.text === 'workspaces' ? words.findIndex(({ text }) => /^(?:run|exec)$/.test(text)) : -1
  if (each >= 0) return { task: words[each + 1], isRun: true }
  const [first, next] = words
  const verb = first === undefined ? undefined : known(first)
  if (isOneOf(' run run-script rum urn ', verb ?? '')) return { task: next, isRun: true }
  return { task: program === 'npm' || verb === undefined || isOneOf(own, verb) ? undefined : first, isRun: false }
}

function script(call: Call): Stream | undefined {
  const given = options(call.args, 'prefix C dir cwd w workspace filter F')
  const [command, next] = given.positional
  const first = command === undefined ? undefined : known(command)
  if (
    isOneOf(' uninstall remove rm un unlink ', first ?? '') &&
    given.positional.some(word => /^(?:.*\/)?tfy-hook$/.test(word.text))
  )
    find(call, 'self.tamper')
  const set = given.positional.findIndex(({ text }) => text === 'set')
  if (first === 'config' || first === 'set') settings(given.positional.slice(set + 1), call)
  if (given.positional[set - 1]?.text === 'pkg' && set < 3) changeScripts(given.positional.slice(set + 1), call)
  const folder = ['prefix', 'C', 'dir', 'cwd'].map(key => given.values.get(key)).find(value => value !== undefined)
  const cwd = folder === undefined ? call.env.cwd : boundedPath(folder, call.env, call.analysis)
  const { task, isRun } = taskOf(call.program, given.positional)
  if (task !== undefined && known(task) !== undefined) {
    const dashes = call.args.findIndex(({ text }) => text === '--')
    const last = call.program === 'npm' ? (dashes < 0 ? call.args.length : dashes) : call.args.indexOf(task)
    const scripted = runScript(task.text, cwd, call, call.args.slice(last + 1))
    // `npm run` ends where there is no such script. The others go on to programs: those of packages, bun to those of the system too.
    const goesOn =
      call.program === 'npm' ? isRun && task.text === 'env' : call.program === 'bun' ? isRun || !/[./]/.test(task.text) : true
    if (!scripted && goesOn) {
      const env = wrapped(call)
      if (folder !== undefined) enter(cwd, env)
      const out = call.analysis.words(call.args.slice(call.args.indexOf(task)), env, call.stdin)
      // Without `run` it may be a command of the manager that is not listed here, or the value of an option that nobody knows.
      if (isRun) return out
      const next = task === call.args[0] ? undefined : given.positional[given.positional.indexOf(task) + 1]
      if (next !== undefined) call.analysis.words(call.args.slice(call.args.indexOf(next)), wrapped(call), call.stdin)
    }
  }
  if (isRun) return undefined
  if (given.flags.has('ignore-scripts')) return undefined
  // A package that is named is installed without the scripts of the workspace.
  const verb = first ?? (call.program === 'yarn' ? 'install' : '')
  for (const [commands, names] of lifecycle)
    if (isOneOf(commands, verb) && (next === undefined || !names.startsWith('install')))
      for (const name of names.split(' ')) runScript(name, cwd, call)
  return undefined
}

/** `npm config set editor=…`, `pnpm config set script-shell …`: what runs whenever the manager runs something. */
function settings(words: readonly Value[], call: Call): void {
  for (const [at, { text }] of words.entries()) {
    const [, key = text, joined] = /^([\w.:-]+)=([\s\S]*)$/.exec(text) ?? []
    const value = joined ?? words[at + 1]?.text ?? ''
    if (key === 'node-options' && /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)\b/.test(value))
      find(call, 'execution.preload')
    if (/^(?:editor|viewer|shell|script-shell|git|browser|init-module|onload-script)$/.test(key) && /\s/.test(value))
      runningPerhaps(call.analysis, `who starts the ${key} of the configuration`, () =>
        call.analysis.script(value, fork(call.env), nothing),
      )
  }
}

/** `npm pkg set scripts.name='...'` */
function changeScripts(settings: readonly Value[], { analysis, env }: Call): void {
  for (const { text } of settings) {
    const [, other, command] = /^([\w:.-]+)=(.*\s.*)$/s.exec(text) ?? []
    // Other programs take their commands from the manifest as well.
    if (other !== undefined && command !== undefined && !other.startsWith('scripts.'))
      runningPerhaps(analysis, `who runs ${other} of the manifest`, () => analysis.script(command, fork(env), nothing))
    const [, key, source] = /^scripts\.([\w:.-]+)=([\s\S]*)$/.exec(text) ?? []
    if (key !== undefined && source !== undefined && analysis.files.size < bounds.files)
      analysis.files.set(changed + key, streamOf(source))
  }
}

/** What this script put there, or what was there: each text that it may be. */
function written(path: string, call: Call): readonly [string | undefined, ...(readonly string[])] {
  const stream = call.analysis.files.get(path)
  if (stream !== undefined) judgeOrigin(stream.taint & taint.edited, call)
  const [text = textAt(path, call.analysis), ...others] = stream === undefined ? [] : textsOf(stream)
  return [text, ...others]
}

function scriptsOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text?.includes('"scripts"') !== true) return undefined
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown }
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const makeValued = 'C f I j l o W E directory file makefile eval'

function make(call: Call, given: Options): undefined {
  for (const word of call.args)
    if (/^(?:SHELL|\.SHELLFLAGS|MAKE|CC|CXX|LD|AR|\w*(?:CMD|COMMAND|PROG(?:RAM)?))=/.test(word.text))
      call.analysis.script(word.text.slice(word.text.indexOf('=') + 1), fork(call.env), nothing)
  const folder = given.values.get('C') ?? given.values.get('directory')
  const cwd = folder === undefined ? call.env.cwd : boundedPath(folder, call.env, call.analysis)
  const file = given.values.get('f') ?? given.values.get('file') ?? given.values.get('makefile')
  const read = (...names: readonly string[]): readonly (string | undefined)[] =>
    cwd === undefined
      ? []
      : (names.map(name => written(absolutePath(name, cwd, call.analysis.host), call)).find(([text]) => text !== undefined) ?? [])
  const told = given.values.get('eval') ?? given.values.get('E')
  const texts =
    told !== undefined
      ? [told.text]
      : file === undefined
        ? read('Makefile', 'makefile', 'GNUmakefile')
        : /^(?:-|\/dev\/stdin)$/.test(file.text)
          ? textsOf(call.stdin)
          : file.stream === undefined
            ? read(file.text)
            : textsOf(file.stream)
  for (const text of texts) if (text !== undefined) made(text, given, cwd, call)
}

function made(text: string, given: Options, cwd: string | undefined, call: Call): undefined {
  // Values are made in a rehearsal too.
  for (const command of substituted(text)) call.analysis.script(command, fork(call.env, { cwd }), nothing, shellsCalled('sh'))
  if (has(given, 'n', 'dry-run', 'just-print', 'recon', 'q', 'question')) return undefined
  const rules = rulesOf(text)
  const asked = given.positional.map(word => word.text).filter(word => !word.includes('='))
  const wanted = asked.length > 0 ? asked : [...rules.keys()].filter(name => name[0] !== '.').slice(0, 1)
  const done = new Set<string>()
  while (wanted.length > 0 && done.size < 50) {
    const name = wanted.shift() as string
    const rule = rules.get(name)
    if (done.has(name) || rule === undefined) continue
    done.add(name)
    wanted.push(...rule.needs)
    for (const line of rule.recipe) call.analysis.script(line, fork(call.env, { cwd }), nothing, shellsCalled('sh'))
  }
  return undefined
}

/** The commands of every rule: which of them are asked for depends on what is built already. */
function ninja(call: Call): undefined {
  const given = options(call.args, 'C f j k l d t w')
  const folder = given.values.get('C')
  const cwd = folder === undefined ? call.env.cwd : boundedPath(folder, call.env, call.analysis)
  const file = given.values.get('f')
  const text =
    file?.stream?.text ??
    (cwd === undefined ? undefined : written(absolutePath(file?.text ?? 'build.ninja', cwd, call.analysis.host), call).join('\n'))
  if (text === undefined || given.flags.has('n')) return undefined
  const whole = text.replace(/\$\n[ \t]*/g, '')
  const built = [...whole.matchAll(/^build ([^:\n]+):[ \t]*(\S+)([^\n|]*)/gm)]
  for (const [, rule, command = ''] of whole.matchAll(/^(?:rule[ \t]+(\S+)\n)?[ \t]+command[ \t]*=[ \t]*(.*)$/gm)) {
    const uses = built.filter(([, , by]) => by === rule).map(([, out = 'x', , inputs = 'x']) => ({ out, inputs }))
    for (const { out, inputs } of uses.length > 0 ? uses : [{ out: 'x', inputs: 'x' }])
      call.analysis.script(
        // `$$` is a dollar sign for the shell; other variables are ninja's own.
        command
          .split('$$')
          .map(part =>
            part
              .replace(/\$(?:\{in\}|in\b)/g, () => inputs)
              .replace(/\$(?:\{out\}|out\b)/g, () => out)
              .replace(/\$(?:\{\w+\}|\w+)/g, 'x')
              .replace(/\$([ :])/g, '$1'),
          )
          .join('$'),
        fork(call.env, { cwd }),
        nothing,
        shellsCalled('sh'),
      )
  }
  return undefined
}

function rulesOf(text: string): Map<string, { needs: string[]; recipe: string[] }> {
  const rules = new Map<string, { needs: string[]; recipe: string[] }>()
  let current: { needs: string[]; recipe: string[] } | undefined
  const variables = new Map<string, string>()
  const replaced = (line: string): string =>
    line
      .replace(/\$\$/g, '\u0001')
      .replace(/\$[({](\w+)[)}]/g, (_, name: string) => variables.get(name) ?? `$${name}`)
      .replace(/\u0001/g, '$')
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const assignment = /^(\w+)\s*[:?+]*=\s*(.*)$/.exec(line)
    const head = /^([^\s#:=][^:=]*):(?!=)\s*([^#;]*)(?:;(.*))?/.exec(line)
    if (line[0] === '\t') current?.recipe.push(replaced(line.trim().replace(/^[@+-]+/, '')))
    else if (assignment !== null) variables.set(assignment[1] as string, assignment[2] as string)
    else if (head !== null) {
      const first = head[3] === undefined ? [] : [replaced(head[3].trim().replace(/^[@+-]+/, ''))]
      current = { needs: (head[2] as string).split(/\s+/).filter(Boolean), recipe: first }
      for (const name of (head[1] as string).trim().split(/\s+/)) rules.set(name, current)
    }
  }
  return rules
}
