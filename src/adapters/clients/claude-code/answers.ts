/** What Claude Code is answered: what each event's schema accepts, and nothing else. */

import type { Answer, Can } from '../../../core/adapter.ts'
import type { Env } from '../../../core/client.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import { textOf } from '../../../core/tool.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { hookSpecific, say, sayOrSilent, silent } from '../shared/answer.ts'
import { alreadyStopped, type EventName, events, isEvent } from './events.ts'

export const render = (verdict: Verdict, event: NormalizedHookEvent, env: Env): Answer => {
  const name = event.originalEventName
  if (!isEvent(name)) return silent
  const { ruling, rewrite, message } = verdict
  const can = canNow(name, event)
  const specific: Record<string, JsonValue> = {}
  const top: Record<string, JsonValue> = {}
  if (message !== undefined && can.message) top.systemMessage = messageText(message)
  if (verdict.context !== undefined && can.context) specific.additionalContext = contextText(verdict.context)

  if (ruling.decision === 'allow') {
    if (rewrite?.of === 'input') specific.updatedInput = rewrite.input
    if (rewrite?.of === 'output') {
      if (name === 'MessageDisplay') specific.displayContent = textOf(rewrite.output)
      else specific.updatedToolOutput = rewrite.output
    }
    if (ruling.grant && name === 'PermissionRequest') specific.decision = { behavior: 'allow' }
    else if (ruling.grant) specific.permissionDecision = 'allow'
    return tell(name, top, specific)
  }

  const text = objectionText(ruling)
  if (can.deny === 'none') return tell(name, can.message ? { systemMessage: text, ...top } : top, specific)
  if (ruling.decision !== 'deny') {
    // A permission dialog is already the question; silence opens it.
    if (name === 'PermissionRequest') return tell(name, { systemMessage: text, ...top }, specific)
    if (rewrite?.of === 'input' && name === 'PreToolUse') specific.updatedInput = rewrite.input
    return tell(name, top, { ...specific, permissionDecision: ruling.decision, permissionDecisionReason: text })
  }
  return deny(name, event, env, text, top, specific)
}

/** Exit 2, the reason on stderr and the event's own deny JSON together: each blocks alone, none spoils another since 2.1.90. */
export const deny = (
  name: EventName,
  event: NormalizedHookEvent,
  env: Env,
  text: string,
  top: JsonObject,
  specific: JsonObject,
): Answer => {
  const stderr = `${plainRefusal(text)}\n`
  if (name === 'WorktreeCreate') return { exitCode: 2, stdout: '', stderr }
  const withheld = name === 'PostToolUse' ? withhold(event, text) : undefined
  const json = ((): JsonObject => {
    switch (name) {
      case 'PreToolUse':
      case 'PreModelSwitch':
        return hookSpecific(name, { ...specific, permissionDecision: 'deny', permissionDecisionReason: text }, top)
      case 'PermissionRequest':
        return hookSpecific(name, { ...specific, decision: { behavior: 'deny', message: text } }, top)
      case 'Elicitation':
      case 'ElicitationResult':
        return hookSpecific(name, { ...specific, action: 'decline' }, top)
      case 'PostToolUse':
        return hookSpecific(name, withheld === undefined ? specific : { ...specific, updatedToolOutput: withheld }, {
          ...top,
          decision: 'block',
          reason: text,
        })
      default:
        return hookSpecific(name, specific, { ...top, decision: 'block', reason: text })
    }
  })()
  // Replacing a result is an answer, not a refusal: it was measured at exit 0 only.
  if (withheld !== undefined) return say(json)
  return { exitCode: 2, stdout: takesJsonAtExit2(env) ? `${JSON.stringify(json)}\n` : '', stderr }
}

/** On four events Claude takes exit 2 with such words on stderr for a missing script, which blocks nothing. */
export const plainRefusal = (text: string): string => text.replace(/no such file|can't open/gi, words => words.replace(' ', '-'))

const tell = (name: EventName, top: JsonObject, specific: JsonObject): Answer => sayOrSilent(hookSpecific(name, specific, top))

/** The version stands in `AI_AGENT` (`claude-code_2-1-329_harness`). Older than 2.1.90, or unknown: exit 2 only. */
const takesJsonAtExit2 = (env: Env): boolean => {
  const version = /claude-code[_/](\d{1,4})[-.](\d{1,4})[-.](\d{1,5})/.exec(env.AI_AGENT ?? '')
  if (version === null) return false
  const [major = 0, minor = 0, patch = 0] = version.slice(1).map(Number)
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= 90)))
}

/** A result whose shape is known is replaced by the reason; Claude ignores a replacement of any other shape. */
const withhold = (event: NormalizedHookEvent, text: string): JsonValue | undefined => {
  const result = event.toolOutput
  if (event.toolType === 'mcp') return [{ type: 'text', text }]
  return event.toolType === 'shell' && isObject(result) && 'stdout' in result
    ? { ...result, stdout: text, stderr: '' }
    : undefined
}

export const canNow = (name: EventName, event: NormalizedHookEvent): Can => {
  // A stop that was already held back once is not held back again: it would loop. Policy settings are never held back.
  const free = alreadyStopped(event) || (name === 'ConfigChange' && event.metadata.source === 'policy_settings')
  if (free) return { ...events[name].can, deny: 'none' }
  const before = name === 'PreToolUse' || name === 'PermissionRequest'
  return before && asksBarely(event) ? { ...events[name].can, ask: false } : events[name].can
}

/**
 * The dialogs for files (Read, Write, Edit, NotebookEdit) show no reason and no message of a hook, those of the other tools do: measured in
 * the terminal of 2.1.330. Who is not told why is not really asked.
 */
const asksBarely = ({ toolType }: NormalizedHookEvent): boolean => toolType?.startsWith('file-') === true

/** A replacement of another shape is ignored without a word (measured on Bash; MCP takes a list of content). */
export const replaces = (output: JsonValue, event: NormalizedHookEvent): boolean =>
  event.toolType === 'mcp' ? Array.isArray(output) : sameShape(output, event.toolOutput)

const sameShape = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(b)) return Array.isArray(a)
  if (!isObject(b)) return typeof a === typeof b && (a === null) === (b === null)
  return isObject(a) && Object.keys(b).every(key => sameShape(a[key], b[key]))
}
