/** What Copilot is answered. */

import { type Answer, type Can, type ClientAdapter, canNothing } from '../../../core/adapter.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import { contextText, objectionText } from '../../../core/message.ts'
import { oneLine } from '../../../core/redact.ts'
import type { Rewrite, Verdict } from '../../../core/verdict.ts'
import { losesExitCode, refuse, say, sayOrSilent, silent, warn } from '../shared/answer.ts'
import { camel, events, isCamel, type Kind, kindOf } from './events.ts'

export const render: ClientAdapter['render'] = (verdict, event, env) => {
  const kind = kindOf(event.originalEventName)
  if (kind === undefined) return silent
  const { ruling, rewrite, message } = verdict
  if (ruling.decision === 'allow') {
    const stderr = message === undefined ? '' : `${oneLine(message, 900)}\n`
    return { ...sayOrSilent(allowed(verdict, kind, canNow(event))), stderr }
  }
  if (canNow(event).deny === 'none') return silent
  const text = objectionText(ruling)
  // Whether the answer to a question keeps the rewrite beside it was not measured.
  if (ruling.decision !== 'deny' && kind === 'preToolUse' && rewrite === undefined)
    return say(both({ permissionDecision: 'ask', permissionDecisionReason: text }))
  return denied(kind, text, event.originalEventName, losesExitCode(env, event.cwd))
}

export const renderFailure: ClientAdapter['renderFailure'] = (mode, reason, name, env) => {
  if (mode === 'open') return warn(reason)
  const kind = kindOf(name)
  if (kind === undefined) return say({ ...superset(reason), behavior: 'deny', message: reason })
  // VS Code reads the same file, and hears no code that a PowerShell has made 1 of.
  if (kind === 'preToolUse' && losesExitCode(env)) return say(superset(reason))
  // Whether the stop was held back before is in the payload that could not be read.
  return camel[kind].can.deny === 'block' ? denied(kind, reason, name, losesExitCode(env)) : warn(reason)
}

export const canNow = ({ originalEventName: name, attended, metadata }: NormalizedHookEvent): Can => {
  const can = Object.hasOwn(events, name) ? (events[name]?.can ?? canNothing) : canNothing
  const kind = kindOf(name)
  // A stop that was already held back once is not held back again.
  if ((kind === 'agentStop' || kind === 'subagentStop') && metadata.stop_hook_active === true) return { ...can, deny: 'none' }
  // The cloud agent drops a rewritten prompt.
  return kind === 'userPromptSubmitted' && !attended ? { ...can, rewriteInput: false } : can
}

export const takes = (rewrite: Rewrite, event: NormalizedHookEvent): boolean => {
  if (rewrite.of === 'output') return textIn(rewrite.output) !== undefined
  // An empty prompt is ignored; arguments that came as plain text would come back as an object.
  if (kindOf(event.originalEventName) === 'userPromptSubmitted')
    return rewrite.changed.every(key => key === 'prompt') && (stringAt(rewrite.input, 'prompt') ?? '') !== ''
  return event.metadata.textArguments !== true
}

/** What the model would read of a result. */
const textIn = (result: JsonValue): string | undefined =>
  typeof result === 'string'
    ? result
    : isObject(result)
      ? (stringAt(result, 'textResultForLlm') ?? stringAt(result, 'text_result_for_llm'))
      : undefined

/** A rewritten input replaces the whole. */
const allowed = ({ ruling, rewrite, context }: Verdict, kind: Kind, can: Can): JsonObject => {
  const granted = ruling.decision === 'allow' && ruling.grant && can.grant
  const told = context !== undefined && can.context ? { additionalContext: contextText(context) } : {}
  if (kind === 'permissionRequest') return granted ? { behavior: 'allow' } : {}
  if (kind === 'preToolUse')
    return {
      ...(granted && both({ permissionDecision: 'allow' })),
      ...(rewrite?.of === 'input' && { modifiedArgs: rewrite.input }),
      ...told,
    }
  if (rewrite?.of === 'input') return { modifiedPrompt: rewrite.input.prompt ?? '', ...told }
  if (rewrite?.of === 'output') return { modifiedResult: result(textIn(rewrite.output) ?? ''), ...told }
  return told
}

const result = (text: string): JsonObject => ({ resultType: 'success', textResultForLlm: text })

/** PascalCase hears the flat form and the nested one, camelCase the flat one; VS Code, which reads the same files, the nested one. */
const both = (said: JsonObject): JsonObject => ({ ...said, hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } })

const denial = (text: string): JsonObject => ({ permissionDecision: 'deny', permissionDecisionReason: text })

const superset = (text: string): JsonObject => ({ decision: 'block', reason: text, ...both(denial(text)) })

/** Exit 2 only where every exit code but 0 denies, or where the code arrives: elsewhere the JSON counts at exit 0 alone. */
export const denied = (kind: Kind, text: string, name: string | undefined, codeIsLost: boolean): Answer => {
  switch (kind) {
    case 'preToolUse':
      // At exit 2 PascalCase hears the flat form alone: beside the nested one its reason is lost.
      return refuse(text, name !== undefined && isCamel(name) ? superset(text) : denial(text))
    case 'permissionRequest': {
      const said = { behavior: 'deny', message: text }
      return codeIsLost ? say(said) : refuse(text, said)
    }
    case 'postToolUse':
      // The first was measured, the second is documented; either keeps the result from the model.
      return say({ decision: 'block', reason: text, modifiedResult: result(text) })
    case 'postToolUseFailure':
      return refuse(text, { additionalContext: text })
    default:
      return say({ decision: 'block', reason: text })
  }
}
