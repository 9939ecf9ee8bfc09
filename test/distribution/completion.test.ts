/** Completions in the shells themselves, over one table; PowerShell's by its grammar, since there is no PowerShell here. */

import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { powershellFaults } from './powershell.ts'
import { type Asked, ask, askedShells, binary, has } from './shells.ts'

const clients = ['claude-code', 'cline', 'codex', 'copilot-cli', 'cursor']

const table: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['pol', ['policy']],
  [
    'policy ',
    ['allow', 'bundle', 'check', 'compile', 'enforce', 'import', 'pull', 'replay', 'schema', 'show', 'status', 'suggest', 'test'],
  ],
  ['policy re', ['replay']],
  ['policy bundle ', ['build', 'sign', 'verify']],
  ['audit ver', ['verify']],
  ['serve token ', ['add', 'list', 'remove']],
  ['completion ', ['bash', 'fish', 'powershell', 'zsh']],
  ['bridge open', ['openclaw', 'opencode']],
  ['--fail-', ['--fail-closed', '--fail-open']],
  ['--source off', ['offline']],
  ['explain --cl', ['--client']],
  ['explain --client c', clients],
  ['explain --client=c', clients],
  // A value that is a command's name is still a value.
  ['explain --command policy --js', ['--json', '--jsonl']],
  ['policy replay --log ord', ['order.jsonl', 'orders/']],
  ['explain --cwd ord', ['orders/']],
  ['completion bash --fail-', []],
]

/** Shells differ in what they add to a name: a slash, the flag before an equals sign. */
const plain = (word: string): string => word.replace(/^--client=/, '').replace(/\/$/, '')

const present = await Promise.all(askedShells.map(async shell => [shell, await has(shell)] as const))

describe.each(present)('%s (present: %s)', (shell, here) => {
  let asked: Asked | undefined
  beforeAll(async () => {
    if (here) asked = await ask(shell)
  })
  afterAll(() => asked?.end())

  it.skipIf(!here).each(table)('offers after "%s"', async (line, offered) => {
    expect((await asked?.complete(line))?.map(plain)).toEqual(offered.map(plain))
  })
})

it('is a script that PowerShell can parse', async () => {
  const { stdout } = await execa(binary, ['completion', 'powershell'])
  expect(await powershellFaults(stdout)).toEqual([])
  expect(stdout).toContain("'policy check' = @{")
})

it('a broken PowerShell script is found', async () => {
  expect(await powershellFaults("if ($true) { 'a' \n")).not.toEqual([])
  expect(await powershellFaults("@{ 'a' = @('b', }\n")).not.toEqual([])
})

it('another shell is a usage error', async () => {
  const { exitCode, stderr } = await execa(binary, ['completion', 'tcsh'], { reject: false })
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, powershell')])
})
