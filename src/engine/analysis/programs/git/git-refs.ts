/** Which branches and tags a git command changes here, and what it leaves checked out for the commands behind it. */

import { isOneOf } from '../../../matching/words.ts'
import { has, type Options, options } from '../../calls/options.ts'
import type { Checkout } from '../../values/analysis.ts'
import type { RefChange } from '../../values/facts.ts'
import { HOLE, known, type Value } from '../../values/value.ts'
import { type Entry, keyOf } from './git-config.ts'
import { pushed } from './git-push.ts'
import { change, type Head, hasRef, headsOf, rebasedBranch, type Site } from './git-repository.ts'

/** What a command changes; where it changes no ref, the branch that is checked out. */
export function refsOf(verb: string, words: readonly Value[], site: Site, own: readonly Entry[]): readonly RefChange[] {
  if (/^(?:push|send-pack)$/.test(verb)) return pushed(words, site, own)
  const read = isOneOf(changers, verb) ? {} : ({ isRead: true } as const)
  return changedBy(verb, words, site) ?? checkedOut(site).map(change => ({ ...change, ...read }))
}

/** Commands that change what is checked out, unless they say otherwise. */
const changers = ' am cherry-pick commit merge pull rebase reset revert restore clean stash rm checkout switch '

const checkedOut = (site: Site): readonly RefChange[] => headsOf(site).flatMap(head => (head === undefined ? [] : changeOf(head)))

const changeOf = (ref: string): RefChange => ({ ref: ref.includes(HOLE) ? undefined : ref })

const branch = (word: Value | undefined): RefChange =>
  changeOf(word === undefined ? HOLE : /^refs\/|\0/.test(word.text) ? word.text : `refs/heads/${word.text}`)

const tag = (word: Value): RefChange => changeOf(`refs/tags/${word.text}`)

function changedBy(verb: string, words: readonly Value[], site: Site): readonly RefChange[] | undefined {
  const given = options(words, valued[verb])
  const { positional } = given
  switch (verb) {
    case 'checkout':
    case 'switch': {
      const made = madeBy(given)
      if (made !== undefined) return [branch(made)]
      const [first, ...more] = positional
      return first === undefined || more.length > 0 || words.some(word => word.text === '--')
        ? undefined
        : [{ ...branch(first), isRead: true }]
    }
    case 'branch': {
      if (positional.length === 0 || isListing(given)) return undefined
      if (has(given, 'd', 'D', 'delete')) return positional.map(branch)
      if (has(given, 'c', 'C', 'copy')) return [branch(positional.at(-1))]
      if (!has(given, 'm', 'M', 'move')) return [branch(positional[0])]
      const old = positional.length > 1 ? [] : headsOf(site).map(head => changeOf(head ?? HOLE))
      return [...old, ...positional.map(branch)]
    }
    case 'tag':
      if (positional.length === 0 || has(given, 'l', 'list', 'contains', 'points-at', 'v', 'verify')) return undefined
      return has(given, 'd', 'delete') ? positional.map(tag) : [tag(positional[0] as Value)]
    case 'rebase': {
      const back = site.repository === undefined ? undefined : rebasedBranch(site.repository)
      if (back !== undefined) return [changeOf(back)]
      const name = positional[given.values.has('onto') || !has(given, 'root') ? 1 : 0]
      return name === undefined ? undefined : [branch(name)]
    }
    case 'fetch':
    case 'pull': {
      const found = positional.slice(1).flatMap(word => {
        const [from = '', to] = word.text.replace(/^\+/, '').split(':')
        return to === undefined
          ? verb === 'pull'
            ? []
            : [{ ...branch({ ...word, text: from }), isRead: true as const }]
          : [branch({ ...word, text: to })]
      })
      const heads = verb === 'pull' ? checkedOut(site) : []
      return found.length + heads.length === 0 ? undefined : [...heads, ...found]
    }
    case 'update-ref':
      return positional[0] === undefined ? [{ ref: undefined }] : headOr(positional[0], site)
    case 'symbolic-ref':
      if (positional.length < 2) return undefined
      return positional[0]?.text === 'HEAD' ? [] : [changeOf(positional[0]?.text ?? HOLE)]
    case 'worktree': {
      const made = given.values.get('b') ?? given.values.get('B')
      const [command, path, from] = positional
      if (command?.text !== 'add' || path === undefined || has(given, 'd', 'detach')) return undefined
      return [branch(made ?? from ?? { ...path, text: path.text.split('/').findLast(part => part !== '') ?? '' })]
    }
    case 'stash':
      return positional[0]?.text === 'branch' ? [branch(positional[1])] : undefined
    case 'filter-branch':
    case 'filter-repo':
    case 'replace':
      return [{ ref: undefined }]
    case 'clone':
    case 'init':
    case 'config':
    case 'remote':
    case 'ls-remote':
      return []
    default:
      return undefined
  }
}

const headOr = (word: Value, site: Site): readonly RefChange[] =>
  word.text === 'HEAD' ? checkedOut(site) : [changeOf(word.text)]

const valued: Readonly<Record<string, string>> = {
  checkout: 'b B orphan conflict pathspec-from-file',
  switch: 'c C create force-create orphan conflict',
  branch: 'u set-upstream-to sort format color column abbrev points-at contains no-contains merged no-merged',
  tag: 'm F u message file local-user cleanup sort format contains no-contains merged no-merged points-at color column trailer',
  rebase: 'onto s strategy X strategy-option x exec C whitespace empty keep-base',
  fetch: 'depth j jobs o server-option refmap upload-pack deepen shallow-since shallow-exclude negotiation-tip filter',
  pull: 'depth j jobs o server-option s X strategy strategy-option upload-pack',
  'update-ref': 'm',
  'symbolic-ref': 'm',
  worktree: 'b B reason expire',
  config: 'f file blob type default comment value',
  remote: 't m',
}

const madeBy = ({ values }: Options): Value | undefined =>
  ['b', 'B', 'c', 'C', 'create', 'force-create', 'orphan'].flatMap(name => values.get(name) ?? [])[0]

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
  const given = options(words, valued[verb])
  const { positional } = given
  const head = (ref: Head, isSure = false): void =>
    change(site, { heads: [{ ref: ref?.includes(HOLE) === true ? HOLE : ref, isSure, by: call.analysis.chain }] })
  const full = (word: Value | undefined): string => (word === undefined ? HOLE : `refs/heads/${word.text}`)
  switch (verb) {
    case 'checkout':
    case 'switch': {
      const made = madeBy(given)
      if (made !== undefined) {
        const isNew =
          repository !== undefined && positional.length === 0 && !hasRef(site, full(made)) && !made.text.includes(HOLE)
        head(full(made), isNew)
        change(site, { refs: [full(made)] })
        return
      }
      const [first, ...more] = positional
      if (first === undefined || more.length > 0 || words.some(word => word.text === '--')) return
      head(
        has(given, 'detach') || (verb === 'switch' && has(given, 'd'))
          ? undefined
          : leadsTo(first, has(given, 't', 'track'), site),
      )
      return
    }
    case 'rebase':
      if (positional.length > 1) head(full(positional[1]))
      return
    case 'stash':
      if (positional[0]?.text === 'branch') head(full(positional[1]))
      return
    case 'bisect':
      head(undefined)
      return
    case 'symbolic-ref':
      if (positional[0]?.text === 'HEAD' && positional[1] !== undefined) head(positional[1].text)
      return
    case 'branch':
      if (has(given, 'm', 'M', 'move') && positional.length > 0) head(full(positional.at(-1)))
      else if (has(given, 'u', 'set-upstream-to', 'unset-upstream')) change(site, { config: tracked(given, site) })
      else if (positional[0] !== undefined && !isListing(given)) change(site, { refs: [full(positional[0])] })
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
function leadsTo({ text }: Value, isTracking: boolean, site: Site): Head {
  if (text === '-' || text.startsWith('@{') || text.includes(HOLE)) return HOLE
  if (isTracking) return `refs/heads/${text.replace(/^(?:refs\/)?(?:remotes\/)?[^/]+\//, '')}`
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
