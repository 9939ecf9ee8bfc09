/** What Copilot tells a hook of: its events in two spellings, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { ToolType } from '../../../core/event.ts'
import { has, type JsonObject, stringAt } from '../../../core/json.ts'
import { argumentsIn, textOf } from '../../../core/tool.ts'
import { eventName, lacks } from '../shared/evidence.ts'
import { asOutput, only, plain, promptOf, toolCall, traits, type View } from '../shared/view.ts'

export const [input, output] = ['llmInputGuardrails', 'llmOutputGuardrails'] as const

export const says: Can = { ...canNothing, context: true }

const blocks: Can = { ...says, deny: 'block' }

const tells: Can = { ...canNothing, deny: 'feedback' }

export const camel = {
  sessionStart: traits('a session begins or is resumed', 'lifecycle', null, says),
  sessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  userPromptSubmitted: traits('a prompt is sent', 'input', input, { ...blocks, rewriteInput: true }),
  userPromptTransformed: traits('the prompt in the form that the model gets', 'analytics', null, canNothing),
  preToolUse: traits('before every tool', 'input', input, { ...blocks, ask: true, grant: true, rewriteInput: true }),
  permissionRequest: traits('before permission is looked up', 'input', input, { ...canNothing, deny: 'block', grant: true }),
  postToolUse: traits('a tool succeeded', 'output', output, { ...blocks, rewriteOutput: true }),
  postToolUseFailure: traits('a tool failed', 'output', output, tells),
  subagentStart: traits('a subagent begins', 'analytics', null, says),
  subagentStop: traits('a subagent ends', 'lifecycle', null, tells),
  agentStop: traits('a turn ends', 'lifecycle', null, tells),
  notification: traits('the client notifies the person', 'analytics', null, says),
  preCompact: traits('before summarising', 'analytics', null, canNothing),
  errorOccurred: traits('an error occurred', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

export type Kind = keyof typeof camel

const pascal: Readonly<Record<string, Kind>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PermissionRequest: 'permissionRequest',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  Stop: 'agentStop',
  Notification: 'notification',
  PreCompact: 'preCompact',
  ErrorOccurred: 'errorOccurred',
}

export const events: Readonly<Record<string, EventTraits>> = {
  ...camel,
  ...Object.fromEntries(Object.entries(pascal).map(([name, kind]) => [name, camel[kind]])),
}

export const isCamel = (name: string): name is Kind => Object.hasOwn(camel, name)

export const kindOf = (name: string | undefined): Kind | undefined =>
  name === undefined ? undefined : isCamel(name) ? name : Object.hasOwn(pascal, name) ? pascal[name] : undefined

// Runtime names, and those that PascalCase payloads use for them (documentation, 2026-10). An MCP tool is `server-tool`.
const tools: Readonly<Record<string, ToolType>> = {
  bash: 'shell',
  powershell: 'shell',
  write_bash: 'shell',
  write_powershell: 'shell',
  Bash: 'shell',
  view: 'file-read',
  glob: 'file-read',
  grep: 'file-read',
  rg: 'file-read',
  Read: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  create: 'file-write',
  Write: 'file-write',
  edit: 'file-edit',
  str_replace_editor: 'file-edit',
  apply_patch: 'file-edit',
  Edit: 'file-edit',
  web_fetch: 'web',
  web_search: 'web',
  WebFetch: 'web',
  WebSearch: 'web',
  task: 'agent',
  Agent: 'agent',
  Task: 'agent',
}

// Those that were seen, or are documented, with snake_case keys.
export const snake: ReadonlySet<string> = new Set(
  Object.keys(pascal).filter(name => !['PermissionRequest', 'SubagentStart', 'Notification'].includes(name)),
)

export const ownName = (payload: JsonObject): string | undefined => eventName(payload) ?? stringAt(payload, 'hookName')

/** What the payload calls itself, else what its fields prove it to be, else what the registration says; in the registration's spelling. */
export const nameOf = (payload: JsonObject, hint: string | undefined): string | undefined => {
  const own = ownName(payload)
  if (has(payload, 'session_id')) return own ?? hint
  const kind = own === undefined ? (shownBy(payload) ?? kindOf(hint)) : kindOf(own)
  return kind !== undefined && kindOf(hint) === kind ? hint : kindOf(own) === undefined ? kind : own
}

/** camelCase payloads have no name, but each documented one has a field of its own. */
const shownBy = (payload: JsonObject): Kind | undefined => {
  if (!has(payload, 'sessionId')) return undefined
  if (has(payload, 'toolName')) {
    if (has(payload, 'toolResult')) return 'postToolUse'
    if (has(payload, 'error')) return 'postToolUseFailure'
    return has(payload, 'toolArgs') ? 'preToolUse' : has(payload, 'toolInput') ? 'permissionRequest' : undefined
  }
  if (has(payload, 'transformedPrompt')) return 'userPromptTransformed'
  if (has(payload, 'prompt')) return 'userPromptSubmitted'
  if (has(payload, 'stopReason')) return has(payload, 'agentName') ? 'subagentStop' : 'agentStop'
  if (has(payload, 'agentName')) return 'subagentStart'
  if (has(payload, 'errorContext')) return 'errorOccurred'
  if (has(payload, 'trigger')) return 'preCompact'
  return has(payload, 'source') ? 'sessionStart' : has(payload, 'reason') ? 'sessionEnd' : undefined
}

export const metadataOf = (payload: JsonObject): JsonObject => ({
  ...only(payload, ['stop_hook_active', 'source', 'reason', 'trigger', 'notification_type', 'agentName', 'agent_name']),
  ...(isText(payload.toolArgs ?? payload.tool_input) && { textArguments: true }),
})

/** Neither an object nor its JSON. */
const isText = (args: unknown): boolean => typeof args === 'string' && !args.trimStart().startsWith('{')

export const view = (kind: Kind, payload: JsonObject): View => {
  const { sessionId: _i, session_id: _s, timestamp: _t, cwd: _c, hook_event_name: _h, ...fields } = payload
  const { transcriptPath: _p, transcript_path: _q, ...rest } = fields
  switch (kind) {
    case 'preToolUse':
    case 'permissionRequest':
      return call(payload)
    case 'postToolUse':
      return asOutput(call(payload), payload.toolResult ?? payload.tool_result ?? '')
    case 'postToolUseFailure':
      return asOutput(call(payload), payload.error ?? '')
    case 'userPromptSubmitted':
      // A file under `@` is sent by its name; the model reads it with `view` (1.0.102, measured 2026-11: 14 spellings with `-p`, 4 typed and picked).
      return { ...promptOf(stringAt(payload, 'prompt') ?? ''), structuredInput: only(payload, ['prompt']) }
    case 'sessionStart':
      return plain('session', '', rest)
    case 'agentStop':
    case 'subagentStop':
      return plain('stop', stringAt(payload, 'response') ?? stringAt(payload, 'last_assistant_message') ?? '', rest)
    case 'subagentStart':
      return plain('agent', stringAt(payload, 'agentName') ?? '', rest)
    default:
      return plain('other', textOf(rest), rest)
  }
}

const call = (payload: JsonObject): View => {
  const key = ['toolArgs', 'toolInput', 'tool_input'].find(name => has(payload, name))
  const args = key === undefined ? undefined : argumentsIn(payload[key])
  const given = stringAt(payload, 'toolName') ?? stringAt(payload, 'tool_name') ?? ''
  const toolName = isPatched(given, args ?? {}) ? 'apply_patch' : given
  const known = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined
  const mcp = known === undefined ? mcpIn(toolName) : undefined
  const seen = toolCall(toolName, mcp === undefined ? (known ?? 'other') : 'mcp', args, mcp)
  if (toolName.startsWith('write_') && args !== undefined && known === 'shell') return typed(seen, args)
  // PascalCase calls PowerShell by the name of the other shell, which Windows does not have.
  const drive = /^(?:[A-Za-z]:|\\\\)/.test(stringAt(payload, 'cwd') ?? '')
  return toolName === 'Bash' && drive ? { ...seen, shell: 'powershell' } : seen
}

/** PascalCase calls apply_patch `Edit` as well. */
const isPatched = (name: string, args: JsonObject): boolean =>
  name === 'Edit' &&
  lacks(args, 'path', 'file_path') &&
  Object.values(args).some(value => typeof value === 'string' && value.trimStart().startsWith('*** Begin Patch'))

/** `server/tool` where permission is asked, else `server-tool`: of several dashes the last one, since servers have them more than tools. */
const mcpIn = (name: string): { readonly server: string; readonly tool: string } | undefined => {
  const at = name.includes('/') ? name.indexOf('/') : name.lastIndexOf('-')
  return at > 0 ? { server: name.slice(0, at), tool: name.slice(at + 1) } : undefined
}

/** Text typed into a running shell, with its special keys in braces. Keys that change what was typed leave unknown what will run. */
const typed = (seen: View, args: JsonObject): View => {
  const text = stringAt(args, 'input')
  if (text === undefined) return { ...seen, unread: 'the typed text' }
  const lines = text.replaceAll('{enter}', '\n')
  const words = lines.replace(/\{[a-z]{1,12}\}/g, '')
  return words !== lines && words.trim() !== '' ? { ...seen, unread: 'the typed keys' } : { ...seen, content: words }
}
