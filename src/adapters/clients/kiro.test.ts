import { describe, expect, it } from 'vitest'
import type { Env } from '../../core/client.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { JsonObject } from '../../core/json.ts'
import kiro from './kiro.ts'

const eventOf = (fields: JsonObject, env: Env = {}, event?: string): NormalizedHookEvent => {
  const made = kiro.normalise(fields, env, event === undefined ? {} : { event })
  if (!made.ok) throw new Error(made.failure.kind)
  return made.value
}

const call = (tool_name: string, tool_input: JsonObject) => eventOf({ hook_event_name: 'preToolUse', tool_name, tool_input })

describe('a tool of a server', () => {
  it.each([
    ['@tracker/create_issue', { mcpServer: 'tracker', mcpTool: 'create_issue' }],
    ['@acme/tracker/create', { mcpServer: 'acme', mcpTool: 'tracker/create' }],
    ['mcp_tracker_create_issue', { mcpTool: 'tracker_create_issue' }],
  ])('%s', (name, want) => {
    expect(call(name, {})).toMatchObject({ toolType: 'mcp', ...want })
  })
})

it('reads a list of reads', () => {
  const event = call('fs_read', {
    operations: [
      { mode: 'Line', path: '.env' },
      { mode: 'Directory', path: 'src' },
    ],
  })
  expect(event).toMatchObject({ subject: 'file-read', paths: ['.env', 'src'] })
})

it('takes no part of a write for its path but the path', () => {
  expect(call('fs_write', { command: 'create', path: 'a.md', file_text: '# A' })).toMatchObject({
    paths: ['a.md'],
    content: '# A',
  })
  expect(call('fs_write', { text: '# A' }).unread).toBe('the path')
})

it('reads no empty call out of fields that are not there', () => {
  expect(call('execute_bash', {}).unread).toBe('the command')
  expect(eventOf({}, { USER_PROMPT: '{}' }, 'PreToolUse').unread).toBeDefined()
  expect(eventOf({}, {}, 'UserPromptSubmit').unread).toBe('the prompt')
})

it('looks for a prompt in the environment when the payload has none', () => {
  const prompt = (fields: JsonObject, env: Env) => eventOf({ hook_event_name: 'UserPromptSubmit', ...fields }, env)
  expect(prompt({ prompt: '' }, { USER_PROMPT: 'push it' }).content).toBe('push it')
  expect(prompt({ prompt: 'fix it' }, { USER_PROMPT: 'push it' }).content).toBe('fix it')
  expect(prompt({ prompt: '' }, {})).toMatchObject({ content: '', subject: 'prompt' })
  expect(prompt({ prompt: '' }, {}).unread).toBeUndefined()
})

it('finds its time limit in a list of hooks', () => {
  const hook = (trigger: string, timeout: number, command: string) => ({
    name: trigger,
    trigger,
    action: { type: 'command', command },
    timeout,
  })
  const hooks = [hook('PreToolUse', 5, '/opt/tfy-hook --client kiro'), hook('PreToolUse', 9, 'lint'), hook('Stop', 7, 'tfy-hook')]
  expect(kiro.registration.timeouts(JSON.stringify({ version: 'v1', hooks }), 'PreToolUse')).toEqual([5_000])
})

it('closes without a word on stdout, which would be context', () => {
  for (const name of ['PreToolUse', 'preToolUse', 'UserPromptSubmit', undefined])
    expect(kiro.renderFailure('closed', 'why', name)).toEqual({ exitCode: 2, stdout: '', stderr: 'why\n' })
  for (const name of ['PostToolUse', 'Stop', 'agentSpawn'])
    expect(kiro.renderFailure('closed', 'why', name)).toEqual({ exitCode: 0, stdout: '', stderr: 'why\n' })
})
