/** What a cage is, before anyone asks who can build it. Plain JSON. */

export interface Cage {
  /** `workspace`, `caches` of package managers, `agents` (their own folders), or a path (`~/` is home). */
  readonly write: readonly string[]
  readonly network: 'none' | 'all' | readonly string[]
  /** `guard`: credentials can be read, the guard's own files cannot. */
  readonly hide: 'secrets' | 'guard'
}

/** Where packages come from. */
const registries = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'pypi.org',
  'files.pythonhosted.org',
  'index.crates.io',
  'static.crates.io',
  'proxy.golang.org',
  'sum.golang.org',
  'rubygems.org',
  'repo.maven.apache.org',
]

/** The cages that have a name. */
export const builtIn: Readonly<Record<string, Cage>> = {
  build: { write: ['workspace', 'caches'], network: 'none', hide: 'secrets' },
  install: { write: ['workspace', 'caches'], network: registries, hide: 'secrets' },
  agent: { write: ['workspace', 'caches', 'agents'], network: 'all', hide: 'secrets' },
}

/** In front of a name: no policy file has changed it. */
export const asBuilt = 'built-in:'

/** The cage where nobody names one. */
export const usual = 'build'

/** What both of them permit. A place counts as it is written: one that only the file system knows to be the same is none of both. */
export const narrower = (a: Cage, b: Cage): Cage => ({
  write: [...new Set([...a.write.filter(place => covers(b.write, place)), ...b.write.filter(place => covers(a.write, place))])],
  network: a.network === 'all' ? b.network : b.network === 'all' ? a.network : bothOf(a.network, b.network),
  hide: a.hide === 'guard' ? b.hide : a.hide,
})

const covers = (places: readonly string[], place: string): boolean =>
  places.includes(place) ||
  (plainPath.test(place) && places.some(other => plainPath.test(other) && place.startsWith(`${other}/`)))

/** Nothing in it leads up again. */
const plainPath = /^(?:~|\/)(?!.*\/\.\.?(?:\/|$))(?:.*[^/])?$/

const bothOf = (a: 'none' | readonly string[], b: 'none' | readonly string[]): Cage['network'] => {
  if (a === 'none' || b === 'none') return 'none'
  const both = a.filter(host => b.includes(host))
  return both.length === 0 ? 'none' : both
}

/** The name under which `contain` knows it. */
export const nameOf = (cage: Cage): string | undefined => Object.keys(builtIn).find(name => isSame(builtIn[name] as Cage, cage))

export const isSame = (a: Cage, b: Cage): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

const ordered = ({ write, network, hide }: Cage): unknown => [
  [...write].sort(),
  typeof network === 'string' ? network : [...network].sort(),
  hide,
]

/** One line, for the model and for a question. */
export const inShort = ({ write, network }: Cage): string => {
  const places = write.map(place =>
    place === 'workspace' ? 'the workspace' : place === 'agents' ? "the agents' folders" : place,
  )
  const net = network === 'none' ? 'no network' : network === 'all' ? 'the network' : `only ${listed(network, 4)}`
  return `writes only in ${listed([...places, 'its own /tmp'], 6)}; ${net}`
}

/** A list in a sentence. */
export const listed = (all: readonly string[], most: number): string =>
  all.length === 0 ? 'nothing' : `${all.slice(0, most).join(', ')}${all.length > most ? ` and ${all.length - most} more` : ''}`
