/** Fixtures of switches, found by folder, and the switches that adapters declare. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installables } from '../../src/cli/commands/registration/registrations.ts'
import type { System } from '../../src/core/install.ts'
import { type Case, groundOf } from './machine.ts'

/** The first case has the guard off, or leaves that open. */
export interface Fixture extends Case {
  readonly neighbours: readonly Case[]
}

export interface Thrown {
  readonly client: string
  readonly id: string
  readonly fixture: Fixture
}

const folder = 'fixtures/guard'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** What stands in `_base.json` holds for every case of the client. */
const over = (base: Partial<Case>, one: Case): Case => ({
  ...base,
  ...one,
  files: { ...base.files, ...one.files },
  env: { ...base.env, ...one.env },
})

export const fixturesIn = (root = '.'): readonly Thrown[] =>
  readdirSync(join(root, folder)).flatMap(client => {
    const dir = join(root, folder, client)
    const base = existsSync(join(dir, '_base.json')) ? (read(join(dir, '_base.json')) as Partial<Case>) : {}
    return readdirSync(dir)
      .filter(name => name.endsWith('.json') && name !== '_base.json')
      .sort()
      .map(name => {
        const fixture = read(join(dir, name)) as Fixture
        const neighbours = fixture.neighbours.map(one => over(base, one))
        return { client, id: name.replace(/\.json$/, ''), fixture: { ...over(base, fixture), neighbours } }
      })
  })

const systems: readonly System[] = ['linux', 'darwin', 'win32']

/** `<client>/<switch>` with the words that a person would write, over all systems. */
export const declared = async (): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const { client, installation } of await installables()) {
    for (const system of systems) {
      const said = installation.switches?.(groundOf({ system })('user'))
      if (said === undefined) continue
      for (const { id, says } of said.list) found.set(`${client}/${id}`, says)
      if (said.since !== undefined) found.set(`${client}/since`, `a version before ${said.since.join('.')}`)
      if (said.reading === undefined) continue
      if (said.reading.bom === undefined) found.set(`${client}/reading.bom`, 'a byte order mark in the file')
      if (said.reading.comments !== 'any') found.set(`${client}/reading.comments`, 'a comment in the file')
      if (said.reading.noLinks) found.set(`${client}/reading.link`, 'a link that leads to the file')
      if (said.reading.schema !== undefined)
        found.set(`${client}/reading.schema`, 'one value of a wrong type, anywhere in the file')
      if (said.reading.fault !== undefined) found.set(`${client}/reading.entry`, 'one entry that the client does not take')
      for (const { kind } of said.sources)
        if (kind === 'registry' || kind === 'plist' || kind === 'folder') found.set(`${client}/source.${kind}`, sources[kind])
    }
  }
  return found
}

const sources = {
  registry: 'the same in the registry',
  plist: 'the same in managed preferences',
  folder: 'the same in a folder of managed settings',
} as const
