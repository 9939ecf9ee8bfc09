/** What Codex is answered. */

import type { Answer } from '../../../core/adapter.ts'
import type { Env } from '../../../core/client.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import type { Rewrite, Verdict } from '../../../core/verdict.ts'
import { hookSpecific, losesExitCode, refuse, say, sayOrSilent, silent } from '../shared/answer.ts'
import { type EventName, events, isEvent } from './events.ts'

export const render = (verdict: Verdict, event: NormalizedHookEvent, env: Env): Answer => {
  const name = event.originalEventName
  if (!isEvent(name) || name === 'SessionEnd') return silent
  const { ruling, rewrite, message } = verdict
  const top: JsonObject = message === undefined ? {} : { systemMessage: messageText(message) }
  const specific: JsonObject =
    verdict.context !== undefined && events[name].can.context ? { additionalContext: contextText(verdict.context) } : {}

  if (ruling.decision !== 'allow') {
    const text = objectionText(ruling)
    const stopped = event.metadata.stop_hook_active === true
    if (!stopped && events[name].can.deny !== 'none') return deny(name, text, top, specific, env, event.cwd)
    return sayOrSilent(hookSpecific(name, specific, { ...top, systemMessage: text }))
  }
  const updated = rewrite === undefined ? undefined : newInput(rewrite, event)
  if (updated !== undefined)
    return say(hookSpecific(name, { ...specific, permissionDecision: 'allow', updatedInput: updated }, top))
  if (ruling.grant && name === 'PermissionRequest') return say(hookSpecific(name, { decision: { behavior: 'allow' } }, top))
  return sayOrSilent(hookSpecific(name, specific, top))
}

/**
 * Exit 2 and the reason on stderr survive what a login shell prints around them. Where the code arrives as 1, which lets the action go
 * on, JSON at exit 0 is the one way.
 */
export const deny = (
  name: EventName | undefined,
  text: string,
  top: JsonObject,
  specific: JsonObject,
  env: Env,
  cwd?: string,
): Answer => {
  const json = ((): JsonObject => {
    switch (name) {
      case 'PreToolUse':
        return hookSpecific(name, { ...specific, permissionDecision: 'deny', permissionDecisionReason: text }, top)
      case 'PermissionRequest':
        return hookSpecific(name, { decision: { behavior: 'deny', message: text } }, top)
      case undefined:
        return { decision: 'block', reason: text }
      default:
        return hookSpecific(name, specific, { ...top, decision: 'block', reason: text })
    }
  })()
  return losesExitCode(env, cwd) ? say(json) : refuse(text, json)
}

/** Of a command or a patch Codex takes `command`, of an MCP call the whole input. Nothing is known of other tools. */
export const newInput = (rewrite: Rewrite, event: NormalizedHookEvent): JsonObject | undefined => {
  if (rewrite.of !== 'input' || event.originalEventName !== 'PreToolUse') return undefined
  if (event.toolType === 'mcp') return rewrite.input
  const command = stringAt(rewrite.input, 'command')
  const commanded = event.toolName === 'Bash' || event.toolName === 'apply_patch'
  return commanded && command !== undefined && rewrite.changed.every(key => key === 'command') ? { command } : undefined
}
