/** Whoever adds a command says whether it takes guarding away, and no agent runs one that does. */

import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { commandLine } from '../../src/cli/command-line.ts'
import { loosening } from '../../src/cli/loosening.ts'

const pathsBelow = (command: Command, path: readonly string[] = []): readonly string[] =>
  command.commands.flatMap(child => {
    const own = [...path, child.name()]
    return [own.join(' '), ...pathsBelow(child, own)]
  })

it('knows of every command, and of no other, whether it loosens', () => {
  expect(Object.keys(loosening).sort()).toEqual([...pathsBelow(commandLine().program)].sort())
})

const asking: Readonly<Record<string, string>> = {
  init: 'src/cli/commands/setup/init.ts',
  uninstall: 'src/cli/commands/setup/uninstall.ts',
  approve: 'src/cli/commands/approve/approve.ts',
  'policy allow': 'src/cli/commands/approve/allow.ts',
}

it('finds the question in those that ask themselves', () => {
  const said = Object.keys(loosening).filter(path => loosening[path] === 'asks')
  expect(said.sort()).toEqual(Object.keys(asking).sort())
  for (const file of Object.values(asking)) expect(readFileSync(file, 'utf8')).toMatch(/\b(?:withPerson|await agreed)\(/)
})
