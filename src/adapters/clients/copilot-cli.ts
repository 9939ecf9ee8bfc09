/**
 * GitHub Copilot CLI and cloud agent. Docs: https://docs.github.com/en/copilot/reference/hooks-reference. Verified on 1.0.102, 2026-11
 * (47 recorded payloads and measured answers); the rarer events are known from the documentation only.
 *
 * The spelling of the event in the registration chooses the dialect: lowerCamel brings camelCase keys and no event name, PascalCase brings
 * snake_case keys, but for three events that come in camelCase all the same.
 */

import type { ClientAdapter } from '../../core/adapter.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, stringAt } from '../../core/json.ts'
import { canNow, render, renderFailure, takes } from './copilot-cli/answers.ts'
import { camel, events, kindOf, metadataOf, nameOf, ownName, snake, view } from './copilot-cli/events.ts'
import { install, registration } from './copilot-cli/registration.ts'
import { claimed } from './shared/claims.ts'
import { eventName, isoTimestamp, lacks } from './shared/evidence.ts'
import { fromRow, strings } from './shared/view.ts'

export default {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  docs: 'https://docs.github.com/en/copilot/reference/hooks-reference',
  verified: '1.0.102, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'copilot-cli', () => {
      // The clock, always a number in this dialect, is the fingerprint; without it the camelCase keys are a hint at most.
      if (stringAt(payload, 'sessionId') !== undefined && lacks(payload, 'hookEventName', 'taskId', 'workspaceRoot'))
        return 'possible'
      if (!snake.has(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      if (!isoTimestamp(payload) || !has(payload, 'cwd')) return 'no'
      if (!lacks(payload, 'permission_mode', 'tool_use_id', 'tool_response', 'prompt_id', 'turn_id', 'model')) return 'no'
      // Only the two stops know their transcript, and say why they stop.
      if (has(payload, 'transcript_path')) return has(payload, 'stop_reason') ? 'weak' : 'no'
      return 'weak'
    }),

  normalise: (payload, env, hints) => {
    const name = nameOf(payload, hints.event)
    const kind = kindOf(name)
    if (name === undefined || kind === undefined)
      return fail({ kind: 'event-unknown', client: 'copilot-cli', event: ownName(payload) ?? hints.event ?? '' })
    const cwd = stringAt(payload, 'cwd')
    const root = env.COPILOT_PROJECT_DIR ?? cwd
    return ok({
      client: 'copilot-cli',
      originalEventName: name,
      ...fromRow(camel[kind]),
      // The cloud agent's sandbox; a headless run on a desk says nothing, and denies a question by itself.
      attended: env.COPILOT_AGENT_PROMPT === undefined,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: metadataOf(payload),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'sessionId', agentType: 'agentType' }),
      ...strings(payload, { sessionId: 'session_id', agentType: 'agent_type' }),
      ...view(kind, payload),
    })
  },

  can: event => ({ ...canNow(event), takes: rewrite => takes(rewrite, event) }),

  render,

  // Crash and nonzero exit deny a tool; a timeout never does.
  failDefault: name => (kindOf(name) === 'preToolUse' ? 'closed' : 'open'),
  timeoutMs: () => 30_000,

  renderFailure,

  registration,
  install,
} satisfies ClientAdapter
