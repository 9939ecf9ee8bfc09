/** Places as the engine asks for them: those of credentials, since taking the table apart would be paid for by every call, and those that adapters name. */

import { credentialPlaces } from '../../src/engine/analysis/places/credential-places.ts'
import { type Client, header } from './registry.ts'

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

export const serverPlaces = (clients: readonly Client[]): string => {
  const places = clients.flatMap(client => ('install' in client ? (client.install.servers ?? []) : []))
  return [
    `${header}\n`,
    "\nimport type { ServerPlace } from '../../../core/install.ts'\n",
    '\n/** Where the clients keep MCP servers: of each adapter, `install.servers`. */\n',
    'export const serverPlaces: readonly ServerPlace[] = [\n',
    ...places.map(place => `  [${place.map(word => `'${word}'`).join(', ')}],\n`),
    ']\n',
  ].join('')
}
