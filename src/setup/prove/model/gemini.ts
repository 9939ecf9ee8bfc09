/** Gemini generateContent and streamGenerateContent. */

import { type Dialect, isJson, type Json, json, listIn, type Move, stream, textIn } from './script.ts'

const partOf = (move: Move, serial: number): Json =>
  'say' in move ? { text: move.say } : { functionCall: { id: `call_e2e${serial}`, name: move.tool, args: move.args } }

const dialect: Dialect = {
  name: 'gemini',
  serves: path => path.endsWith(':generateContent') || path.endsWith(':streamGenerateContent'),
  made: ({ body }) => listIn(body.contents).filter(({ role }) => role === 'model').length,
  offered: ({ body }) =>
    listIn(body.tools)
      .flatMap(tool => listIn(tool.functionDeclarations))
      .map(({ name }) => textIn(name)),
  reply: (move, { path, body }, serial) => {
    const answer = {
      candidates: [{ content: { role: 'model', parts: [partOf(move, serial)] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      modelVersion: isJson(body) ? textIn(body.model) || 'e2e' : 'e2e',
      responseId: `e2e${serial}`,
    }
    return path.endsWith(':streamGenerateContent') ? stream([answer], false) : json(answer)
  },
}
export default dialect
