/** Anthropic Messages, streamed or whole. */

import { type Dialect, type Json, json, listIn, type Move, stream, textIn } from './script.ts'

const usage = { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

const blockOf = (move: Move, serial: number): Json =>
  'say' in move
    ? { type: 'text', text: move.say }
    : { type: 'tool_use', id: `toolu_e2e${serial}`, name: move.tool, input: move.args }

const delta = (block: Json): Json =>
  block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }

const dialect: Dialect = {
  name: 'anthropic-messages',
  serves: path => path.endsWith('/messages'),
  made: ({ body }) => listIn(body.messages).filter(({ role }) => role === 'assistant').length,
  offered: ({ body }) => listIn(body.tools).map(({ name }) => textIn(name)),
  reply: (move, { body }, serial) => {
    const block = blockOf(move, serial)
    const reason = block.type === 'text' ? 'end_turn' : 'tool_use'
    const message = { id: `msg_e2e${serial}`, type: 'message', role: 'assistant', model: textIn(body.model), usage }
    if (body.stream !== true) return json({ ...message, content: [block], stop_reason: reason, stop_sequence: null })
    const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
    return stream(
      [
        { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
        { type: 'content_block_start', index: 0, content_block: empty },
        { type: 'content_block_delta', index: 0, delta: delta(block) },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
        { type: 'message_stop' },
      ],
      true,
    )
  },
}
export default dialect
