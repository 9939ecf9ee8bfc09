/** What the reference says of exit codes and `--json` is what the executable answers. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { execa, execaSync } from 'execa'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../../scripts/gen/man.ts'
import { commandsIn, treeOf } from '../../src/cli/commands/help/command-tree.ts'
import { replies } from '../../src/cli/commands/help/replies.gen.ts'
import { folder } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { bundleBy, pair } from '../bundle/make.ts'
import { away, machineWith } from '../bundle/managed-machine.ts'

const commands = commandsIn(treeOf(await commandLine()))

it('every line belongs to a command, and a form of JSON to a flag', () => {
  const paths = new Map(commands.map(({ path, flags }) => [path.join(' '), flags.some(({ names }) => names.includes('--json'))]))
  expect(Object.keys(replies).filter(path => !paths.has(path))).toEqual([])
  expect([...paths].filter(([path, isTold]) => isTold !== (replies[path]?.json !== undefined))).toEqual([])
})

const policy = 'version: 1\nrules:\n  - { id: a.b, on: shell, when: { program: ls }, decision: deny, reason: No. }\n'
const trial = policy.replace(' on:', ' strategy: audit, on:')
const mine = pair()
const unsigned = JSON.stringify({ ...JSON.parse(bundleBy(mine)), signatures: [] })
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
  'shop/trial.yaml': trial,
  'shop/nothing.yaml': 'version: 1\n',
  'shop/mine.pub': mine.publicPem,
  'shop/good.bundle': bundleBy(mine),
  'shop/unsigned.bundle': unsigned,
}

const started = (home: string) => ({
  env: { PATH: '/usr/bin:/bin', HOME: home },
  extendEnv: false,
  reject: false,
  cwd: `${home}/shop`,
})

const run = (home: string, words: readonly string[], input = '') =>
  execaSync(resolve('dist/tfy-hook'), [...words], { ...started(home), input })

/** A call that the policy denies, for commands that read the log. */
const refusedCall = (home: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: `${home}/shop`,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  })

const compare = (path: string, stdout: string): void => {
  const [form, ...keys] = replies[path]?.json ?? []
  const said: unknown =
    form === 'lines'
      ? stdout
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
      : JSON.parse(stdout)
  expect(Array.isArray(said)).toBe(form !== 'object')
  const first = Array.isArray(said) ? said[0] : said
  if (first !== undefined) expect(Object.keys(first)).toEqual(expect.arrayContaining(keys))
}

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
  ['policy replay policy.yaml', 0],
  ['policy replay nothing.yaml', 1],
  ['policy enforce a.b --dry-run', 0],
  ['policy bundle build policy.yaml --out x.bundle --name x --version 1', 0],
  ['policy bundle build wrong.yaml --out x.bundle --name x --version 1', 1],
  ['policy bundle verify good.bundle --keys mine.pub', 0],
  ['policy bundle verify unsigned.bundle --keys mine.pub', 1],
  ['policy allow 7ck2m9x', 1],
  ['policy suggest', 0],
  ['audit tail', 0],
  ['audit show --last', 0],
  ['audit export', 0],
  ['audit stats', 0],
  ['audit silent', 0],
  ['audit verify', 0],
  ['version', 0],
]

describe.each(cases)('tfy-hook %s --json', (words, code) => {
  it(`exits with ${code}, and has the keys that are named`, () => {
    const home = folder(words.startsWith('policy enforce') ? { ...files, '.config/tfy-hook/policy.yaml': trial } : files)
    if (/^(?:audit|policy (?:replay|suggest))/.test(words)) run(home, [], refusedCall(home))
    const { exitCode, stdout } = run(home, [...words.split(' '), '--json'])
    expect(exitCode).toBe(code)
    const path = Object.keys(replies).findLast(name => words === name || words.startsWith(`${name} `)) ?? ''
    compare(path, stdout)
    if (code === 1) expect(replies[path]?.no).toBeDefined()
  })
})

it('tfy-hook watch --json tells of a call as it comes', async () => {
  const home = folder(files)
  const watching = execa(resolve('dist/tfy-hook'), ['watch', '--json'], { ...started(home), stdin: 'ignore' })
  const calls = setInterval(() => run(home, [], refusedCall(home)), 1_000)
  for await (const line of watching) {
    compare('watch', line)
    break
  }
  clearInterval(calls)
  watching.kill()
}, 30_000)

describe.skipIf(!away)('a machine that is told of a bundle', () => {
  it('says what it pulled and how it stands', async () => {
    const server = createServer((_, response) => response.end(bundleBy(mine))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const config = `bundle:\n  url: http://127.0.0.1:${port}/shop.bundle\n  keys: [${mine.line}]\n`
    const here = machineWith({ 'config.yaml': config }, executables[0] as Executable)
    for (const [word, code] of [
      ['status', 1],
      ['pull', 0],
      ['status', 0],
    ] as const) {
      const { exitCode, stdout } = await here.run('policy', word, '--json')
      expect([word, exitCode]).toEqual([word, code])
      compare(`policy ${word}`, stdout)
    }
    server.close()
  }, 60_000)
})

it('every form of JSON is compared', () => {
  const told = ['watch', 'policy pull', 'policy status', ...cases.map(([words]) => words)]
  const left = Object.entries(replies).filter(
    ([path, { json }]) => json !== undefined && !told.some(words => `${words} `.startsWith(`${path} `)),
  )
  expect(left.map(([path]) => path)).toEqual([])
})
