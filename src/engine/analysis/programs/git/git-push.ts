/** Where a push goes, as git works it out from its words, its configuration and the repository: every ref that it may touch, on which remote. */

import { partsOf, remoteOf } from '../../../matching/addresses.ts'
import { parsed, type Reading } from '../../calls/options.ts'
import type { RefChange, RemoteNames } from '../../values/facts.ts'
import { HOLE, known, type Value } from '../../values/value.ts'
import { allOf, type Config, configsOf, type Entry, isTrue, lastOf, oldEntries } from './git-config.ts'
import { behind, type Head, hasRef, headsOf, type Site } from './git-repository.ts'

const takes = new Set('o push-option receive-pack exec repo recurse-submodules'.split(' '))
const reading: Reading = {
  takes,
  known: new Set([
    ...takes,
    ...'verbose quiet all branches mirror delete tags dry-run porcelain force force-with-lease force-if-includes thin set-upstream progress prune no-verify follow-tags signed atomic ipv4 ipv6'.split(
      ' ',
    ),
  ]),
  shortens: true,
}

/** One way in which it may be meant: what is checked out, and the configuration. */
interface Way {
  readonly site: Site
  readonly head: Head
  readonly config: Config
}

type Change = Omit<RefChange, 'remote'>

const unknown: Change = { ref: undefined }

export function pushed(words: readonly Value[], site: Site, own: readonly Entry[]): readonly RefChange[] {
  const given = parsed(words, reading)
  const configs = configsOf(site, own)
  const plain = configs === undefined || own.length === 0 ? configs : configsOf(site, [])
  const ways = headsOf(site).flatMap(head => (configs ?? [undefined]).map(config => ({ site, head, config })))
  const found = ways.flatMap(({ config: read = [], ...way }) => {
    const [first, ...refs] = given.positional
    const name = remoteName(first ?? given.values.get('repo'), { ...way, config: read }, configs !== undefined)
    const config = urlsOf(name, read).length > 0 ? read : [...read, ...oldEntries(name, site)]
    const remote = configs === undefined ? nobody : remoteOfName(name, config, [...configs, ...(plain ?? [])])
    const all = { ...way, config }
    const changes =
      configs === undefined || site.repository === undefined
        ? withUnknown(given.flags, refs, name, all, configs !== undefined)
        : changesOf(given.flags, refs, name, all)
    return changes.map(change => ({ ...change, remote }))
  })
  const seen = new Set<string>()
  return found.filter(change => {
    const key = JSON.stringify(change)
    return !seen.has(key) && seen.add(key)
  })
}

/** What nobody knows may give the refs that are named another destination as well. */
const withUnknown = (
  flags: ReadonlySet<string>,
  refs: readonly Value[],
  name: string,
  way: Way,
  isRead: boolean,
): readonly Change[] => {
  const found = changesOf(flags, refs, name, way)
  const isTold = refs.length > 0 || ['all', 'branches', 'mirror', 'tags'].some(flag => flags.has(flag))
  // A repository that cannot be read is taken for one that is set up as usual, where refs are named.
  if (isTold && isRead && way.site.changed.config.length === 0) return found
  return [...found, { ...unknown, ...(isForcing(flags) && { isForced: true as const }) }]
}

const isForcing = (flags: ReadonlySet<string>): boolean =>
  ['f', 'force', 'force-with-lease', 'force-if-includes'].some(flag => flags.has(flag))

function changesOf(flags: ReadonlySet<string>, refs: readonly Value[], name: string, way: Way): readonly Change[] {
  const { config } = way
  const remote = `remote.${name}`
  const isMirror = flags.has('mirror') || isTrue(lastOf(config, `${remote}.mirror`))
  const pruned = flags.has('prune') ? ({ isDeleted: true } as const) : {}
  const found: Change[] = []
  if (isMirror) found.push({ ref: 'refs/*', isForced: true, isDeleted: true })
  if (flags.has('all') || flags.has('branches')) found.push({ ref: 'refs/heads/*', ...pruned })
  if (flags.has('tags')) found.push({ ref: 'refs/tags/*', ...pruned })
  const isDeleting = flags.has('d') || flags.has('delete')
  for (let at = 0; at < refs.length; at++) {
    const ref = refs[at] as Value
    const isTag = ref.text === 'tag' && refs[at + 1] !== undefined
    const text = isTag ? `refs/tags/${refs[++at]?.text}` : ref.text
    if (isDeleting) found.push(...destinations(`:${text}`, way))
    if (!isDeleting || flags.has('no-delete')) found.push(...(isTag ? destinations(text, way) : named(ref, remote, way)))
  }
  if (refs.length === 0 && found.length === 0) {
    const set = allOf(config, `${remote}.push`)
    found.push(...(set.length > 0 ? set.flatMap(spec => destinations(spec, way)) : usual(way)))
  }
  // Each remote may have destinations of its own.
  if (name === HOLE) {
    const others = new Set(config.flatMap(([key]) => /^remote\.(.+)\.(?:push|mirror)$/.exec(key)?.[1] ?? []))
    for (const other of others) found.push(...changesOf(flags, refs, other, way))
  }
  if (
    found.length > 0 &&
    (flags.has('follow-tags') || (isTrue(lastOf(config, 'push.followtags')) && !flags.has('no-follow-tags')))
  )
    found.push({ ref: 'refs/tags/*' })
  return isForcing(flags) ? found.map(change => ({ ...change, isForced: true })) : found
}

/** A ref of the command line. Without a colon, what the configuration says of it counts. */
function named(word: Value, remote: string, way: Way): readonly Change[] {
  const text = known(word)
  if (text === undefined) return [...destinations(word.text, way), unknown]
  if (/^[+^]/.test(text) || text.includes(':') || text === 'HEAD' || text === '@') return destinations(text, way)
  const { config } = way
  const found: Change[] = []
  for (const full of sources(text, way)) {
    const specs = allOf(config, `${remote}.push`)
    const isLeftOut = specs.some(each => each[0] === '^' && middleOf(full, each.slice(1)) !== undefined)
    const spec = isLeftOut ? undefined : specs.flatMap(each => mapped(full, each))[0]
    const branch = full.startsWith('refs/heads/') ? full.slice(11) : undefined
    const merges = branch === undefined || !isUpstream(config) ? [] : allOf(config, `branch.${branch}.merge`)
    if (spec !== undefined) found.push(spec)
    else if (merges.length === 1) found.push(...destinations(`${text}:${merges[0]}`, way))
    else found.push({ ref: behind(way.site, full) })
  }
  return found
}

const isUpstream = (config: Config): boolean => /^(?:upstream|tracking)$/i.test(lastOf(config, 'push.default') ?? '')

/** Where a refspec sends a ref that it covers. */
export function mapped(full: string, spec: string): readonly Change[] {
  const [from = '', to] = sides(spec)
  if (to === undefined || to === '') return []
  const middle = middleOf(full, from)
  return middle === undefined ? [] : [{ ref: to.replace('*', () => middle), ...(spec[0] === '+' && { isForced: true as const }) }]
}

/** What stands for the star of a pattern that covers a ref. */
function middleOf(full: string, pattern: string): string | undefined {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === full ? '' : undefined
  const [before, behindStar] = [pattern.slice(0, star), pattern.slice(star + 1)]
  const isCovered = full.length >= pattern.length - 1 && full.startsWith(before) && full.endsWith(behindStar)
  return isCovered ? full.slice(before.length, full.length - behindStar.length) : undefined
}

export const sides = (spec: string): readonly [string, string?] => {
  const plain = spec.replace(/^\+/, '')
  const colon = plain.lastIndexOf(':')
  return colon < 0 ? [plain] : [plain.slice(0, colon), plain.slice(colon + 1)]
}

/** What a refspec may touch on the remote. */
function destinations(spec: string, way: Way): readonly Change[] {
  if (spec[0] === '^') return []
  const forced = spec[0] === '+' ? ({ isForced: true } as const) : {}
  const [from, to] = sides(spec)
  if (from === '' && to === '') return [{ ref: 'refs/heads/*', ...forced }]
  if (to === undefined || to === '') {
    if (from.includes('*')) return [{ ref: from, ...forced }]
    return sources(from, way).map(ref => ({ ref: ref === HOLE ? undefined : behind(way.site, ref), ...forced }))
  }
  const details = { ...forced, ...(from === '' && { isDeleted: true as const }) }
  // That of a remote is another name of a branch there.
  if (to.includes(HOLE) || /^refs\/remotes\/.*\/HEAD$/.test(to)) return [{ ref: undefined, ...details }]
  if (to.startsWith('refs/')) return [{ ref: to, ...details }]
  const found = [`refs/heads/${to}`]
  if (/^(?:heads|tags|remotes)\//.test(to)) found.unshift(`refs/${to}`)
  const isTag = from !== '' && sources(from, way).some(ref => ref.startsWith('refs/tags/'))
  if (isTag || hasRef(way.site, `refs/tags/${to}`)) found.push(`refs/tags/${to}`)
  return found.map(ref => ({ ref, ...details }))
}

/** The refs here that a word may name. Of none, a branch that is made only now. */
function sources(word: string, { head, site }: Way): readonly string[] {
  if (word === 'HEAD' || word === '@') return [head ?? 'refs/heads/HEAD']
  if (word.includes(HOLE)) return [HOLE]
  if (word.startsWith('refs/')) return [word]
  const all = [`refs/tags/${word}`, `refs/heads/${word}`, `refs/${word}`, `refs/remotes/${word}`]
  const found = all.filter(ref => hasRef(site, ref))
  if (found.length > 0) return found
  return /^(?:heads|tags)\//.test(word) ? [`refs/${word}`, `refs/heads/${word}`] : [`refs/heads/${word}`]
}

/** Where nothing is named. */
function usual({ head, config }: Way): readonly Change[] {
  const said = (lastOf(config, 'push.default') ?? 'simple').toLowerCase()
  if (said === 'nothing') return []
  if (said === 'matching') return [{ ref: 'refs/heads/*' }]
  if (head === undefined) return []
  if (head === HOLE) return [unknown]
  const merges = isUpstream(config) ? allOf(config, `branch.${head.replace(/^refs\/heads\//, '')}.merge`) : []
  return merges.length > 0 ? merges.map(ref => ({ ref })) : [{ ref: head }]
}

/** `HOLE` where it cannot be known. */
function remoteName(word: Value | undefined, { head, config, site }: Way, isRead: boolean): string {
  if (word !== undefined) return known(word) ?? HOLE
  if (!isRead || head === HOLE || site.repository === undefined) return HOLE
  const branch = head?.replace(/^refs\/heads\//, '')
  const said =
    (branch === undefined ? undefined : lastOf(config, `branch.${branch}.pushremote`)) ??
    lastOf(config, 'remote.pushdefault') ??
    (branch === undefined ? undefined : lastOf(config, `branch.${branch}.remote`))
  if (said !== undefined) return said
  const remotes = new Set(config.flatMap(([key]) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? []))
  return remotes.size === 1 ? ([...remotes][0] as string) : 'origin'
}

const isAddress = (name: string): boolean => /[/:\\]|^\.\.?$/.test(name)

const nobody: RemoteNames = { urls: [], others: [] }

/** A name means what the files say, unless the script or an option says otherwise of its address. */
function remoteOfName(name: string, config: Config, all: readonly Config[]): RemoteNames {
  if (name === HOLE) return nobody
  const urls = urlsOf(name, config)
  const isSure = all.every(each => urlsOf(name, each).join('\n') === urls.join('\n'))
  if (urls.length === 0) {
    if (!isAddress(name)) return { name, urls: [], others: [] }
    const url = pushedTo(name, config)
    return { urls: [url], others: othersOf([url], name, config) }
  }
  return { ...(isSure && { name }), urls, others: [...(isSure ? [] : [name]), ...othersOf(urls, name, config)] }
}

function othersOf(urls: readonly string[], name: string, config: Config): readonly string[] {
  const places = new Set(urls.map(placeOf))
  const names = new Set(config.flatMap(([key]) => /^remote\.(.+)\.(?:push)?url$/.exec(key)?.[1] ?? []))
  names.delete(name)
  return [...names].filter(other =>
    [...urlsOf(other, config), ...allOf(config, `remote.${other}.url`)].some(url => places.has(placeOf(url))),
  )
}

/** The same for every way to write the address of one repository. */
function placeOf(url: string): string {
  const parts = partsOf(url)
  const host = parts?.host ?? remoteOf(url)
  const path = parts?.path ?? (host === undefined ? url : url.slice(url.indexOf(':') + 1))
  const parted = path.split('/').filter(part => part !== '')
  const plain = `${path[0] === '/' ? '/' : ''}${parted.join('/')}`.replace(/\.git$/, '')
  return host === undefined || host === '' ? plain : `${host.toLowerCase()}/${plain.replace(/^\/+/, '')}`
}

function urlsOf(name: string, config: Config): readonly string[] {
  const own = allOf(config, `remote.${name}.pushurl`)
  if (own.length > 0) return own.map(url => rewritten(url, config))
  return allOf(config, `remote.${name}.url`).map(url => pushedTo(url, config))
}

const pushedTo = (url: string, config: Config): string => instead(url, 'pushinsteadof', config) ?? rewritten(url, config)

const rewritten = (url: string, config: Config): string => instead(url, 'insteadof', config) ?? url

/** The longest that it begins with counts. */
function instead(url: string, kind: string, config: Config): string | undefined {
  let best: readonly [base: string, length: number] | undefined
  for (const [key, prefix] of config) {
    const base = /^url\.(.+)\.\w+$/s.exec(key)?.[1]
    if (base === undefined || !key.endsWith(`.${kind}`) || !url.startsWith(prefix)) continue
    if (best === undefined || prefix.length > best[1]) best = [base, prefix.length]
  }
  return best === undefined ? undefined : best[0] + url.slice(best[1])
}
