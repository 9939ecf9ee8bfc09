/** Files that are no files, folders that cannot be written, settings that no reader ends: said in plain words, with nothing half done. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { executables } from '../blackbox/executables.ts'

const machine = (files: Readonly<Record<string, string>> = {}) => {
  const home = folder({ 'shop/readme.md': '', '.claude/settings.json': '{}\n', ...files })
  return { home, at: (name: string) => join(home, name) }
}

const raw = /\bE[A-Z]{4,}\b|Expected\b|InvalidSymbol|call stack|errno|syscall|\n\s+at /

for (const { name, command, args } of executables.slice(0, 2)) {
  const run = async (home: string, ...words: readonly string[]) => {
    const ran = await execa(command === 'node' ? process.execPath : command, [...args, ...words], {
      env: { PATH: '/usr/bin:/bin', HOME: home },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      cwd: join(home, 'shop'),
      timeout: 20_000,
    })
    const said = `${ran.stdout}${ran.stderr}`
    expect(said.replaceAll(home, '~')).not.toMatch(raw)
    return { code: ran.exitCode, said }
  }

  describe.skipIf(process.platform === 'win32')(name, () => {
    it('init writes nothing where it could not remember what it changes', async () => {
      const { home, at } = machine({ '.local/state': 'a file' })
      const { code, said } = await run(home, 'init', '--yes')
      expect(code).toBe(2)
      expect(said).toContain(`Nothing was written`)
      expect(said).toContain(`${home}/.local/state/tfy-hook/installed`)
      expect(said).not.toContain('settings.json:')
      expect([readFileSync(at('.claude/settings.json'), 'utf8'), existsSync(at('.config'))]).toEqual(['{}\n', false])
    })

    it.each([
      ['{"a": [1}', 'a comma is missing'],
      ['{"a" 1}', 'a colon is missing'],
      ['{"a": tru}', 'something that is no JSON value'],
      ['{"a": "x', 'a text without its closing quote'],
      ['{"a": [1, 2', 'a ] is missing'],
      [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'nested more than 200 levels deep (line 1, column 205)'],
      [`{"a":${'['.repeat(100_000)}`, 'nested more than 200 levels deep'],
      [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'nested more than 200 levels deep'],
    ])('init and doctor say what is wrong with settings: %.20s', async (text, wanted) => {
      const { home, at } = machine({ '.claude/settings.json': text })
      const init = await run(home, 'init', '--yes')
      const doctor = await run(home, 'doctor', '--no-drill')
      expect([init.code, init.said, doctor.code, doctor.said]).toEqual([
        1,
        expect.stringContaining(wanted),
        1,
        expect.stringContaining(wanted),
      ])
      expect(readFileSync(at('.claude/settings.json'), 'utf8')).toBe(text)
    })

    it('settings of an ordinary depth are taken', async () => {
      const deep = `{"mine":${'['.repeat(190)}"{[{["${']'.repeat(190)}}`
      const { home, at } = machine({ '.claude/settings.json': deep })
      expect((await run(home, 'init', '--yes')).code).toBe(0)
      expect((await run(home, 'uninstall', '--yes')).code).toBe(0)
      expect(readFileSync(at('.claude/settings.json'), 'utf8')).toBe(deep)
    })

    it('init says what stands in the place of a folder', async () => {
      const { home, at } = machine({ '.gemini/settings.json': '{}' })
      rmSync(at('.claude'), { recursive: true })
      writeFileSync(at('.claude'), '')
      const { code, said } = await run(home, 'init', '--yes', '--client', 'claude-code', '--client', 'gemini-cli')
      expect([code, said]).toEqual([1, expect.stringContaining('something above it is a file, not a folder')])
      for (const line of said.split('\n')) expect(line.split(`${home}/.claude/settings.json`).length).toBeLessThan(3)
      expect(readFileSync(at('.gemini/settings.json'), 'utf8')).toContain('tfy-hook')
    })

    it('a policy that is not valid is named once', async () => {
      const { home } = machine({ '.config/tfy-hook/policy.yaml': 'version: 1\nrules:\n  - id: x\n' })
      const { said } = await run(home, 'explain', '--json', '--command', 'ls')
      expect((JSON.parse(said).reason as string).split('policy.yaml')).toHaveLength(2)
      expect(said).toContain('line 3, column 5: ')
    })

    it('with such a policy doctor shows no refusal as in order', async () => {
      const { home } = machine({ '.config/tfy-hook/policy.yaml': 'version: 1\nrules:\n  - id: x\n' })
      await run(home, 'init', '--yes')
      const { code, said } = await run(home, 'doctor', '--json')
      const { findings } = JSON.parse(said) as { findings: { id: string; severity: string; what: string }[] }
      expect(code).toBe(1)
      expect(findings.filter(({ id }) => id === 'drill.denied')).toMatchObject([
        { severity: 'bad', what: expect.stringContaining('No refusal could be shown: the policy ') },
      ])
    })

    it('doctor says by which signal a registered program was killed', async () => {
      const { home, at } = machine()
      writeFileSync(at('tfy-hook'), '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 })
      const hook = {
        type: 'command',
        command: `${home}/tfy-hook --client claude-code --event PreToolUse --fail-closed`,
        timeout: 15,
      }
      writeFileSync(at('.claude/settings.json'), JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } }))
      const { code, said } = await run(home, 'doctor', '--client', 'claude-code')
      expect(code).toBe(1)
      expect(said).toMatch(/killed by SIGKILL/)
      expect(said).not.toContain('exit code -1')
    })

    it.each([
      ['a pipe', (file: string) => void execFileSync('mkfifo', [file]), 'it is not a regular file'],
      ['a device without end', (file: string) => symlinkSync('/dev/zero', file), 'it is not a regular file'],
      ['a folder', (file: string) => mkdirSync(file), 'it is not a regular file'],
      ['nothing', () => {}, 'There is no audit log'],
    ])('policy replay refuses %s', async (_, make, wanted) => {
      const { home, at } = machine()
      make(at('log'))
      const { code, said } = await run(home, 'policy', 'replay', '--log', at('log'))
      expect([code, said]).toEqual([2, expect.stringContaining(wanted)])
    })

    it('policy replay reads what can be read of a log that somebody has damaged', async () => {
      const line = { v: 1, client: 'claude-code', event: 'PreToolUse', decision: 'allow', source: 'offline' }
      const { home, at } = machine({
        log: `${JSON.stringify(line)}\n\u0000\u0001\n${'x'.repeat(3_000_000)}\n${JSON.stringify(line)}`,
      })
      const { code, said } = await run(home, 'policy', 'replay', '--log', at('log'))
      expect([code, said]).toEqual([0, expect.stringContaining('2 skipped')])
    })

    it('doctor sees that OpenClaw was told of the plugin, and uninstall says how to take it back', async () => {
      const { home, at } = machine({ '.openclaw/keep': '' })
      await run(home, 'init', '--yes', '--client', 'openclaw')
      const asked = async () => {
        const { said } = await run(home, 'doctor', '--json', '--no-drill', '--client', 'openclaw')
        const { clients, findings } = JSON.parse(said)
        const asks = (findings as { what?: string; fix?: string }[]).filter(one =>
          `${one.what} ${one.fix}`.includes('openclaw plugins install'),
        )
        return [clients[0].guard.answer, asks.length > 0]
      }
      expect(await asked()).toEqual(['cannot be known', true])
      // As OpenClaw 2026.9.6 writes it, recorded 2026-11.
      const linked = { load: { paths: [at('.openclaw/tfy-hook')] }, entries: { 'tfy-hook': { enabled: true } } }
      writeFileSync(at('.openclaw/openclaw.json'), JSON.stringify({ plugins: linked }))
      expect(await asked()).toEqual(['cannot be known', false])
      writeFileSync(
        at('.openclaw/openclaw.json'),
        JSON.stringify({ plugins: { ...linked, entries: { 'tfy-hook': { enabled: false } } } }),
      )
      expect((await asked())[0]).toBe('not guarded')
      writeFileSync(at('.openclaw/openclaw.json'), JSON.stringify({ plugins: { entries: { codex: { enabled: true } } } }))
      expect(await asked()).toEqual(['not guarded', true])
      const { code, said } = await run(home, 'uninstall', '--yes')
      expect([code, said]).toEqual([0, expect.stringContaining('openclaw: OpenClaw still names the plugin')])
      expect(said).toContain('openclaw plugins uninstall tfy-hook --force')
      expect((await run(home, 'uninstall', '--yes')).said).not.toContain('plugins uninstall')
    })

    it('uninstall removes the folders that init has made, whatever was changed in between', async () => {
      const { home, at } = machine()
      mkdirSync(at('.cline'))
      await run(home, 'init', '--yes', '--client', 'cline')
      const hooks = at('Documents/Cline/Hooks')
      const [first = ''] = readdirSync(hooks)
      // Somebody takes one out by hand, and `init` is run again.
      rmSync(join(hooks, first))
      await run(home, 'init', '--yes', '--client', 'cline', '--fail-open')
      expect((await run(home, 'uninstall', '--yes')).code).toBe(0)
      expect(existsSync(at('Documents'))).toBe(false)
    })
  })
}
