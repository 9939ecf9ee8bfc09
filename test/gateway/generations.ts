/**
 * A strict stand-in for each documented generation of the gateway. It refuses (422) what its documents do not name, and answers (404) nowhere else.
 * Written from the public page and the RFC, not from our requests.
 */

import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { JsonObject } from '../../src/core/json.ts'
import { asked, type Running } from './servers.ts'

const text = z.string()
const open = z.looseObject({})

/** Claude Code's hook input in the RFC (section 4), of the three events that its endpoint handles (section 8). */
const base = {
  session_id: text,
  transcript_path: text,
  cwd: text,
  permission_mode: text.optional(),
  agent_id: text.optional(),
  agent_type: text.optional(),
}
const called = { tool_name: text.min(1), tool_input: open, tool_use_id: text.optional() }
const draft = z.discriminatedUnion('hook_event_name', [
  z.strictObject({ ...base, ...called, hook_event_name: z.literal('PreToolUse') }),
  z.strictObject({ ...base, ...called, hook_event_name: z.literal('PostToolUse'), tool_response: z.unknown() }),
  z.strictObject({ ...base, hook_event_name: z.literal('UserPromptSubmit'), prompt: text }),
])

/** The public page takes the client's raw payload: what Claude Code 2.1.329 documents of these three, and of its other events by name. */
const recent = {
  ...base,
  prompt_id: text.optional(),
  effort: open.optional(),
  scratchpad_dir: text.optional(),
}
const others =
  'PermissionRequest|PostToolUseFailure|PostToolBatch|UserPromptExpansion|Elicitation(?:Result)?|MessageDisplay|Notification|S\\w+'
const server = { mcp_server: open.optional() }
const raw = z.union([
  z.discriminatedUnion('hook_event_name', [
    z.strictObject({ ...recent, ...called, ...server, hook_event_name: z.literal('PreToolUse') }),
    z.strictObject({
      ...recent,
      ...called,
      ...server,
      hook_event_name: z.literal('PostToolUse'),
      tool_response: z.unknown(),
      duration_ms: z.number().optional(),
    }),
    z.strictObject({ ...recent, hook_event_name: z.literal('UserPromptSubmit'), prompt: text }),
  ]),
  z.looseObject({
    session_id: text,
    cwd: text,
    metadata: z.never().optional(),
    hook_event_name: text.regex(new RegExp(`^(?:${others})$`)),
  }),
])

/** The RFC's body (section 2), and the events that it names there. */
const flat = z.strictObject({
  hook_event_name: z.enum([
    'beforeSubmitPrompt',
    'beforeShellExecution',
    'beforeReadFile',
    'afterFileEdit',
    'afterAgentResponse',
    'beforeMCPExecution',
    'afterMCPExecution',
  ]),
  text,
  conversation_id: text.optional(),
  generation_id: text.optional(),
  workspace_roots: z.array(text).optional(),
  metadata: z.strictObject({ server: text.optional(), tool_name: text.optional() }).optional(),
})

/** The RFC's normalised event (section 6). Its `metadata` is free. */
const unified = z.strictObject({
  client: z.enum(['cursor', 'claude-code', 'generic']),
  category: z.enum(['input', 'output', 'mcp-pre', 'mcp-post', 'lifecycle', 'analytics']),
  originalEventName: text,
  content: text,
  structuredInput: open.optional(),
  toolName: text.optional(),
  toolType: z.enum(['shell', 'file-read', 'file-write', 'file-edit', 'mcp', 'web', 'agent', 'other']).optional(),
  mcpServer: text.optional(),
  mcpTool: text.optional(),
  sessionId: text.optional(),
  conversationId: text.optional(),
  metadata: z.looseObject({ hook_event: z.never().optional() }),
})

const schemas = { raw, draft, flat, unified } as const
export type Form = keyof typeof schemas

export const accepts = (form: Form, body: unknown): string | undefined => {
  const read = schemas[form].safeParse(body)
  return read.success ? undefined : JSON.stringify(read.error.issues.slice(0, 2))
}

const paths: Readonly<Record<string, Form>> = {
  '/hooks/claude-code': 'raw',
  '/claude-code/hooks/validate': 'draft',
  '/cursor/hooks/validate': 'flat',
  '/hooks/validate': 'unified',
}

/** What each generation has. */
export const generations = {
  'draft of 2026-04': ['/cursor/hooks/validate', '/claude-code/hooks/validate', '/hooks/validate'],
  'public 2026': ['/hooks/claude-code'],
  both: Object.keys(paths),
  'Cursor only': ['/cursor/hooks/validate'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Generation = keyof typeof generations

export interface Told {
  readonly path: string
  readonly status: number
  readonly body: string
}

/** Objects to what has `objection` in it, and changes what has `change-me`. */
export const answerOf = (form: Form, body: string): JsonObject =>
  says(form, body, body.includes('objection') ? 'deny' : body.includes('change-me') ? 'rewrite' : 'allow')

export type Word = 'allow' | 'ask' | 'deny' | 'rewrite'

const reason = 'The gateway objects.'

/** A verdict in the words of that endpoint: Claude Code's own, or the RFC's flat ones. */
export const says = (form: Form, body: string, word: Word): JsonObject => {
  const changed = { command: 'echo changed' }
  if (form === 'flat' || form === 'unified') {
    const stopped = word === 'deny' || word === 'ask'
    return {
      continue: word !== 'deny',
      permission: word === 'rewrite' ? 'allow' : word,
      ...(stopped && { userMessage: reason, agentMessage: reason }),
      ...(word === 'rewrite' && { updated_input: changed }),
      guardrail_checks: [],
    }
  }
  if (word === 'allow') return {}
  const { hook_event_name: hookEventName } = JSON.parse(body) as { readonly hook_event_name: string }
  if (hookEventName !== 'PreToolUse') return word === 'rewrite' ? {} : { decision: 'block', reason }
  const specific =
    word === 'rewrite'
      ? { permissionDecision: 'allow', updatedInput: changed }
      : { permissionDecision: word, permissionDecisionReason: reason }
  return { hookSpecificOutput: { hookEventName, ...specific } }
}

/** Where an installation has its endpoints, and the key that it takes. */
export interface Installed {
  readonly generation: Generation
  readonly below?: string
  readonly key?: string
}

/** The status that such an installation gives a request, and in which words a verdict is said there. */
export const taken = (
  { generation, below = '', key }: Installed,
  path: string,
  headers: IncomingHttpHeaders,
  body: string,
): { readonly status: number; readonly form?: Form } => {
  const known = path.startsWith(below) ? path.slice(below.length) : ''
  const form = (generations[generation] as readonly string[]).includes(known) ? paths[known] : undefined
  if (form === undefined) return { status: 404 }
  const sent = headers.authorization ?? headers['x-tfy-api-key']
  if (key !== undefined && sent !== `Bearer ${key}`) return { status: 401 }
  return accepts(form, parsed(body)) === undefined ? { status: 200, form } : { status: 422 }
}

/** With what it was told, in order. `below` is the prefix that the installation has. */
export const standIn = async (
  generation: Generation,
  { below = '', key }: { readonly below?: string; readonly key?: string } = {},
): Promise<Running & { readonly told: readonly Told[] }> => {
  const told: Told[] = []
  const installed: Installed = { generation, below, ...(key !== undefined && { key }) }
  const running = await asked((body, response, request) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const { status, form } = taken(installed, path, request.headers, body)
    told.push({ path, status, body })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(form === undefined ? { error: String(status) } : answerOf(form, body)))
  })()
  return { ...running, told }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
