/** What a file of this same script is: a script it wrote, a program under another name, something it unpacked. */

import { fold } from '../../matching/path-identity.ts'
import { isGuardPath } from '../places/guard-places.ts'
import { forms, namesOf, through } from '../places/links.ts'
import { isFromWellKnown } from '../places/origins.ts'
import { boundedPath, place } from '../places/paths.ts'
import { isForeignPlace } from '../places/place-kinds.ts'
import { instructsAgents } from '../places/read-later.ts'
import { runnableAt } from '../places/runnable-files.ts'
import { standsFor } from '../places/stands-for.ts'
import { brought, isCommand } from '../places/startup-places.ts'
import { type Analysis, atMost, bounds, type Environment, joined, record } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { eitherFile } from '../values/streams.ts'
import { HOLE, isKnown, literal, nothing, type Stream, taint, type Value } from '../values/value.ts'

/** What a file holds from now on, as far as it is known: whoever runs it later, or reads it, gets this. Every road ends here. */
export function put(path: string | undefined, content: Stream, analysis: Analysis, appended = false): void {
  if (path === undefined) return
  arrived(path, content, analysis)
  if (analysis.files.size >= bounds.files) {
    analysis.exhausted = true
    return
  }
  const old = appended ? analysis.files.get(path) : undefined
  const unknown = old === undefined || (old.text === undefined && content.text === undefined)
  const text = unknown ? undefined : joined([old.text ?? HOLE, content.text ?? HOLE], '', analysis)
  const or = old?.or?.map(one => joined([one, content.text ?? HOLE], '', analysis))
  const now = unknown ? content : { text, taint: old.taint | content.taint, ...(or !== undefined && { or }) }
  const before = analysis.spares === true && !appended ? analysis.files.get(path) : undefined
  analysis.files.set(path, before === undefined ? now : eitherFile(before, now, analysis))
  // Under its other names as well, unless the program put another file in its place.
  for (const name of namesOf(path, analysis)) {
    const held = analysis.files.get(name)
    analysis.files.set(name, held === undefined ? now : eitherFile(held, now, analysis))
  }
}

/** A folder that has what came from a stranger. */
export function unpackedInto(folder: string, analysis: Analysis): void {
  analysis.unpacked ??= []
  if (analysis.unpacked.length >= bounds.unpacked) analysis.exhausted = true
  else analysis.unpacked.push(folder.replace(/(.)\/$/, '$1'))
}

/** Whether this was put there by somebody else, where a program would run it or an agent obey it. */
export function arrived(path: string, { text, taint: bits }: Stream, analysis: Analysis): void {
  const fetched = (bits & taint.download) !== 0 && !isFromWellKnown(analysis)
  const known = text !== undefined && !text.includes(HOLE)
  if (!fetched && (known || (bits & taint.foreign) === 0)) return
  const meant = /[*?[]/.test(path)
    ? standsFor(path, { ...literal(path), glob: true }, false, analysis).map(one => one.path)
    : [path]
  for (const at of meant) {
    const found = brought(at, analysis) ?? (fetched ? installed(at, analysis) : undefined)
    const targets = [{ path: at, written: path, many: false }]
    if (found !== undefined) record(analysis, found, { targets, unknown: 'what a stranger put there' })
  }
}

/** What a stranger's file is where agents obey it, nobody is asked before it runs, or it is a command from now on. */
function installed(path: string, analysis: Analysis): FindingId | undefined {
  if (instructsAgents.test(path) || /^(?:itself|build service)$/.test(runnableAt(path)?.by ?? ''))
    return 'persistence.editor-task'
  return isCommand(path, analysis) ? 'packages.install-from-url' : undefined
}

/** Contents go along with a name: what is moved or copied still holds what was written, and runs what it is. It may also have failed. */
export function copyContent(
  source: Value,
  target: Value,
  { env, analysis }: { env: Environment; analysis: Analysis },
  told?: Stream,
): void {
  const from = boundedPath(source, env, analysis)
  const unread = isForeignPlace(from, env, analysis) ? { text: undefined, taint: taint.foreign } : undefined
  const stream: Stream | undefined =
    analysis.files.get(from) ?? (isUnpacked(from, analysis) ? { text: undefined, taint: taint.download } : (told ?? unread))
  const { path } = place(target, env, analysis)
  if (stream === undefined || stream === nothing || path === undefined) return
  for (const at of [path, `${path.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}`]) {
    const old = analysis.files.get(at)
    put(at, old === undefined ? stream : eitherFile(old, stream, analysis), analysis)
  }
}

/** The program that lies at a path, by the folders that hold nothing else. */
export function programAt(path: string): string | undefined {
  return /^\/(?:usr\/|usr\/local\/|opt\/homebrew\/|snap\/|run\/current-system\/sw\/)?s?bin\/([\w.+-]+)$/.exec(path)?.[1]
}

/** The same, where it may be the guard's own, wherever that was put. */
export function programOf(path: string, analysis: Analysis): string | undefined {
  return programAt(path) ?? (/\/tfy-hook(?:-door)?(?:\.exe)?$/.test(path) && isGuardPath(path, analysis) ? 'tfy-hook' : undefined)
}

export interface Own {
  readonly word: Value
  readonly program?: string | undefined
  readonly stream?: Stream | undefined
  /** Somewhere in what was unpacked on the search path, perhaps. */
  readonly perhaps?: true
}

/** What the command has put into a file, or into the one that a link of it leads to. */
export const contentAt = (path: string, analysis: Analysis): Stream | undefined =>
  analysis.files.get(path) ?? (analysis.links.made.size === 0 ? undefined : analysis.files.get(through(path, false, analysis)))

/** The file of this script that a first word runs, by its path or through the `PATH` that was set. */
export function ownFile(first: Value, path: string | undefined, env: Environment, analysis: Analysis): Own | undefined {
  if (!isKnown(first)) return undefined
  if (first.glob) return ownFiles(first, env, analysis)
  const { files, links } = analysis
  const direct = first.text.includes('/')
  if (!direct && files.size === 0 && links.made.size === 0 && analysis.unpacked === undefined) return undefined
  for (const word of direct ? [first] : onPath(first, searched(path, env, analysis), analysis)) {
    const at = boundedPath(word, env, analysis)
    const stream = contentAt(at, analysis)
    const led = links.made.get(fold(at, analysis.host))
    const program = stream?.program ?? (led === undefined ? undefined : programOf(led, analysis))
    // What the search path finds by itself is fetched from where everybody does, most of the time.
    const usual = !direct && stream !== undefined && (stream.taint & taint.download) !== 0 && isFromWellKnown(analysis)
    if ((stream !== undefined && !usual) || program !== undefined) return { word, program, stream }
    if (isUnpacked(at, analysis))
      return { word, stream: { text: undefined, taint: taint.download }, ...(!direct && { perhaps: true as const }) }
  }
  return undefined
}

/** The same where a pattern stands for a file or a link of the script. */
function ownFiles(first: Value, env: Environment, analysis: Analysis): Own | undefined {
  const text = first.text.includes('/') ? first : { ...first, text: `./${first.text}` }
  for (const { absolute } of forms(text, env, analysis)) {
    const found = /[*?[]/.test(absolute)
      ? undefined
      : ownFile({ ...first, text: absolute, glob: false }, undefined, env, analysis)
    if (found !== undefined) return found
  }
  return undefined
}

function isUnpacked(at: string, analysis: Analysis): boolean {
  return analysis.unpacked?.some(place => at.startsWith(place === '/' ? place : `${place}/`)) === true
}

/** The search path as it was set, and the folders that one has for programs of a person's own. */
function searched(path: string | undefined, env: Environment, analysis: Analysis): string {
  if (path !== undefined && !path.includes(HOLE)) return path
  const { home } = analysis.host
  const own = [`${home}/.local/bin`, `${home}/bin`, `${home}/go/bin`, `${home}/.cargo/bin`, '/usr/local/bin', '/usr/local/sbin']
  own.push('/opt/homebrew/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin')
  if (env.cwd !== undefined) own.push(`${env.cwd}/node_modules/.bin`)
  return [path ?? '', ...own].join(':')
}

function onPath(first: Value, path: string, analysis: Analysis): readonly Value[] {
  const folders = path.split(':').filter(folder => folder !== '' && !folder.includes(HOLE))
  return atMost(folders, bounds.values, analysis).map(folder => ({ ...first, text: `${folder}/${first.text}` }))
}
