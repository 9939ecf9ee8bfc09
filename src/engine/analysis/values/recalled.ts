/** What earlier calls of the session put into a place. */

import { type Earlier, nothingEarlier, placeWord } from '../../../core/earlier.ts'
import type { Host } from '../../matching/host.ts'
import { fold } from '../../matching/path-identity.ts'
import { bounds } from './bounds.ts'
import { HOLE, type Stream, taint } from './value.ts'

/** Whether earlier calls of the session did anything that is remembered; most have not. */
export const remembers = (host: Host): boolean => host.earlier !== undefined && host.earlier() !== nothingEarlier

/** Undefined for a place that no earlier call changed, as far as that matters. */
export function recalled(path: string, host: Host, roots: readonly string[]): Stream | undefined {
  // Most sessions have nothing to remember: that is asked first.
  const earlier = host.earlier?.()
  if (earlier === undefined || earlier === nothingEarlier || !/^(?:\/(?!dev\/)|[A-Za-z]:\/)/.test(path)) return undefined
  const at = fold(path, host)
  const bits =
    (noted('holds-secret', at, earlier) ? taint.secret : 0) |
    (noted('holds-sources', at, earlier) ? taint.sources : 0) |
    (noted('downloaded', at, earlier) || isUnpacked(at, earlier) ? taint.earlier : 0)
  if (bits !== 0) return { text: undefined, taint: bits, earlier: true }
  // Where the memory has a hole, whatever is run may have been written by the session, and in some places downloaded.
  if (!earlier.sure && dropped.test(path) && !roots.some(root => path.startsWith(`${root}/`)))
    return { text: undefined, taint: taint.earlier, earlier: true }
  if (earlier.sure && !noted('wrote', at, earlier)) return undefined
  const text = host.readText(path, bounds.length + 1)
  return text === undefined || text.length > bounds.length || text.includes(HOLE) ? undefined : { text, taint: 0, earlier: true }
}

/** Whether an earlier call wrote a file that some program loads. */
export function mayHaveWritten(host: Host): boolean {
  const earlier = host.earlier?.()
  return earlier !== undefined && earlier !== nothingEarlier && earlier.kinds?.has('wrote-loaded') !== false
}

/** Whether an earlier call wrote one of these files. */
export const wroteOne = (paths: readonly string[], host: Host): boolean => {
  const earlier = host.earlier?.()
  return earlier !== undefined && paths.some(path => noted('wrote', fold(path, host), earlier))
}

/** Where downloads are put that are no part of the project. */
const dropped = /^(?:\/private)?\/(?:var\/)?tmp\/|\/Downloads\//

/** The word of a place costs more than all else here, and most sessions have no word of the kind. */
const noted = (kind: Parameters<typeof placeWord>[0], path: string, earlier: Earlier): boolean =>
  earlier.kinds?.has(kind) !== false && earlier.times(placeWord(kind, path)) > 0

function isUnpacked(path: string, earlier: Earlier): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (noted('unpacked', path.slice(0, end), earlier)) return true
  return false
}
