#!/usr/bin/env node
// A client in small: asks the model, calls the hook that stands in its settings, and acts. FAKE=deaf calls no hook, FAKE=heedless does not listen,
// FAKE=mute never comes to the model.
import { execSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { FAKE: kind, ANTHROPIC_BASE_URL: model, HOME: home } = process.env
if (process.argv.includes('--version')) {
  console.log('2.1.329 (Claude Code)')
  process.exit(0)
}
if (kind === 'mute') {
  console.log('Please log in.')
  process.exit(1)
}
// OpenCode works where this says, wherever it was started.
if (process.env.PWD !== process.cwd()) process.exit(1)
const { hooks } = JSON.parse(readFileSync(`${home}/.claude/settings.json`, 'utf8'))
const [{ command, args }] = hooks.PreToolUse[0].hooks
const messages = [{ role: 'user', content: process.argv.at(-1) }]
for (;;) {
  const answer = await fetch(`${model}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ messages, tools: [{ name: 'Bash' }] }),
  })
  const { content } = await answer.json()
  const [block] = content
  messages.push({ role: 'assistant', content }, { role: 'user', content: 'result' })
  if (block.type !== 'tool_use') break
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'proof',
    cwd: process.cwd(),
    tool_name: 'Bash',
    tool_input: block.input,
  })
  const env = { ...process.env, CLAUDE_CODE_SESSION_ID: 'proof' }
  const options = { input, env, encoding: 'utf8' }
  const said =
    kind === 'deaf'
      ? { status: 0, stdout: '' }
      : args
        ? spawnSync(command, args, options)
        : spawnSync('sh', ['-c', command], options)
  const stopped = said.status === 2 || said.stdout.includes('"permissionDecision":"deny"')
  if (stopped && kind !== 'heedless') continue
  try {
    execSync(block.input.command, { stdio: 'ignore' })
  } catch {
    // It failed, as it should.
  }
}
