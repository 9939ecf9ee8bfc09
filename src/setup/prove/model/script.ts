/** What the scripted model says, and what a dialect of an API has to do with it. */

export type Json = { readonly [key: string]: unknown }

/** One answer of the model. `args` as a text is a call of a tool without a schema. */
export type Move = { readonly say: string } | { readonly tool: string; readonly args: Json | string; readonly namespace?: string }

export interface Reply {
  readonly type: 'application/json' | 'text/event-stream'
  readonly text: string
}

export interface Asked {
  readonly path: string
  readonly body: Json
}

/** One API of a vendor, read and spoken as far as agents need it. */
export interface Dialect {
  readonly name: string
  readonly serves: (path: string) => boolean
  /** How many answers of ours the conversation already holds. */
  readonly made: (asked: Asked) => number
  /** Names of the tools; none in a request on the side (a title, a summary). */
  readonly offered: (asked: Asked) => readonly string[]
  readonly reply: (move: Move, asked: Asked, serial: number) => Reply
}

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export const json = (value: Json): Reply => ({ type: 'application/json', text: JSON.stringify(value) })

/** Server-sent events; with a name where the API has one. */
export const stream = (events: readonly Json[], named: boolean, end = ''): Reply => ({
  type: 'text/event-stream',
  text: events.map(event => `${named ? `event: ${textIn(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join('') + end,
})
