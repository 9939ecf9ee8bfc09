/** A call that a policy contains: what the client is told, what then runs, and what the log has of it. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bwrap } from '../contain/world.ts'

const program = resolve(process.env.TFY_HOOK_TESTED === 'door' ? 'dist/tfy-hook-door' : 'dist/tfy-hook')
let root = ''
let env: Record<string, string> = {}

beforeAll(() => {
  mkdirSync('node_modules/.cage', { recursive: true })
  root = mkdtempSync(resolve('node_modules/.cage/p-'))
  for (const folder of ['home/.config/tfy-hook', 'ws/.git', 'outside']) mkdirSync(`${root}/${folder}`, { recursive: true })
  writeFileSync(`${root}/home/.npmrc`, 'decoy-7f3a9c')
  env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: `${root}/home`, SHELL: '/bin/bash', CLAUDE_PROJECT_DIR: `${root}/ws` }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const policy = (text: string): void => writeFileSync(`${root}/home/.config/tfy-hook/policy.yaml`, text)
const rule = (more = ''): string =>
  `extends: none\nrules: [{ id: shop.odd, on: [shell, mcp], when: { any: [{ program: [odd, sh, bash] }, { server: odd }] }, decision: contain, reason: Odd${more} }]`

const hooked = (payload: object, args: readonly string[] = []) => {
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: `${root}/ws`,
    permission_mode: 'default',
    ...payload,
  })
  const { stdout, status } = spawnSync(program, args, { env, input, encoding: 'utf8', cwd: `${root}/ws` })
  // An old Claude Code, which reads no answer beside exit code 2.
  const said = status === 2 ? { permissionDecision: 'deny' } : stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput
  return { status, said: said as Record<string, unknown> & { updatedInput?: { command: string; timeout?: number } } }
}
const shell = (command: string, more: object = {}) =>
  hooked({ tool_name: 'Bash', tool_input: { command, timeout: 9_000 }, ...more })
const lastLine = () =>
  JSON.parse(readFileSync(`${root}/home/.local/state/tfy-hook/audit.jsonl`, 'utf8').trimEnd().split('\n').at(-1) as string)

describe.skipIf(!existsSync(bwrap))('a call that a policy contains', () => {
  it('is told as the command in its cage, without a grant, and recorded with it', () => {
    policy(rule())
    const { status, said } = shell("odd 'x'")
    expect(status).toBe(0)
    expect(said.permissionDecision).toBeUndefined()
    expect(said.additionalContext).toContain('runs contained')
    expect(said.updatedInput).toMatchObject({ timeout: 9_000 })
    expect(said.updatedInput?.command).toMatch(
      /\/tfy-hook' contain --profile built-in:build --workspace '.*\/ws' -- '\/bin\/bash' -c 'odd '\\''x'\\'$/,
    )
    expect(lastLine()).toMatchObject({
      decision: 'contain',
      rules: ['shop.odd'],
      contain: { profile: 'build', write: ['workspace', 'caches'], network: 'none', hide: 'secrets', backend: 'bubblewrap' },
    })
    expect(lastLine().told).toBeUndefined()
  })

  it('works in the workspace, and reaches nothing else', async () => {
    policy(rule())
    let reached = 0
    const server = createServer(socket => {
      reached++
      socket.destroy()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    const text = `sh -c 'echo made > made.txt; cat ~/.npmrc; echo x > ${root}/outside/x; (echo > /dev/tcp/127.0.0.1/${port}); cat made.txt; exit 41'`
    const { said } = shell(text)
    const { status, stdout } = spawnSync('/bin/bash', ['-c', said.updatedInput?.command ?? 'exit 1'], {
      env,
      cwd: `${root}/ws`,
      encoding: 'utf8',
    })
    server.close()
    expect({ status, stdout, reached }).toEqual({ status: 41, stdout: 'made\n', reached: 0 })
    expect([existsSync(`${root}/ws/made.txt`), existsSync(`${root}/outside/x`)]).toEqual([true, false])
  })

  it('is not put into a second cage when the client shows it to a hook again', () => {
    policy(rule())
    const first = shell('odd').said.updatedInput?.command ?? ''
    const { status, said } = shell(first)
    expect([status, said.updatedInput, said.permissionDecision]).toEqual([0, undefined, undefined])
    expect(lastLine()).toMatchObject({ decision: 'contain', contain: { backend: 'bubblewrap' } })
  })

  it('that the agent contains itself runs in the cage of the policy, and gets no more by its own options', () => {
    policy(rule())
    const own = `'${resolve('dist/tfy-hook')}' contain --network all --write ${root}/outside ${root}/home --hide guard -- sh -c`
    const { said } = shell(`${own} 'cat ~/.npmrc; echo x > ${root}/outside/own; echo made; exit 41'`)
    const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', said.updatedInput?.command ?? 'exit 1'], {
      env,
      cwd: `${root}/ws`,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 41, stdout: 'made\n' })
    expect(stderr).toContain('this is a cage already, and it holds: writes only in the workspace')
    expect(existsSync(`${root}/outside/own`)).toBe(false)
  })

  it.each([
    ['ask', undefined, 'ask'],
    ['deny', ', otherwise: deny', 'deny'],
    ['let through', ', otherwise: allow', undefined],
  ])('that is no command is %s', (_, more, wanted) => {
    policy(rule(more))
    expect(hooked({ tool_name: 'mcp__odd__x', tool_input: { a: 1 } }).said.permissionDecision).toBe(wanted)
    expect(lastLine()).toMatchObject({ decision: 'contain', told: wanted ?? 'allow', contain: { why: 'it is no command' } })
  })

  it('is asked about, or denied, by a client that runs the old command whatever a hook says', () => {
    policy(rule())
    const fixture = JSON.parse(readFileSync('fixtures/clients/qwen-code/pre-tool-use.force-push.json', 'utf8'))
    const input = JSON.stringify({ ...fixture.stdin, tool_input: { command: 'odd' } })
    const { stdout, stderr } = spawnSync(program, [], { env: { ...env, ...fixture.env }, input, encoding: 'utf8' })
    expect(`${stdout} ${stderr}`).toMatch(/It cannot run contained: the client takes no changed command here/)
    expect(['ask', 'deny']).toContain(lastLine().told)
  })

  it('is granted only where a rule grants it', () => {
    policy(`${rule().slice(0, -1)}, { id: shop.go, on: shell, when: { program: odd }, decision: allow, grant: true }]`)
    expect(shell('odd').said).toMatchObject({ permissionDecision: 'allow', updatedInput: { timeout: 9_000 } })
  })

  it('on trial is only noted', () => {
    policy(rule(', strategy: audit'))
    expect(shell('odd').said).toEqual({})
    expect(lastLine()).toMatchObject({ decision: 'allow', would: 'contain', audited: ['shop.odd'] })
  })
})
