/**
 * A custom guardrail of TrueFoundry's gateway (its public contract as of November 2026): requests to a model, its answers, and the tools of an
 * MCP server before and after. A refusal is a verdict in a 200; nobody can be asked.
 */

import type { Category, Identity, NormalizedHookEvent } from '../../../core/event.ts'
import { fail, ok, type Result } from '../../../core/failure.ts'
import { isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../../core/json.ts'
import { objectionText } from '../../../core/message.ts'
import { argumentsIn, textOf, viewTool } from '../../../core/tool.ts'
import { rank } from '../../../core/verdict.ts'
import type { Config } from '../../../hook/config.ts'
import type { Decided } from '../../../hook/decide.ts'
import type { Door, Said } from '../endpoints.ts'
import type { Engine } from '../engine.ts'

export const guardrailDoor: Door = {
  path: '/guardrails/validate',
  name: 'guardrail',
  ask: async (engine, body, _hints, config) => {
    if (!body.ok) return spoken([await engine.event(body, config)])
    const parts = partsIn(body.value)
    if (parts.length === 0 || parts.length > mostParts) return spoken([await engine.event(unreadable, config)])
    return judge(engine, body.value, parts, config)
  },
}

/** Tools of one answer. More is not judged one by one, and not let through either. */
const mostParts = 64

const unreadable: Result<NormalizedHookEvent> = fail({ kind: 'payload-invalid', client: 'caller', detail: 'requestBody' })

/** One event, and where what is changed of it goes. */
interface Part {
  readonly event: NormalizedHookEvent
  readonly put?: (changed: JsonValue) => JsonObject | undefined
}

const judge = async (engine: Engine, body: JsonObject, parts: readonly Part[], config: Config): Promise<Said> => {
  const decided: Decided[] = []
  for (const { event } of parts) decided.push(await engine.event(ok(event), config))
  const said = spoken(decided)
  const changes = decided.flatMap(({ verdict: { rewrite } }, i) =>
    rewrite === undefined ? [] : [{ changed: rewrite.of === 'input' ? rewrite.input : rewrite.output, put: parts[i]?.put }],
  )
  if (said.answer.verdict === false || changes.length === 0) return said
  // A guardrail that only validates has its changes ignored: what should have been masked would go on.
  const [first, ...more] = changes
  const result = mutates(body) && more.length === 0 ? first?.put?.(first.changed) : undefined
  return result === undefined
    ? { ...said, answer: { verdict: false, message: 'This would have to be changed, and this guardrail only validates.' } }
    : { ...said, answer: { verdict: true, transformed: true, result } }
}

/** What stands in the field Config of the dashboard: `{"operation": "mutate"}`. */
const mutates = (body: JsonObject): boolean => /^mutate$/i.test(stringAt(objectAt(body, 'config') ?? {}, 'operation') ?? '')

/** Whom the gateway names; a token of ours that says more counts before it. */
const userIn = (body: JsonObject): Identity => {
  const about = objectAt(objectAt(body, 'context') ?? {}, 'user') ?? {}
  const user = stringAt(about, 'subjectSlug') ?? stringAt(about, 'subjectId')
  return user === undefined ? {} : { user, userFrom: 'payload' }
}

const partsIn = (body: JsonObject): readonly Part[] => {
  const asked = objectAt(body, 'requestBody')
  if (asked === undefined) return []
  const answered = body.responseBody ?? undefined
  if (answered !== undefined && !isObject(answered)) return []
  const make = eventsOf(body)
  const tool = toolIn(asked)
  if (tool !== undefined) return answered === undefined ? [toolCall(make, tool)] : [toolResult(make, tool, answered)]
  return answered === undefined ? requestOf(make, asked) : responseOf(make, answered)
}

type Make = (name: string, category: Category, more: Partial<NormalizedHookEvent>) => NormalizedHookEvent

const eventsOf =
  (body: JsonObject): Make =>
  (name, category, more) => {
    const about = objectAt(objectAt(body, 'context') ?? {}, 'metadata') ?? {}
    const sessionId = stringAt(about, 'session_id') ?? stringAt(about, 'request_id')
    return {
      client: 'truefoundry-gateway',
      originalEventName: name,
      category,
      guardrail: null,
      subject: 'other',
      content: '',
      structuredInput: {},
      paths: [],
      urls: [],
      workspaceRoots: [],
      metadata: {},
      blocking: true,
      attended: false,
      ...(sessionId !== undefined && { sessionId }),
      ...userIn(body),
      ...more,
    }
  }

/** All that goes to the model: what was asked as one prompt, and what tools said as one result. Its own earlier answers were judged as such. */
const requestOf = (make: Make, asked: JsonObject): readonly Part[] => {
  const messages = Array.isArray(asked.messages) ? asked.messages.filter(isObject) : []
  const input = asked.input ?? asked.prompt
  if (messages.length === 0 && input === undefined) return []
  const isResult = ({ role }: JsonObject): boolean => role === 'tool' || role === 'function'
  const said = messages.filter(message => !isResult(message) && message.role !== 'assistant')
  const text = [...said.map(({ content }) => textOf(content ?? '')), ...(input === undefined ? [] : [textOf(input)])].join('\n')
  const prompt = make('llm_input', 'input', {
    guardrail: 'llmInputGuardrails',
    subject: 'prompt',
    content: text,
    structuredInput: { prompt: text },
  })
  const results = messages.filter(isResult).map(({ content }) => content ?? '')
  if (results.length === 0) return [{ event: prompt }]
  const put = (changed: JsonValue): JsonObject | undefined => {
    if (!Array.isArray(changed) || changed.length !== results.length) return undefined
    const next = [...changed]
    const all = (asked.messages as readonly JsonValue[]).map(message =>
      isObject(message) && isResult(message) ? { ...message, content: next.shift() ?? '' } : message,
    )
    return { ...asked, messages: all }
  }
  return [{ event: prompt }, { event: outputOf(make, 'llm_input', results), put }]
}

/** What the model said, and the tools that it wants called. */
const responseOf = (make: Make, answered: JsonObject): readonly Part[] => {
  const choices = Array.isArray(answered.choices) ? answered.choices.filter(isObject) : []
  const messages = choices.map(choice => objectAt(choice, 'message') ?? {})
  const calls = messages.flatMap(({ tool_calls: list }: JsonObject) => (Array.isArray(list) ? list.filter(isObject) : []))
  const output = outputOf(make, 'llm_output', answered)
  return [
    { event: output, put: changed => (isObject(changed) ? changed : undefined) },
    ...calls.map(call => {
      const { name, arguments: given } = objectAt(call, 'function') ?? call
      const input = argumentsIn(given)
      const seen = viewTool('other', input ?? {})
      const unread = typeof name === 'string' && input !== undefined ? {} : { unread: 'the tool and its arguments' }
      const toolName = typeof name === 'string' ? name : ''
      return {
        event: make('llm_output', 'input', { ...seen, toolName, toolType: 'other', structuredInput: input ?? {}, ...unread }),
      }
    }),
  ]
}

interface Tool {
  readonly name: string
  readonly server: string | undefined
  readonly input: JsonObject | undefined
  /** Where the arguments stand. */
  readonly put: (input: JsonObject) => JsonObject
}

/** A tool of an MCP server, also as the call that MCP itself makes. */
const toolIn = (asked: JsonObject): Tool | undefined => {
  const inner = objectAt(asked, 'params') ?? asked
  const named = ['tool_name', 'toolName', 'name'].map(key => stringAt(inner, key)).find(name => name !== undefined)
  const key = ['arguments', 'args', 'tool_input', 'toolInput', 'input'].find(name => inner[name] !== undefined)
  if (named === undefined || Array.isArray(asked.messages)) return undefined
  const server = ['mcp_server_name', 'mcpServerName', 'server_name', 'serverName', 'server', 'mcp_server']
    .map(name => stringAt(inner, name) ?? stringAt(asked, name))
    .find(name => name !== undefined)
  const put = (input: JsonObject): JsonObject => {
    const changed = { ...inner, [key ?? 'arguments']: input }
    return inner === asked ? changed : { ...asked, params: changed }
  }
  return { name: named, server, input: key === undefined ? {} : argumentsIn(inner[key]), put }
}

const namesOf = ({ name, server }: Tool) => ({
  toolName: name,
  toolType: 'mcp' as const,
  mcpTool: name,
  ...(server !== undefined && { mcpServer: server }),
})

const toolCall = (make: Make, tool: Tool): Part => ({
  event: make('mcp_pre_tool', 'mcp-pre', {
    ...viewTool('mcp', tool.input ?? {}),
    ...namesOf(tool),
    guardrail: 'mcpToolPreInvokeGuardrails',
    structuredInput: tool.input ?? {},
    ...(tool.input === undefined && { unread: 'the arguments' }),
  }),
  put: changed => (isObject(changed) ? tool.put(changed) : undefined),
})

const toolResult = (make: Make, tool: Tool, answered: JsonObject): Part => ({
  event: {
    ...outputOf(make, 'mcp_post_tool', answered),
    ...namesOf(tool),
    category: 'mcp-post',
    guardrail: 'mcpToolPostInvokeGuardrails',
    structuredInput: tool.input ?? {},
  },
  put: changed => (isObject(changed) ? changed : undefined),
})

const outputOf = (make: Make, name: string, output: JsonObject | readonly JsonValue[]): NormalizedHookEvent =>
  make(name, 'output', { guardrail: 'llmOutputGuardrails', subject: 'output', content: textOf(output), toolOutput: output })

const spoken = (all: readonly Decided[]): Said => {
  const decided = all.reduce((worst, one) =>
    rank(one.verdict.ruling.decision) > rank(worst.verdict.ruling.decision) ? one : worst,
  )
  const { ruling, settled, message } = decided.verdict
  // What was not judged and goes on says so.
  return ruling.decision === 'allow'
    ? { decided, answer: { verdict: true, ...(settled !== undefined && message !== undefined && { message }) } }
    : { decided, answer: { verdict: false, message: objectionText(ruling) } }
}
