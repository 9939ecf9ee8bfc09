/** OpenAI Chat Completions, streamed or whole. */

import { type Dialect, isJson, type Json, json, listIn, type Move, stream, textIn } from './script.ts'

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }

const messageOf = (move: Move, serial: number): Json =>
  'say' in move
    ? { role: 'assistant', content: move.say }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            index: 0,
            id: `call_e2e${serial}`,
            type: 'function',
            function: { name: move.tool, arguments: typeof move.args === 'string' ? move.args : JSON.stringify(move.args) },
          },
        ],
      }

const nameOf = (tool: Json): string => textIn(isJson(tool.function) ? tool.function.name : tool.name)

const dialect: Dialect = {
  name: 'openai-chat',
  serves: path => path.endsWith('/chat/completions'),
  made: ({ body }) => listIn(body.messages).filter(({ role }) => role === 'assistant').length,
  offered: ({ body }) => listIn(body.tools).map(nameOf),
  reply: (move, { body }, serial) => {
    const message = messageOf(move, serial)
    const reason = 'say' in move ? 'stop' : 'tool_calls'
    const head = { id: `chatcmpl-e2e${serial}`, created: 1, model: textIn(body.model) }
    if (body.stream !== true) {
      const choices = [{ index: 0, message, finish_reason: reason, logprobs: null }]
      return json({ ...head, object: 'chat.completion', choices, usage })
    }
    const chunk = (delta: Json, finish: string | null): Json => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    })
    const last = { ...head, object: 'chat.completion.chunk', choices: [], usage }
    return stream([chunk(message, null), chunk({}, reason), last], false, 'data: [DONE]\n\n')
  },
}
export default dialect
