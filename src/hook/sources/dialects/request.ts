/** What a gateway is sent: the body per dialect, and the headers. */

import type { Env } from '../../../core/client.ts'
import type { Dialect, GatewayConfig } from '../../../core/config.ts'
import { containHeader, guardrailHeader, guardrailsFor } from '../../../core/config.ts'
import type { Identity, NormalizedHookEvent } from '../../../core/event.ts'
import { fail, ok, type Result } from '../../../core/failure.ts'
import { type JsonObject, objectAt, stringAt } from '../../../core/json.ts'
import { unconfigured } from './endpoint.ts'
import { traceFrom } from './trace.ts'
import { cursorEvent, draftFields, inClaudesWords, isTranslated } from './translate.ts'

/**
 * The request body as text. `claude` and `native` read Claude Code's own payload, and what of other clients is translated into one; beside it
 * stands only who asks. `strict` leaves out whatever is ours.
 */
export const bodyFor = (dialect: Dialect, event: NormalizedHookEvent, payload: JsonObject, strict = false): string => {
  const translated = isTranslated(dialect, event)
  switch (dialect) {
    case 'cursor-flat': {
      const body = flat(event, payload)
      const { hook_event: _, ...plain } = body.metadata
      return JSON.stringify({ ...body, ...(strict && { metadata: plain }) })
    }
    case 'unified': {
      if (!strict) return JSON.stringify({ ...unified(event), ...ours(event) })
      const named = event.client === 'cursor' || event.client === 'claude-code'
      return JSON.stringify({
        ...unified(event),
        ...(!named && { client: 'generic', metadata: { ...event.metadata, client: event.client } }),
      })
    }
    case 'claude':
    case 'native': {
      const own = translated ? inClaudesWords(event) : payload
      if (strict) return JSON.stringify(dialect === 'claude' ? only(own, draftFields) : own)
      return JSON.stringify(signed(own, translated ? around(event) : identityOf(event)))
    }
    default:
      return dialect satisfies never
  }
}

const only = (payload: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => names.includes(name)))

/** The gateway's own names: no client sends a `metadata` field. */
const signed = (payload: JsonObject, more: object): JsonObject =>
  Object.keys(more).length === 0
    ? payload
    : { ...payload, metadata: { ...objectAt(payload, 'metadata'), hook_event: JSON.parse(JSON.stringify(more)) } }

const identityOf = ({ user, userFrom, account, host, hostFrom, caller }: Identity): Identity =>
  JSON.parse(JSON.stringify({ user, userFrom, account, host, hostFrom, caller }))

const flat = (event: NormalizedHookEvent, payload: JsonObject) => ({
  hook_event_name: cursorEvent(event),
  text: event.content,
  conversation_id: event.conversationId ?? event.sessionId,
  generation_id: stringAt(payload, 'generation_id'),
  workspace_roots: event.workspaceRoots,
  metadata: {
    server: event.mcpServer,
    tool_name: event.mcpTool ?? event.toolName,
    hook_event: {
      ...around(event),
      client: event.client,
      category: event.category,
      originalEventName: event.originalEventName,
      guardrail: event.guardrail,
      structuredInput: event.structuredInput,
      toolName: event.toolName,
      toolType: event.toolType,
      mcpServer: event.mcpServer,
      mcpTool: event.mcpTool,
      sessionId: event.sessionId,
      metadata: event.metadata,
    },
  },
})

/** The RFC's normalised event (section 6). */
const unified = (event: NormalizedHookEvent) => ({
  client: event.client,
  category: event.category,
  originalEventName: event.originalEventName,
  content: event.content,
  structuredInput: event.structuredInput,
  toolName: event.toolName,
  toolType: event.toolType,
  mcpServer: event.mcpServer,
  mcpTool: event.mcpTool,
  sessionId: event.sessionId,
  conversationId: event.conversationId,
  metadata: event.metadata,
})

const ours = (event: NormalizedHookEvent) => ({
  hook_event_name: event.originalEventName,
  guardrail: event.guardrail,
  toolOutput: event.toolOutput,
  metadata: { ...event.metadata, hook_event: around(event) },
})

/** What an engine needs that the RFC's bodies have no place for. `metadata` is theirs to leave unread. */
const around = (event: NormalizedHookEvent) => ({
  subject: event.subject,
  paths: event.paths,
  urls: event.urls,
  agentType: event.agentType,
  later: event.later,
  ...identityOf(event),
  cwd: event.cwd,
  workspaceRoots: event.workspaceRoots,
  permissionMode: event.permissionMode,
  sandboxed: event.sandboxed,
  blocking: event.blocking,
  attended: event.attended,
  unread: event.unread,
})

export interface Caller {
  readonly config: GatewayConfig
  readonly apiKey: string | undefined
  readonly version: string
  readonly env: Env
}

/** The headers, lower case. Configured ones may replace the user agent, not what makes the request ours. */
export const headersFor = (
  { config, apiKey, version, env }: Caller,
  { originalEventName, guardrail }: Pick<NormalizedHookEvent, 'originalEventName' | 'guardrail'>,
): Result<Readonly<Record<string, string>>> => {
  const headers: Record<string, string> = { 'user-agent': `tfy-hook/${version}` }
  for (const [name, value] of Object.entries(config.headers ?? {})) {
    const lower = name.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower) || framing.has(lower) || !printable.test(value))
      return fail(unconfigured('a configured header cannot be sent'))
    headers[lower] = value
  }
  const key = apiKey?.trim() ?? ''
  if (key !== '') {
    if (config.auth === 'x-tfy-api-key') headers['x-tfy-api-key'] = key
    else headers.authorization = `Bearer ${key}`
    if (!printable.test(key)) return fail(unconfigured('the API key has characters that no header can carry'))
  } else if (headers.authorization === undefined && headers['x-tfy-api-key'] === undefined)
    return fail(unconfigured('no API key is set'))
  const guardrails = guardrailsFor(config.guardrails, originalEventName, guardrail)
  if (!printable.test(guardrails ?? '')) return fail(unconfigured('a guardrail name cannot be sent'))
  if (guardrails !== undefined) headers[guardrailHeader] = guardrails
  headers[containHeader] = '1'
  Object.assign(headers, traceFrom(env))
  headers['content-type'] = 'application/json'
  headers.accept = 'application/json'
  // An answer is a few hundred bytes: unpacking it would cost more than it saves.
  headers['accept-encoding'] = 'identity'
  return ok(headers)
}

const printable = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that decide where a message begins and ends are the transport's. */
const framing = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
