/** Folders that a stranger filled, and the files that a tool runs from the folder it is started in. */

import { byWord, isOneOf } from '../../matching/words.ts'
import { put } from '../effects/file-copies.ts'
import { hostOf } from '../places/hosts.ts'
import { isFromWellKnown, isStranger, isWellKnown } from '../places/origins.ts'
import { boundedPath } from '../places/paths.ts'
import { type Call, find } from '../values/analysis.ts'
import { remembers } from '../values/recalled.ts'
import { type Stream, taint, type Value } from '../values/value.ts'
import { loads } from './fetched-code.gen.ts'

/** Hooks that git runs. */
export const hooks =
  '.husky/pre-commit .husky/pre-push .git/hooks/pre-commit .git/hooks/pre-push lefthook.yml .pre-commit-config.yaml'

/** The files that a tool is known to run where it is started. */
export const loaded = byWord(loads)

/** Those, in the folder where it is started. */
export function loadedBy(program: string, folder: string): readonly string[] {
  const list = program === 'git' ? hooks : loaded.get(program)
  return (list?.match(/[\w.][^ ]*/g) ?? []).map(name => `${folder}/${name}`)
}

let names: ReadonlySet<string> | undefined

/** Whether some tool is known to run a file of this name where it is started. */
export const isLoaded = (path: string): boolean => {
  names ??= new Set(
    [...Object.values(loads), hooks].flatMap(list =>
      (list.match(/[\w.][^ ]*/g) ?? []).map(name => name.slice(name.lastIndexOf('/') + 1)),
    ),
  )
  return names.has(path.slice(path.lastIndexOf('/') + 1))
}

/** The words behind which it stands. */
const installs = (program: string): RegExp =>
  program === 'go'
    ? /^(?:run|install)$/
    : /^(?:docker|podman)$/.test(program)
      ? /^build$/
      : /^(?:install|i|in|add|localinstall|-i\w*|-U\w*|--install\S*|-pkg|\/i)$/
/** Options behind which stands a file that is run, or that says what is. */
export const asFile =
  /^-[a-zA-Z]*[fSxIc]$|^--(?:file|makefile|manifest-path|justfile|taskfile|[\w-]*config(?:-file)?|init-script)$/

/** Whether a tool runs what comes from the network: where it is started, or what it is given. */
export function runsFetched(call: Call, loaded: string): void {
  const { args, env, analysis, stdin } = call
  const fresh = analysis.files.size > 0 || analysis.unpacked !== undefined
  // `npm test`: nothing was fetched, and no word names a place.
  const plain =
    !fresh && (stdin.taint & taint.download) === 0 && args.every(({ text, stream }) => !stream && /^[\w=-]+$/.test(text))
  if (plain && !args.some(({ text }) => text === '-') && !remembers(analysis.host)) return
  if (args.some(word => isOneOf(' --version --help -h -V --dry-run help ps logs list ls view diff get ', word.text))) return
  if (args.some(word => word.text === '-n') && call.program !== 'sed') return
  const from = loaded[0] === '+' ? args.findIndex(word => installs(call.program).test(word.text)) + 1 : loaded[0] === '*' ? 1 : 0
  const first = args.findIndex(word => word.text[0] !== '-')
  const isPlaybook = (text: string): boolean => loaded[0] === '*' && /^[\w./~-]+\.\w+$/.test(text)
  const given = args.filter(
    ({ text }, at) =>
      asFile.test(args[at - 1]?.text ?? '') ||
      (from > 0 &&
        (loaded[0] === '+' ? at >= from : at === first || text === '-' || args[at - 1]?.text === 'run' || isPlaybook(text))),
  )
  const isFetched = (stream: Stream | undefined): boolean => ((stream?.taint ?? 0) & taint.download) !== 0
  const builds = /^(?:docker|podman)$/.test(call.program) && from > 0
  // Its own family speaks of addresses.
  const addressed = !/^(?:kubectl|oc)$/.test(call.program)
  // It runs before it lies anywhere: nobody can have read it, whoever keeps it.
  const unread = (word: Value): boolean =>
    isFetched(word.stream) || (/^-$|^\/dev\/(?:stdin|fd\/0)$/.test(word.text) && isFetched(stdin))
  const direct = given.find(
    word =>
      unread(word) ||
      // `docker build https://...`, `gradle -I https://...`
      (addressed &&
        (builds || loaded[0] === '*' || asFile.test(args[args.indexOf(word) - 1]?.text ?? '')) &&
        !word.text.includes('=') &&
        isStranger(word.text, analysis)),
  )
  if (direct !== undefined && ((addressed && unread(direct)) || isStranger(direct.text, analysis) || !isFromWellKnown(analysis)))
    find(call, 'execution.download-execute', { unknown: `what ${direct.text.slice(0, 80)} holds` })
  if ((!fresh && !remembers(analysis.host)) || env.cwd === undefined) return
  const folders = [env.cwd]
  // To a registry a bare word is one of its packages.
  const registry = loaded === '+' && !/^(?:dpkg|rpm|installer|msiexec|pacman -U)/.test(`${call.program} ${args[0]?.text}`)
  const files = given
    .filter(word => word.text[0] !== '-' && word.stream === undefined && !(registry && !/[./]/.test(word.text)))
    .map(word => boundedPath(word, env, analysis))
  for (const [index, { text }] of call.args.entries()) {
    const value = call.args[index + 1]
    if (
      /^(?:-C|--prefix|--directory|--dir|--cwd|--rootdir|--project-directory|--workspace-folder|-chdir)$/.test(text) &&
      value !== undefined
    )
      folders.push(boundedPath(value, env, analysis))
    // `pip install ./folder`, `pytest folder`.
    else if (text[0] !== '-' && /\//.test(text) && !text.includes(':'))
      folders.push(boundedPath(call.args[index] as Value, env, analysis))
  }
  for (const folder of folders) for (const name of loaded.match(/[\w.][^ ]*/g) ?? []) files.push(`${folder}/${name}`)
  const taints = files.map(path => analysis.files.get(path)?.taint ?? 0)
  if (taints.some(bits => (bits & taint.earlier) !== 0)) find(call, 'execution.run-downloaded')
  const taken =
    files.find((_, at) => ((taints[at] ?? 0) & taint.download) !== 0) ??
    files.find(
      path =>
        analysis.unpacked?.some(folder => path.startsWith(`${folder}/`)) === true &&
        analysis.host.readText(path, 1) === undefined,
    )
  if (taken === undefined || isFromWellKnown(analysis)) return
  find(call, 'execution.download-execute', { unknown: `what ${taken.slice(taken.lastIndexOf('/') + 1)} runs` })
}

/** A file that is copied from a machine of nobody known is what a download is. */
export function fetchedTo(source: Value, target: Value, { env, analysis }: Call): void {
  const host = hostOf(source.text)
  if (host === undefined || isWellKnown(host)) return
  const path = boundedPath(target, env, analysis)
  const stream: Stream = { text: undefined, taint: taint.download }
  const [name] = /[^/:]+$/.exec(source.text) ?? []
  put(path, stream, analysis)
  if (name !== undefined) put(`${path.replace(/\/$/, '')}/${name}`, stream, analysis)
}
