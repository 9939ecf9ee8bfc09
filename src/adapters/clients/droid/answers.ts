/** What Droid is answered. */

import type { Answer, Can } from '../../../core/adapter.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject, JsonValue } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import type { Rewrite, Verdict } from '../../../core/verdict.ts'
import { hookSpecific, refuse, sayOrSilent } from '../shared/answer.ts'
import { changedOnly, merges } from '../shared/view.ts'
import { type EventName, events } from './events.ts'

export const render = (name: EventName, verdict: Verdict, event: NormalizedHookEvent): Answer => {
  const { ruling, rewrite, context, message } = verdict
  const can = canNow(name, event)
  const text = ruling.decision === 'allow' ? undefined : objectionText(ruling)
  const shown = text !== undefined && can.deny === 'none' ? text : message
  const top: JsonObject = shown !== undefined && can.message ? { systemMessage: messageText(shown) } : {}
  const specific: Record<string, JsonValue> = {}
  if (context !== undefined && can.context) specific.additionalContext = contextText(context)
  if (ruling.decision === 'allow' || text === undefined || can.deny === 'none') {
    if (rewrite?.of === 'input') specific.updatedInput = changedOnly(rewrite.input, rewrite.changed)
    if (ruling.decision === 'allow' && ruling.grant) specific.permissionDecision = 'allow'
    return sayOrSilent(hookSpecific(name, specific, top))
  }
  return stop(text, denial(name, text, hookSpecific(name, specific, top)))
}

export const stop = (reason: string, beside: JsonObject): Answer =>
  refuse(reason, Object.keys(beside).length === 0 ? undefined : beside)

/** What denies without an exit code, should a shell lose it. After a tool and before a compaction nothing does. */
export const denial = (name: EventName, reason: string, said: JsonObject = {}): JsonObject => {
  if (name === 'PreToolUse') return hookSpecific(name, { permissionDecision: 'deny', permissionDecisionReason: reason }, said)
  if (name === 'UserPromptSubmit') return { continue: false, stopReason: reason }
  return name === 'Stop' ? { ...said, decision: 'block', reason } : said
}

/** A stop that was held back once is not held back again: nothing in Droid ends that loop. */
export const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can =>
  name === 'Stop' && metadata.stop_hook_active === true ? { ...events.Stop.can, deny: 'none' } : events[name].can

/** A rewritten call is merged key by key; of a prompt only the text is taken. */
export const fits = (name: EventName, rewrite: Rewrite): boolean =>
  rewrite.of === 'input' &&
  (name === 'PreToolUse'
    ? merges(rewrite)
    : merges(rewrite, ['prompt']) && typeof rewrite.input.prompt === 'string' && rewrite.changed.length > 0)
