/**
 * Claude Code. Docs: https://code.claude.com/docs/en/hooks. Verified on 2.1.329, 2026-11 (recorded payloads, measured answers).
 *
 * Silence is "no objection": an explicit allow would switch the person's own prompt off. One illegal value makes Claude
 * drop the whole answer, deny included, so every answer is built here from what the event's schema accepts.
 */

import { type ClientAdapter, canNothing } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { stringAt } from '../../core/json.ts'
import { canNow, plainRefusal, render, replaces } from './claude-code/answers.ts'
import { events, isEvent, metadataOf, view } from './claude-code/events.ts'
import { install, registration } from './claude-code/registration.ts'
import { say } from './shared/answer.ts'
import { claudeContradicted } from './shared/claims.ts'
import { isClaudeEventName } from './shared/evidence.ts'
import { fromRow, strings } from './shared/view.ts'

// With these modes nobody is asked: measured on 2.1.329 (an `ask` is refused) and reported earlier (auto-approved, issue 77212).
const unattendedModes = ['bypassPermissions', 'dontAsk']

export default {
  id: 'claude-code',
  title: 'Claude Code',
  docs: 'https://code.claude.com/docs/en/hooks',
  verified: '2.1.329, 2026-11',
  events,

  detect: (payload, env) => {
    if (claudeContradicted(payload)) return 'no'
    const name = stringAt(payload, 'hook_event_name')
    const session = stringAt(payload, 'session_id')
    if (name !== undefined && !isClaudeEventName(name)) return /^[A-Z]/.test(name) ? 'possible' : 'no'
    if (session !== undefined && env.CLAUDE_CODE_SESSION_ID === session) return 'strong'
    return name !== undefined && session !== undefined ? 'weak' : 'possible'
  },

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'claude-code', event: name })
    const cwd = stringAt(payload, 'cwd') ?? stringAt(payload, 'new_cwd')
    const root = env.CLAUDE_PROJECT_DIR ?? cwd
    const mode = stringAt(payload, 'permission_mode')
    return ok({
      client: 'claude-code',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0' && !unattendedModes.includes(mode ?? ''),
      workspaceRoots: root === undefined ? [] : [root],
      metadata: metadataOf(payload),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode', agentType: 'agent_type' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can = canNow(name, event)
    if (name !== 'PostToolUse') return can
    return { ...can, takes: rewrite => rewrite.of === 'output' && replaces(rewrite.output, event) }
  },

  render,

  failDefault: () => 'open',
  timeoutMs: name => (name === 'UserPromptSubmit' ? 30_000 : name === 'SessionEnd' ? 1_500 : 600_000),

  renderFailure: (mode, reason, eventName) => {
    if (mode === 'closed') return { exitCode: 2, stdout: '', stderr: `${plainRefusal(reason)}\n` }
    // There stdout is the path of the new worktree.
    if (eventName === 'WorktreeCreate') return { exitCode: 0, stdout: '', stderr: `${reason}\n` }
    return say({ systemMessage: reason })
  },

  registration,
  install,
} satisfies ClientAdapter
