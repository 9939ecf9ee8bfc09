/** What a file of this same script is: a script it wrote, a program under another name, something it unpacked. */

import { fold } from '../../matching/path-identity.ts'
import { isFromWellKnown } from '../places/origins.ts'
import { boundedPath, place } from '../places/paths.ts'
import { bounds, joined, type Scope, type Session } from '../values/session.ts'
import { HOLE, isKnown, nothing, type Stream, type Text, taint } from '../values/text.ts'

/** What a file holds from now on, as far as it is known: whoever runs it later, or reads it, gets this. Every road ends here. */
export function put(path: string | undefined, content: Stream, session: Session, appended = false): void {
  if (path === undefined) return
  if (session.files.size >= bounds.files) {
    session.exhausted = true
    return
  }
  const old = appended ? session.files.get(path) : undefined
  const unknown = old === undefined || (old.text === undefined && content.text === undefined)
  const text = unknown ? undefined : joined([old.text ?? HOLE, content.text ?? HOLE], '', session)
  session.files.set(path, unknown ? content : { text, taint: old.taint | content.taint })
}

/** Contents go along with a name: what is moved or copied still holds what was written, and runs what it is. */
export function copyContent(
  source: Text,
  target: Text,
  { scope, session }: { scope: Scope; session: Session },
  told?: Stream,
): void {
  const from = boundedPath(source, scope, session)
  const stream = session.files.get(from) ?? (isUnpacked(from, session) ? { text: undefined, taint: taint.download } : told)
  const { path } = place(target, scope, session)
  if (stream === undefined || stream === nothing || path === undefined) return
  put(path, stream, session)
  put(`${path.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}`, stream, session)
}

/** The program that lies at a path, by the folders that hold nothing else. */
export function programAt(path: string): string | undefined {
  return /^\/(?:usr\/|usr\/local\/|opt\/homebrew\/|snap\/|run\/current-system\/sw\/)?s?bin\/([\w.+-]+)$/.exec(path)?.[1]
}

export interface Own {
  readonly word: Text
  readonly program?: string | undefined
  readonly stream?: Stream | undefined
  /** Somewhere in what was unpacked on the search path, perhaps. */
  readonly perhaps?: true
}

/** The file of this script that a first word runs, by its path or through the `PATH` that was set. */
export function ownFile(first: Text, path: string | undefined, scope: Scope, session: Session): Own | undefined {
  if (!isKnown(first) || first.glob) return undefined
  const { files, links } = session
  const direct = first.text.includes('/')
  if (!direct && files.size === 0 && links.made.size === 0 && session.unpacked === undefined) return undefined
  for (const word of direct ? [first] : onPath(first, searched(path, scope, session))) {
    const at = boundedPath(word, scope, session)
    const stream = files.get(at)
    const led = links.made.get(fold(at, session.host))
    const program = stream?.program ?? (led === undefined ? undefined : programAt(led))
    // What the search path finds by itself is fetched from where everybody does, most of the time.
    const usual = !direct && stream !== undefined && (stream.taint & taint.download) !== 0 && isFromWellKnown(session)
    if ((stream !== undefined && !usual) || program !== undefined) return { word, program, stream }
    if (isUnpacked(at, session))
      return { word, stream: { text: undefined, taint: taint.download }, ...(!direct && { perhaps: true as const }) }
  }
  return undefined
}

function isUnpacked(at: string, session: Session): boolean {
  return session.unpacked?.some(place => at.startsWith(place === '/' ? place : `${place}/`)) === true
}

/** The search path as it was set, and the folders that one has for programs of a person's own. */
function searched(path: string | undefined, scope: Scope, session: Session): string {
  if (path !== undefined && !path.includes(HOLE)) return path
  const { home } = session.host
  const own = [`${home}/.local/bin`, `${home}/bin`, `${home}/go/bin`, `${home}/.cargo/bin`, '/usr/local/bin', '/usr/local/sbin']
  own.push('/opt/homebrew/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin')
  if (scope.cwd !== undefined) own.push(`${scope.cwd}/node_modules/.bin`)
  return [path ?? '', ...own].join(':')
}

function onPath(first: Text, path: string | undefined): readonly Text[] {
  return (path ?? '')
    .split(':', 20)
    .filter(folder => folder !== '' && !folder.includes(HOLE))
    .map(folder => ({ ...first, text: `${folder}/${first.text}` }))
}
