/** `tfy-hook bridge` and what it prints, together with the built executables and a policy. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { type Deed, does, hostNames, shellCall } from './hosts.ts'
import { loaded } from './load.ts'

const policy = `version: 1
extends: none
rules:
  - { id: shop.word, on: any, when: { text: pwned }, decision: deny, reason: Not this word. }
  - { id: shop.ask, on: shell, when: { program: helm }, decision: ask, reason: A person decides. }
  - { id: shop.ci, on: shell, when: { program: npm, args: [install] }, rewrite: { args: { replace: [install, ci] } }, reason: Lockfile. }
  - { id: shop.secret, on: output, when: { detects: [secret] }, decision: redact, reason: A credential. }
  - { id: shop.pnpm, on: prompt, context: Use pnpm here. }
  - { id: shop.paths, on: file-write, when: { writes: ["secret/**"] }, decision: deny, reason: Not there. }
`

const home = folder({ 'config/tfy-hook/policy.yaml': policy, 'shop/keep': '' })
const stage = { folder: join(home, 'shop') }
const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

beforeAll(() => {
  vi.stubEnv('HOME', home)
  vi.stubEnv('XDG_CONFIG_HOME', join(home, 'config'))
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'))
})
afterAll(() => void vi.unstubAllEnvs())

const run = ({ command, args }: Executable, ...rest: readonly string[]) =>
  execa(command, [...args, 'bridge', ...rest], { reject: false, stripFinalNewline: false })

const installed = async (executable: Executable, host: string): Promise<unknown> => {
  const out = folder({})
  expect((await run(executable, host, '--out', out)).exitCode).toBe(0)
  return loaded(join(out, host === 'openclaw' ? 'index.ts' : 'tfy-hook.ts'))
}

describe('the command', () => {
  it('prints one file and nothing else', async () => {
    for (const flags of [[], ['--print']]) {
      const { exitCode, stdout, stderr } = await run(binary, 'opencode', ...flags)
      expect([exitCode, stderr]).toEqual([0, ''])
      expect(stdout).toContain(
        `"command": [\n    ${JSON.stringify(binary.command)}\n  ],\n  "failClosed": true,\n  "timeoutMs": 10000`,
      )
    }
  })

  it('writes the fail mode and the budget', async () => {
    const { stdout } = await run(binary, 'amp', '--fail-open', '--timeout-ms', '2500')
    expect(stdout).toContain('"failClosed": false,\n  "timeoutMs": 2500')
  })

  it('writes a whole installation, again and again', async () => {
    const out = join(folder({}), 'new/folder')
    for (const _ of [1, 2]) {
      const { exitCode, stdout, stderr } = await run(binary, 'openclaw', '--out', out)
      expect([exitCode, stdout, stderr.split('\n').length]).toEqual([0, '', 4])
    }
    expect(readdirSync(out).sort()).toEqual(['index.ts', 'openclaw.plugin.json', 'package.json'])
    expect(readFileSync(join(out, 'index.ts'), 'utf8')).toBe((await run(binary, 'openclaw')).stdout)
  })

  it.each([
    ['an unknown host', ['cursor'], 'Allowed choices are amp, kilo-code, openclaw, opencode, pi'],
    ['no host', [], 'missing required argument'],
    ['a budget that is none', ['amp', '--timeout-ms', 'soon'], 'from 50 to 10000'],
    ['a budget beyond the usual one', ['amp', '--timeout-ms', '20000'], 'from 50 to 10000'],
    ['both modes', ['amp', '--fail-open', '--fail-closed'], 'exclude each other'],
    ['a folder that cannot be', ['amp', '--out', '/dev/null/x'], 'cannot be written'],
  ])('refuses %s', async (_, args, said) => {
    const { exitCode, stdout, stderr } = await run(binary, ...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(said)
  })
})

describe.each(executables.filter(({ excuse }) => excuse === undefined))('with the $name', executable => {
  it.each(hostNames)('%s asks the executable that printed it', async host => {
    const plugin = await installed(executable, host)
    const came = await does(host, plugin, shellCall(host, 'echo pwned'), stage)
    expect(came).toMatchObject({ goesOn: false, modelTold: expect.stringContaining('[shop.word]'), problems: [] })
    expect((await does(host, plugin, shellCall(host, 'echo fine'), stage)).goesOn).toBe(true)
  })
})

describe.each(hostNames)('%s with a policy', host => {
  const act = async (deed: Deed) => does(host, await installed(binary, host), deed, stage)

  it('rewrites a command', async () => {
    const changed = host === 'amp' ? { cmd: 'npm ci' } : { command: 'npm ci' }
    expect((await act(shellCall(host, 'npm install'))).rewritten).toEqual({ of: 'input', value: changed })
  })

  it('asks where the host can', async () => {
    const came = await act(shellCall(host, 'helm list'))
    expect([came.goesOn, came.asks]).toEqual([false, host === 'openclaw' ? true : undefined])
    expect(`${came.modelTold}${came.personTold}`).toContain('[shop.ask]')
  })

  it('masks a credential in a result', async () => {
    const text = ['key', ['AKIA', 'Z7XQ3LPMBW5TYKDR'].join(''), 'and more'].join(' ')
    const { text: seen } = await act({ kind: 'result', name: 'read', input: {}, text })
    expect([seen?.includes('Z7XQ3LPMBW5TYKDR'), seen?.includes('and more')]).toEqual([false, true])
  })

  it('withholds a result', async () => {
    const { goesOn, text, modelTold } = await act({ kind: 'result', name: 'read', input: {}, text: 'pwned' })
    expect([goesOn, `${text} ${modelTold}`.includes('[shop.word]')]).toEqual([false, true])
  })

  it('stops a prompt, and adds to one', async () => {
    expect((await act({ kind: 'prompt', text: 'say pwned' })).goesOn).toBe(false)
    const came = await act({ kind: 'prompt', text: 'say hello' })
    expect([came.goesOn, came.text?.includes('Use pnpm here.')]).toEqual([true, true])
  })

  it('stops a patch of a denied path', async () => {
    const patch = '*** Begin Patch\n*** Add File: secret/key.txt\n+x\n*** End Patch'
    // pi has no tool for patches.
    if (host === 'pi') return
    const input = host === 'openclaw' ? { input: patch } : { patchText: patch }
    const came = await act({ kind: 'tool', name: 'apply_patch', input })
    expect([came.goesOn, came.modelTold?.includes('[shop.paths]')]).toEqual([false, true])
    const other = patch.replace('secret/', 'src/')
    const fine = host === 'openclaw' ? { input: other } : { patchText: other }
    expect((await act({ kind: 'tool', name: 'apply_patch', input: fine })).goesOn).toBe(true)
  })
})
