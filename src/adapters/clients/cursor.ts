/**
 * Cursor. Docs: https://cursor.com/docs/hooks. Verified on @cursor/sdk 1.0.32, 2026-11 (recorded payloads and measured answers);
 * Tab events, workspaceOpen and the IDE's own call sites are known from the documentation only.
 *
 * Every answer is exit 0 with explicit JSON: exit 2 shows stdout raw to the model and arrives as 1 (allowed) on Windows,
 * and an empty stdout counts as a failed hook.
 */

import { type Can, type ClientAdapter, canNothing } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, objectAt, stringAt, stringsAt } from '../../core/json.ts'
import { answer, messages, neutral } from './cursor/answers.ts'
import { events, isEvent, metadataOf, view } from './cursor/events.ts'
import { install, registration } from './cursor/registration.ts'
import { say } from './shared/answer.ts'
import { isCursorEventName } from './shared/evidence.ts'
import { fromRow, merges, strings } from './shared/view.ts'

// The top-level keys that `updated_input` can change, per tool. A file's content is not among them.
const mutable: Readonly<Record<string, readonly string[]>> = {
  Shell: ['command', 'cwd', 'timeout'],
  Read: ['file_path'],
  Write: ['file_path'],
  Delete: ['file_path'],
  List: ['file_path'],
  ReadLints: ['file_path'],
  Grep: ['pattern', 'file_path'],
  Fetch: ['url'],
}

export default {
  id: 'cursor',
  title: 'Cursor',
  docs: 'https://cursor.com/docs/hooks',
  verified: '@cursor/sdk 1.0.32, 2026-11',
  events,

  detect: payload => {
    if (has(payload, 'cursor_version')) return 'strong'
    const name = stringAt(payload, 'hook_event_name')
    if (name === undefined || !isCursorEventName(name))
      return name === undefined && has(payload, 'generation_id') ? 'possible' : 'no'
    if (has(payload, 'conversation_id') && has(payload, 'generation_id')) return 'strong'
    // ProxyAI shares seven event names and never sends these ids; without them only a hint makes it Cursor.
    return has(payload, 'session_id') ? 'no' : 'possible'
  },

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'cursor', event: name })
    const roots = stringsAt(payload, 'workspace_roots')
    const cwd = stringAt(payload, 'cwd') || stringAt(objectAt(payload, 'tool_input') ?? {}, 'cwd') || roots[0]
    return ok({
      client: 'cursor',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: payload.is_background_agent !== true,
      workspaceRoots: roots,
      metadata: metadataOf(payload),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', conversationId: 'conversation_id', user: 'user_email' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can: Can = events[name].can
    if (name === 'preToolUse') {
      const tool = event.toolName ?? ''
      const keys = event.toolType === 'mcp' ? undefined : (Object.hasOwn(mutable, tool) && mutable[tool]) || []
      return {
        ...can,
        rewriteInput: keys === undefined || keys.length > 0,
        // The keys sent are merged: one that Cursor does not take, or one taken away, would leave the original in force.
        takes: rewrite => rewrite.of === 'output' || merges(rewrite, keys),
      }
    }
    if (name === 'postToolUse') return { ...can, rewriteOutput: event.toolType === 'mcp' }
    return can
  },

  render: (verdict, event) => say(answer(verdict, event)),

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, eventName) => {
    if (mode === 'open')
      return {
        ...say({
          ...(eventName === undefined ? { permission: 'allow', continue: true } : neutral(eventName)),
          user_message: reason,
          userMessage: reason,
        }),
        stderr: `${reason}\n`,
      }
    // Without an event name every channel is used at once; unknown keys are ignored.
    return say({ permission: 'deny', continue: false, ...messages(reason) })
  },

  registration,
  install,
} satisfies ClientAdapter
