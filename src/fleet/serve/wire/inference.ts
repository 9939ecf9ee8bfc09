/**
 * Anthropic's inference hooks (beta): what a session in the vendor's cloud is about to send to the model, and the tools that it is about to call, judged
 * as the events of Claude Code that they are. Only allow and deny can be said.
 */

import { isObject, type JsonObject, objectAt, stringAt } from '../../../core/json.ts'
import { objectionText } from '../../../core/message.ts'
import { textOf } from '../../../core/tool.ts'
import { rank } from '../../../core/verdict.ts'
import type { Config } from '../../../hook/config.ts'
import type { Decided } from '../../../hook/decide.ts'
import type { Door, Said } from '../endpoints.ts'
import type { Engine } from '../engine.ts'
import { isSignedBy } from './signature.ts'

/** Of one frame. More is not judged one by one, and not let through either. */
const mostParts = 64

/** Asked without a token: the signature says who it is. */
export const inferenceDoor = (secrets: readonly Uint8Array[]): Door => ({
  path: '/hooks/anthropic-inference',
  name: 'inference',
  signed: (headers, body) => isSignedBy(secrets, headers, body),
  ask: async (engine, body, _hints, config) => {
    if (!body.ok) return spoken([await engine.payload(body, { client: 'claude-code', event: 'PreToolUse' }, config)])
    return judge(engine.as(actorIn(body.value)), body.value, config)
  },
})

const actorIn = (frame: JsonObject) => {
  const actor = objectAt(frame, 'actor') ?? {}
  const user = stringAt(actor, 'email_address') ?? stringAt(actor, 'id')
  return { caller: 'anthropic-inference', ...(user !== undefined && { user, userFrom: 'token' as const }) }
}

const judge = async (engine: Engine, frame: JsonObject, config: Config): Promise<Said> => {
  const payloads = payloadsIn(frame)
  const decided: Decided[] = []
  for (const value of payloads.slice(0, mostParts))
    decided.push(await engine.payload({ ok: true, value }, { client: 'claude-code' }, config))
  const said = spoken(decided)
  return payloads.length <= mostParts
    ? said
    : { ...said, answer: refusal('It holds more than can be judged at once.', said.decided.id) }
}

/** What is new: behind the last answer of the model, or that answer's tools. What came before has been judged when it was new. */
const payloadsIn = (frame: JsonObject): readonly JsonObject[] => {
  const messages = Array.isArray(frame.messages) ? frame.messages.filter(isObject) : []
  const of = { session_id: stringAt(frame, 'session_id') ?? stringAt(frame, 'request_id') ?? '', permission_mode: 'default' }
  const calls = stringAt(frame, 'type') === 'tool_call'
  const last = messages.findLastIndex(({ role }) => (role === 'assistant') !== calls)
  const blocks = messages.slice(last + 1).flatMap(blocksIn)
  if (calls) {
    const tools = blocks.filter(({ type }) => type === 'tool_use')
    // A call that is nowhere to be found is a call that cannot be read.
    return (tools.length > 0 ? tools : [{}]).map(tool => ({
      ...of,
      hook_event_name: 'PreToolUse',
      ...('tool_name' in tool || 'name' in tool ? { tool_name: tool.tool_name ?? tool.name ?? null } : {}),
      ...('input' in tool ? { tool_input: tool.input ?? null } : {}),
    }))
  }
  // A field of another name would otherwise let everything through.
  if (messages.length === 0) return [{ ...of, hook_event_name: 'UserPromptSubmit' }]
  const texts = blocks.filter(({ type }) => type !== 'tool_result' && type !== 'tool_use')
  const results = blocks.filter(({ type }) => type === 'tool_result')
  return [
    { ...of, hook_event_name: 'UserPromptSubmit', prompt: texts.map(textIn).join('\n') },
    ...results.map(block => ({
      ...of,
      hook_event_name: 'PostToolUse',
      tool_name: stringAt(block, 'tool_name') ?? 'unknown',
      tool_input: {},
      tool_response: textOf(block.content ?? ''),
    })),
  ]
}

const blocksIn = ({ content }: JsonObject): readonly JsonObject[] =>
  Array.isArray(content) ? content.filter(isObject) : typeof content === 'string' ? [{ type: 'text', text: content }] : []

/** Also of blocks that are not known yet: whatever text they hold. */
const textIn = (block: JsonObject): string =>
  block.type === 'text'
    ? (stringAt(block, 'text') ?? '')
    : Object.values(block)
        .filter(value => typeof value === 'string')
        .join('\n')

const spoken = (all: readonly Decided[]): Said => {
  const decided = all.reduce((worst, one) =>
    rank(one.verdict.ruling.decision) > rank(worst.verdict.ruling.decision) ? one : worst,
  )
  const { ruling } = decided.verdict
  // Nobody can be asked here.
  if (ruling.decision === 'allow') return { decided, answer: { action: 'allow' } }
  return { decided, answer: refusal(objectionText(ruling), decided.id) }
}

const refusal = (reason: string, id: string | undefined): JsonObject => ({
  action: 'deny',
  deny_reason: [...reason].slice(0, 500).join(''),
  ...(id !== undefined && { reference_id: id.slice(0, 50) }),
})
