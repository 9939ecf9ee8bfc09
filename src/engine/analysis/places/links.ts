/** Where a path leads when links are gone through, and the links that the command itself makes. */

import type { Host } from '../../matching/host.ts'
import { fold, hasShortName, physical, settled } from '../../matching/path-identity.ts'
import { matches } from '../../matching/shell-globs.ts'
import { type Analysis, bounds, type Environment, type Links, record } from '../values/analysis.ts'
import type { Invocation } from '../values/facts.ts'
import { recalled, remembers } from '../values/recalled.ts'
import { eitherFile } from '../values/streams.ts'
import { HOLE, type Stream, taint, type Value } from '../values/value.ts'
import { isGuardPath } from './guard-places.ts'
import { isFarShare, shareOf } from './hosts.ts'
import { isNumbered, longNames } from './long-names.ts'
import { absolutePath, type Place, place, placed, printable, rooted } from './paths.ts'
import { isForeignPlace } from './place-kinds.ts'
import { bases, normalise } from './roots.ts'
import { isSecretPath } from './secret-places.ts'
import { standsFor } from './stands-for.ts'
import { brought } from './startup-places.ts'

/** A place that a word may mean. */
export interface Form extends Place {
  /** Why it is not sure to be meant. */
  readonly unsure?: string
  /** No text says what it is. */
  readonly blind?: true
}

export const noLinks = (): Links => ({ made: new Map(), seen: new Map(), mounts: new Set() })

/** Files by their path, as the system compares paths. */
export const filesOn = (host: Host, roots: readonly string[]): Map<string, Stream> => {
  const files = new Map<string, Stream>()
  if (host.platform === 'linux' && !remembers(host)) return files
  const { get, set } = files
  files.get = path => get.call(files, fold(path, host)) ?? recalled(path, host, roots) ?? fromFar(path)
  files.set = (path, stream) => set.call(files, fold(path, host), stream)
  return files
}

/** What lies at a share of somebody else comes from there each time. */
function fromFar(path: string): Stream | undefined {
  const share = shareOf(path)
  return share !== undefined && isFarShare(share) ? { text: undefined, taint: taint.download | taint.file } : undefined
}

/**
 * `itself`: a link as the last part is meant itself, as when it is deleted. `led`: where links on disk lead counts here and now;
 * for `through` that is looked at later, for all paths at once.
 */
export type End = 'through' | 'led' | 'itself'

/**
 * The places a word may mean: as its text says, then behind links. A shell's `cd` goes by the text, programs by the links;
 * whichever is worse counts.
 */
export function forms(text: Value, env: Environment, analysis: Analysis, end: End = 'through'): readonly [Form, ...Form[]] {
  const first = place(text, env, analysis)
  if (env.remote || first.kind === 'device') return [first]
  const stands =
    text.glob || text.search === true || first.absolute.includes(HOLE) || isInPattern(env, analysis)
      ? standing(first.absolute, text, end === 'itself', env, analysis)
      : []
  if (first.absolute[0] === HOLE) return [first, ...stands]
  const { links, host } = analysis
  const raw = rooted(text.text, env.cwd, host)
  const ups = /\/\.\.(?:\/|$)/.test(raw)
  const itself = end === 'itself' && !/\/\.?$/.test(raw) && !links.mounts.has(fold(first.absolute, host))
  const found: [Form, ...Form[]] = [first, ...stands]
  if (ups || end !== 'through' || text.glob || links.made.size > 0) {
    const walked = ups ? stepwise(raw, env, analysis) : first.absolute
    const led = itself || text.glob ? besidesLast(walked, itself, text.glob, analysis) : whole(walked, end, analysis)
    if (led !== first.absolute) found.push(placed(homeward(led, analysis), text, env, analysis))
  }
  if (host.platform === 'win32' && hasShortName(first.absolute))
    for (const long of longNames(first.absolute, analysis))
      found.push({ ...placed(long, text, env, analysis), unsure: 'what a short file name stands for' })
  if (isNumbered(first.absolute, host)) found.push({ ...first, unsure: 'a file that is named by a number only', blind: true })
  return found
}

/** Whether a file of credentials is meant, by whatever link. */
export const leadsToSecret = (text: Value, env: Environment, analysis: Analysis): boolean =>
  forms(text, env, analysis, 'led').some(({ absolute }) => isSecretPath(absolute, false, analysis.host))

/** Whether the folder in which something runs was told by a pattern (`cd ~/.ss?`). One whose own name has brackets was not. */
function isInPattern({ cwd }: Environment, { folder, roots }: Analysis): boolean {
  if (cwd === undefined || !/[*?[(]/.test(cwd)) return false
  return ![...roots, folder].some(base => base !== undefined && cwd.startsWith(base) && !/[*?[(]/.test(cwd.slice(base.length)))
}

/** What a pattern may stand for, each as a place of its own. */
function standing(absolute: string, text: Value, itself: boolean, env: Environment, analysis: Analysis): readonly Form[] {
  const one = { ...text, glob: false }
  return standsFor(absolute, text, itself, analysis).map(({ path, sure }) => ({
    ...placed(homeward(path, analysis), one, env, analysis),
    ...(sure ? {} : { unsure: `which names ${printable(text.written)} stands for` }),
  }))
}

function stepwise(raw: string, env: Environment, analysis: Analysis): string {
  const path = physical(raw, folder => look(through(folder, false, analysis), env, analysis))
  return settled(normalise(path), analysis.host, env.cwd)
}

/** What the file system says, asked once per path and not without end. */
function look(path: string, env: Environment | undefined, analysis: Analysis): string {
  if (path.includes(HOLE)) return path
  const { seen } = analysis.links
  const known = seen.get(path)
  if (known !== undefined) return known
  if (seen.size >= bounds.looks) {
    analysis.exhausted = true
    return path
  }
  const { host } = analysis
  const alias = host.platform === 'linux' && path === '/dev/fd' ? '/proc/self/fd' : settled(path, host, env?.cwd)
  const told = host.realpath(alias)
  const real = normalise(host.platform === 'win32' ? told.replace(/\\/g, '/') : told)
  seen.set(path, real)
  return real
}

/** Through the links that the command made, the last part included. */
export function through(path: string, glob: boolean, analysis: Analysis): string {
  const { made } = analysis.links
  if (made.size === 0) return path
  let now = path
  for (let hop = 0; hop < bounds.hops; hop++) {
    const next = once(now, glob, analysis)
    if (next === undefined) return now
    now = next
  }
  analysis.exhausted = true
  return now
}

/** The other names of a file, as far as links of the command are names. */
export function namesOf(path: string, analysis: Analysis): readonly string[] {
  const { made } = analysis.links
  if (made.size === 0) return []
  const real = through(path, false, analysis)
  const own = fold(path, analysis.host)
  return [real, ...made.keys()].filter(
    name => fold(name, analysis.host) !== own && (name === real || through(name, false, analysis) === real),
  )
}

function once(path: string, glob: boolean, analysis: Analysis): string | undefined {
  const folded = fold(path, analysis.host).split('/')
  const parts = path.split('/')
  let best: readonly [length: number, target: string] | undefined
  for (const [name, target] of analysis.links.made) {
    const { length } = name.split('/')
    if (length > parts.length || (best !== undefined && best[0] >= length)) continue
    const head = folded.slice(0, length).join('/')
    if (head === name || (glob && /[*?[]/.test(head) && matches(head, name))) best = [length, target]
  }
  if (best === undefined) return undefined
  const rest = parts.slice(best[0]).join('/')
  return rest === '' ? best[1] : `${best[1] === '/' ? '' : best[1]}/${rest}`
}

/** `rm -rf link/` empties what the link leads to. */
function whole(path: string, end: End, analysis: Analysis): string {
  const led = through(path, false, analysis)
  return end === 'through' ? led : look(led, undefined, analysis)
}

/** Everything but what is meant itself: the folder of the last part, or the folders before a pattern. */
function besidesLast(path: string, itself: boolean, glob: boolean, analysis: Analysis): string {
  const wild = glob ? path.search(/[*?[]/) : -1
  const at = path.lastIndexOf('/', wild >= 0 ? wild : undefined)
  if (at <= 0) return path
  const [folder, rest] = wild >= 0 || itself ? [path.slice(0, at), path.slice(at)] : [path, '']
  const led = look(through(folder, false, analysis), undefined, analysis)
  const whole = `${led === '/' ? '' : led}${rest}`
  if (!glob) return whole
  // A pattern may stand for a link on the way to its last part.
  const last = itself ? whole.slice(whole.lastIndexOf('/')) : ''
  return through(whole.slice(0, whole.length - last.length), true, analysis) + last
}

/** What really lies in the workspace or at home is called so, whatever these lead through. */
function homeward(path: string, analysis: Analysis): string {
  const { home, roots } = bases(analysis)
  const usual = settled(path, analysis.host, undefined)
  const folded = fold(usual, analysis.host)
  for (const base of [...roots, home]) {
    if (base === '/' || folded === base || folded.startsWith(`${base}/`)) continue
    const real = fold(settled(look(base, undefined, analysis), analysis.host, undefined), analysis.host)
    if (real !== base && real !== '/' && (folded === real || folded.startsWith(`${real}/`)))
      return base + usual.slice(real.length)
  }
  return usual
}

export interface Linking {
  /** A symbolic link, whose text is read from the folder it lies in. */
  readonly symbolic: boolean
  readonly mounted?: boolean
  readonly env: Environment
  readonly analysis: Analysis
  readonly invocation?: Invocation | undefined
}

/** `name` becomes another name of `source`: later paths lead through it; one that hides what matters is a finding at once. */
export function linked(source: Value, name: Value, { symbolic, mounted, env, analysis, invocation }: Linking): void {
  if (env.remote) return
  const { host, links } = analysis
  const folder = /[\\/]/.test(name.text) ? name.text.replace(/[\\/][^\\/]*$/, '') : '.'
  const relative = symbolic && !/^(?:[/~\\\0]|[A-Za-z]:)/.test(source.text)
  const from = relative ? { ...source, text: `${folder === '' ? '/' : folder}/${source.text}` } : source
  const to = place(name, env, analysis)
  const told = forms(from, env, analysis)
  for (const form of told) {
    const detail = { targets: [form], ...(form.unsure !== undefined && { unknown: form.unsure }) }
    const secret = isSecretPath(form.absolute, from.glob, host) && !isSecretPath(to.absolute, false, host)
    if (secret) record(analysis, 'secrets.read-credentials', detail, invocation)
    if (isGuardPath(form.absolute, analysis) && !isGuardPath(to.absolute, analysis))
      record(analysis, 'self.tamper', detail, invocation)
    for (const at of isForeignPlace(form.absolute, env, analysis) ? forms(name, env, analysis) : []) {
      const found = brought(at.absolute, analysis)
      if (found !== undefined) record(analysis, found, { targets: [at] }, invocation)
    }
  }
  const target = told.at(-1)?.absolute
  if (target === undefined || to.path === undefined || to.kind === 'device') return
  if (links.made.size >= bounds.links) analysis.exhausted = true
  const key = fold(to.absolute, host)
  if (fold(target, host) !== key) links.made.set(key, target)
  if (mounted === true) links.mounts.add(key)
  // Whether a link on the way was made is not sure either.
  let file: Stream | undefined
  for (const { absolute } of told) {
    const one = analysis.files.get(absolute)
    if (one !== undefined) file = file === undefined ? one : eitherFile(file, one, analysis)
  }
  const held = file === undefined ? undefined : analysis.files.get(to.path)
  // Where something is already, no link is made without being forced.
  if (file !== undefined) analysis.files.set(to.path, held === undefined ? file : eitherFile(held, file, analysis))
}

/** `ln a b folder`, `ln a`: a link for each, in the folder under its own name where the last is a folder. */
export function linkedAll(sources: readonly Value[], into: Value | undefined, how: Linking): void {
  for (const source of sources) {
    const inside = within(source, into ?? { ...source, text: '.' })
    if (into === undefined) linked(source, inside, how)
    else if (/(?:^|[\\/])\.{0,2}[\\/]?$/.test(into.text) || sources.length > 1) linked(source, inside, how)
    else {
      linked(source, into, how)
      if (isFolder(into, how)) linked(source, inside, how)
    }
  }
}

export function within(source: Value, folder: Value): Value {
  const name = source.text.replace(/(?<![\\/])[\\/]+$/, '').replace(/^.*[\\/]/, '')
  return { ...folder, text: `${folder.text.replace(/(?<![\\/])[\\/]+$/, '')}/${name}` }
}

function isFolder(into: Value, { env, analysis }: Linking): boolean {
  const { roots, home } = bases(analysis)
  const at = fold(absolutePath(into.text, env.cwd, analysis.host), analysis.host)
  return at === home || roots.includes(at) || roots.some(root => root.startsWith(`${at}/`))
}

/** What moves or is copied as it is takes the name along: a link, credentials, our own files. */
export function renamed(source: Value, target: Value, how: Linking): void {
  const { env, analysis } = how
  if (env.remote) return
  const from = place(source, env, analysis)
  if (
    analysis.links.made.has(fold(from.absolute, analysis.host)) ||
    [...analysis.links.made.values()].some(target => fold(target, analysis.host) === fold(from.absolute, analysis.host)) ||
    isSecretPath(from.absolute, source.glob, analysis.host) ||
    isGuardPath(from.absolute, analysis, true)
  )
    follow(source, /[\\/]\.{0,2}$/.test(target.text) ? within(source, target) : target, how)
}

function follow(source: Value, target: Value, { env, analysis }: Linking): void {
  const to = place(target, env, analysis)
  const from = forms(source, env, analysis).at(-1)
  if (from === undefined || to.path === undefined) return
  if (analysis.links.made.size >= bounds.links) analysis.exhausted = true
  const key = fold(to.absolute, analysis.host)
  if (key !== fold(from.absolute, analysis.host)) analysis.links.made.set(key, from.absolute)
}
