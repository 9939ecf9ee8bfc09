/** docs/govern/stacks.md: the policies of its folder, each with its tests. */

import { readdirSync, readFileSync } from 'node:fs'
import { at } from '../project/project.ts'

const folder = 'docs/govern/stacks'

const block = (file: string, text: string): string => `<!-- file: ${file} -->\n\`\`\`yaml\n${text}\`\`\`\n`

/** The first line of a policy is its title. */
export const stackSections = (): string =>
  readdirSync(at(folder))
    .filter(name => !name.endsWith('.test.yaml'))
    .sort()
    .map(name => {
      const [title = '', ...lines] = readFileSync(at(folder, name), 'utf8').split('\n')
      const tests = name.replace('.yaml', '.test.yaml')
      return `\n## ${title.replace('# ', '')}\n\n${block(name, lines.join('\n'))}\n${block(tests, readFileSync(at(folder, tests), 'utf8'))}`
    })
    .join('')
