import { afterEach, expect, test } from 'vitest'
import { dialects, type Model, type Script, startModel } from '../../src/setup/prove/model/server.ts'

let model: Model | undefined
afterEach(() => model?.close())

const script: Script = (turn, offered) =>
  turn === 0 ? { tool: offered.find(name => name === 'Bash') ?? 'none', args: { command: 'ls "a b"' } } : { say: `turn ${turn}` }

const post = async (path: string, body: object): Promise<{ status: number; type: string; text: string }> => {
  const response = await fetch(`${model?.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}

/** What each API's own client would send: the first turn, the second, and one on the side. */
const talks = {
  'anthropic-messages': {
    path: '/v1/messages?beta=true',
    tools: [{ name: 'Bash', input_schema: {} }],
    first: { messages: [{ role: 'user', content: 'go' }] },
    second: {
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [] },
        { role: 'user', content: [] },
      ],
    },
  },
  'openai-responses': {
    path: '/v1/responses',
    tools: [{ type: 'namespace', name: 'shop', tools: [{ type: 'function', name: 'Bash' }] }],
    first: { input: [{ type: 'message', role: 'user', content: [] }] },
    second: {
      input: [
        { type: 'function_call', name: 'Bash' },
        { type: 'function_call_output', output: '' },
      ],
    },
  },
  'openai-chat': {
    path: '/v1/chat/completions',
    tools: [{ type: 'function', function: { name: 'Bash' } }],
    first: {
      messages: [
        { role: 'system', content: '' },
        { role: 'user', content: 'go' },
      ],
    },
    second: {
      messages: [
        { role: 'assistant', tool_calls: [] },
        { role: 'tool', content: '' },
      ],
    },
  },
  gemini: {
    path: '/v1beta/models/e2e:streamGenerateContent?alt=sse',
    tools: [{ functionDeclarations: [{ name: 'Bash' }] }],
    first: { contents: [{ role: 'user', parts: [] }] },
    second: {
      contents: [
        { role: 'user', parts: [] },
        { role: 'model', parts: [] },
        { role: 'user', parts: [] },
      ],
    },
  },
}

test('every dialect is tried here', () => {
  expect(Object.keys(talks).sort()).toEqual(dialects.map(({ name }) => name).sort())
})

test.each(Object.entries(talks))('%s: the call, then the text, and aside for a request without tools', async (_name, talk) => {
  model = await startModel(script)
  const { path, tools } = talk
  const first = await post(path, { ...talk.first, tools, stream: true })
  expect(first.type).toBe('text/event-stream')
  expect(first.text).toContain('"Bash"')
  // The arguments arrive as they were given, as an object or as a text with JSON in it.
  expect(first.text.replaceAll('\\', '')).toContain('"command":"ls "a b""')
  expect((await post(path, { ...talk.second, tools, stream: true })).text).toContain('turn 1')
  expect((await post(path, { ...talk.first, stream: true })).text).toContain('Aside.')
  expect(model.seen.map(({ turn, main }) => [turn, main])).toEqual([
    [0, true],
    [1, true],
    [0, false],
  ])
})

test.each(Object.entries(talks))('%s: each event of a stream is JSON', async (_name, talk) => {
  model = await startModel(script)
  const { text } = await post(talk.path, { ...talk.first, tools: talk.tools, stream: true })
  const lines = text.split('\n').filter(line => line.startsWith('data: ') && line !== 'data: [DONE]')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(JSON.parse(line.slice(6))).toBeTypeOf('object')
})

test.each(Object.entries(talks))('%s: whole, when no stream is asked for', async (_name, talk) => {
  model = await startModel(script)
  const { type, text } = await post(talk.path.replace('stream', '').replace('G', 'g'), { ...talk.first, tools: talk.tools })
  expect(type).toBe('application/json')
  expect(JSON.stringify(JSON.parse(text))).toContain('Bash')
})

test('a client that never stops asking gets an error', async () => {
  model = await startModel(() => ({ say: 'again' }))
  const { path, first, tools } = talks['anthropic-messages']
  const codes = []
  for (let asked = 0; asked < 40; asked++) codes.push((await post(path, { ...first, tools })).status)
  expect(codes[0]).toBe(200)
  expect(codes.at(-1)).toBe(400)
})

test('what nobody understands is kept for a look', async () => {
  model = await startModel(script)
  expect((await post('/v1/unheard-of', {})).status).toBe(404)
  expect(model.strays).toEqual(['/v1/unheard-of {}'])
})
