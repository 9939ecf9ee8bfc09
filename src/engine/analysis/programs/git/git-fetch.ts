/** Which refs a fetch writes here: those its words name, and those its configuration adds. */

import type { Options } from '../../calls/options.ts'
import type { RefChange } from '../../values/facts.ts'
import { HOLE, known } from '../../values/value.ts'
import { allOf, type Config, configsOf, type Entry, isTrue, lastOf } from './git-config.ts'
import { mapped, sides } from './git-push.ts'
import { headsOf, type Site } from './git-repository.ts'

const unknown: RefChange = { ref: undefined }

/** Of `fetch` and `pull`. Refs of remotes only say what a remote has: they are left out unless a word names them. */
export function fetched(given: Options, site: Site, own: readonly Entry[]): readonly RefChange[] {
  const [first, ...words] = given.positional
  const specs = words.flatMap((word, at) =>
    words[at - 1]?.text === 'tag' ? [`refs/tags/${word.text}:refs/tags/${word.text}`] : word.text === 'tag' ? [] : [word.text],
  )
  const found = specs.flatMap(spec => named(spec))
  const { flags } = given
  for (const config of configsOf(site, own) ?? [undefined]) {
    if (config === undefined || site.repository === undefined) {
      found.push(unknown)
      continue
    }
    const isAll = flags.has('all') || flags.has('multiple') || (first !== undefined && known(first) === undefined)
    const remotes = isAll ? remotesIn(config) : [first?.text ?? usual(site, config)]
    for (const remote of remotes) {
      const map = given.values.get('refmap')
      const written = map === undefined ? allOf(config, `remote.${remote}.fetch`) : [map.text]
      const isPlain = specs.length === 0
      found.push(...written.flatMap(spec => (isPlain ? added(spec) : specs.flatMap(each => addedFor(each, spec)))))
      found.push(...tags(flags, remote, config, isPlain))
    }
  }
  return flags.has('dry-run') ? found.map(change => ({ ...change, isRead: true })) : found
}

/** What `remote update`, `remote prune` and `remote add -f` write. */
export const fetchedFromAll = (site: Site, own: readonly Entry[]): readonly RefChange[] =>
  (configsOf(site, own) ?? [undefined]).flatMap(config =>
    config === undefined || site.repository === undefined
      ? [unknown]
      : remotesIn(config).flatMap(remote => [
          ...allOf(config, `remote.${remote}.fetch`).flatMap(added),
          ...tags(new Set(), remote, config, true),
        ]),
  )

export const remotesIn = (config: Config): readonly string[] => [
  ...new Set(config.flatMap(([key]) => /^remote\.(.+)\.(?:url|fetch)$/.exec(key)?.[1] ?? [])),
]

function usual(site: Site, config: Config): string {
  const remotes = headsOf(site).flatMap(head => lastOf(config, `branch.${head?.replace(/^refs\/heads\//, '')}.remote`) ?? [])
  return remotes[0] ?? 'origin'
}

function tags(flags: ReadonlySet<string>, remote: string, config: Config, isPlain: boolean): readonly RefChange[] {
  const says = (key: string): boolean => isTrue(lastOf(config, `remote.${remote}.${key}`) ?? lastOf(config, `fetch.${key}`))
  const isAll = flags.has('t') || flags.has('tags') || lastOf(config, `remote.${remote}.tagopt`) === '--tags'
  const isNone = flags.has('n') || flags.has('no-tags')
  const isPruned = flags.has('P') || flags.has('prune-tags') || (isPlain && says('prunetags') && says('prune'))
  return (isAll && !isNone) || isPruned ? [{ ref: 'refs/tags/*' }] : []
}

/** A refspec of the command line: without a colon it is only read. */
function named(spec: string): readonly RefChange[] {
  const [from, to] = sides(spec)
  if (spec[0] === '^') return []
  if (to === undefined) return [{ ref: from.includes(HOLE) ? undefined : full(from), isRead: true }]
  if (to === '') return []
  return [{ ref: to.includes(HOLE) ? undefined : full(to) }]
}

const full = (name: string): string =>
  name.startsWith('refs/') ? name : `refs/${/^(?:heads|tags|remotes)\//.test(name) ? '' : 'heads/'}${name}`

/** A refspec of the configuration. */
function added(spec: string): readonly RefChange[] {
  const [, to = ''] = sides(spec)
  return to === '' || to.startsWith('refs/remotes/') || spec[0] === '^' ? [] : [{ ref: full(to) }]
}

/** Where the configuration says that a ref goes which a word names. */
function addedFor(named: string, spec: string): readonly RefChange[] {
  const [from] = sides(named)
  if (/[*\0]/.test(from)) return added(spec)
  const names = [from, `refs/${from}`, `refs/heads/${from}`, `refs/tags/${from}`]
  return names.flatMap(name => mapped(name, spec)).filter(({ ref }) => ref?.startsWith('refs/remotes/') !== true)
}
