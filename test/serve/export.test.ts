/** What a server records is exported as what a hook does. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { textIn } from '../export/world.ts'
import { until } from '../until.ts'
import { homeWith, runtimes, start } from './server.ts'

it.each(runtimes)('$name starts the process behind it when it records, once', { timeout: 90_000 }, async exe => {
  const path = join(folder({}), 'verdicts.jsonl')
  const env = homeWith({ 'config.yaml': JSON.stringify({ export: [{ type: 'file', path }] }) })
  const server = await start(exe, { env })
  const alive = join(env.XDG_STATE_HOME, 'tfy-hook/background/alive')
  expect(textIn(alive)).toBe('')
  const event = { session_id: 's', cwd: '/', hook_event_name: 'PreToolUse', permission_mode: 'default', tool_name: 'Bash' }
  for (const command of ['ls', 'git push --force origin main'])
    await server.post('/hooks/claude-code', { ...event, tool_input: { command } })
  expect(await until(() => textIn(path).split('\n').length === 3)).toBe(true)
  expect(textIn(path)).toContain('"rules":["git.push-force"]')
  expect(await server.stop()).toBe(0)
  process.kill(Number(readFileSync(alive, 'utf8')))
})
