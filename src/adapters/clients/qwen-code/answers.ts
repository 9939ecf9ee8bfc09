/** What Qwen Code is answered. */

import type { Answer, Can } from '../../../core/adapter.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { hookSpecific, refuse, say } from '../shared/answer.ts'
import { type EventName, events, isEvent } from './events.ts'

export const render = ({ ruling, context, message }: Verdict, event: NormalizedHookEvent): Answer => {
  const name = event.originalEventName
  if (!isEvent(name)) return say({})
  const can = canNow(name, event)
  const top: JsonObject = message === undefined ? {} : { systemMessage: messageText(message) }
  const added: JsonObject = context !== undefined && can.context ? { additionalContext: contextText(context) } : {}
  if (ruling.decision === 'allow') {
    const granted = ruling.grant && name === 'PermissionRequest' ? { decision: { behavior: 'allow' } } : {}
    return say(hookSpecific(name, { ...added, ...granted }, top))
  }
  const text = objectionText(ruling)
  if (can.deny === 'none') return say({ systemMessage: message === undefined ? text : `${text}\n${messageText(message)}` })
  if (ruling.decision !== 'deny') {
    // A permission dialog is already the question; without a decision it opens.
    if (name === 'PermissionRequest') return say(top)
    // Where another hook's allow takes the question away, `continue` stops the call instead.
    return say(hookSpecific(name, { permissionDecision: 'ask' }, { ...top, reason: text, continue: false }))
  }
  // The result of a tool that failed can neither be kept back nor blocked.
  if (name === 'PostToolUseFailure') return say(hookSpecific(name, { additionalContext: text }, top))
  return denied(name, text, top)
}

/** Exit 2 and one JSON on both channels: stderr is read at 2, stdout where a PowerShell has made 1 of it or the stderr is lost. */
export const denied = (name: EventName | undefined, reason: string, top: JsonObject = {}): Answer => {
  const common: JsonObject = { decision: 'block', reason, continue: false }
  const json = ((): JsonObject => {
    const specific = { permissionDecision: 'deny' }
    const decision = { behavior: 'deny', message: reason }
    switch (name) {
      case 'PreToolUse':
        return hookSpecific(name, specific, common)
      case 'PermissionRequest':
        return hookSpecific(name, { decision })
      case undefined:
        return { ...common, hookSpecificOutput: { ...specific, decision } }
      default:
        return common
    }
  })()
  return refuse(JSON.stringify(json), { ...top, ...json })
}

export const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can => {
  // A stop that was already held back once is not held back again. A written todo stays written.
  const held = (name === 'Stop' || name === 'SubagentStop') && metadata.stop_hook_active === true
  const written = (name === 'TodoCreated' || name === 'TodoCompleted') && metadata.phase === 'postWrite'
  return held || written ? { ...events[name].can, deny: 'none' } : events[name].can
}
