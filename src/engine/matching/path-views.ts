/** Paths as the engine compares them: absolute, with `/`, seen both as written and behind links. */

import type { NormalizedHookEvent } from '../../core/event.ts'
import { braces, hasMagic, pathGlob, textGlob } from './glob.ts'
import type { Host } from './host.ts'
import { caseless, physical, settled, unprefixed } from './path-identity.ts'

export interface Place {
  /** The path as written, made absolute, and what it is behind links; one of them when both are the same. */
  readonly forms: readonly string[]
  readonly written: string
  /** Stands for several places by a pattern. */
  readonly many: boolean
  /** Everything below is meant as well, as when a folder is deleted. */
  readonly whole: boolean
  /** Of a place that cannot be known: what is, with stars. */
  readonly partly?: string
}

export interface Ground {
  readonly cwd: string
  readonly roots: readonly string[]
  readonly host: Host
}

/** What a relative path and `~` stand for in this call. */
export const groundOf = (event: NormalizedHookEvent, host: Host): Ground => {
  const given = event.cwd ?? event.workspaceRoots[0] ?? host.home
  const cwd = normalise(given)
  const roots = event.workspaceRoots.length > 0 ? event.workspaceRoots.map(normalise) : [cwd]
  return { cwd, roots, host }
}

/** Makes a path absolute against the ground; `~`, `$HOME` and `file:` are understood. */
export const absolute = (written: string, ground: Ground): string => usual(joined(written, ground), ground)

/** The place a tool names, also as the system finds it where `..` stands behind a link. */
export const placeIn = (written: string, ground: Ground, whole = false): Place => {
  const raw = joined(written, ground)
  const first = placeOf(written, usual(raw, ground), false, ground, whole)
  if (raw.length > longest || !climbs(raw)) return first
  const seen = new Map<string, string>()
  const led = (folder: string): string => {
    const known = seen.get(folder) ?? ground.host.realpath(usual(folder, ground)).replaceAll('\\', '/')
    seen.set(folder, known)
    return known
  }
  const second = placeOf(written, physical(raw, led), false, ground, whole)
  return { ...first, forms: [...new Set([...first.forms, ...second.forms])] }
}

/** Whether a `..` stands behind a name. */
const climbs = (path: string): boolean => {
  const parts = path.split('/')
  const named = parts.findIndex(part => part !== '')
  return named >= 0 && parts.includes('..', named + 1)
}

/** No system opens a longer path. */
const longest = 4096

const usual = (raw: string, { host, cwd }: Pick<Ground, 'host' | 'cwd'>): string => settled(normalise(raw), host, cwd)

const joined = (written: string, ground: Ground): string => {
  let path = written
  if (/^file:\/\//i.test(path)) {
    try {
      path = decodeURIComponent(path.replace(/^file:\/\/(?:localhost)?/i, ''))
    } catch {
      path = path.slice(7)
    }
  }
  if (ground.host.platform === 'win32') path = path.replaceAll('\\', '/')
  path = path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => ground.host.home)
  path = unprefixed(path, ground.host, ground.cwd)
  return isAbsolute(path) ? path : `${ground.cwd}/${path}`
}

export const isAbsolute = (path: string): boolean => path.startsWith('/') || /^(?:\\\\[?.]\\)?[A-Za-z]:[\\/]/.test(path)

/** Removes `.`, `..`, doubled and trailing slashes. Pure text; links are the host's business. */
export const normalise = (path: string): string => {
  // `\\\\?\\C:\\x` is `C:\\x`.
  const text =
    path.includes('\\') && /^(?:\\\\[?.]\\)?[A-Za-z]:\\/.test(path) ? path.replace(/^\\\\[?.]\\/, '').replaceAll('\\', '/') : path
  const drive = /^[A-Za-z]:/.exec(text)?.[0].toUpperCase() ?? ''
  const kept: string[] = []
  for (const part of text.slice(drive.length).split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') kept.pop()
    else kept.push(part)
  }
  return `${drive}/${kept.join('/')}`
}

/** A path in every spelling that a glob may name it by: as written, absolute, through links. */
export const placeOf = (written: string, path: string | undefined, many: boolean, ground: Ground, all?: boolean): Place => {
  // A glob that is read stands for files; what is deleted goes with everything below.
  const whole = all ?? (many && !hasMagic(path ?? ''))
  if (path === undefined) return { forms: [], written, many, whole }
  const lexical = usual(path, ground)
  const real = usual(ground.host.realpath(lexical), ground)
  return { forms: real === lexical ? [lexical] : [lexical, real], written, many, whole }
}

export type PathPattern = (place: Place) => boolean

/**
 * A path glob of a policy. Anchors: `/`, `~`, `$HOME`, `$WORKSPACE`; a pattern without a slash matches in any folder, one with
 * a slash starts at the workspace. A pattern that ends in a plain name also covers what lies below.
 */
export const pathPattern = (pattern: string, ground: Ground): PathPattern => {
  const { host } = ground
  const ignoreCase = host.platform !== 'linux'
  const folded = (text: string): string => (ignoreCase ? caseless(text) : text)
  const globs: string[] = []
  for (const base of anchored(pattern, ground)) {
    const glob = base.endsWith('/') ? `${base}**` : base
    globs.push(glob)
    const last = glob.slice(glob.lastIndexOf('/') + 1)
    if (last !== '' && !hasMagic(last)) globs.push(`${glob}/**`)
  }
  const tests = globs.map(glob => pathGlob(glob, ignoreCase))
  const fixed = globs.flatMap(glob => braces(folded(glob))).map(fixedPart)
  const names = globs
    .flatMap(glob => braces(folded(glob)))
    .map(glob => glob.slice(glob.lastIndexOf('/') + 1))
    .filter(name => !hasMagic(name))
  /** Whether deleting this takes what the pattern is about with it. */
  const takes = (form: string): boolean => {
    if (!hasMagic(form)) return fixed.some(base => base.startsWith(form === '/' ? '/' : `${folded(form)}/`))
    const { length } = form.split('/')
    const test = pathGlob(form, ignoreCase)
    return fixed.some(base => base !== '' && test(base.split('/').slice(0, length).join('/')))
  }
  return place =>
    place.forms.some(form => {
      if (tests.some(test => test(form))) return true
      if (place.whole && takes(form)) return true
      if (!place.many) return false
      const last = folded(form.slice(form.lastIndexOf('/') + 1))
      return hasMagic(last) && names.some(name => (!name.startsWith('.') || last.startsWith('.')) && textGlob(last, name))
    })
}

/** A glob of a policy, from the root on. */
export const anchored = (pattern: string, ground: Ground): string[] => {
  const home = usual(ground.host.home, ground)
  const below = (base: string, rest: string): string => (base === '/' ? rest : base + rest)
  const tilde = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(pattern)
  if (tilde !== null) return [below(home, pattern.slice(tilde[0].length))]
  const workspace = /^\$(?:WORKSPACE|\{WORKSPACE\})(?=\/|$)/.exec(pattern)
  const behind = (root: string): string[] => [...new Set([root, ground.host.realpath(root)].map(path => usual(path, ground)))]
  if (workspace !== null) return ground.roots.flatMap(behind).map(root => below(root, pattern.slice(workspace[0].length)))
  if (isAbsolute(pattern)) return [settled(pattern, ground.host, undefined)]
  if (pattern.startsWith('**/')) return [`/${pattern}`]
  const plain = pattern.replace(/^\.\//, '')
  if (!plain.replace(/\/$/, '').includes('/')) return [`/**/${plain}`]
  return ground.roots.flatMap(behind).map(root => below(root, `/${plain}`))
}

/** The folders before the first wildcard. Empty when the pattern has none. */
const fixedPart = (glob: string): string => {
  const segments = glob.split('/')
  const at = segments.findIndex(hasMagic)
  return at < 0 ? glob : at < 3 ? '' : segments.slice(0, at).join('/')
}
