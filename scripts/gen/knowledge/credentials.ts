/** Places where programs keep credentials, as the engine asks for them: taking the records apart would be paid for by every call. */

import { header } from '../registry.ts'
import { yamlAt } from './literal.ts'

interface Keeper {
  readonly names?: readonly string[]
  readonly ends?: readonly string[]
  readonly folders?: readonly string[]
}

export const credentialLists = (): string => {
  const keepers = yamlAt('src/engine/knowledge/credential-places.yaml') as readonly Keeper[]
  const list = (name: string, what: string, key: keyof Keeper): string =>
    `\n/** ${what} */\nexport const ${name}: readonly string[] = [\n${[...new Set(keepers.flatMap(keeper => keeper[key] ?? []))]
      .map(entry => `  '${entry}',\n`)
      .join('')}]\n`
  return [
    `${header}\n`,
    list('secretNames', 'Names that count in any folder.', 'names'),
    list('secretTails', 'Ends of paths.', 'ends'),
    list('secretFolders', 'Folders of which everything counts.', 'folders'),
  ].join('')
}
