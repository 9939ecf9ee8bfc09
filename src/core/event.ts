/** The one shape in which every client's event reaches the sources. */

import { type JsonObject, stringAt } from './json.ts'

export const categories = ['input', 'output', 'mcp-pre', 'mcp-post', 'lifecycle', 'analytics'] as const
export type Category = (typeof categories)[number]

export const guardrailTypes = [
  'llmInputGuardrails',
  'llmOutputGuardrails',
  'mcpToolPreInvokeGuardrails',
  'mcpToolPostInvokeGuardrails',
] as const
export type GuardrailType = (typeof guardrailTypes)[number]

export const toolTypes = ['shell', 'file-read', 'file-write', 'file-edit', 'mcp', 'web', 'agent', 'other'] as const
export type ToolType = (typeof toolTypes)[number]

/** What a rule's `on` names. `tool` is a tool that none of the others describes; `other` is seen by `any` only. */
export const subjects = [
  'shell',
  'file-read',
  'file-write',
  'mcp',
  'web',
  'agent',
  'prompt',
  'output',
  'session',
  'stop',
  'tool',
  'other',
] as const
export type Subject = (typeof subjects)[number]

/** Where clients write an event's name; most use the first key. Two send none, and their registration has to say it. */
const nameKeys = ['hook_event_name', 'hookEventName', 'agent_action_name', 'hookName']

export const eventNameIn = (payload: JsonObject): string | undefined => {
  for (const key of nameKeys) {
    const name = stringAt(payload, key)
    if (name !== undefined) return name
  }
  return undefined
}

/** The names under which clients tell that an agent is about to stop, for whoever has nothing but the name. */
export const namesStop = (eventName = ''): boolean => /^((sub)?_?(agent)?_?stop|AfterAgent|TeammateIdle)$/i.test(eventName)

export interface NormalizedHookEvent {
  readonly client: string
  readonly category: Category
  /** The client's own name for the event, kept for logs and gateways. */
  readonly originalEventName: string
  /** The guardrail set a gateway runs; null is analytics only. */
  readonly guardrail: GuardrailType | null
  readonly subject: Subject
  /** The primary text: command, file content, old and new strings, path, arguments, prompt, tool output. */
  readonly content: string
  /** The whole tool input (or event fields), as the client sent it. */
  readonly structuredInput: JsonObject
  /** The tool's result, on events that carry one. Shape as the client sent it. */
  readonly toolOutput?: JsonObject | string | readonly unknown[]
  readonly toolName?: string
  readonly toolType?: ToolType
  readonly mcpServer?: string
  readonly mcpTool?: string
  /** File paths the tool names, as given (not resolved). */
  readonly paths: readonly string[]
  /** URLs the tool names, as given. */
  readonly urls: readonly string[]
  readonly agentType?: string
  /** What runs the command, where the tool's name does not say it. */
  readonly shell?: 'powershell' | 'cmd'
  /** Facts this event lacks because a second blocking event for the same action brings them. */
  readonly later?: readonly 'mcpServer'[]
  readonly sessionId?: string
  readonly conversationId?: string
  readonly user?: string
  readonly cwd?: string
  readonly workspaceRoots: readonly string[]
  readonly permissionMode?: string
  /** The client waits for the answer and can be stopped by it. */
  readonly blocking: boolean
  /** A person is there to answer a question. */
  readonly attended: boolean
  readonly metadata: JsonObject
  /** What the payload should have said and did not, in a form we can read. Such a call is a failure, never an empty one. */
  readonly unread?: string
  /** Why the whole payload may mean something else than what was read of it: then the event cannot be told for certain. */
  readonly doubt?: string
}
