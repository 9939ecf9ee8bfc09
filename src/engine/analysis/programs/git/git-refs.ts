/** Which branches and tags a git command changes here, and what it leaves checked out for the commands behind it. */

import { isOneOf } from '../../../matching/words.ts'
import { has, type Options, parsed, type Reading } from '../../calls/options.ts'
import type { Checkout } from '../../values/analysis.ts'
import type { RefChange } from '../../values/facts.ts'
import { HOLE, known, type Value } from '../../values/value.ts'
import { configsOf, type Entry, isTrue, keyOf, lastOf } from './git-config.ts'
import { fetched, fetchedFromAll, remotesIn } from './git-fetch.ts'
import { pushed } from './git-push.ts'
import { behind, change, type Head, hasRef, headsOf, rebasedBranch, type Site } from './git-repository.ts'

/** What a command changes; where it changes no ref, the branch that is checked out. */
export function refsOf(verb: string, words: readonly Value[], site: Site, own: readonly Entry[]): readonly RefChange[] {
  if (/^(?:push|send-pack)$/.test(verb)) return pushed(words, site, own)
  const read = isOneOf(changers, verb) ? {} : ({ isRead: true } as const)
  const found =
    changedBy(verb, readingOf(verb, words), words, site, own) ?? checkedOut(site).map(change => ({ ...change, ...read }))
  // One that is another name for a ref changes that one.
  return found.flatMap(change => {
    const meant = change.ref === undefined ? undefined : behind(site, change.ref)
    return meant === change.ref ? change : [change, { ...change, ref: meant }]
  })
}

/** Commands that change what is checked out, unless they say otherwise. */
const changers = ' am cherry-pick commit merge pull rebase reset revert restore clean stash rm checkout switch '

const checkedOut = (site: Site): readonly RefChange[] => headsOf(site).flatMap(head => (head === undefined ? [] : changeOf(head)))

const changeOf = (ref: string): RefChange => ({ ref: ref.includes(HOLE) ? undefined : ref })

/** Below `refs/heads`, whatever the name begins with; `-` and `@{-1}` are one of before. */
const fullName = (word: Value | undefined): string =>
  word === undefined || word.text === '-' || word.text.includes('@{') ? HOLE : `refs/heads/${word.text}`

const branch = (word: Value | undefined): RefChange => changeOf(fullName(word))

/** A branch that is there already is only checked out. */
const branchOrRead = (word: Value, site: Site): RefChange => ({
  ...branch(word),
  ...(!isMade(word.text, site) && { isRead: true as const }),
})

/** Whether `checkout NAME` makes a branch after that of a remote. */
function isMade(name: string, site: Site): boolean {
  if (site.repository === undefined || hasRef(site, `refs/heads/${name}`)) return false
  const remotes = (configsOf(site, []) ?? []).flatMap(remotesIn)
  return remotes.some(remote => hasRef(site, `refs/remotes/${remote}/${name}`))
}

function changedBy(
  verb: string,
  given: Options,
  words: readonly Value[],
  site: Site,
  own: readonly Entry[],
): readonly RefChange[] | undefined {
  const { positional } = given
  switch (verb) {
    case 'checkout':
    case 'switch': {
      const made = madeBy(given)
      if (made !== undefined) return [branch(made)]
      const [first, ...more] = positional
      if (first === undefined || more.length > 0 || words.some(word => word.text === '--')) return undefined
      return [isTracking(given) ? changeOf(trackedName(first)) : branchOrRead(first, site)]
    }
    case 'branch': {
      if (positional.length === 0 || isListing(given)) return undefined
      if (has(given, 'd', 'D', 'delete'))
        return has(given, 'r', 'remotes')
          ? positional.map(({ text }) => changeOf(`refs/remotes/${text}`))
          : positional.map(branch)
      if (has(given, 'c', 'C', 'copy')) return [branch(positional.at(-1))]
      if (!has(given, 'm', 'M', 'move')) return [branch(positional[0])]
      const old = positional.length > 1 ? [] : headsOf(site).map(head => changeOf(head ?? HOLE))
      return [...old, ...positional.map(branch)]
    }
    case 'tag': {
      if (positional.length === 0 || has(given, 'l', 'list', 'contains', 'points-at', 'v', 'verify')) return undefined
      const names = has(given, 'd', 'delete') ? positional : positional.slice(0, 1)
      return names.map(({ text }) => changeOf(`refs/tags/${text}`))
    }
    case 'rebase': {
      const back = site.repository === undefined ? undefined : rebasedBranch(site.repository)
      if (back !== undefined) return [changeOf(back)]
      const name = positional[given.values.has('onto') || !has(given, 'root') ? 1 : 0]
      const moved = name === undefined ? checkedOut(site) : [branch(name)]
      const says = (configsOf(site, own) ?? []).some(config => isTrue(lastOf(config, 'rebase.updaterefs')))
      // Branches on the way go along.
      const isWide = given.flags.has('update-refs') || (says && !given.flags.has('no-update-refs'))
      return isWide ? [...moved, { ref: 'refs/heads/*' }] : moved
    }
    case 'fetch':
    case 'pull': {
      const heads = verb === 'pull' ? checkedOut(site) : []
      const found = fetched(given, site, own).filter(({ isRead }) => verb === 'fetch' || isRead !== true)
      return found.length + heads.length === 0 ? undefined : [...heads, ...found]
    }
    case 'update-ref':
      if (positional[0] === undefined) return [{ ref: undefined }]
      return positional[0].text === 'HEAD' ? checkedOut(site) : [changeOf(positional[0].text)]
    case 'symbolic-ref':
      if (positional.length < 2 && !has(given, 'd', 'delete')) return undefined
      return positional[0]?.text === 'HEAD' ? [] : [changeOf(positional[0]?.text ?? HOLE)]
    case 'worktree': {
      const made = given.values.get('b') ?? given.values.get('B')
      const [command, path, from] = positional
      if (command?.text !== 'add' || path === undefined) return undefined
      if (made !== undefined) return [branch(made)]
      if (has(given, 'd', 'detach')) return undefined
      if (from !== undefined) return [branchOrRead(from, site)]
      const name = path.text.split('/').findLast(part => part !== '') ?? ''
      const isThere = hasRef(site, `refs/heads/${name}`)
      return [{ ...branch({ ...path, text: name }), ...(isThere && { isRead: true as const }) }]
    }
    case 'stash':
      return positional[0]?.text === 'branch' ? [branch(positional[1])] : undefined
    case 'reflog':
      return has(given, 'updateref') ? [{ ref: undefined }] : undefined
    case 'fast-import':
    case 'filter-branch':
    case 'filter-repo':
    case 'replace':
    case 'replay':
    case 'subtree':
    case 'svn':
      return [{ ref: undefined }]
    case 'remote': {
      if (has(given, 'mirror') && has(given, 'f', 'fetch')) return [{ ref: 'refs/*' }]
      return /^(?:update|prune)$/.test(positional[0]?.text ?? '') ? fetchedFromAll(site, own) : []
    }
    case 'clone':
    case 'init':
    case 'config':
    case 'ls-remote':
      return []
    default:
      return undefined
  }
}

/** Those that take a value, and behind the bar others that count here. */
const forms: Readonly<Record<string, string>> = {
  checkout: 'b B orphan conflict pathspec-from-file|detach track force merge guess quiet',
  switch: 'c C create force-create orphan conflict|detach track force discard-changes merge guess quiet',
  branch:
    'u set-upstream-to sort format abbrev points-at contains no-contains merged no-merged|delete move copy force list all remotes show-current track unset-upstream edit-description create-reflog',
  tag: 'm F u message file local-user cleanup sort format contains no-contains merged no-merged points-at trailer|delete list verify force annotate sign create-reflog',
  rebase:
    'onto s strategy X strategy-option x exec C whitespace empty|root update-refs no-update-refs abort continue skip quit interactive keep-base',
  fetch:
    'depth j jobs o server-option refmap upload-pack deepen shallow-since shallow-exclude negotiation-tip filter|all multiple tags no-tags prune prune-tags dry-run force',
  pull: 'depth j jobs o server-option s X strategy strategy-option upload-pack refmap|all tags no-tags prune dry-run rebase force',
  'update-ref': 'm|delete stdin create-reflog',
  'symbolic-ref': 'm|delete short quiet',
  worktree: 'b B reason expire|detach force track orphan lock',
  config: 'f file blob type default comment value|',
  remote: 't m|fetch mirror push',
  reflog: 'expire expire-unreachable|updateref rewrite all',
}

const readings = new Map<string, Reading>()

function readingOf(verb: string, words: readonly Value[]): Options {
  let reading = readings.get(verb)
  if (reading === undefined) {
    const [valued = '', others = ''] = (forms[verb] ?? '').split('|')
    const takes = new Set(valued.split(' '))
    reading = { takes, known: new Set([...takes, ...others.split(' ')]), shortens: true }
    readings.set(verb, reading)
  }
  return parsed(words, reading)
}

const madeBy = ({ values }: Options): Value | undefined =>
  ['b', 'B', 'c', 'C', 'create', 'force-create', 'orphan'].flatMap(name => values.get(name) ?? [])[0]

const isTracking = (given: Options): boolean => given.flags.has('t') || given.flags.has('track')

/** What `-t origin/NAME` calls the branch. */
const trackedName = ({ text }: Value): string => `refs/heads/${text.replace(/^(?:refs\/)?(?:remotes\/)?[^/]+\//, '')}`

const isListing = (given: Options): boolean =>
  has(
    given,
    'l',
    'list',
    'a',
    'all',
    'r',
    'remotes',
    'contains',
    'no-contains',
    'merged',
    'no-merged',
    'points-at',
    'show-current',
  ) && !has(given, 'd', 'D', 'delete')

/** Notes what is different for the commands behind this one. */
export function leaves(verb: string, words: readonly Value[], site: Site): void {
  if (!isOneOf(' bisect branch checkout config rebase remote stash switch symbolic-ref tag ', verb)) return
  const { call, repository } = site
  const given = readingOf(verb, words)
  const { positional } = given
  const head = (ref: Head, isSure = false): void =>
    change(site, { heads: [{ ref: ref?.includes(HOLE) === true ? HOLE : ref, isSure, by: call.analysis.chain }] })
  switch (verb) {
    case 'checkout':
    case 'switch': {
      const made = madeBy(given)
      if (made !== undefined) {
        const isNew =
          repository !== undefined && positional.length === 0 && !hasRef(site, fullName(made)) && !made.text.includes(HOLE)
        head(fullName(made), isNew)
        change(site, { refs: [fullName(made)] })
        return
      }
      const [first, ...more] = positional
      if (first === undefined || more.length > 0 || words.some(word => word.text === '--')) return
      head(has(given, 'detach') || (verb === 'switch' && has(given, 'd')) ? undefined : leadsTo(first, isTracking(given), site))
      return
    }
    case 'rebase':
      if (positional.length > 1) head(fullName(positional[1]))
      return
    case 'stash':
      if (positional[0]?.text === 'branch') head(fullName(positional[1]))
      return
    case 'bisect':
      head(undefined)
      return
    case 'symbolic-ref':
      if (positional[0]?.text === 'HEAD' && positional[1] !== undefined) head(positional[1].text)
      return
    case 'branch':
      if (has(given, 'm', 'M', 'move') && positional.length > 0) head(fullName(positional.at(-1)))
      else if (has(given, 'u', 'set-upstream-to', 'unset-upstream')) change(site, { config: tracked(given, site) })
      else if (positional[0] !== undefined && !isListing(given)) change(site, { refs: [fullName(positional[0])] })
      return
    case 'tag':
      if (positional[0] !== undefined) change(site, { refs: [`refs/tags/${positional[0].text}`] })
      return
    case 'config':
      configures(given, site)
      return
    case 'remote': {
      const [command, name, address] = positional
      if (!/^(?:add|rename|rm|remove|set-url)$/.test(command?.text ?? '')) return
      const isPlain = name !== undefined && address !== undefined && /^(?:add|set-url)$/.test(command?.text ?? '')
      const key = `remote.${name?.text}.${has(given, 'push') ? 'pushurl' : 'url'}`
      if (isPlain && has(given, 'mirror')) change(site, { config: [[`remote.${name.text}.mirror`, 'true']] })
      change(site, { config: [isPlain ? [key, address.text] : [HOLE, HOLE]] })
      return
    }
    default:
  }
}

/** What `checkout NAME` checks out: a branch, also one that is made after that of a remote, or a commit. */
function leadsTo(word: Value, isNamed: boolean, site: Site): Head {
  const { text } = word
  if (text === '-' || text.startsWith('@{') || text.includes(HOLE)) return HOLE
  if (isNamed) return trackedName(word)
  if (hasRef(site, `refs/heads/${text}`)) return `refs/heads/${text}`
  const isCommit = /^(?:HEAD|@)$|[~^@]|^refs\//.test(text) || (text.length >= 7 && /^[0-9a-f]+$/.test(text))
  return isCommit || hasRef(site, `refs/tags/${text}`) || hasRef(site, `refs/remotes/${text}`) ? undefined : `refs/heads/${text}`
}

function tracked(given: Options, site: Site): Checkout['config'] {
  const to = known(given.values.get('u') ?? given.values.get('set-upstream-to'))
  const names = given.positional[0] === undefined ? headsOf(site) : [`refs/heads/${given.positional[0].text}`]
  const [, remote = '.', ref = ''] = /^(?:refs\/remotes\/|remotes\/)?(?:([^/]+)\/)?(.+)$/.exec(to ?? '') ?? []
  if (to === undefined || names.some(name => name === undefined || name.includes(HOLE))) return [[HOLE, HOLE]]
  return names.flatMap(name => {
    const own = name?.replace(/^refs\/heads\//, '')
    return [[`branch.${own}.remote`, remote] as const, [`branch.${own}.merge`, `refs/heads/${ref}`] as const]
  })
}

function configures(given: Options, site: Site): void {
  const asks = ['get', 'get-all', 'get-regexp', 'get-urlmatch', 'list', 'l']
  if (has(given, ...asks) || /^(?:get|list)$/.test(given.positional[0]?.text ?? '')) return
  const isNamed = given.positional[0]?.text === 'set'
  const [key, value] = isNamed ? given.positional.slice(1) : given.positional
  const isSet = key !== undefined && value !== undefined && !/^(?:unset|edit|rename-section|remove-section)$/.test(key.text)
  const isOther = has(given, 'unset', 'unset-all', 'e', 'edit', 'rename-section', 'remove-section', 'replace-all')
  if (key !== undefined && !isSet && !isOther && !/^(?:unset|edit|rename-section|remove-section)$/.test(key.text)) return
  const entry: Entry = isSet && !isOther ? [keyOf(key.text), value.text] : [HOLE, HOLE]
  if (isSet && !isOther && !steers.test(entry[0])) return
  const isElsewhere = has(given, 'global', 'system', 'f', 'file')
  change(isElsewhere ? { ...site, repository: undefined } : site, { config: [entry] })
}

/** Keys that have a say in where a push goes. */
const steers = /^(?:push|remote|branch|url|include|includeif)\.|\0/
