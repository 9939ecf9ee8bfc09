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

/** The cage where nobody names one. */
export const usual = 'build'
