/** A stdio MCP server, started by the clients under test: `touch` makes a file, `echo` returns its text. */

import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly arguments?: { path?: string; text?: string }
    readonly protocolVersion?: string
  }
}

const schema = (field: string): object => ({ type: 'object', properties: { [field]: { type: 'string' } }, required: [field] })

const tools = [
  { name: 'touch', description: 'Makes an empty file.', inputSchema: schema('path') },
  { name: 'echo', description: 'Returns a text.', inputSchema: schema('text') },
]

const call = ({ name, arguments: args = {} }: NonNullable<Message['params']>): string => {
  if (name !== 'touch') return `echo: ${args.text ?? ''}`
  writeFileSync(args.path ?? '', '')
  return `made ${args.path}`
}

const results: Readonly<Record<string, (params: NonNullable<Message['params']>) => object>> = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'e2e', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': params => ({ content: [{ type: 'text', text: call(params) }] }),
  ping: () => ({}),
}

const answer = ({ id, method = '', params = {} }: Message): object => {
  const result = results[method]
  return result === undefined
    ? { jsonrpc: '2.0', id, error: { code: -32601, message: `no ${method} here` } }
    : { jsonrpc: '2.0', id, result: result(params) }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const message = JSON.parse(line) as Message
  // Notifications have no id and want no answer.
  if (message.id !== undefined) process.stdout.write(`${JSON.stringify(answer(message))}\n`)
}
