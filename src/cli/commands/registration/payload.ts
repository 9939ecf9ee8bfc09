/**
 * Makes the payload that a client would send for what was typed on our command line. Its frame is the one of the drill (`src/setup/doctor/client-calls.ts`); the
 * names that each client has for its tools are in `tool-names.ts`.
 */

import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { type Practice, practices } from '../../../setup/doctor/client-calls.ts'
import { ConfigError } from '../terminal/errors.ts'
import { noClient } from './registrations.ts'
import { rowOf } from './tool-names.ts'

export type Asked =
  | { readonly kind: 'command' | 'prompt' | 'read' | 'write' | 'web' | 'output'; readonly text: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string; readonly input: JsonObject }

export type Kind = Asked['kind']

/** Undefined where the client has no such event, or none that is known. */
export const compose = (client: string, asked: Asked, root: string): JsonObject | undefined => {
  const practice = Object.hasOwn(practices, client) ? practices[client] : undefined
  const row = rowOf(client)
  if (practice === undefined || row === undefined) return undefined
  if (asked.kind === 'command') return practice.payload(asked.text, root)
  const whole = row.whole?.(asked)
  if (whole !== undefined) return { ...framed(practice, root, whole[0]), tool_info: whole[1] }
  switch (asked.kind) {
    case 'prompt':
      return row.prompt === undefined ? undefined : { ...framed(practice, root, row.prompt[0]), [row.prompt[1]]: asked.text }
    case 'output':
      return row.output === undefined
        ? undefined
        : { ...renamed(practice.payload('true', root), practice, row.output[0]), [row.output[1]]: asked.text }
    case 'mcp': {
      const called = row.mcp?.(asked.server, asked.tool, asked.input)
      return called === undefined ? undefined : { ...calling(practice, root, called[0], called[1]), ...called[2] }
    }
    case 'read':
    case 'write':
    case 'web': {
      const tool = row[asked.kind]
      const [name, key, more] = tool ?? []
      if (name === undefined || key === undefined) return undefined
      const text = key === 'urls' ? [asked.text] : key === 'prompt' ? `Read ${asked.text}` : asked.text
      return calling(practice, root, name, { ...more, [key]: text })
    }
    default:
      return undefined
  }
}

/** The same, or a sentence that says what the client cannot be asked. */
export const composed = (client: string, asked: Asked, root: string): JsonObject => {
  const payload = compose(client, asked, root)
  if (payload !== undefined) return payload
  const known = Object.keys(practices)
  throw known.includes(client) ? new ConfigError(`${client} has no event for that (--${asked.kind}).`) : noClient(client, known)
}

const sample = '\u0000sample'

/** The payload before a command, with another tool and other arguments in their places. */
const calling = (practice: Practice, root: string, name: string, input: JsonObject): JsonObject => {
  const swap = (object: JsonObject): JsonObject => {
    const at = Object.keys(object).find(key => holdsSample(object[key]))
    const swapped = Object.entries(object).map(([key, value]): [string, JsonValue] => {
      if (key === at) return [key, input]
      if (at !== undefined && /^(?:tool_?name|name)$/i.test(key)) return [key, name]
      return [key, isObject(value) ? swap(value) : value]
    })
    return Object.fromEntries(swapped)
  }
  return swap(practice.payload(sample, root))
}

const holdsSample = (value: JsonValue | undefined): boolean => isObject(value) && Object.values(value).includes(sample)

/** Without the tool and its arguments: what an event of another kind has in common. */
const framed = (practice: Practice, root: string, event: string): JsonObject => {
  const whole = Object.entries(practice.payload(sample, root)).filter(
    ([key, value]) => !/^tool_?name$/i.test(key) && !JSON.stringify(value).includes('sample'),
  )
  return renamed(Object.fromEntries(whole), practice, event)
}

const renamed = (payload: JsonObject, practice: Practice, event: string): JsonObject =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      /event|hook_?name|agent_action/i.test(key) && typeof value === 'string' && isName(value, practice) ? event : value,
    ]),
  )

/** Payloads may spell an event in another way than registrations. */
const isName = (value: string, { events }: Practice): boolean => {
  const bare = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase()
  return events.some(event => bare(event) === bare(value))
}
