/** Names of packages, each list in one string: what is not looked up is not taken apart. */

import { readFileSync } from 'node:fs'
import { at } from '../../project/project.ts'
import { header } from '../registry.ts'

const registries = ['crates', 'editors', 'gems', 'go', 'npm', 'nuget', 'pypi']

export const packageNames = (): string => {
  const lists = registries.map(registry => {
    const text = readFileSync(at(`src/engine/knowledge/packages/${registry}.txt`), 'utf8')
    const [popular = '', neighbours = ''] = text.split('\n\n').map(part =>
      part
        .replace(/^#.*\n/, '')
        .trim()
        .replace(/\s+/g, ' '),
    )
    return `  ${registry}: {\n    popular: '${popular}',\n    neighbours: '${neighbours}',\n  },\n`
  })
  return `${header}\n\nexport const packages = {\n${lists.join('')}} as const\n`
}
