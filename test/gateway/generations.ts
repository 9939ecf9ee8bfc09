/**
 * A strict stand-in for each documented generation of the gateway. It refuses (422) what its documents do not name, and answers (404) nowhere else.
 * Written from the public page and the RFC, not from our requests.
 */

import { createServer } from 'node:http'
import { z } from 'zod'
import type { JsonObject } from '../../src/core/json.ts'
import { listen, type Running, readBody } from './servers.ts'

const text = z.string()
const around = {
  session_id: text,
  transcript_path: text,
  cwd: text,
  permission_mode: text.optional(),
  prompt_id: text.optional(),
}
const open = z.looseObject({})
const called = { tool_name: text.min(1), tool_input: open, tool_use_id: text.optional() }

/** Claude Code's own hook input, as far as the gateway's page names events. */
const claude = z.discriminatedUnion('hook_event_name', [
  z.strictObject({ ...around, ...called, hook_event_name: z.literal('PreToolUse'), effort: open.optional() }),
  z.strictObject({
    ...around,
    ...called,
    hook_event_name: z.literal('PostToolUse'),
    tool_response: z.unknown(),
    duration_ms: z.number().optional(),
    effort: open.optional(),
  }),
  z.strictObject({ ...around, hook_event_name: z.literal('UserPromptSubmit'), prompt: text }),
])

const cursorEvents = [
  'beforeShellExecution',
  'afterShellExecution',
  'beforeMCPExecution',
  'afterMCPExecution',
  'afterAgentResponse',
  'beforeReadFile',
  'beforeSubmitPrompt',
  'preToolUse',
  'postToolUse',
] as const

/** The RFC's seven fields (section 2). */
const flat = z.strictObject({
  hook_event_name: z.enum(cursorEvents),
  text,
  conversation_id: text.optional(),
  generation_id: text.optional(),
  workspace_roots: z.array(text).optional(),
  metadata: z.strictObject({ server: text.optional(), tool_name: text.optional() }).optional(),
})

/** The RFC's normalised event (section 6), whose `metadata` is free. */
const unified = z.looseObject({
  client: text,
  category: z.enum(['input', 'output', 'mcp-pre', 'mcp-post']),
  originalEventName: text,
  guardrail: text,
  content: text,
  metadata: z.looseObject({ hook_event: z.never().optional() }),
})

const schemas = { claude, flat, unified } as const
export type Form = keyof typeof schemas

export const accepts = (form: Form, body: unknown): string | undefined => {
  const read = schemas[form].safeParse(body)
  return read.success ? undefined : JSON.stringify(read.error.issues.slice(0, 2))
}

const paths: Readonly<Record<string, Form>> = {
  '/hooks/claude-code': 'claude',
  '/claude-code/hooks/validate': 'claude',
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
export const answerOf = (form: Form, body: string): JsonObject => {
  const denied = body.includes('objection')
  const changed = body.includes('change-me')
  if (form === 'claude') {
    const { hook_event_name: name } = JSON.parse(body) as { readonly hook_event_name: string }
    if (denied && name !== 'PreToolUse') return { decision: 'block', reason: 'The gateway objects.' }
    if (denied) return specific(name, { permissionDecision: 'deny', permissionDecisionReason: 'The gateway objects.' })
    return changed ? specific(name, { permissionDecision: 'allow', updatedInput: { command: 'echo changed' } }) : {}
  }
  if (denied) return { continue: false, permission: 'deny', userMessage: 'The gateway objects.', guardrail_checks: [] }
  return { continue: true, permission: 'allow', ...(changed && { updated_input: { command: 'echo changed' } }) }
}

const specific = (hookEventName: string, rest: JsonObject): JsonObject => ({ hookSpecificOutput: { hookEventName, ...rest } })

/** With what it was told, in order. `below` is the prefix that the installation has. */
export const standIn = async (
  generation: Generation,
  { below = '', key }: { readonly below?: string; readonly key?: string } = {},
): Promise<Running & { readonly told: readonly Told[] }> => {
  const told: Told[] = []
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    const known = path.startsWith(below) ? path.slice(below.length) : ''
    const form = (generations[generation] as readonly string[]).includes(known) ? paths[known] : undefined
    const sent = request.headers.authorization ?? request.headers['x-tfy-api-key']
    const status =
      form === undefined
        ? 404
        : key !== undefined && sent !== `Bearer ${key}`
          ? 401
          : accepts(form, parsed(body)) === undefined
            ? 200
            : 422
    told.push({ path, status, body })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 && form !== undefined ? answerOf(form, body) : { error: String(status) }))
  })
  return { ...(await listen(server)), told }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
