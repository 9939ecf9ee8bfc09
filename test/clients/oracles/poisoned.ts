/** Payloads that hold a word which a policy denies. */

import { isPlain, type Plain, parsed } from './reading.ts'

/** Fields that hold what a person, a model or a tool wrote. */
const texts = [
  'command',
  'prompt',
  'content',
  'file_path',
  'text',
  'task',
  'edits',
  'tool_input',
  'tool_output',
  'tool_response',
  'tool_calls',
  'result',
  'result_json',
  'output',
  'error',
  'error_message',
  'summary',
  'last_assistant_message',
  'delta',
  'message',
  'description',
  'compact_summary',
  'task_subject',
  'task_description',
  'toolArgs',
  'toolInput',
  'toolResult',
  'toolCall',
  'tool_info',
  'tool_call',
  'tool_result',
  'input',
  'args',
  'params',
  'parts',
  'preToolUse',
  'postToolUse',
  'userPromptSubmit',
  'taskStart',
  'taskComplete',
  'notification',
  'turn',
  'modelOutput',
  'finalModelOutput',
  'lastAssistantMessage',
  'llm_request',
  'llm_response',
  'prompt_response',
  'displayed_text',
  'todo_content',
]

/** What a call is named, not what was written into it: with another name it would be another tool. */
const labels = ['name', 'toolName', 'tool_name', 'mcp_tool_name', 'mcp_server_name', 'id']

/** The payload with the word in every text of the event's own; unchanged when it has none. */
export const poisoned = (payload: Plain): Plain =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, isText(key, value) ? poison(value) : value]))

/** What a host's hook was called with stands whole under `event`; where that is a text it is the event's name. */
const isText = (key: string, value: unknown): boolean => texts.includes(key) || (key === 'event' && isPlain(value))

const poison = (value: unknown): unknown => {
  if (typeof value === 'string') {
    // Cursor packs MCP arguments and results as JSON inside a string.
    const inner = /^[{[]/.test(value) ? parsed(value) : undefined
    return inner === undefined ? `${value} pwned` : JSON.stringify(poison(inner))
  }
  if (Array.isArray(value)) return value.map(poison)
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, labels.includes(key) ? item : poison(item)]))
  return value
}
