/** What `init` does for a client, as its page tells it. */

import type { ClientAdapter } from '../../src/core/adapter.ts'
import { type Ground, type Hook, type Scope, type System, scopes, type Write } from '../../src/core/install.ts'
import { table } from './docs.ts'

const systems: readonly System[] = ['linux', 'darwin', 'win32']

const groundOf = (scope: Scope, system: System): Ground => ({ scope, system, env: {}, home: '~', root: '.' })

/** What is written, and for which events. */
const written = ({ id, install }: ClientAdapter, ground: Ground, version: Hook['version']) => {
  const events = new Set<string>()
  const command = (name: string) => {
    events.add(name)
    return { executable: 'tfy-hook', args: ['--client', id, '--event', name] }
  }
  return { writes: install.writes(ground, { command, budgetMs: 10_000, version, closed: true }), events: [...events] }
}

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(part => part !== '').join(' and ')

const code = (text: string): string => `\`${text}\``

/** Of several programs in one folder, the folder. */
const placeOf = (write: Write): string => {
  const place = write.kind === 'bridge' ? `${write.folder}/` : write.file
  return (/\.(?:json|toml)$/.test(place) ? place : place.replace(/[^/]+$/, '')).replace(/^\.\//, '')
}

/** Which events, which files, and what is left to do. */
export const initBlock = (client: ClientAdapter): string => {
  const { scopes: all, notes } = client.install
  const taken = scopes.filter(scope => all.includes(scope))
  const usual = written(client, groundOf(all.includes('user') ? 'user' : 'project', 'linux'), undefined).events
  const newer = written(client, groundOf(taken[0] ?? 'user', 'linux'), [99]).events.filter(name => !usual.includes(name))
  const events = usual.length === 0 ? 'writes the bridge' : `registers ${listed(usual.map(code))}`
  const later = newer.length === 0 ? '' : `, and ${listed(newer.map(code))} where the version has them`
  const places = taken.map(scope => {
    const files = systems.flatMap(system => written(client, groundOf(scope, system), undefined).writes.map(placeOf))
    return [scope, [...new Set(files)].map(code).join(', ')]
  })
  const left = new Set(taken.flatMap(scope => notes?.(groundOf(scope, 'linux')) ?? []))
  return `${code(`tfy-hook init --client ${client.id}`)} ${events}${later}:

${table(['scope', 'where'], places)}${left.size === 0 ? '' : `\n${[...left].map(note => `- ${note}\n`).join('')}`}`
}
