/**
 * Makes the payload that a client would send for what was typed on our command line. Its frame is the one of the drill (`src/doctor/client-calls.ts`); what is
 * here are the names that each client has for its tools. A test holds every client to a row.
 */

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { type Practice, practices } from '../../doctor/client-calls.ts'
import { ConfigError } from '../terminal/errors.ts'

export type Asked =
  | { readonly kind: 'command' | 'prompt' | 'read' | 'write' | 'web' | 'output'; readonly text: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string; readonly input: JsonObject }

export type Kind = Asked['kind']

/** A tool's name and the key of its argument; the other arguments it has to have. */
type Tool = readonly [name: string, key: string, more?: JsonObject]
/** An event's name and the key of its text. */
type Event = readonly [name: string, key: string]

interface Row {
  readonly read?: Tool
  readonly write?: Tool
  readonly web?: Tool
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

/** Undefined where the client has no such event, or none that is known. */
export const compose = (client: string, asked: Asked, root: string): JsonObject | undefined => {
  const practice = Object.hasOwn(practices, client) ? practices[client] : undefined
  const row = rowOf(client)
  if (practice === undefined || row === undefined) return undefined
  if (asked.kind === 'command') return practice.payload(asked.text, root)
  const whole = row.whole?.(asked)
  if (whole !== undefined) return { ...framed(practice, root, whole[0]), tool_info: whole[1] }
  switch (asked.kind) {
    case 'prompt':
      return row.prompt === undefined ? undefined : { ...framed(practice, root, row.prompt[0]), [row.prompt[1]]: asked.text }
    case 'output':
      return row.output === undefined
        ? undefined
        : { ...renamed(practice.payload('true', root), practice, row.output[0]), [row.output[1]]: asked.text }
    case 'mcp': {
      const called = row.mcp?.(asked.server, asked.tool, asked.input)
      return called === undefined ? undefined : { ...calling(practice, root, called[0], called[1]), ...called[2] }
    }
    case 'read':
    case 'write':
    case 'web': {
      const tool = row[asked.kind]
      const [name, key, more] = tool ?? []
      if (name === undefined || key === undefined) return undefined
      const text = key === 'urls' ? [asked.text] : key === 'prompt' ? `Read ${asked.text}` : asked.text
      return calling(practice, root, name, { ...more, [key]: text })
    }
    default:
      return undefined
  }
}

/** The same, or a sentence that says what the client cannot be asked. */
export const composed = (client: string, asked: Asked, root: string): JsonObject => {
  const payload = compose(client, asked, root)
  if (payload !== undefined) return payload
  const known = Object.keys(practices)
  throw new ConfigError(
    known.includes(client)
      ? `${client} has no event for that (--${asked.kind}).`
      : `Cannot make an event for "${client}". Known: ${known.join(', ')}.`,
  )
}

const sample = '\u0000sample'

/** The payload before a command, with another tool and other arguments in their places. */
const calling = (practice: Practice, root: string, name: string, input: JsonObject): JsonObject => {
  const swap = (object: JsonObject): JsonObject => {
    const at = Object.keys(object).find(key => holdsSample(object[key]))
    const swapped = Object.entries(object).map(([key, value]): [string, JsonValue] => {
      if (key === at) return [key, input]
      if (at !== undefined && /^(?:tool_?name|name)$/i.test(key)) return [key, name]
      return [key, isObject(value) ? swap(value) : value]
    })
    return Object.fromEntries(swapped)
  }
  return swap(practice.payload(sample, root))
}

const holdsSample = (value: JsonValue | undefined): boolean => isObject(value) && Object.values(value).includes(sample)

/** Without the tool and its arguments: what an event of another kind has in common. */
const framed = (practice: Practice, root: string, event: string): JsonObject => {
  const whole = Object.entries(practice.payload(sample, root)).filter(
    ([key, value]) => !/^tool_?name$/i.test(key) && !JSON.stringify(value).includes('sample'),
  )
  return renamed(Object.fromEntries(whole), practice, event)
}

const renamed = (payload: JsonObject, practice: Practice, event: string): JsonObject =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      /event|hook_?name|agent_action/i.test(key) && typeof value === 'string' && isName(value, practice) ? event : value,
    ]),
  )

/** Payloads may spell an event in another way than registrations. */
const isName = (value: string, { events }: Practice): boolean => {
  const bare = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase()
  return events.some(event => bare(event) === bare(value))
}
