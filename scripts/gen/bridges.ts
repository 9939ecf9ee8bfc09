/** The bridge plugins as text, each one file: what they share stands before what is the host's own. */

import { readFile } from 'node:fs/promises'
import { at } from '../project.ts'
import { header, moduleNames } from './registry.ts'

const folder = 'src/bridges'
const source = (name: string): Promise<string> => readFile(at(folder, `${name}.ts`), 'utf8')

export const bridgeTexts = async (): Promise<string> => {
  const shared = await source('_ask')
  const lines = await Promise.all(
    moduleNames(folder).map(async name => `  ${name}: ${JSON.stringify(joined(shared, await source(name)))},\n`),
  )
  return `${header}\n\nexport const bridges = {\n${lines.join('')}} as const\n`
}

/** The host's opening comment, everybody's imports, the shared part without its exports, the host's part. */
const joined = (shared: string, own: string): string => {
  const [about = '', ...rest] = own.trim().split(/\n\n/)
  const parts = [shared.replaceAll(/^export /gm, ''), rest.join('\n\n')]
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
