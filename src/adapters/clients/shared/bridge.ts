/** What our own bridge plugins are told, the same for every host: one JSON object at exit 0. They read `src/adapters/bridges/_ask.ts`. */

import type { Answer, Can } from '../../../core/adapter.ts'
import type { JsonObject } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import { textOf } from '../../../core/tool.ts'
import type { FailMode, Rewrite, Verdict } from '../../../core/verdict.ts'
import { say } from './answer.ts'

/** Where the host would not hear an objection it goes to the bridge's log, as every message does. */
export const tellBridge = ({ ruling, rewrite, context, message }: Verdict, can: Can): Answer => {
  const beside: JsonObject = {
    ...(message !== undefined && { message: messageText(message) }),
    ...(context !== undefined && can.context && ruling.decision === 'allow' && { context: contextText(context) }),
  }
  if (ruling.decision === 'allow') return say({ verdict: 'allow', ...changes(rewrite), ...beside })
  const reason = objectionText(ruling)
  if (can.deny === 'none') return say({ verdict: 'allow', ...beside, message: reason })
  return ruling.decision === 'deny'
    ? say({ verdict: 'deny', reason, ...beside })
    : say({ verdict: 'ask', reason, ...changes(rewrite), ...beside })
}

export const failBridge = (mode: FailMode, reason: string): Answer =>
  say(mode === 'closed' ? { verdict: 'deny', reason } : { verdict: 'allow', message: reason })

const changes = (rewrite: Rewrite | undefined): JsonObject =>
  rewrite === undefined ? {} : rewrite.of === 'input' ? { args: rewrite.input } : { output: rewrite.output }

/**
 * The bridge's own deadline while its registration says nothing else, in milliseconds. Our share of it is the usual budget, so that we
 * answer before we are killed.
 */
export const bridgeTimeoutMs = 12_500

/** The texts among a message's parts, whatever kind each claims to be. */
export const partTexts = (parts: unknown): string =>
  Array.isArray(parts)
    ? parts
        .map(part => (typeof part === 'object' && part !== null ? textOf([part.text, part.prompt]) : ''))
        .filter(text => text !== '')
        .join('\n')
    : ''
