/** Other names of npm's commands, against npm's own table where it is here. */

import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { namesOf } from './subcommands.ts'

const table = join(dirname(realpathSync(process.execPath)), '../lib/node_modules/npm/lib/utils/cmd-list.js')
interface Npm {
  readonly commands: readonly string[]
  readonly aliases: Readonly<Record<string, string>>
  readonly deref: (word: string) => string | undefined
}

it.each([
  ['publ', 'publish'],
  ['uninst', 'uninstall'],
  ['installTest', 'install-test'],
  ['install-cl', 'ci'],
  ['u', 'update'],
])('npm %s is npm %s', (word, command) => expect(namesOf('npm', word)).toContain(command))

it.each(['p', 'nothing', 'evil', ''])('npm %s is no other command', word => expect(namesOf('npm', word)).toEqual([word]))

it.runIf(existsSync(table))('agrees with npm on every name and all that may be short for one', () => {
  const npm = createRequire(import.meta.url)(table) as Npm
  const names = [...npm.commands, ...Object.keys(npm.aliases)]
  const words = new Set(names.flatMap(name => Array.from(name, (_, i) => name.slice(0, i + 1))))
  const wrong = [...words].filter(word => {
    const meant = npm.deref(word)
    return meant === undefined ? namesOf('npm', word).length > 1 : !namesOf('npm', word).includes(meant)
  })
  expect(words.size).toBeGreaterThan(400)
  expect(wrong).toEqual([])
})
