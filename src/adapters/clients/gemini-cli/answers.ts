/** What Gemini CLI is answered. */

import type { Answer, Can } from '../../../core/adapter.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { hookSpecific, refuse, say, silent } from '../shared/answer.ts'
import { merges } from '../shared/view.ts'
import { type EventName, events, isEvent } from './events.ts'

export const render = ({ ruling, rewrite, context, message }: Verdict, event: NormalizedHookEvent): Answer => {
  const name = event.originalEventName
  // There any answer, `{}` too, puts a tool configuration into the request.
  if (!isEvent(name) || name === 'BeforeToolSelection') return silent
  const can = canNow(name, event)
  const told = message === undefined ? undefined : messageText(message)
  if (ruling.decision === 'allow') {
    const specific = {
      ...(rewrite?.of === 'input' && { tool_input: rewrite.input }),
      ...(context !== undefined && can.context && { additionalContext: contextText(context) }),
    }
    return say(hookSpecific(name, specific, told === undefined ? {} : { systemMessage: told }))
  }
  const text = objectionText(ruling)
  // Where both are given, a person is shown the message instead of the reason.
  const both = told === undefined ? text : `${text}\n${told}`
  if (can.deny === 'none') return say({ systemMessage: both })
  return denied(name, text, told === undefined ? {} : { systemMessage: both })
}

/** Exit 2, the reason on stderr and the decision on stdout: each blocks alone, with text around it too. */
export const denied = (name: EventName, reason: string, top: JsonObject = {}): Answer =>
  // A denied answer is shown and used all the same, and another hook's allow undoes a denied request: only the end of the run holds.
  name === 'AfterModel' || name === 'BeforeModel' ? ended(reason, top) : refuse(reason, { ...top, decision: 'deny', reason })

export const ended = (reason: string, top: JsonObject = {}): Answer =>
  refuse(reason, { ...top, decision: 'deny', reason, continue: false })

export const canNow = (name: EventName, event: NormalizedHookEvent): Can => {
  // An answer that was sent back once is not sent back again: nothing bounds the loop.
  if (name === 'AfterAgent' && event.metadata.stop_hook_active === true) return { ...events[name].can, deny: 'none' }
  // The input is replaced (0.61.0) or merged (older): the same, unless a key was taken out.
  return name === 'BeforeTool'
    ? { ...events[name].can, takes: rewrite => rewrite.of === 'input' && merges(rewrite) }
    : events[name].can
}
