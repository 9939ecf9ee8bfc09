/** What the command line says of itself: examples that can be typed, and the values of flags. */

import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../../scripts/gen/man.ts'
import { everyNode, treeOf } from '../../src/cli/commands/help/command-tree.ts'
import { manPage } from '../../src/cli/commands/help/man.ts'

const { examples } = await import('../../src/cli/commands/help/examples.gen.ts')
const program = await commandLine()
const nodes = everyNode(treeOf(program))

/** The words as a shell reads them, up to where another program or a file begins. */
const wordsIn = (line: string): readonly string[] => {
  const own = /tfy-hook (.*?)(?: [>|] .*|\)")?$/.exec(line)?.[1] ?? ''
  return [...own.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

const each = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(each)]

describe.each(nodes.map(node => [['tfy-hook', ...node.path].join(' '), node] as const))('%s --help', (name, node) => {
  it('ends with examples', () => {
    const command = node.path.reduce((at, word) => at.commands.find(one => one.name() === word) ?? at, program)
    let said = ''
    command.configureOutput({ writeOut: text => (said += text) })
    command.outputHelp()
    expect(node.examples.length).toBeGreaterThan(0)
    for (const line of node.examples) expect(said).toContain(`  ${line}\n`)
    for (const line of node.path.length === 0 ? [] : node.examples) expect(line).toContain(name)
  })

  it.each(node.examples)('%s: can be run', async line => {
    const fresh = await commandLine()
    let ran = false
    for (const command of each(fresh)) {
      command.configureOutput({ writeErr: () => {} })
      command.action(() => {
        ran = true
      })
    }
    await fresh.parseAsync([...wordsIn(line)], { from: 'user' })
    expect(ran).toBe(true)
  })
})

it('every line of the table belongs to a command', () => {
  expect(Object.keys(examples).filter(path => !nodes.some(node => node.path.join(' ') === path))).toEqual([])
})

it('the manual has the flags of a command with others below it', () => {
  expect(manPage(program)).toContain('\\fB\\-\\-tls\\-cert\\fR')
})

it.each([
  ['init', '--scope', 'user'],
  ['policy check', '--layer', 'project'],
  ['serve token add', '--scope', 'metrics'],
  ['init', '--client', 'claude-code'],
])('tfy-hook %s knows the values of %s', (path, flag, value) => {
  const found = nodes.find(node => node.path.join(' ') === path)?.flags.find(({ names }) => names.includes(flag))
  expect(found?.value).toMatchObject({ kind: 'words', words: expect.arrayContaining([value]) })
})
