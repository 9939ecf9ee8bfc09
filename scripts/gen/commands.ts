/** The commands of the repository, each in the first sentence of the file that it runs. */

import { readFileSync } from 'node:fs'
import { at } from '../project/project.ts'
import { table } from './docs.ts'

export const commandsTable = (): string => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> }
  const rows = Object.entries(scripts).flatMap(([name, command]) => {
    const [, file] = /^bun (\S+\.ts)/.exec(command) ?? []
    if (file === undefined) return []
    const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(at(file), 'utf8')) ?? []
    const said = comment
      .replace(/^\/\*\*|\*\/$/g, '')
      .replace(/\s*\n \* ?/g, ' ')
      .trim()
    const [sentence = ''] = /^.*?[.;](?= |$)/.exec(said.replace(/^(?:`npm run [^`]*`(?:, )?)+: /, '')) ?? []
    return [[`\`npm run ${name}\``, sentence.replace(/[.;]$/, '')]]
  })
  return table(['command', 'what it does'], rows)
}
