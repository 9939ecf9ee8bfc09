/** What Gemini CLI tells a hook of: its events, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { ToolType } from '../../../core/event.ts'
import { type JsonObject, objectAt, stringAt } from '../../../core/json.ts'
import { argumentsIn, textOf, viewTool } from '../../../core/tool.ts'
import { anywhere } from '../shared/mentions.ts'
import { asOutput, namedCall, only, plain, promptOf, traits, type View } from '../shared/view.ts'

export const says: Can = { ...canNothing, message: true }

export const blocks: Can = { ...says, deny: 'block' }

export const input = 'llmInputGuardrails'

const output = 'llmOutputGuardrails'

export const events = {
  BeforeTool: traits('before every tool', 'input', input, { ...blocks, rewriteInput: true }),
  AfterTool: traits('a tool returned', 'output', output, { ...blocks, context: true }),
  BeforeAgent: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  AfterAgent: traits('the turn is about to end', 'lifecycle', null, { ...says, deny: 'feedback' }),
  BeforeModel: traits('before each request to the model', 'input', input, blocks),
  AfterModel: traits('each piece of the model’s answer', 'output', output, blocks),
  BeforeToolSelection: traits('before the model chooses a tool', 'analytics', null, canNothing),
  SessionStart: traits('a session begins', 'lifecycle', null, { ...says, context: true }),
  SessionEnd: traits('a session ends', 'lifecycle', null, says),
  PreCompress: traits('before the history is compressed', 'analytics', null, says),
  Notification: traits('a notification is shown', 'analytics', null, says),
} as const satisfies Record<string, EventTraits>

export type EventName = keyof typeof events

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  run_shell_command: 'shell',
  read_file: 'file-read',
  read_many_files: 'file-read',
  list_directory: 'file-read',
  glob: 'file-read',
  grep_search: 'file-read',
  // Its name in older versions.
  search_file_content: 'file-read',
  write_file: 'file-write',
  replace: 'file-edit',
  web_fetch: 'web',
  google_web_search: 'web',
  invoke_agent: 'agent',
}

export const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'BeforeTool':
      return call(payload)
    case 'AfterTool':
      return asOutput(call(payload), payload.tool_response ?? '')
    case 'BeforeAgent':
      return promptOf(stringAt(payload, 'prompt'), anywhere)
    case 'AfterAgent':
      return plain('stop', stringAt(payload, 'prompt_response') ?? '', only(payload, ['prompt', 'stop_hook_active']))
    case 'BeforeModel': {
      const request = objectAt(payload, 'llm_request')
      const seen = plain('prompt', textOf(request?.messages ?? request), request ?? {})
      return request === undefined ? { ...seen, unread: 'the request' } : seen
    }
    case 'AfterModel':
      return asOutput(plain('output', '', {}), payload.llm_response ?? '')
    case 'SessionStart':
      return plain('session', '', only(payload, ['source']))
    default: {
      const { session_id: _s, transcript_path: _p, hook_event_name: _h, cwd: _c, timestamp: _t, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}

const call = (payload: JsonObject): View => {
  const context = objectAt(payload, 'mcp_context')
  const seen = namedCall(payload, tools, name => (context === undefined ? splitName(name) : splitContext(context, name)))
  if (seen.toolName === 'web_fetch') return { ...seen, urls: fetched(seen) }
  const agentType = seen.toolType === 'agent' ? stringAt(seen.structuredInput, 'agent_name') : undefined
  return agentType === undefined ? seen : { ...seen, agentType }
}

/** The addresses in the prompt, whatever stands beside it. */
const fetched = ({ urls, structuredInput }: View): readonly string[] => [
  ...new Set([...urls, ...viewTool('web', only(structuredInput, ['prompt'])).urls]),
]

const splitContext = (context: JsonObject, name: string) => {
  const server = stringAt(context, 'server_name')
  return { tool: stringAt(context, 'tool_name') ?? name, ...(server !== undefined && { server }) }
}

/** The name alone, `mcp_server_tool`, is read as the client reads it: a server has no underscore. */
const splitName = (name: string) => {
  if (!name.startsWith('mcp_')) return undefined
  const at = name.indexOf('_', 4)
  return at < 0 ? { tool: name.slice(4) } : { server: name.slice(4, at), tool: name.slice(at + 1) }
}

export const folderNamed = (payload: JsonObject): string | undefined =>
  stringAt(payload, 'tool_name') === 'run_shell_command' ? stringAt(argumentsIn(payload.tool_input) ?? {}, 'dir_path') : undefined
