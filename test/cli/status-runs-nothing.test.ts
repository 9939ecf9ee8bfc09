/** `status` starts no program of a client, whatever it would like to know; `doctor` asks, and keeps what it was told. */

import { chmodSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'

const names = ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'droid', 'opencode', 'cursor-agent', 'amp', 'goose', 'kimi', 'pi']

it.skipIf(process.platform === 'win32')('starts no program of a client', { timeout: 60_000 }, async () => {
  const home = folder({
    'shop/readme.md': '',
    ...Object.fromEntries(names.map(name => [`bin/${name}`, '#!/bin/sh\necho "$0" >> "${0%/bin/*}/ran"\necho 2.1.329\n'])),
  })
  for (const name of names) chmodSync(join(home, 'bin', name), 0o755)
  const run = (...args: string[]) =>
    execa(resolve('dist/tfy-hook'), args, {
      env: { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, XDG_STATE_HOME: join(home, '.state') },
      extendEnv: false,
      reject: false,
      input: '',
      cwd: join(home, 'shop'),
    })
  await run('status', '--json')
  await run('status')
  expect(existsSync(join(home, 'ran'))).toBe(false)
  await run('doctor', '--no-drill')
  expect(existsSync(join(home, 'ran'))).toBe(true)
  expect(existsSync(join(home, '.state/tfy-hook/client-versions.json'))).toBe(true)
})
