/** OpenAI Responses, streamed or whole. */

import { type Dialect, type Json, json, listIn, type Move, stream, textIn } from './script.ts'

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 20,
}

const ours: readonly unknown[] = ['function_call', 'custom_tool_call']

const itemOf = (move: Move, serial: number): Json => {
  if ('say' in move)
    return {
      type: 'message',
      id: `msg_e2e${serial}`,
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: move.say, annotations: [] }],
    }
  const call = { call_id: `call_e2e${serial}`, status: 'completed', name: move.tool }
  const space = move.namespace === undefined ? {} : { namespace: move.namespace }
  return typeof move.args === 'string'
    ? { type: 'custom_tool_call', id: `ctc_e2e${serial}`, ...call, input: move.args }
    : { type: 'function_call', id: `fc_e2e${serial}`, ...call, ...space, arguments: JSON.stringify(move.args) }
}

const deltas = (item: Json): readonly Json[] => {
  const at = { item_id: item.id, output_index: 0 }
  if (item.type === 'message') {
    const text = textIn(listIn(item.content)[0]?.text)
    const part = { ...at, content_index: 0 }
    const empty = { type: 'output_text', text: '', annotations: [] }
    return [
      { type: 'response.content_part.added', ...part, part: empty },
      { type: 'response.output_text.delta', ...part, delta: text },
      { type: 'response.output_text.done', ...part, text },
      { type: 'response.content_part.done', ...part, part: { ...empty, text } },
    ]
  }
  return item.type === 'function_call'
    ? [
        { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
        { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
      ]
    : [
        { type: 'response.custom_tool_call_input.delta', ...at, delta: item.input },
        { type: 'response.custom_tool_call_input.done', ...at, input: item.input },
      ]
}

const opened = (item: Json): Json => {
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] }
  return item.type === 'function_call'
    ? { ...item, status: 'in_progress', arguments: '' }
    : { ...item, status: 'in_progress', input: '' }
}

/** Tools stand side by side, or in the `tools` of a namespace. */
const names = (tools: readonly Json[]): readonly string[] =>
  tools.flatMap(tool => [textIn(tool.name) || textIn(tool.type), ...names(listIn(tool.tools))])

const dialect: Dialect = {
  name: 'openai-responses',
  serves: path => path.endsWith('/responses'),
  made: ({ body }) =>
    listIn(body.input).filter(({ type, role }) => ours.includes(type) || (type !== 'reasoning' && role === 'assistant')).length,
  offered: ({ body }) => names(listIn(body.tools)),
  reply: (move, { body }, serial) => {
    const item = itemOf(move, serial)
    const response = { id: `resp_e2e${serial}`, object: 'response', created_at: 1, model: textIn(body.model), error: null }
    const done = { ...response, status: 'completed', output: [item], usage }
    if (body.stream !== true) return json(done)
    const events: readonly Json[] = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: opened(item) },
      ...deltas(item),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ]
    return stream(
      events.map((event, index) => ({ ...event, sequence_number: index })),
      true,
    )
  },
}
export default dialect
