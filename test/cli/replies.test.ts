/** What the reference says of exit codes and `--json` is what the executable answers. */

import { resolve } from 'node:path'
import { execaSync } from 'execa'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../../scripts/gen/man.ts'
import { commandsIn, treeOf } from '../../src/cli/commands/help/command-tree.ts'
import { replies } from '../../src/cli/commands/help/replies.gen.ts'
import { folder } from '../blackbox/call.ts'

const commands = commandsIn(treeOf(await commandLine()))

it('every line belongs to a command, and a form of JSON to a flag', () => {
  const paths = new Map(commands.map(({ path, flags }) => [path.join(' '), flags.some(({ names }) => names.includes('--json'))]))
  expect(Object.keys(replies).filter(path => !paths.has(path))).toEqual([])
  expect(Object.entries(replies).filter(([path, { json }]) => json !== undefined && paths.get(path) !== true)).toEqual([])
})

const policy = 'version: 1\nrules:\n  - { id: a.b, on: shell, when: { program: ls }, decision: deny, reason: No. }\n'
const files = {
  '.claude/settings.json': '{}',
  '.config/tfy-hook/policy.yaml': policy,
  'shop/policy.yaml': policy,
  'shop/policy.test.yaml': 'tests:\n  - { shell: ls, expect: deny }\n',
  'shop/broken.yaml': 'version: 1\nrulez: []\n',
  'shop/broken.test.yaml': 'tests: []\n',
  'shop/wrong.yaml': policy,
  'shop/wrong.test.yaml': 'tests:\n  - { shell: ls, expect: allow }\n',
  'shop/config.yaml': 'suorce: offline\n',
}

const run = (home: string, words: readonly string[]) =>
  execaSync(resolve('dist/tfy-hook'), [...words], {
    env: { PATH: '/usr/bin:/bin', HOME: home },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    cwd: `${home}/shop`,
  })

/** The words, and the exit code. */
const cases: readonly (readonly [words: string, code: 0 | 1])[] = [
  ['init --yes --client claude-code', 0],
  ['uninstall --yes', 0],
  ['doctor --no-drill', 1],
  ['config check config.yaml', 1],
  ['status', 1],
  ['explain --command pwd', 0],
  ['explain --command ls', 1],
  ['approve --list', 0],
  ['policy check policy.yaml', 0],
  ['policy check broken.yaml', 1],
  ['policy show', 0],
  ['policy test policy.yaml', 0],
  ['policy test wrong.yaml', 1],
  ['policy allow 7ck2m9x', 1],
  ['policy suggest', 0],
  ['audit stats', 0],
  ['audit silent', 0],
  ['audit verify', 0],
  ['version', 0],
]

describe.each(cases)('tfy-hook %s --json', (words, code) => {
  it(`exits with ${code}, and has the keys that are named`, () => {
    const home = folder(files)
    const { exitCode, stdout } = run(home, [...words.split(' '), '--json'])
    expect(exitCode).toBe(code)
    const path = Object.keys(replies).findLast(name => words === name || words.startsWith(`${name} `)) ?? ''
    const [form, ...keys] = replies[path]?.json ?? []
    const said: unknown = JSON.parse(stdout)
    expect(Array.isArray(said) ? 'list' : 'object').toBe(form)
    const first = Array.isArray(said) ? said[0] : said
    if (first !== undefined) expect(Object.keys(first)).toEqual(expect.arrayContaining(keys))
    if (code === 1) expect(replies[path]?.no).toBeDefined()
  })
})
