/** Where a question would run without anybody to answer it. As real clients did: docs/clients/claude-code.md, codex.md, qwen-code.md. */

import { expect, it } from 'vitest'
import claude from '../../src/adapters/clients/claude-code.ts'
import codex from '../../src/adapters/clients/codex.ts'
import qwen from '../../src/adapters/clients/qwen-code.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'

const call = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '/tmp/s.jsonl',
  cwd: '/srv/shop',
  tool_name: 'Bash',
  tool_input: { command: 'git status' },
}

it.each<[ClientAdapter, string, Readonly<Record<string, string>>, boolean]>([
  [claude, 'default', {}, true],
  // Every hook has the variable; the question was shown and waited for (2.1.205 to 2.1.330).
  [claude, 'default', { CLAUDE_CODE_CHILD_SESSION: '1' }, true],
  [claude, 'auto', { CLAUDE_CODE_CHILD_SESSION: '1' }, true],
  [claude, 'auto', { CLAUDE_CODE_CHILD_SESSION: '1', CLAUDE_CODE_SESSION_ATTENDED: '0' }, false],
  [claude, 'default', { CLAUDE_CODE_SESSION_ATTENDED: '0' }, false],
  [claude, 'bypassPermissions', {}, false],
  [claude, 'dontAsk', {}, false],
  [codex, 'default', {}, true],
  [codex, 'dontAsk', {}, false],
  [codex, 'bypassPermissions', {}, false],
  [qwen, 'default', {}, true],
  [qwen, 'yolo', {}, false],
])('%#', (adapter, permission_mode, env, attended) => {
  const read = adapter.normalise({ ...call, permission_mode }, env, { client: adapter.id, event: 'PreToolUse' })
  expect(read.ok && read.value.attended).toBe(attended)
})
