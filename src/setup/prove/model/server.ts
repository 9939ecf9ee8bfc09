/** The scripted model on loopback: every dialect at one address. It answers by what the conversation already holds, and records it all. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import anthropic from './anthropic.ts'
import chat from './chat.ts'
import gemini from './gemini.ts'
import responses from './responses.ts'
import { type Asked, type Dialect, isJson, type Json, json, type Move, type Reply } from './script.ts'

export const dialects: readonly Dialect[] = [anthropic, responses, chat, gemini]

/** One request as the model saw it. */
export interface Seen {
  readonly path: string
  readonly text: string
  /** Part of the conversation; a title or a summary is not. */
  readonly main: boolean
  /** How many answers of ours stood in it. */
  readonly turn: number
}

export interface Model {
  readonly url: string
  readonly seen: readonly Seen[]
  /** Requests that nobody here understands. */
  readonly strays: readonly string[]
  readonly close: () => Promise<void>
}

/** The answer to turn n, given the tools that were offered. After the last one the model only says that it is done. */
export type Script = (turn: number, offered: readonly string[]) => Move

/** No run needs more. A client that goes on asking (a stop that is held back for ever) gets an error. */
const maxRequests = 30

export const startModel = async (script: Script): Promise<Model> => {
  const seen: Seen[] = []
  const strays: string[] = []
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const text = await bodyOf(request)
    const body = parsed(text)
    const dialect = dialects.find(({ serves }) => serves(path))
    if (dialect === undefined || body === undefined) return aside(path, text, response, strays)

    const asked: Asked = { path, body }
    const offered = dialect.offered(asked)
    const turn = dialect.made(asked)
    seen.push({ path, text, main: offered.length > 0, turn })
    if (seen.length > maxRequests) return void response.writeHead(400).end('{"error":{"message":"asked too often"}}')
    send(response, dialect.reply(offered.length > 0 ? script(turn, offered) : { say: 'Aside.' }, asked, seen.length))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, seen, strays, close }
}

const send = (response: ServerResponse, { type, text }: Reply): void => {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(text)
}

/** What clients ask besides: lists of models, counts of tokens. */
const besides: Readonly<Record<string, Json>> = {
  '/count_tokens': { input_tokens: 10 },
  ':countTokens': { totalTokens: 10 },
  '/models': { object: 'list', data: [], models: [] },
}

const aside = (path: string, text: string, response: ServerResponse, strays: string[]): void => {
  const known = Object.keys(besides).find(end => path.endsWith(end))
  if (known === undefined) {
    strays.push(`${path} ${text.slice(0, 200)}`)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}')
  } else send(response, json(besides[known] ?? {}))
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')
}

const parsed = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
