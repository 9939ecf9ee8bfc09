/**
 * A client's event in another client's words, for a gateway that has an endpoint for that one alone. Its own arguments stay in the call; what the
 * other client names otherwise is put beside them, so that a guardrail finds it, and a changed one finds its way back.
 */

import type { Dialect } from '../../../core/config.ts'
import type { NormalizedHookEvent, Subject, ToolType } from '../../../core/event.ts'
import type { JsonObject, JsonValue } from '../../../core/json.ts'

/** Whose words a dialect has; `unified` is everybody's. */
const speakers: Readonly<Record<Dialect, string | undefined>> = {
  'cursor-flat': 'cursor',
  claude: 'claude-code',
  native: 'claude-code',
  unified: undefined,
}

export const isForeign = (dialect: Dialect, client: string): boolean => (speakers[dialect] ?? client) !== client

/** Claude Code's own events go as they are, but for those that the draft's endpoint has no name for. */
export const isTranslated = (dialect: Dialect, { client, originalEventName }: NormalizedHookEvent): boolean =>
  isForeign(dialect, client) || (dialect === 'claude' && !draftEvents.includes(originalEventName))

/** What `/claude-code/hooks/validate` handles (RFC, section 8). A name beyond these is refused, or judged by nobody. */
const draftEvents: readonly string[] = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit']

/** What the RFC shows of Claude Code's payload (section 4), for an endpoint that refuses the rest. */
export const draftFields: readonly string[] = [
  ...['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name', 'agent_id', 'agent_type'],
  ...['tool_name', 'tool_input', 'tool_use_id', 'tool_response', 'prompt'],
]

const claudeTools: Readonly<Partial<Record<ToolType, string>>> = {
  shell: 'Bash',
  'file-read': 'Read',
  'file-write': 'Write',
  'file-edit': 'Edit',
  web: 'WebFetch',
  agent: 'Agent',
}

const isResult = ({ category }: NormalizedHookEvent): boolean => category === 'output' || category === 'mcp-post'

/** As Claude Code would send it (its own payload, 2.1.329). */
export const inClaudesWords = (event: NormalizedHookEvent): JsonObject => ({
  session_id: event.sessionId ?? event.conversationId ?? '',
  transcript_path: '',
  cwd: event.cwd ?? event.workspaceRoots[0] ?? '',
  permission_mode: 'default',
  ...claudeEvent(event),
})

const claudeEvent = (event: NormalizedHookEvent): JsonObject => {
  switch (event.subject) {
    case 'prompt':
      return { hook_event_name: 'UserPromptSubmit', prompt: event.content }
    case 'session':
      return { hook_event_name: 'SessionStart', source: 'startup' }
    case 'stop':
      return { hook_event_name: 'Stop', stop_hook_active: false }
    case 'other':
      return { hook_event_name: 'Notification', message: event.content }
    default: {
      const called = { tool_name: claudeTool(event), tool_input: { ...claudeNames(event), ...event.structuredInput } }
      return isResult(event)
        ? { hook_event_name: 'PostToolUse', ...called, tool_response: outputOf(event) }
        : { hook_event_name: 'PreToolUse', ...called }
    }
  }
}

const outputOf = ({ toolOutput, content }: NormalizedHookEvent): JsonValue => (toolOutput as JsonValue | undefined) ?? content

/** What a model says is the result of no tool; Claude Code's page has nothing nearer, so it has the name of its event. */
const claudeTool = ({
  toolType,
  originalEventName,
  toolName = originalEventName,
  mcpServer,
  mcpTool,
}: NormalizedHookEvent): string =>
  toolType === 'mcp'
    ? `mcp__${mcpServer ?? 'unknown'}__${mcpTool ?? toolName}`
    : ((toolType === undefined ? undefined : claudeTools[toolType]) ?? toolName)

/** What Claude Code calls the argument that counts. */
const claudeNames = (event: NormalizedHookEvent): Readonly<Record<string, string>> => {
  const before = !isResult(event)
  switch (event.toolType) {
    case 'shell':
      return before ? { command: event.content } : {}
    case 'file-read':
      return { ...named('file_path', event.paths[0]), ...(before && beyondArguments(event) && { content: event.content }) }
    case 'file-write':
    case 'file-edit':
      return { ...named('file_path', event.paths[0]), ...(before && { content: event.content }) }
    case 'web':
      return named('url', event.urls[0])
    default:
      return {}
  }
}

/** A client that has read the file asks about its text. */
const beyondArguments = ({ content, paths, structuredInput }: NormalizedHookEvent): boolean =>
  content.trim() !== '' && !paths.includes(content) && !Object.values(structuredInput).includes(content)

const named = (name: string, value: string | undefined): Readonly<Record<string, string>> =>
  value === undefined ? {} : { [name]: value }

/**
 * The event under one of the seven names that `/cursor/hooks/validate` maps to guardrails (RFC, section 2): under another one it would be
 * refused, or judged by nobody. A write is told as a read is (RFC, section 6), and so is any other tool that has no name there.
 */
export const cursorEvent = (event: NormalizedHookEvent): string => {
  const { subject, category, toolType } = event
  if (category === 'mcp-pre') return 'beforeMCPExecution'
  if (category === 'mcp-post') return 'afterMCPExecution'
  if (isResult(event)) return toolType === 'file-edit' || toolType === 'file-write' ? 'afterFileEdit' : 'afterAgentResponse'
  if (category !== 'input')
    return event.client === 'cursor' ? event.originalEventName : (cursorNames[subject] ?? 'afterAgentThought')
  if (subject === 'prompt') return 'beforeSubmitPrompt'
  return toolType === 'shell' ? 'beforeShellExecution' : 'beforeReadFile'
}

/** Of what is only told; no guardrail runs for it. */
const cursorNames: Readonly<Partial<Record<Subject, string>>> = { session: 'sessionStart', stop: 'stop' }

/**
 * A changed argument under the client's own name for it: the one that held the same text. Undefined when it has none; then the change would be
 * read by nobody, and the old call would run.
 */
export const ownName = (event: NormalizedHookEvent, key: string): string | undefined => {
  const told = claudeNames(event)
  // Where nothing was renamed, the arguments are the client's own, and one may be added.
  if (Object.hasOwn(event.structuredInput, key) || Object.keys(told).length === 0) return key
  const text = Object.hasOwn(told, key) ? told[key] : undefined
  if (text === undefined) return undefined
  const holding = Object.entries(event.structuredInput).filter(([, value]) => value === text)
  return holding.length === 1 ? holding[0]?.[0] : undefined
}

/** Whether this is what the gateway was told under that name. */
export const isToldAs = (event: NormalizedHookEvent, key: string, value: JsonValue): boolean => {
  const told = claudeNames(event)
  return Object.hasOwn(told, key) && told[key] === value
}
