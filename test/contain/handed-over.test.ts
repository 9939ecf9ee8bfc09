/** The command that a client runs in place of its own: the same text to the same shell, in a cage that nothing in the text gets out of. */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtIn, type Cage } from '../../src/core/contain/cage.ts'
import { eventWith, shellEvent } from '../../src/engine/policy/testing/fixtures.ts'
import { cagedHere, quoted } from '../../src/hook/contain/here.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'
import { bwrap } from './world.ts'

const texts: readonly string[] = readFileSync('fixtures/contain/handed-over.txt', 'utf8').split('\n----\n')
const shells = ['/bin/bash', '/usr/bin/zsh', '/bin/dash', '/bin/sh', '/usr/bin/fish'].filter(existsSync)

let root = ''
let env: Record<string, string> = {}
beforeAll(() => {
  mkdirSync('node_modules/.cage', { recursive: true })
  root = mkdtempSync(resolve('node_modules/.cage/h-'))
  for (const folder of ['home', 'ws/.git', 'bin']) mkdirSync(`${root}/${folder}`, { recursive: true })
  writeFileSync(`${root}/ws/.git/config`, '')
  writeFileSync(`${root}/ws/notes.txt`, 'one\ntwo\n')
  // In place of the program: what stands behind `--`, without a cage.
  writeFileSync(`${root}/bin/it's \\ tfy-hook`, '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n', {
    mode: 0o755,
  })
  env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: `${root}/home`, XDG_STATE_HOME: `${root}/state`, SHELL: '/bin/bash' }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const backend = { ok: true, name: 'bubblewrap', program: bwrap } as const
const machineOf = (self: readonly string[]) => ({
  env,
  host: { ...hostFor({ home: `${root}/home`, managed: [], user: [], redirected: [], state: '', bundle: '' }, env) },
  state: `${root}/state`,
  self,
})
const told = async (event: Parameters<typeof cagedHere>[0], self: readonly string[], cage = builtIn.build as Cage) =>
  cagedHere({ ...event, cwd: `${root}/ws`, workspaceRoots: [`${root}/ws`] }, cage, undefined, { ...machineOf(self), backend })

const commandOf = async (text: string, self: readonly string[], cage?: Cage): Promise<string> => {
  const caged = await told(shellEvent(text), self, cage)
  if (!caged.ok || caged.rewrite?.of !== 'input') throw new Error(JSON.stringify(caged))
  return String(caged.rewrite.input.command)
}
const ran = (shell: string, text: string) => {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', text], {
    cwd: `${root}/ws`,
    env,
    input: 'given\n',
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.replaceAll(/^.*?: (?:line \d+|eval): /gm, '') }
}

describe('a text', () => {
  it.each(shells)('is one word of %s', shell => {
    const signs = ['\\', "'", '"', '$', '`', '!', '\n', ' ', 'é', '*', '(', '&', '#', '\u2028', '%', '~', '{a,b}']
    const all = signs.flatMap(a => signs.flatMap(b => signs.map(c => `${a}${b}x${c}`)))
    const said = execFileSync(shell, ['-c', all.map(text => `printf '%s\\0' ${quoted(text)}`).join('\n')], { encoding: 'utf8' })
    expect(said.split('\0').slice(0, -1)).toEqual(all)
  })

  it.each(texts)('says and ends the same, whatever shell starts it: %s', async text => {
    const command = await commandOf(text, [`${root}/bin/it's \\ tfy-hook`])
    const before = ran('/bin/bash', text)
    for (const shell of shells) expect(ran(shell, command), shell).toEqual(before)
  })

  it.skipIf(!existsSync(bwrap)).each(texts.filter((_, i) => i % 4 === 0))('says and ends the same in a cage: %s', async text => {
    const command = await commandOf(text, [process.execPath, resolve('dist/node/tfy-hook.mjs')])
    expect(ran('/bin/bash', command)).toEqual(ran('/bin/bash', text))
  })

  it.skipIf(!existsSync(bwrap))('cannot be written so that a part of it runs outside', async () => {
    const program = [process.execPath, resolve('dist/node/tfy-hook.mjs')]
    const out = `${root}/outside`
    for (const sign of ["'", "\\'", "'\\''", '\\', '"', '`', '$(', '\n', ' -- ', '; ', "'; "]) {
      const text = `true ${sign} touch ${out} ${sign}; touch ${out};#`
      ran('/bin/bash', await commandOf(text, program))
      expect(existsSync(out), text).toBe(false)
    }
  })
})

describe('a call', () => {
  const self = ['/opt/bin/tfy-hook']
  it('that is this very cage already stays as it is', async () => {
    const command = await commandOf('npm test', self)
    expect(await told(shellEvent(command), self)).toMatchObject({ ok: true, rewrite: undefined })
    for (const other of [
      `${command}; touch x`,
      `${command} x`,
      `${command.slice(0, -1)}`,
      ` ${command}`,
      command.replace('built-in:build', 'built-in:agent'),
    ])
      expect(await told(shellEvent(other), self), other).toMatchObject({ ok: true, rewrite: { of: 'input' } })
    expect(await told(shellEvent(command), self, builtIn.install)).toMatchObject({ rewrite: { of: 'input' } })
  })

  it('names the program by its place, and clears what a runtime reads', async () => {
    expect(await commandOf('x', self)).toMatch(
      /^BUN_OPTIONS= BUN_BE_BUN= .*'\/opt\/bin\/tfy-hook' contain --profile built-in:build /,
    )
    const cage: Cage = { write: ['~/it is'], network: ['*.example.com'], hide: 'guard' }
    expect(await commandOf('x', self, cage)).toContain("--write '~/it is' --network '*.example.com' --hide guard --workspace ")
    expect(await commandOf('x', self, { ...cage, write: [] })).toContain('--write nothing ')
  })

  it.each<[what: string, event: Parameters<typeof told>[0], why: RegExp]>([
    ['no command', eventWith({ subject: 'mcp', content: '{}' }), /no command/],
    ['read with doubt', { ...shellEvent('x'), doubt: 'twice the same key' }, /certainty/],
    ['of PowerShell', { ...shellEvent('x'), shell: 'powershell' }, /POSIX/],
    ["in the client's sandbox", { ...shellEvent('x'), sandboxed: 'inside' }, /sandbox/],
    [
      'with an environment',
      { ...shellEvent('x'), structuredInput: { command: 'x', env: { LD_PRELOAD: '/tmp/x.so' } } },
      /more than/,
    ],
    ['with arguments beside it', { ...shellEvent('x'), structuredInput: { command: 'x', args: ['-c', 'y'] } }, /more than/],
    ['that stands there twice', { ...shellEvent('x'), structuredInput: { command: 'x', other: 'x' } }, /more than/],
    ['of several words', { ...shellEvent('x'), structuredInput: { command: ['x'] } }, /more than/],
    ['too long', shellEvent('x'.repeat(70_000)), /too long/],
  ])('%s is none for a cage', async (_, event, why) => {
    const caged = await told(event, self)
    expect(caged.ok ? '' : caged.why).toMatch(why)
  })

  it.each(['/', '/etc', '/usr/lib/x'])('from %s has no workspace', async folder => {
    const caged = await cagedHere(
      { ...shellEvent('x'), cwd: folder, workspaceRoots: [folder] },
      builtIn.build as Cage,
      undefined,
      { ...machineOf(self), backend },
    )
    expect(caged.ok).toBe(false)
  })

  it('has none in settings of the home, and none that holds the program', async () => {
    mkdirSync(`${root}/home/.config/autostart`, { recursive: true })
    for (const folder of [`${root}/home/.config/autostart`, `${root}/home`, root]) {
      const event = { ...shellEvent('x'), cwd: folder, workspaceRoots: [folder] }
      expect((await cagedHere(event, builtIn.build as Cage, undefined, { ...machineOf(self), backend })).ok, folder).toBe(false)
    }
    expect(await told(shellEvent('x'), [`${root}/ws/tfy-hook`])).toMatchObject({
      ok: false,
      why: expect.stringContaining('lies in'),
    })
  })
})
