/**
 * Gemini CLI. Docs: https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md. Verified on 0.61.0, 2026-11
 * (recorded payloads, measured answers, the client's own code).
 *
 * JSON counts at any exit code, and JSON without a decision undoes exit 2. With an empty stdout it is stderr that is read. So stdout always
 * holds the whole answer, but where any answer would change the request.
 */

import { type ClientAdapter, canNothing } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { stringAt } from '../../core/json.ts'
import { canNow, denied, ended, render } from './gemini-cli/answers.ts'
import { events, folderNamed, isEvent, view } from './gemini-cli/events.ts'
import { install, registration } from './gemini-cli/registration.ts'
import { say } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, isoTimestamp, lacks } from './shared/evidence.ts'
import { folderOf, fromRow, only, strings } from './shared/view.ts'

export default {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  docs: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md',
  verified: '0.61.0, 2026-11',
  events,

  detect: (payload, env) =>
    claimed(payload, 'gemini-cli', () => {
      // Eight of the eleven events have names of their own; these three are shared with Claude Code and VS Code.
      const event = eventName(payload)
      if (event !== 'SessionStart' && event !== 'SessionEnd' && event !== 'Notification') return 'no'
      const session = stringAt(payload, 'session_id')
      if (session === undefined || !isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'permission_mode', 'prompt_id', 'initial_prompt', 'tool_name')) return 'no'
      // The variable is inherited by whatever Gemini starts; only the same session id proves anything.
      if (env.GEMINI_SESSION_ID === session) return 'strong'
      if (stringAt(payload, 'transcript_path') === undefined) return 'no'
      // A new session is `startup` here, `new` in VS Code and Copilot.
      return event === 'SessionStart' && stringAt(payload, 'source') === 'new' ? 'no' : 'weak'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'gemini-cli', event: name })
    const root = stringAt(payload, 'cwd') ?? env.GEMINI_PROJECT_DIR
    const cwd = folderOf(root, folderNamed(payload))
    return ok({
      client: 'gemini-cli',
      originalEventName: name,
      ...fromRow(events[name]),
      // Nothing in payload or environment tells a terminal from a headless run.
      attended: true,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, ['stop_hook_active', 'source', 'reason', 'trigger', 'notification_type', 'original_request_name']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  render,

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, name) => {
    if (mode === 'open') return say({ systemMessage: reason })
    // Only the end of the whole run stops any event that it may be.
    return name !== undefined && isEvent(name) ? denied(name, reason) : ended(reason)
  },

  registration,
  install,
} satisfies ClientAdapter
