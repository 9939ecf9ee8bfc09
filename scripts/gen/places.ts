/** Places that adapters name. */

import { type Client, header } from './registry.ts'

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
