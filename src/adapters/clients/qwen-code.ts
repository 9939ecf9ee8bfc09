/**
 * Qwen Code. Docs: https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/hooks.md. Verified on 0.24.4, 2026-11 (recorded
 * payloads, measured answers, the client's own code).
 *
 * Claude Code's events in another ear. At exit 2 stdout is not read and stderr is parsed; a plain text there denies, but neither todos nor
 * permission requests, and the allow of another hook undoes it. So a deny says the same JSON on both, with `continue: false`.
 */

import { type ClientAdapter, canNothing } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { stringAt } from '../../core/json.ts'
import { canNow, denied, render } from './qwen-code/answers.ts'
import { events, folderNamed, isEvent, metadataKeys, view } from './qwen-code/events.ts'
import { install, limitOf, registration } from './qwen-code/registration.ts'
import { say } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, isoTimestamp, isPascal, lacks } from './shared/evidence.ts'
import { folderOf, fromRow, only, strings } from './shared/view.ts'

export default {
  id: 'qwen-code',
  title: 'Qwen Code',
  docs: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/hooks.md',
  verified: '0.24.4, 2026-11',
  events,

  detect: (payload, env) =>
    claimed(payload, 'qwen-code', () => {
      const session = stringAt(payload, 'session_id')
      if (session === undefined || !isPascal(eventName(payload)) || !isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'tool_result', 'stop_reason', 'initial_prompt')) return 'no'
      // Set for every hook, equal to the payload's id on all recorded ones.
      if (env.QWEN_CODE_SESSION_ID === session) return 'strong'
      // Every recorded payload has a mode beside the clock, and a session id at the head of its prompt id.
      return stringAt(payload, 'prompt_id')?.startsWith(`${session}###`) ? 'weak' : 'no'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'qwen-code', event: name })
    const root = stringAt(payload, 'cwd') ?? env.QWEN_PROJECT_DIR
    const cwd = folderOf(root, folderNamed(payload))
    return ok({
      client: 'qwen-code',
      originalEventName: name,
      ...fromRow(events[name]),
      // A headless run says no more than this; in its other modes the client refuses what it cannot ask.
      attended: stringAt(payload, 'permission_mode') !== 'yolo',
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, metadataKeys),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode', agentType: 'agent_type' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  render,

  failDefault: () => 'open',
  timeoutMs: limitOf,

  renderFailure: (mode, reason, name) => {
    if (mode === 'open') return say({ systemMessage: reason })
    return denied(name !== undefined && isEvent(name) ? name : undefined, reason)
  },

  registration,
  install,
} satisfies ClientAdapter
