/** The names that each client has for its tools and its events, and for their arguments. A test holds every client to a row. */

import type { JsonObject } from '../../../core/json.ts'
import type { Asked } from './payload.ts'

/** A tool's name and the key of its argument; the other arguments it has to have. */
type Tool = readonly [name: string, key: string, more?: JsonObject]
/** An event's name and the key of its text. */
type Event = readonly [name: string, key: string]

interface Row {
  readonly read?: Tool
  readonly write?: Tool
  readonly web?: Tool | undefined
  /** With what the payload says beside the call, where that marks it. */
  readonly mcp?: (
    server: string,
    tool: string,
    input: JsonObject,
  ) => readonly [name: string, input: JsonObject, beside?: JsonObject]
  readonly prompt?: Event
  /** The result of a command. */
  readonly output?: Event
  /** For a client whose event says which tool it is: the whole payload. */
  readonly whole?: (asked: Asked) => readonly [event: string, info: JsonObject] | undefined
}

const joined =
  (before: string, between: string) =>
  (server: string, tool: string, input: JsonObject): readonly [string, JsonObject] => [
    `${before}${server}${between}${tool}`,
    input,
  ]

const content = { content: '' }
const claude = {
  read: ['Read', 'file_path'],
  write: ['Write', 'file_path', content],
  web: ['WebFetch', 'url'],
  mcp: joined('mcp__', '__'),
  prompt: ['UserPromptSubmit', 'prompt'],
  output: ['PostToolUse', 'tool_response'],
} as const satisfies Row

export const rows: Readonly<Record<string, Row>> = {
  'claude-code': claude,
  cursor: {
    read: ['Read', 'file_path'],
    write: ['Write', 'file_path', content],
    mcp: joined('MCP:', ':'),
    prompt: ['beforeSubmitPrompt', 'prompt'],
    output: ['postToolUse', 'tool_output'],
  },
  proxyai: {
    read: ['Read', 'file_path'],
    write: ['Write', 'file_path', content],
    web: ['WebFetch', 'url'],
    output: ['afterToolUse', 'tool_output'],
  },
  codex: {
    read: ['view_image', 'path'],
    mcp: joined('mcp__', '__'),
    prompt: ['UserPromptSubmit', 'prompt'],
    output: ['PostToolUse', 'tool_response'],
  },
  'gemini-cli': {
    read: ['read_file', 'file_path'],
    write: ['write_file', 'file_path', content],
    web: ['web_fetch', 'prompt'],
    mcp: joined('mcp_', '_'),
    prompt: ['BeforeAgent', 'prompt'],
    output: ['AfterTool', 'tool_response'],
  },
  'qwen-code': {
    ...claude,
    read: ['read_file', 'file_path'],
    write: ['write_file', 'file_path', content],
    web: ['web_fetch', 'url'],
  },
  'copilot-cli': {
    read: ['view', 'path'],
    write: ['create', 'path', { file_text: '' }],
    web: ['web_fetch', 'url'],
    mcp: joined('', '-'),
    prompt: ['userPromptSubmitted', 'prompt'],
    output: ['postToolUse', 'toolResult'],
  },
  vscode: {
    ...claude,
    read: ['read_file', 'filePath'],
    write: ['create_file', 'filePath', content],
    web: ['fetch_webpage', 'urls'],
    mcp: joined('mcp_', '_'),
  },
  droid: { ...claude, write: ['Create', 'file_path', content], web: ['FetchUrl', 'url'], mcp: joined('', '___') },
  windsurf: {
    whole: asked => {
      switch (asked.kind) {
        case 'command':
          return undefined
        case 'prompt':
          return ['pre_user_prompt', { user_prompt: asked.text }]
        case 'read':
          return ['pre_read_code', { file_path: asked.text }]
        case 'write':
          return ['pre_write_code', { file_path: asked.text, edits: [] }]
        case 'mcp':
          return [
            'pre_mcp_tool_use',
            { mcp_server_name: asked.server, mcp_tool_name: asked.tool, mcp_tool_arguments: asked.input },
          ]
        case 'output':
          return ['post_cascade_response', { response: asked.text }]
        case 'web':
          return undefined
        default:
          return asked satisfies never
      }
    },
  },
  devin: {
    ...claude,
    read: ['read', 'file_path'],
    write: ['write', 'file_path', content],
    web: ['webfetch', 'url'],
    mcp: (server_name, tool_name, input) => ['mcp_call_tool', { server_name, tool_name, arguments: input }],
  },
  cline: {
    read: ['read_file', 'path'],
    write: ['write_to_file', 'path', content],
    web: ['web_fetch', 'url'],
    mcp: (server_name, tool_name, input) => ['use_mcp_tool', { server_name, tool_name, arguments: JSON.stringify(input) }],
  },
  kiro: {
    ...claude,
    read: ['fs_read', 'path'],
    write: ['fs_write', 'path', content],
    web: ['web_fetch', 'url'],
    mcp: joined('@', '/'),
  },
  antigravity: {
    read: ['view_file', 'AbsolutePath'],
    write: ['write_to_file', 'TargetFile', { CodeContent: '' }],
    web: ['read_url_content', 'Url'],
    mcp: (ServerName, ToolName, Arguments) => ['call_mcp_tool', { ServerName, ToolName, Arguments }],
  },
  grok: {
    read: ['read_file', 'path'],
    write: ['write', 'path', content],
    web: ['web_fetch', 'url'],
    mcp: joined('', '__'),
    prompt: ['user_prompt_submit', 'prompt'],
    output: ['post_tool_use', 'toolResult'],
  },
  junie: {
    read: ['Read', 'file_path'],
    write: ['Write', 'file_path', content],
    web: ['WebFetch', 'url'],
    mcp: joined('mcp__', '__'),
    prompt: ['UserPromptSubmit', 'prompt'],
  },
  opencode: {
    read: ['read', 'filePath'],
    write: ['write', 'filePath', content],
    web: ['webfetch', 'url'],
    mcp: joined('', '_'),
    prompt: ['chat.message', 'prompt'],
    output: ['tool.execute.after', 'output'],
  },
  openclaw: {
    read: ['read', 'path'],
    write: ['write', 'path', content],
    web: ['web_fetch', 'url'],
    mcp: joined('', '__'),
    prompt: ['before_agent_run', 'prompt'],
    output: ['tool_result_persist', 'output'],
  },
  pi: {
    read: ['read', 'path'],
    write: ['write', 'path', content],
    prompt: ['input', 'prompt'],
    output: ['tool_result', 'output'],
  },
  'kimi-code': {
    read: ['Read', 'path'],
    write: ['Write', 'path', content],
    web: ['FetchURL', 'url'],
    mcp: joined('mcp__', '__'),
    prompt: ['UserPromptSubmit', 'prompt'],
    output: ['PostToolUse', 'tool_output'],
  },
  'letta-code': {
    ...claude,
    // They run on its server.
    web: undefined,
    output: ['PostToolUse', 'tool_result'],
  },
  auggie: {
    read: ['view', 'path'],
    write: ['save-file', 'path', { file_content: '' }],
    web: ['web-fetch', 'url'],
    mcp: (server, tool, input) => [`${tool}_${server}`, input, { is_mcp_tool: true }],
    prompt: ['PromptSubmit', 'user_prompt'],
    output: ['PostToolUse', 'tool_output'],
  },
  goose: {
    read: ['developer__read_image', 'path'],
    write: ['developer__write', 'path', content],
    mcp: joined('', '__'),
    prompt: ['UserPromptSubmit', 'message'],
  },
  amp: {
    read: ['Read', 'path'],
    write: ['create_file', 'path', content],
    web: ['read_web_page', 'url'],
    mcp: joined('mcp__', '__'),
    prompt: ['agent.start', 'prompt'],
    output: ['tool.result', 'output'],
  },
}

/** Forks that took the tools of another client with everything else. */
const same: Readonly<Record<string, string>> = { 'kilo-code': 'opencode' }

export const rowOf = (client: string): Row | undefined => rows[same[client] ?? client]
