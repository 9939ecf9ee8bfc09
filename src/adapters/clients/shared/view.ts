/** What adapters share when they turn a payload into the part of the event that rules look at. */

import type { EventTraits } from '../../../core/adapter.ts'
import type { NormalizedHookEvent, Subject, ToolType } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import { argumentsIn, splitMcpName, textOf, viewTool } from '../../../core/tool.ts'
import { type Mentions, mentionedIn } from './mentions.ts'

export type View = Pick<NormalizedHookEvent, 'subject' | 'content' | 'structuredInput' | 'paths' | 'urls'> &
  Partial<NormalizedHookEvent>

/** One row of an adapter's event table. */
export const traits = (
  when: string,
  category: EventTraits['category'],
  guardrail: EventTraits['guardrail'],
  can: EventTraits['can'],
): EventTraits => ({ when, category, guardrail, can })

/** What the row says of each of its events. */
export const fromRow = ({
  category,
  guardrail,
  can,
}: EventTraits): Pick<NormalizedHookEvent, 'category' | 'guardrail' | 'blocking'> => ({
  category,
  guardrail,
  blocking: can.deny === 'block',
})

/** An event without a tool. */
export const plain = (subject: Subject, content: string, structuredInput: JsonObject): View => ({
  subject,
  content,
  structuredInput,
  paths: [],
  urls: [],
})

/** The named keys of an object, where present and not null. */
export const only = (payload: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(payload).filter(([key, value]) => value !== null && keys.includes(key)))

/** A tool call before it runs. MCP calls bring their server and tool, as far as the payload says them. */
export const toolCall = (
  toolName: string,
  toolType: ToolType,
  input: JsonObject | undefined,
  mcp: { readonly server?: string | undefined; readonly tool?: string | undefined } = {},
): View => ({
  ...viewTool(toolType, input ?? {}),
  ...(input === undefined && { unread: 'the arguments' }),
  structuredInput: input ?? {},
  toolName,
  toolType,
  ...(toolType === 'mcp' && { category: 'mcp-pre', guardrail: 'mcpToolPreInvokeGuardrails' }),
  ...(mcp.server !== undefined && { mcpServer: mcp.server }),
  ...(mcp.tool !== undefined && { mcpTool: mcp.tool }),
})

type Split = (toolName: string) => { readonly server?: string; readonly tool: string } | undefined

/** A call as `tool_name` and `tool_input` say it. One that lacks either is no empty call: nobody knows what it is. */
export const namedCall = (payload: JsonObject, tools: Readonly<Record<string, ToolType>>, split: Split = splitMcpName): View => {
  const toolName = stringAt(payload, 'tool_name') ?? ''
  const mcp = split(toolName)
  const toolType = mcp !== undefined ? 'mcp' : (Object.hasOwn(tools, toolName) && tools[toolName]) || 'other'
  const seen = toolCall(toolName, toolType, argumentsIn(payload.tool_input), { server: mcp?.server, tool: mcp?.tool })
  return toolName === '' || (payload.tool_input ?? undefined) === undefined
    ? { ...seen, unread: 'the tool and its arguments' }
    : seen
}

/** The prompt that is sent, and the files it names where the client reads them. One that the payload does not have is not an empty one. */
export const promptOf = (prompt: string | undefined, mentions?: Mentions): View => ({
  ...plain('prompt', prompt ?? '', prompt === undefined ? {} : { prompt }),
  ...(prompt === undefined && { unread: 'the prompt' }),
  ...(mentions !== undefined && { paths: mentionedIn(prompt ?? '', mentions) }),
})

/** The same call after it ran: rules see its output, the input stays beside it. */
export const asOutput = (before: View, output: JsonValue): View => ({
  ...before,
  subject: 'output',
  category: before.toolType === 'mcp' ? 'mcp-post' : 'output',
  guardrail: before.toolType === 'mcp' ? 'mcpToolPostInvokeGuardrails' : 'llmOutputGuardrails',
  content: textOf(output),
  toolOutput: typeof output === 'string' || Array.isArray(output) || isObject(output) ? output : String(output),
})

/** The results of a batch of calls that ended together. */
export const batchResults = (calls: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(calls)
    ? calls.flatMap(entry => (isObject(entry) && entry.tool_response !== undefined ? [entry.tool_response] : []))
    : []

/** The folder a call runs in: the one that its arguments name, seen from the session's own. */
export const folderOf = (cwd: string | undefined, named: string | undefined): string | undefined => {
  if (named === undefined || named === '') return cwd
  const absolute = '/~\\'.includes(named.charAt(0)) || named[1] === ':'
  return absolute || cwd === undefined ? named : `${cwd}/${named}`
}

/** Changed keys only, for clients that merge a rewritten input. */
export const changedOnly = (input: JsonObject, changed: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([key]) => changed.includes(key)))

/** Whether a client that merges the changed keys ends up with the whole rewrite. Without `keys` it takes every key. */
export const merges = (
  { input, changed }: { readonly input: JsonObject; readonly changed: readonly string[] },
  keys?: readonly string[],
): boolean => changed.every(key => Object.hasOwn(input, key) && (keys?.includes(key) ?? true))

/** `{ key: value }` for the strings a payload has, so that absent ones stay absent. */
export const strings = (payload: JsonObject, names: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const [ours, theirs] of Object.entries(names)) {
    const value = stringAt(payload, theirs)
    if (value !== undefined && value !== '') found[ours] = value
  }
  return found
}
