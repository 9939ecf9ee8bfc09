/** Written paths in one form, and the two places that others are compared with: home and the workspace. */

import type { Host } from '../../matching/host.ts'
import { fold, settled } from '../../matching/path-identity.ts'
import type { Analysis } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'

export function windowsPath(text: string, host?: Host): string {
  if (host !== undefined && host.platform !== 'win32') return text
  const path = text.replace(/\\/g, '/')
  return /^[a-z]:/.test(path) ? (path[0] as string).toUpperCase() + path.slice(1) : path
}

export function normalise(path: string): string {
  if (!path.includes('//') && !path.includes('/.') && !path.endsWith('/')) return path
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? ''
  const segments: string[] = []
  for (const segment of path.slice(drive.length).split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') {
      if (segments.length > 0 && segments[0] !== HOLE) segments.pop()
    } else segments.push(segment)
  }
  const rooted = segments.join('/')
  return path[drive.length] === HOLE ? rooted : `${drive}/${rooted}`
}

interface Bases {
  readonly home: string
  readonly roots: readonly string[]
}

const known = new WeakMap<Analysis, Bases>()

/** Home and the workspace, folded for comparing. */
export function bases(analysis: Analysis): Bases {
  const made = known.get(analysis)
  if (made !== undefined) return made
  const { host } = analysis
  const now = { home: baseOf(host.home, host), roots: analysis.roots.map(root => baseOf(root, host)) }
  known.set(analysis, now)
  return now
}

/** A folder that others are compared with, in the form that paths have. */
export const baseOf = (path: string, host: Host): string =>
  fold(settled(normalise(windowsPath(path, host)), host, undefined), host)
