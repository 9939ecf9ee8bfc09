/**
 * Codex CLI. Docs: https://learn.chatgpt.com/docs/hooks. Verified on 0.169.0, 2026-11 (recorded payloads, measured answers, the schemas
 * in its binary).
 *
 * One unknown key, an `allow` without a new input or an empty reason makes Codex drop the whole answer and go on, so every answer is
 * built here from what the event's schema accepts. At exit 2 only stderr is read.
 */

import { type Can, type ClientAdapter, canNothing } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, stringAt } from '../../core/json.ts'
import { deny, newInput, render } from './codex/answers.ts'
import { events, isEvent, view } from './codex/events.ts'
import { install, registration } from './codex/registration.ts'
import { say, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, lacks, permissionMode } from './shared/evidence.ts'
import { fromRow, only, strings } from './shared/view.ts'

const modes: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'])

/** `bypassPermissions` is the approval policy "never". */
const unattendedModes: ReadonlySet<string> = new Set(['dontAsk', 'bypassPermissions'])

export default {
  id: 'codex',
  title: 'Codex CLI',
  docs: 'https://learn.chatgpt.com/docs/hooks',
  verified: '0.169.0, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'codex', () => {
      if (!isEvent(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      // Never on a Codex payload, always or often on those of its look-alikes.
      if (!lacks(payload, 'prompt_id', 'effort', 'timestamp', 'duration_ms', 'tool_result')) return 'no'
      if (!modes.has(permissionMode(payload) ?? 'default')) return 'no'
      // The other events carry `turn_id`, which is a fingerprint and would have been seen.
      if (eventName(payload) !== 'SessionStart' && eventName(payload) !== 'SessionEnd') return 'no'
      // The schema allows null where Claude Code always has a string.
      if (has(payload, 'transcript_path') && payload.transcript_path === null) return 'weak'
      return 'possible'
    }),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'codex', event: name })
    const cwd = stringAt(payload, 'cwd')
    return ok({
      client: 'codex',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: !unattendedModes.has(permissionMode(payload) ?? ''),
      workspaceRoots: cwd === undefined ? [] : [cwd],
      metadata: only(payload, ['turn_id', 'tool_use_id', 'agent_id', 'model', 'stop_hook_active', 'source', 'reason', 'trigger']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode', agentType: 'agent_type' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can: Can = { ...events[name].can, takes: rewrite => newInput(rewrite, event) !== undefined }
    // Codex bounds no loop: a stop that was held back is let go.
    return event.metadata.stop_hook_active === true ? { ...can, deny: 'none' } : can
  },

  render,

  failDefault: () => 'open',
  timeoutMs: () => 600_000,

  renderFailure: (mode, reason, given, env) => {
    const name = given !== undefined && isEvent(given) ? given : undefined
    if (mode === 'closed' && (name === undefined || events[name].can.deny === 'block')) return deny(name, reason, {}, {}, env)
    return name === 'SessionEnd' ? warn(reason) : say({ systemMessage: reason })
  },

  registration,
  install,
} satisfies ClientAdapter
