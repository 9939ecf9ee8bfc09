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

export const sandboxStates = ['inside', 'outside', 'leaving'] as const
type Sandboxed = (typeof sandboxStates)[number]

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

/** Who is at work, on which machine, and who says so. */
export interface Identity {
  readonly user?: string
  /**
   * `token`: what a server's caller has proved. `managed`: a managed file. `payload`: the client, or whoever posts. `account`: the system, by
   * the uid of the process. `environment`: a variable, which anybody can set. `server`: the account of a server on this machine.
   */
  readonly userFrom?: 'token' | 'managed' | 'payload' | 'account' | 'environment' | 'server'
  /** The account of the process, where the user is named by somebody else. */
  readonly account?: string
  readonly host?: string
  readonly hostFrom?: 'token' | 'managed' | 'payload' | 'system'
  /** The name of the token that a server's caller has presented. */
  readonly caller?: string
  /** The groups that a token or a managed file gives, for conditions and checks. Absent where neither says anything. */
  readonly groups?: readonly string[]
}

/** An adapter knows no more of the identity than the user that a payload names. */
export interface NormalizedHookEvent extends Identity {
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
  /** What the payload says that the server is. */
  readonly mcpTold?: { readonly url: string } | { readonly url?: undefined; readonly command: string }
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
  readonly cwd?: string
  readonly workspaceRoots: readonly string[]
  readonly permissionMode?: string
  /** Whether a command runs in the client's own sandbox; `leaving`: not in it, because the agent asks for that. Absent where nobody says. */
  readonly sandboxed?: Sandboxed
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

/** Who asks, as far as it is told. */
export interface Asker {
  /** For a call that becomes no event. */
  readonly who: Identity
  /** Puts in who asks, and takes out of the payload what is not told. */
  readonly identify: (event: NormalizedHookEvent, payload: JsonObject) => Identified
}

export interface Identified {
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
}
