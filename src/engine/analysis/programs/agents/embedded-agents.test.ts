/** The first look for an agent's name, which costs nothing, against the table of agents. */

import { expect, it } from 'vitest'
import { speaksOfAgents } from '../../places/agent-variables.ts'
import { agents } from './agent-table.gen.ts'

it('sees every agent of the table that is no plain word', () => {
  const plain = 'agent q cn pi amp roo goose grok devin crush'.split(' ')
  const names = agents.flatMap(({ programs }) => programs.split(' ')).filter(name => !plain.includes(name))
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter(name => !speaksOfAgents(`nix run nixpkgs#${name}`) || !speaksOfAgents(name))).toEqual([])
})
