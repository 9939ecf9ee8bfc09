/** What a file of this same script is: a script it wrote, a program under another name, something it unpacked. */

import { fold } from '../spelling.ts'
import { boundedPath, place } from './paths.ts'
import { bounds, type Scope, type Session } from './session.ts'
import { HOLE, isKnown, nothing, type Stream, type Text, taint } from './text.ts'

/** Contents go along with a name: what is moved or copied still holds what was written, and runs what it is. */
export function carry(source: Text, target: Text, { scope, session }: { scope: Scope; session: Session }, told?: Stream): void {
  const from = boundedPath(source, scope, session)
  const stream = session.files.get(from) ?? told
  const { path } = place(target, scope, session)
  if (stream === undefined || stream === nothing || path === undefined) return
  if (session.files.size >= bounds.files) session.exhausted = true
  session.files.set(path, stream)
  session.files.set(`${path.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}`, stream)
}

/** The program that lies at a path, by the folders that hold nothing else. */
export function programAt(path: string): string | undefined {
  return /^\/(?:usr\/|usr\/local\/|opt\/homebrew\/|snap\/|run\/current-system\/sw\/)?s?bin\/([\w.+-]{1,100})$/.exec(path)?.[1]
}

export interface Own {
  readonly word: Text
  readonly program?: string | undefined
  readonly stream?: Stream | undefined
}

/** The file of this script that a first word runs, by its path or through the `PATH` that was set. */
export function ownFile(first: Text, path: string | undefined, scope: Scope, session: Session): Own | undefined {
  if (!isKnown(first) || first.glob) return undefined
  const { files, links } = session
  const direct = first.text.includes('/')
  if (!direct && files.size === 0 && links.made.size === 0 && session.unpacked === undefined) return undefined
  for (const word of direct ? [first] : onPath(first, path)) {
    const at = boundedPath(word, scope, session)
    const stream = files.get(at)
    const led = links.made.get(fold(at, session.host))
    const program = stream?.program ?? (led === undefined ? undefined : programAt(led))
    if (stream !== undefined || program !== undefined) return { word, program, stream }
    const folder = session.unpacked?.find(place => at.startsWith(place === '/' ? place : `${place}/`))
    if (folder !== undefined) return { word, stream: { text: undefined, taint: taint.download } }
  }
  return undefined
}

function onPath(first: Text, path: string | undefined): readonly Text[] {
  return (path ?? '')
    .split(':', 20)
    .filter(folder => folder !== '' && !folder.includes(HOLE))
    .map(folder => ({ ...first, text: `${folder}/${first.text}` }))
}
