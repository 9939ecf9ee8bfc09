/** Long names that a short name may stand for. */

import type { Host } from '../../matching/host.ts'
import { hasShortName, mayBeShortFor } from '../../matching/path-identity.ts'
import type { Analysis } from '../values/analysis.ts'
import { meaningfulNames } from './known-places.ts'
import { bases } from './roots.ts'

const most = 24

/** Paths by long names that a path with short ones may mean. */
export function longNames(path: string, analysis: Analysis): readonly string[] {
  const { home, roots } = bases(analysis)
  const own = [home, ...roots].flatMap(base => base.split('/'))
  const names = [...new Set([...meaningfulNames(), ...own])]
  let made: string[] = ['']
  path.split('/').forEach((part, index) => {
    const may = hasShortName(part) ? names.filter(name => mayBeShortFor(part, name)) : []
    const before = index === 0 ? '' : '/'
    made = made.flatMap(start => [part, ...may].map(name => start + before + name))
    if (made.length > most) {
      analysis.exhausted = true
      made = made.slice(0, most)
    }
  })
  return made.filter(long => long !== path)
}

/** `/.vol/<volume>/<number>`, `/proc/<pid>/fd/3`: no text says what these are. */
export function isNumbered(path: string, { platform }: Host): boolean {
  if (platform === 'darwin') return /^\/\.vol\//i.test(path)
  return platform === 'linux' && /^\/proc\/\d+\/(?:fd|map_files)\/./.test(path)
}
