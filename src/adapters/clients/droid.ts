/**
 * Factory Droid. Docs: https://docs.factory.ai/harness/hooks. Recorded from `droid exec` 0.225.2 and measured there with a scripted model,
 * 2026-11; the rest is from its source.
 *
 * JSON is read at any exit code, and exit 2 counts beside it, so a deny uses both. Of several hooks only the first one's permission
 * decision and the first one's rewrite are read; exit 2 of any of them denies. Exit 3 would end the whole agent.
 */

import { type ClientAdapter, canNothing } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, stringAt } from '../../core/json.ts'
import { canNow, denial, fits, render, stop } from './droid/answers.ts'
import { events, isEvent, view } from './droid/events.ts'
import { install, registration } from './droid/registration.ts'
import { say, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, lacks, permissionMode, toolOwner } from './shared/evidence.ts'
import { fromRow, only, strings } from './shared/view.ts'

const attendedModes = ['off', 'spec']

export default {
  id: 'droid',
  title: 'Factory Droid',
  docs: 'https://docs.factory.ai/harness/hooks',
  verified: '0.225.2, droid exec, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'droid', () => {
      const name = eventName(payload) ?? ''
      if (!isEvent(name) || stringAt(payload, 'session_id') === undefined) return 'no'
      if (!lacks(payload, 'timestamp', 'prompt_id', 'turn_id', 'tool_use_id')) return 'no'
      // The autonomy level stands in every payload; another mode is another client's.
      if (permissionMode(payload) !== undefined) return 'no'
      // The environment file's name travels in the payload, and nowhere else.
      if (has(payload, 'CLAUDE_ENV_FILE')) return 'weak'
      if (has(payload, 'transcript_path') && stringAt(payload, 'transcript_path') === undefined) return 'no'
      const owner = toolOwner(payload)
      if (owner === undefined) return 'possible'
      return owner === 'droid' ? 'weak' : 'no'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'droid', event: name })
    const cwd = stringAt(payload, 'cwd')
    const root = env.FACTORY_PROJECT_DIR ?? cwd
    return ok({
      client: 'droid',
      originalEventName: name,
      ...fromRow(events[name]),
      // Measured on 0.225.2: `droid exec` says `auto-low`, with --skip-permissions-unsafe too, and nothing else in payload or environment
      // tells the two apart. Only where every call is asked about is somebody there for certain.
      attended: attendedModes.includes(permissionMode(payload) ?? ''),
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, ['message_id', 'stop_hook_active', 'source', 'reason', 'trigger', 'notification_type']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    return isEvent(name) ? { ...canNow(name, event), takes: rewrite => fits(name, rewrite) } : canNothing
  },

  render: (verdict, event) => {
    const name = event.originalEventName
    return isEvent(name) ? render(name, verdict, event) : silent
  },

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, eventName = '') => {
    const known = isEvent(eventName) ? eventName : undefined
    // A stop without a payload to say that it was held back before is let go.
    const free = known !== undefined && (known === 'Stop' || events[known].can.deny === 'none')
    if (mode === 'closed' && !free) return stop(reason, denial(known ?? 'PreToolUse', reason))
    return known === undefined || events[known].can.message ? say({ systemMessage: reason }) : warn(reason)
  },

  registration,
  install,
} satisfies ClientAdapter
