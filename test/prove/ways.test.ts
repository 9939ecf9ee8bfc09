import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ways } from '../../src/setup/prove/ways.ts'

it('each client that is driven here can be proved, but for the one whose model stands in its own settings alone', () => {
  const driven = readdirSync('scripts/e2e/clients').flatMap(name => (name.startsWith('_') ? [] : [name.replace('.ts', '')]))
  expect(driven.filter(id => !Object.hasOwn(ways, id))).toEqual(['openclaw'])
})
