/** What tells the clients' payloads apart: one table of fingerprints, so that a mark of one client makes every other client say `no`. */

import type { Claim } from '../../../core/client.ts'
import { has, type JsonObject, numberAt, stringAt } from '../../../core/json.ts'
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
const fingerprintsOf = (payload: JsonObject): readonly string[] => {
  const found: string[] = []
  const mark = (client: string, isTheirs: boolean): void => {
    if (isTheirs) found.push(client)
  }
  const event = eventName(payload)
  const owner = transcriptOwner(payload)
  const mode = permissionMode(payload)
  const isText = (key: string): boolean => stringAt(payload, key) !== undefined
  // @cursor/sdk 1.0.32, recorded 2026-11: on every event, also for hooks found in Claude's files. Older ones carry the two ids.
  mark(
    'cursor',
    has(payload, 'cursor_version') ||
      (has(payload, 'conversation_id') && has(payload, 'generation_id') && isCursorEventName(event)),
  )
  // Claude Code 2.1.329, recorded 2026-11: transcripts live in its own folder. Nothing else in the payload names it.
  mark('claude-code', owner === 'claude-code' && isText('session_id'))
  // Cascade's hook page, read 2026-10; the key exists nowhere else.
  mark('windsurf', isText('agent_action_name'))
  // Cline CLI 3.0.65 and the extension, source of 2026-08.
  mark('cline', isText('clineVersion') || (isText('hookName') && isText('taskId')))
  // ProxyAI 3.8.1, source of 2026-05: two names nobody else uses; the other seven are Cursor's too.
  mark('proxyai', (event === 'beforeToolUse' || event === 'afterToolUse') && !has(payload, 'conversation_id'))
  // Antigravity 1.2.3, live notes of 2026: camelCase, and no event name at all.
  mark(
    'antigravity',
    isText('conversationId') && (has(payload, 'workspacePaths') || has(payload, 'toolCall') || has(payload, 'stepIdx')),
  )
  // Grok 0.2.106, live notes of 2026: camelCase keys around a snake_case event name.
  mark('grok', isSnake(shortAt(payload, 'hookEventName', 100)) && (has(payload, 'workspaceRoot') || has(payload, 'toolInput')))
  // Copilot CLI 1.0.102, recorded 2026-11. Notification carries `hook_event_name` beside `sessionId`, SubagentStart has none even
  // when it is registered in PascalCase, permissionRequest names itself in `hookName`.
  mark(
    'copilot-cli',
    owner === 'copilot-cli' ||
      (isText('sessionId') &&
        lacks(payload, 'hookEventName', 'taskId', 'workspaceRoot') &&
        ((has(payload, 'toolName') && has(payload, 'toolArgs')) ||
          numberAt(payload, 'timestamp') !== undefined ||
          stringAt(payload, 'hookName') === 'permissionRequest')),
  )
  // Gemini CLI 0.61.0, recorded 2026-11: eight names of its own; SessionStart, SessionEnd and Notification show the folder.
  mark('gemini-cli', geminiEvents.has(event ?? '') || owner === 'gemini-cli')
  mark('codex', isPascal(event) && (owner === undefined ? isCodex(payload, event) : owner === 'codex'))
  // Droid 0.225.2, source of 2026-11: autonomy levels instead of Claude's modes, on every event.
  mark('droid', droidModes.has(mode ?? '') || owner === 'droid')
  // Qwen Code 0.24.4, recorded 2026-11: Claude's shape with a clock; `tool_call_id` stands beside `tool_use_id`.
  // Grok 1.0 repeats its fields in Claude's spelling, below names of its own.
  mark(
    'qwen-code',
    owner === undefined
      ? mode !== undefined &&
          !droidModes.has(mode) &&
          lacks(payload, ...camelKeys) &&
          (qwenModes.has(mode) || (isoTimestamp(payload) && isPascal(event)))
      : owner === 'qwen-code',
  )
  // Kiro, docs and live notes of 2026-07: triggers about specs and files; CLI 2 in camelCase.
  mark('kiro', kiroEvents.has(event ?? ''))
  // Junie, documentation and two notes of 2026-08: where a session is known, so is its project.
  mark(
    'junie',
    isText('project_path') &&
      isClaudeEventName(event) &&
      lacks(payload, 'transcript_path', 'permission_mode', 'timestamp', 'conversation_id'),
  )
  // Auggie 0.36.0, its source, 2026-11: Cursor's ids with Claude's event names, on every event.
  mark(
    'auggie',
    isText('conversation_id') && has(payload, 'workspace_roots') && !has(payload, 'cursor_version') && isPascal(event),
  )
  // Goose, its documents of 2026-11: the event stands under a key of its own.
  mark(
    'goose',
    (isClaudeEventName(stringAt(payload, 'event')) || gooseEvents.has(stringAt(payload, 'event') ?? '')) &&
      lacks(payload, 'hook_event_name', 'hookEventName'),
  )
  // Letta Code 0.32.18, recorded 2026-11: on every event, and `hook_event_name` on none.
  mark('letta-code', isClaudeEventName(stringAt(payload, 'event_type')) && isText('working_directory') && event === undefined)
  // Kimi Code 2.1.0, recorded 2026-11: on every event.
  mark('kimi-code', payload.client_type === 'kimi_code_cli')
  // The bridges are ours: they name the host, and keep the host's own event name.
  const host = stringAt(payload, 'client')
  if (host !== undefined && Object.hasOwn(bridges, host)) mark(host, bridges[host]?.test(event ?? '') === true)
  return found
}

/** Codex 0.169.0, recorded 2026-11. Claude Code's MessageDisplay has a `turn_id` as well, but no `model`. */
const isCodex = (payload: JsonObject, event: string | undefined): boolean =>
  stringAt(payload, 'turn_id') === undefined
    ? event === 'SessionStart' &&
      payload.transcript_path === null &&
      has(payload, 'model') &&
      has(payload, 'permission_mode') &&
      !has(payload, 'timestamp')
    : has(payload, 'model') || (event !== 'MessageDisplay' && !has(payload, 'prompt_id'))

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
export const byMarkAlone: ReadonlySet<string> = new Set(['auggie', 'goose', 'kilo-code', 'kimi-code', 'letta-code', 'pi'])

/** The clients whose mark a payload carries. */
export const marksOf = (payload: JsonObject): readonly string[] => {
  const known = kept.get(payload)
  if (known !== undefined) return known
  const found = fingerprintsOf(payload)
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
  if (Object.hasOwn(bridges, stringAt(payload, 'client') ?? '')) return true
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

// Hook names of @opencode-ai/plugin 1.18.33 and of the bus: dotted words, and a few single ones.
const openCodeEvent = /^(?:[a-z]+(?:[._][a-z]+)+|event|config|tool|auth|provider|dispose)$/

/** The form of the event names, by the host that our bridge names. */
const bridges: Readonly<Record<string, RegExp>> = {
  opencode: openCodeEvent,
  'kilo-code': openCodeEvent,
  // pi 0.73.1: one word, or several with `_`.
  pi: /^[a-z]+(?:_[a-z]+)*$/,
  // OpenClaw 2026.9.6: snake_case for the typed hooks, `command:new` for the internal ones.
  openclaw: /^[a-z]+(?:[_:-][a-z]+)+$/,
  // Amp's plugin API, second-hand, 2026-08.
  amp: /^(?:session\.start|agent\.start|tool\.call|tool\.result|agent\.end)$/,
}

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
