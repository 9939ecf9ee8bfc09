/** Where a written path leads. */

import type { Host } from '../../matching/host.ts'
import { settled, unprefixed } from '../../matching/path-identity.ts'
import { type Analysis, bounds, type Environment } from '../values/analysis.ts'
import type { PathTarget } from '../values/facts.ts'
import { HOLE, type Value } from '../values/value.ts'
import { kindOf, type PlaceKind, remoteKind } from './place-kinds.ts'
import { normalise, windowsPath } from './roots.ts'
import { anyName } from './secret-places.ts'

export interface Place extends PathTarget {
  readonly kind: PlaceKind
  /** Absolute, normalised, may contain `HOLE` and patterns. */
  readonly absolute: string
}

export function place(text: Value, env: Environment, analysis: Analysis): Place {
  return placed(boundedPath(text, env, analysis), text, env, analysis)
}

/** The place of an absolute path that this word stands for. */
export function placed(absolute: string, text: Value, env: Environment, analysis: Analysis): Place {
  const kind = env.remote ? remoteKind(absolute, text.glob, analysis) : kindOf(absolute, text.glob, env, analysis)
  const place = { written: printable(text.written), many: text.glob, kind, absolute }
  if (absolute.includes(HOLE))
    return { ...place, path: undefined, ...(absolute[0] !== HOLE && { partly: absolute.split(HOLE).join('*') }) }
  if (!text.glob) return { ...place, path: absolute }
  // Found by its name at any depth, or by something else than its name.
  const path = absolute.endsWith(`/${anyName}`) ? absolute.replace(/[^/]*$/, '**/*') : absolute
  return { ...place, path: text.search === true ? path.replace(/\/(?=[^/]*$)/, '/**/') : path }
}

/** Where a word leads. When that is longer than any path that is judged, the whole command could not be told. */
export function boundedPath(text: Value, env: Environment, analysis: Analysis): string {
  if (text.text.length + (env.cwd?.length ?? 0) > bounds.path) analysis.exhausted = true
  return absolutePath(text.text, env.cwd, analysis.host)
}

/** Of an ordinary folder's own name. Below a deeper one, a short path is a long one too. */
const ordinary = 256

/** No system opens a name this long, from this folder where one is given, so it is a text. Programs take out `./` and `x/../` before they open one. */
export function isNoName(text: string, cwd = ''): boolean {
  const longest = bounds.path - Math.min(cwd.length, ordinary)
  return text.length > longest && normalise(text).length > longest
}

/** `HOLE` when it is longer than any path that is judged. */
export function absolutePath(written: string, cwd: string | undefined, host: Host): string {
  const path = rooted(written, cwd, host)
  return path.length > bounds.path ? HOLE : settled(normalise(path), host, cwd)
}

/** A path made absolute, its `..` still in it. */
export function rooted(written: string, cwd: string | undefined, host: Host): string {
  let text = written
  if (host.platform === 'win32' || /^(?:\\\\[?.]\\)?[A-Za-z]:[\\/]/.test(text)) text = windowsPath(text)
  if (/^file:\/\//i.test(text)) text = fromAddress(text)
  text = unprefixed(text, host, cwd)
  if (text[0] === '/' || text[0] === HOLE || /^[A-Za-z]:/.test(text)) return text
  return `${cwd ?? HOLE}/${text}`
}

function fromAddress(address: string): string {
  const path = address.replace(/^file:\/\/(?:localhost(?=\/))?(?:\/(?=[A-Za-z]:))?/i, '')
  try {
    return path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    return path
  }
}

/** A written word, fit for a message. */
export function printable(written: string): string {
  return written.length > 200 ? `${written.slice(0, 200)}…` : written
}
