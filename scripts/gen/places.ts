/** The places of credentials as the analyser asks for them: taking the table apart would be paid for by every call. */

import { credentialPlaces } from '../../src/analysis/places/credential-places.ts'
import { header } from './registry.ts'

export const credentialLists = (): string => {
  const places = [...new Set(credentialPlaces.flatMap(row => row.split('|').slice(1)))]
  const rooted = places.filter(place => place[0] === '/')
  const list = (name: string, what: string, entries: readonly string[]): string =>
    `\n/** ${what} */\nexport const ${name}: readonly string[] = [\n${entries.map(entry => `  '${entry}',\n`).join('')}]\n`
  return [
    `${header}\n`,
    list(
      'secretNames',
      'Names that count in any folder.',
      places.filter(place => place[0] !== '/'),
    ),
    list(
      'secretTails',
      'Ends of paths.',
      rooted.filter(place => !place.endsWith('/')),
    ),
    list(
      'secretFolders',
      'Folders of which everything counts.',
      rooted.filter(place => place.endsWith('/')),
    ),
  ].join('')
}
