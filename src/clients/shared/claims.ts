/** What tells the clients' payloads apart: one table of fingerprints, so that a mark of one client makes every other client say `no`. */

import type { Claim } from '../../core/client.ts'
import { has, type JsonObject, numberAt, stringAt } from '../../core/json.ts'
import {
  eventName,
  isClaudeEventName,
  isCursorEventName,
  isoTimestamp,
  isPascal,
  isSnake,
  lacks,
  permissionMode,
  shortAt,
  toolOwner,
  transcriptOwner,
} from './evidence.ts'

/** What only one client sends. Two fingerprints in one payload contradict each other, and then neither counts. */
const fingerprints: Readonly<Record<string, (payload: JsonObject) => boolean>> = {
  // @cursor/sdk 1.0.32, recorded 2026-11: on every event, also for hooks found in Claude's files. Older ones carry the two ids.
  cursor: payload =>
    has(payload, 'cursor_version') ||
    (has(payload, 'conversation_id') && has(payload, 'generation_id') && isCursorEventName(eventName(payload))),
  // Claude Code 2.1.329, recorded 2026-11: transcripts live in its own folder. Nothing else in the payload names it.
  'claude-code': payload => transcriptOwner(payload) === 'claude-code' && stringAt(payload, 'session_id') !== undefined,
  // Cascade's hook page, read 2026-10; the key exists nowhere else.
  windsurf: payload => stringAt(payload, 'agent_action_name') !== undefined,
  // Cline CLI 3.0.65 and the extension, source of 2026-08.
  cline: payload =>
    stringAt(payload, 'clineVersion') !== undefined ||
    (stringAt(payload, 'hookName') !== undefined && stringAt(payload, 'taskId') !== undefined),
  // ProxyAI 3.8.1, source of 2026-05: two names nobody else uses; the other seven are Cursor's too.
  proxyai: payload => {
    const event = eventName(payload)
    return (event === 'beforeToolUse' || event === 'afterToolUse') && !has(payload, 'conversation_id')
  },
  // Antigravity 1.2.3, live notes of 2026: camelCase, and no event name at all.
  antigravity: payload =>
    stringAt(payload, 'conversationId') !== undefined &&
    (has(payload, 'workspacePaths') || has(payload, 'toolCall') || has(payload, 'stepIdx')),
  // Grok 0.2.106, live notes of 2026: camelCase keys around a snake_case event name.
  grok: payload =>
    isSnake(shortAt(payload, 'hookEventName', 100)) && (has(payload, 'workspaceRoot') || has(payload, 'toolInput')),
  // Copilot CLI 1.0.102, recorded 2026-11. Notification carries `hook_event_name` beside `sessionId`, SubagentStart has none even
  // when it is registered in PascalCase, permissionRequest names itself in `hookName`.
  'copilot-cli': payload => {
    if (transcriptOwner(payload) === 'copilot-cli') return true
    if (has(payload, 'hookEventName') || stringAt(payload, 'sessionId') === undefined) return false
    if (has(payload, 'taskId') || has(payload, 'workspaceRoot')) return false
    const called = has(payload, 'toolName') && has(payload, 'toolArgs')
    return called || numberAt(payload, 'timestamp') !== undefined || stringAt(payload, 'hookName') === 'permissionRequest'
  },
  // Gemini CLI 0.61.0, recorded 2026-11: eight names of its own; SessionStart, SessionEnd and Notification show the folder.
  'gemini-cli': payload => geminiEvents.has(eventName(payload) ?? '') || transcriptOwner(payload) === 'gemini-cli',
  // Codex 0.169.0, recorded 2026-11. Claude Code's MessageDisplay has a `turn_id` as well, but no `model`.
  codex: payload => {
    const event = eventName(payload)
    if (!isPascal(event)) return false
    const owner = transcriptOwner(payload)
    if (owner !== undefined) return owner === 'codex'
    if (stringAt(payload, 'turn_id') !== undefined)
      return has(payload, 'model') || (event !== 'MessageDisplay' && !has(payload, 'prompt_id'))
    return (
      event === 'SessionStart' &&
      payload.transcript_path === null &&
      has(payload, 'model') &&
      has(payload, 'permission_mode') &&
      !has(payload, 'timestamp')
    )
  },
  // Droid 0.225.2, source of 2026-11: autonomy levels instead of Claude's modes, on every event.
  droid: payload => droidModes.has(permissionMode(payload) ?? '') || transcriptOwner(payload) === 'droid',
  // Qwen Code 0.24.4, recorded 2026-11: Claude's shape with a clock; `tool_call_id` stands beside `tool_use_id`.
  'qwen-code': payload => {
    const owner = transcriptOwner(payload)
    if (owner !== undefined) return owner === 'qwen-code'
    const mode = permissionMode(payload)
    if (mode === undefined || droidModes.has(mode)) return false
    // Grok 1.0 repeats its fields in Claude's spelling, below names of its own.
    if (camelKeys.some(key => has(payload, key))) return false
    return qwenModes.has(mode) || (isoTimestamp(payload) && isPascal(eventName(payload)))
  },
  // Kiro, docs and live notes of 2026-07: triggers about specs and files; CLI 2 in camelCase.
  kiro: payload => kiroEvents.has(eventName(payload) ?? ''),
  // Junie, documentation and two notes of 2026-08: where a session is known, so is its project.
  junie: payload =>
    stringAt(payload, 'project_path') !== undefined &&
    isClaudeEventName(eventName(payload)) &&
    lacks(payload, 'transcript_path', 'permission_mode', 'timestamp', 'conversation_id'),
  // Auggie 0.36.0, its source, 2026-11: Cursor's ids with Claude's event names, on every event.
  auggie: payload =>
    stringAt(payload, 'conversation_id') !== undefined &&
    has(payload, 'workspace_roots') &&
    !has(payload, 'cursor_version') &&
    isPascal(eventName(payload)),
  // Goose, its documents of 2026-11: the event stands under a key of its own.
  goose: payload =>
    (isClaudeEventName(stringAt(payload, 'event')) || gooseEvents.has(stringAt(payload, 'event') ?? '')) &&
    !has(payload, 'hook_event_name') &&
    !has(payload, 'hookEventName'),
  // The bridges are ours: they name the host, and keep the host's own event name.
  opencode: payload => bridged(payload, 'opencode', openCodeEvent),
  'kilo-code': payload => bridged(payload, 'kilo-code', openCodeEvent),
  // Kimi Code 2.1.0, recorded 2026-11: on every event.
  'kimi-code': payload => payload.client_type === 'kimi_code_cli',
  pi: payload => bridged(payload, 'pi', piEvent),
  openclaw: payload => bridged(payload, 'openclaw', openClawEvent),
  amp: payload => bridged(payload, 'amp', ampEvent),
}

/** True when the payload carries the mark of a client other than `id`. */
const foreign = (payload: JsonObject, id: string): boolean => marksOf(payload).some(other => other !== id)

/** The frame of every `detect`: another's mark is `no`, the own mark is `strong`, and the rest is for the client to say. */
export const claimed = (payload: JsonObject, id: string, otherwise: () => Claim): Claim => {
  if (foreign(payload, id)) return 'no'
  return marksOf(payload).includes(id) ? 'strong' : otherwise()
}

/** Every client asks about the same payload, so the answer is kept for as long as the payload is. */
const kept = new WeakMap<JsonObject, readonly string[]>()

/** Clients that claim nothing without their mark: a payload with nobody's mark need not load them. */
export const byMarkAlone: ReadonlySet<string> = new Set(['auggie', 'goose', 'kilo-code', 'kimi-code', 'pi'])

/** The clients whose mark a payload carries. */
export const marksOf = (payload: JsonObject): readonly string[] => {
  const known = kept.get(payload)
  if (known !== undefined) return known
  const found: string[] = []
  for (const id in fingerprints) if (fingerprints[id]?.(payload)) found.push(id)
  kept.set(payload, found)
  return found
}

/**
 * True when a payload with Claude Code's event names cannot be Claude Code's: it carries another client's mark, key, mode, folder
 * or tool. Read from 64 payloads of Claude Code 2.1.329, none of which has any of these.
 */
export const claudeContradicted = (payload: JsonObject): boolean => {
  if (foreign(payload, 'claude-code')) return true
  if (camelKeys.some(key => has(payload, key))) return true
  if (!lacks(payload, 'conversation_id', 'generation_id', 'tool_call_id')) return true
  // Codex without its event name, and a bridge without one.
  if (has(payload, 'turn_id') && has(payload, 'model')) return true
  if (bridges.has(stringAt(payload, 'client') ?? '')) return true
  if (has(payload, 'hook_event_name') && !isPascal(eventName(payload))) return true
  if (has(payload, 'transcript_path') && stringAt(payload, 'transcript_path') === undefined) return true
  // The folder outweighs what a later version may add: a clock, a mode, a tool.
  if (transcriptOwner(payload) === 'claude-code') return false
  const mode = permissionMode(payload)
  if (mode !== undefined && !claudeModes.has(mode)) return true
  if (has(payload, 'timestamp') || toolOwner(payload) !== undefined) return true
  if (has(payload, 'tool_result') && !has(payload, 'tool_response')) return true
  return has(payload, 'prompt_id') && lacks(payload, 'cwd', 'transcript_path')
}

const bridged = (payload: JsonObject, id: string, shape: RegExp): boolean =>
  stringAt(payload, 'client') === id && shape.test(eventName(payload) ?? '')

const bridges: ReadonlySet<string> = new Set(['opencode', 'kilo-code', 'pi', 'openclaw', 'amp'])

// Hook names of @opencode-ai/plugin 1.18.33 and of the bus: dotted words, and a few single ones.
const openCodeEvent = /^(?:[a-z]+(?:[._][a-z]+)+|event|config|tool|auth|provider|dispose)$/
// OpenClaw 2026.9.6: snake_case for the typed hooks, `command:new` for the internal ones.
const openClawEvent = /^[a-z]+(?:[_:-][a-z]+)+$/
// pi 0.73.1: one word, or several with `_`.
const piEvent = /^[a-z]+(?:_[a-z]+)*$/
// Amp's plugin API, second-hand, 2026-08.
const ampEvent = /^(?:session\.start|agent\.start|tool\.call|tool\.result|agent\.end)$/

/** Keys of the clients that write camelCase. Claude Code writes none. */
const camelKeys = ['sessionId', 'hookEventName', 'hookName', 'conversationId', 'taskId', 'toolName', 'toolArgs', 'toolCall']

const claudeModes: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto'])
const droidModes: ReadonlySet<string> = new Set(['off', 'spec', 'auto-low', 'auto-medium', 'auto-high'])
const qwenModes: ReadonlySet<string> = new Set(['auto_edit', 'yolo'])

const geminiEvents: ReadonlySet<string> = new Set([
  'BeforeTool',
  'AfterTool',
  'BeforeAgent',
  'AfterAgent',
  'BeforeModel',
  'AfterModel',
  'BeforeToolSelection',
  'PreCompress',
])

const gooseEvents: ReadonlySet<string> = new Set([
  'PreToolUseResult',
  'BeforeReadFile',
  'AfterFileEdit',
  'BeforeShellExecution',
  'AfterShellExecution',
])

const kiroEvents: ReadonlySet<string> = new Set([
  'PreTaskExec',
  'PostTaskExec',
  'PostFileCreate',
  'PostFileSave',
  'PostFileDelete',
  'Manual',
  'agentSpawn',
  'userPromptSubmit',
])
