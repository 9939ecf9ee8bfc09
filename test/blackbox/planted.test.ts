/** A hook runs in a folder that somebody else filled: nothing there may run, print or turn a deny into something else. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, folder, homeEnv, withoutIds } from './call.ts'
import { listeners } from './clients.ts'
import { executables } from './executables.ts'

const shout = `require('node:fs').writeSync(1, 'PLANTED'); process.exit(0)\n`

const packages = ['unbash', 'yaml', 'zod', 'commander', 'undici', 're2js', 'execa', 'picomatch', 'tfy-hook']

const planted = (): string =>
  folder({
    '.env': [
      'TFY_HOOK_FAIL=open',
      'TFY_HOOK_SOURCE=gateway',
      'TFY_GATEWAY_URL=http://127.0.0.1:9',
      'XDG_CONFIG_HOME=/nonexistent',
      '',
    ].join('\n'),
    '.env.local': 'TFY_HOOK_FAIL=open\nXDG_CONFIG_HOME=/nonexistent\n',
    '.env.production': 'XDG_CONFIG_HOME=/nonexistent\n',
    'bunfig.toml': 'preload = ["./preload.cjs"]\n[run]\nsilent = false\n',
    'preload.cjs': shout,
    'package.json': JSON.stringify({
      name: 'tfy-hook',
      type: 'commonjs',
      main: 'preload.cjs',
      imports: { '#x': './preload.cjs' },
    }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { baseUrl: '.', paths: { '*': ['./preload.cjs'] } } }),
    '.node-version': '0.10',
    ...Object.fromEntries(
      packages.flatMap(name => [
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '99.0.0', main: 'index.js' })],
        [`node_modules/${name}/index.js`, shout],
      ]),
    ),
  })

describe.each(executables.filter(({ excuse }) => excuse === undefined))('$name', exe => {
  const traps = planted()
  const clean = folder({})

  it.each(listeners)('$id: the verdict does not change', async listener => {
    const ask = (cwd: string, stdin: string) =>
      call(exe, {
        args: ['--client', listener.id, '--event', listener.event],
        stdin,
        cwd,
        env: { ...homeEnv(), ...listener.env },
      })
    const payload = JSON.stringify(listener.payload)
    for (const stdin of [payload, payload.replaceAll('pwned', 'hello'), 'not JSON']) {
      const [there, here] = await Promise.all([ask(traps, stdin), ask(clean, stdin)])
      expect(withoutIds([there.exitCode, there.stdout, there.stderr])).toEqual(
        withoutIds([here.exitCode, here.stdout, here.stderr]),
      )
      expect(there.stdout + there.stderr).not.toContain('PLANTED')
      if (stdin === payload) expect(listener.blocked(there), JSON.stringify(there)).toBe(true)
    }
  })

  it('the cold commands load nothing from there either', async () => {
    for (const args of [['--version'], ['--help']]) {
      const said = await call(exe, { args, stdin: '', cwd: traps, env: homeEnv() })
      expect(said.stdout + said.stderr).not.toContain('PLANTED')
      expect(said.exitCode).toBe(0)
    }
  })

  it('the trap is real: a program that loads from its folder does shout', async () => {
    const said = await call(
      { ...exe, command: 'node', args: ['-e', "require('unbash')"] },
      { args: [], stdin: '', cwd: join(traps), env: homeEnv() },
    )
    expect(said.stdout).toBe('PLANTED')
  })
})
