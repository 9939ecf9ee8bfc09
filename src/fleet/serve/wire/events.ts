/** What callers post that is not a client's own payload: the unified event, and the RFC's flat body. */

import {
  type Category,
  categories,
  guardrailTypes,
  type Identity,
  type NormalizedHookEvent,
  sandboxStates,
  subjects,
  type ToolType,
  toolTypes,
} from '../../../core/event.ts'
import { fail, ok, type Result } from '../../../core/failure.ts'
import { has, isObject, type JsonObject, objectAt, stringAt, stringsAt } from '../../../core/json.ts'
import { viewTool } from '../../../core/tool.ts'

/** The normalised event of a unified body, or of a flat one in which our own client has left the rest of it. */
export const eventIn = (body: JsonObject): Result<NormalizedHookEvent> => {
  const own = ownEvent(body)
  const flat = !has(body, 'content') && own !== undefined
  const given: JsonObject = { ...own, ...(flat ? {} : body) }
  const client = stringAt(given, 'client') ?? 'generic'
  const invalid = (detail: string): Result<NormalizedHookEvent> => fail({ kind: 'payload-invalid', client: 'caller', detail })
  if (!/^[a-z0-9-]{1,40}$/.test(client)) return invalid('client')
  const name = stringAt(given, 'originalEventName') ?? stringAt(body, 'hook_event_name')
  if (name === undefined || name.length > 100) return invalid('originalEventName')
  const content = stringAt(body, flat ? 'text' : 'content')
  if (content === undefined) return invalid(flat ? 'text' : 'content')
  const category = oneOf(categories, given, 'category')
  if (category === undefined) return invalid('category')
  for (const key of ['structuredInput', 'metadata']) if (wrong(given, key, isObject)) return invalid(key)
  for (const key of ['paths', 'urls', 'workspaceRoots']) if (wrong(given, key, isTexts)) return invalid(key)
  for (const key of ['attended', 'blocking']) if (wrong(given, key, value => typeof value === 'boolean')) return invalid(key)
  const toolType = oneOf(toolTypes, given, 'toolType')
  if (toolType === undefined && present(given, 'toolType')) return invalid('toolType')
  const sandboxed = oneOf(sandboxStates, given, 'sandboxed')
  if (sandboxed === undefined && present(given, 'sandboxed')) return invalid('sandboxed')
  const output = given.toolOutput
  if (present(given, 'toolOutput') && typeof output !== 'string' && !Array.isArray(output) && !isObject(output))
    return invalid('toolOutput')

  const structuredInput = objectAt(given, 'structuredInput') ?? {}
  const { hook_event: _, ...metadata } = (flat ? objectAt(given, 'metadata') : objectAt(body, 'metadata')) ?? {}
  const seen = viewOf(category, name, toolType, structuredInput, content, stringAt(given, 'toolName'))
  const conversationId = stringAt(given, 'conversationId') ?? stringAt(body, 'conversation_id')
  return ok({
    client,
    category,
    originalEventName: name,
    guardrail: oneOf(guardrailTypes, given, 'guardrail') ?? null,
    content,
    structuredInput,
    metadata,
    subject: oneOf(subjects, given, 'subject') ?? seen.subject,
    paths: present(given, 'paths') ? stringsAt(given, 'paths') : seen.paths,
    urls: present(given, 'urls') ? stringsAt(given, 'urls') : seen.urls,
    workspaceRoots: stringsAt(given, 'workspaceRoots'),
    attended: given.attended !== false,
    blocking: given.blocking !== false,
    ...(toolType !== undefined && { toolType }),
    ...(sandboxed !== undefined && { sandboxed }),
    ...(present(given, 'toolOutput') && { toolOutput: output as NonNullable<NormalizedHookEvent['toolOutput']> }),
    ...(stringsAt(given, 'later').includes('mcpServer') && { later: ['mcpServer'] as const }),
    ...(conversationId !== undefined && { conversationId }),
    ...(seen.unread !== undefined && own === undefined && { unread: seen.unread }),
    ...Object.fromEntries(
      texts.flatMap(key => {
        const text = stringAt(given, key)
        return text === undefined ? [] : [[key, text]]
      }),
    ),
  })
}

/** What our own client put into the metadata of a body. */
export const ownEvent = (body: JsonObject): JsonObject | undefined => objectAt(objectAt(body, 'metadata') ?? {}, 'hook_event')

/** Who is at work, as our own client says it beside a payload. */
export const saidIn = (body: JsonObject): Pick<Identity, 'user' | 'host'> | undefined => {
  const { user, host } = ownEvent(body) ?? {}
  if (typeof user !== 'string' && typeof host !== 'string') return undefined
  return { ...(typeof user === 'string' && { user }), ...(typeof host === 'string' && { host }) }
}

/** Cursor's own payload out of the RFC's flat body: its `text` stands where the event has its primary field. */
export const cursorPayload = (body: JsonObject): JsonObject => {
  const text = stringAt(body, 'text')
  const name = stringAt(body, 'hook_event_name') ?? ''
  const field = Object.hasOwn(primary, name) ? primary[name] : undefined
  const metadata = objectAt(body, 'metadata') ?? {}
  const [server, tool] = [stringAt(metadata, 'server'), stringAt(metadata, 'tool_name')]
  return {
    ...(server !== undefined && { mcp_server_name: server }),
    ...(tool !== undefined && { tool_name: tool }),
    ...(text !== undefined &&
      field !== undefined && { [field]: field === 'tool_input' && tool === 'Shell' ? { command: text } : text }),
    ...(text !== undefined && name === 'afterFileEdit' && { edits: [{ new_string: text }] }),
    ...body,
  }
}

const primary: Readonly<Record<string, string>> = {
  beforeSubmitPrompt: 'prompt',
  beforeReadFile: 'content',
  beforeTabFileRead: 'content',
  beforeMCPExecution: 'tool_input',
  preToolUse: 'tool_input',
  afterShellExecution: 'output',
  afterMCPExecution: 'result_json',
  postToolUse: 'tool_output',
  postToolUseFailure: 'error_message',
  subagentStart: 'task',
  subagentStop: 'summary',
}

const texts = [
  'toolName',
  'mcpServer',
  'mcpTool',
  'sessionId',
  'user',
  'host',
  'cwd',
  'permissionMode',
  'agentType',
  'unread',
] as const

const oneOf = <T extends string>(list: readonly T[], object: JsonObject, key: string): T | undefined =>
  list.find(item => item === object[key])
const present = (object: JsonObject, key: string): boolean => has(object, key) && object[key] !== null
const wrong = (object: JsonObject, key: string, right: (value: unknown) => boolean): boolean =>
  present(object, key) && !right(object[key])
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(item => typeof item === 'string')

/** For callers that send the RFC's fields and no more: what the event is about follows from its category and its tool. */
const viewOf = (
  category: Category,
  name: string,
  toolType: ToolType | undefined,
  input: JsonObject,
  content: string,
  tool: string | undefined,
): Pick<NormalizedHookEvent, 'subject' | 'paths' | 'urls'> & { readonly unread?: string } => {
  const none = { paths: [], urls: [] }
  switch (category) {
    case 'output':
    case 'mcp-post':
      return { subject: 'output', ...none }
    case 'lifecycle':
    case 'analytics':
      return { subject: /stop/i.test(name) ? 'stop' : /session/i.test(name) ? 'session' : 'other', ...none }
    case 'input':
    case 'mcp-pre': {
      const type = toolType ?? (category === 'mcp-pre' ? 'mcp' : undefined)
      if (type === undefined)
        return has(input, 'command') || tool !== undefined
          ? { subject: 'tool', ...none, unread: 'the type of the tool' }
          : { subject: 'prompt', ...none }
      const seen = viewTool(type, input)
      // A command stands in the content, whatever the arguments call it; the path of a write stands in the arguments only.
      const unread = type === 'shell' && content.trim() !== '' ? undefined : seen.unread
      return { subject: seen.subject, paths: seen.paths, urls: seen.urls, ...(unread !== undefined && { unread }) }
    }
    default:
      return category satisfies never
  }
}
