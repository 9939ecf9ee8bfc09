/** The bridge plugins as text, each one file: what it shares with others stands before what is the host's own. */

import { readFile } from 'node:fs/promises'
import { at } from '../project/project.ts'
import { header, moduleNames } from './registry.ts'

const folder = 'src/adapters/bridges'
const source = (name: string): Promise<string> => readFile(at(folder, `${name}.ts`), 'utf8')

export const bridgeTexts = async (): Promise<string> => {
  const lines = await Promise.all(
    moduleNames(folder).map(async name => {
      const own = await source(name)
      return `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${JSON.stringify(joined(await sharedBy(own), own))},\n`
    }),
  )
  return `${header}\n\nexport const bridges = {\n${lines.join('')}} as const\n`
}

/** The texts of the shared modules that a text imports, each once, and after those that it imports itself. */
const sharedBy = async (text: string, seen = new Set<string>()): Promise<readonly string[]> => {
  const found: string[] = []
  for (const [, name = ''] of text.matchAll(/from '\.\/(_[a-z-]+)\.ts'/g)) {
    if (seen.has(name)) continue
    seen.add(name)
    const shared = await source(name)
    found.push(...(await sharedBy(shared, seen)), shared)
  }
  return found
}

/** The host's opening comment, everybody's imports, the shared parts without their exports, the host's part. */
const joined = (shared: readonly string[], own: string): string => {
  const [about = '', ...rest] = own.trim().split(/\n\n/)
  const parts = [...shared.map(text => text.replaceAll(/^export /gm, '')), rest.join('\n\n')]
  const bodies = parts.map(part => part.replaceAll(/^import .*\n/gm, '').trim())
  return `${[about, importsOf(parts.join('\n')), ...bodies].join('\n\n')}\n`.replaceAll(/\n{3,}/g, '\n\n')
}

/** One line for each module of the runtime. */
const importsOf = (text: string): string => {
  const names = new Map<string, string[]>()
  for (const [, list = '', from = ''] of text.matchAll(/^import \{ (.+) \} from '(node:.+)'$/gm))
    names.set(from, [...(names.get(from) ?? []), ...list.split(', ')])
  return [...names].map(([from, list]) => `import { ${[...new Set(list)].sort().join(', ')} } from '${from}'`).join('\n')
}
