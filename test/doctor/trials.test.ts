/** What `doctor` tries is told to nobody: no target of an export hears of it. The same command in a call of the client's is heard. */

import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { inTrialState, trialEnv } from '../../src/hook/background/trial-state.ts'
import { folder } from '../blackbox/call.ts'
import { end } from '../export/world.ts'
import { listen, readBody } from '../gateway/servers.ts'
import { claudeCall } from '../serve/server.ts'
import { until } from '../until.ts'

it.skipIf(process.platform === 'win32')('tells no target of an export', { timeout: 60_000 }, async () => {
  let heard = 0
  const server = await listen(
    createServer(async (request, response) => {
      if ((await readBody(request)).includes('git.push-force')) heard++
      response.end('{}')
    }),
  )
  const config = { export: [{ type: 'otlp', url: `http://127.0.0.1:${server.port}`, protocol: 'http/json' }] }
  const home = folder({
    'shop/readme.md': '',
    'bin/claude': '#!/bin/sh\necho 2.1.329\n',
    '.claude/settings.json': '{}',
    '.config/tfy-hook/config.yaml': JSON.stringify(config),
  })
  chmodSync(join(home, 'bin/claude'), 0o755)
  const run = (args: readonly string[], input = '', more = {}) =>
    execa(resolve('dist/tfy-hook'), [...args], {
      env: { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, XDG_STATE_HOME: join(home, '.state'), ...more },
      extendEnv: false,
      reject: false,
      input,
      cwd: join(home, 'shop'),
    })
  try {
    await run(['init', '--yes', '--client', 'claude-code'])
    const { stdout } = await run(['doctor'])
    expect(stdout).toContain('git push --force origin main')
    const hook = ['--client', 'claude-code', '--event', 'PreToolUse']
    const call = JSON.stringify(claudeCall('git push --force origin main', home))
    // A trial that lasts.
    await inTrialState(async base => {
      await run(hook, call, trialEnv(base))
      await sleep(4_000)
    })
    expect(heard).toBe(0)
    await run(hook, call)
    expect(await until(() => heard > 0)).toBe(true)
  } finally {
    end({ env: {}, state: join(home, '.state/tfy-hook') })
    await server.close()
  }
})
