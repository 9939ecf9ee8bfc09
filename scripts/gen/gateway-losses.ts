/** docs/operate/gateway-tables.md: what each endpoint is told of each client's events, and what it has no place for. */

import type { Dialect } from '../../src/core/config.ts'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { documented } from '../../src/hook/sources/dialects/endpoint.ts'
import { same } from '../../src/hook/sources/dialects/fields.ts'
import { bodyFor } from '../../src/hook/sources/dialects/request.ts'
import { fixturesOf, hintsOf } from '../../test/clients/oracles/fixtures.ts'
import { adapters } from '../outcomes/callers.ts'
import { fill } from './docs.ts'

const dialects: readonly Dialect[] = documented.map(({ dialect }) => dialect)

export const fillLosses = (page: string): string => fill(page, 'losses', adapters.map(tableOf).join('\n'))

interface Told {
  readonly name: string
  readonly lost: ReadonlySet<string>
}

/** What a guardrail may ask about, and whether the body says it. A document that shows less leaves more out. */
const facts: Readonly<Record<string, (event: NormalizedHookEvent, body: unknown) => boolean>> = {
  content: ({ content }, body) =>
    content === '' || says(body, content) || lines(content).every(line => says(body, line)) || has(body, parsed(content)),
  arguments: ({ structuredInput }, body) => Object.values(structuredInput).every(value => has(body, value)),
  path: ({ paths }, body) => paths.every(path => says(body, path)),
  'the tool’s own name': ({ toolName, mcpTool = toolName }, body) => mcpTool === undefined || says(body, mcpTool),
  'MCP server': ({ mcpServer }, body) => mcpServer === undefined || says(body, mcpServer),
  'form of the result': ({ toolOutput }, body) => toolOutput === undefined || has(body, toolOutput),
  folder: ({ cwd }, body) => cwd === undefined || says(body, cwd),
  session: ({ sessionId, conversationId = sessionId }, body) => conversationId === undefined || says(body, conversationId),
}

/** The arguments of an MCP call are its content, as one text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '')

const nodes = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(nodes)] : [value]

const has = (body: unknown, value: unknown): boolean => nodes(body).some(node => same(node as never, value as never))

/** Also within a longer text. */
const says = (body: unknown, text: string): boolean => nodes(body).some(node => typeof node === 'string' && node.includes(text))

const tableOf = ({ id, title, ...adapter }: (typeof adapters)[number]): string => {
  const rows = new Map<string, Map<Dialect, Told>>()
  for (const { stdin, env, args } of fixturesOf(id)) {
    const payload = stdin as JsonObject
    const made = adapter.normalise(payload, env, { ...hintsOf({ args }), client: id })
    if (!made.ok || made.value.guardrail === null) continue
    const event = made.value
    const key = `\`${event.originalEventName}\`\0${event.toolType ?? event.subject}`
    const row = rows.get(key) ?? new Map<Dialect, Told>()
    for (const dialect of dialects) {
      const body = JSON.parse(bodyFor(dialect, event, payload, true))
      const lost = Object.keys(facts).filter(name => !facts[name]?.(event, body))
      const before = row.get(dialect)
      row.set(dialect, {
        name: body.hook_event_name ?? body.originalEventName,
        lost: new Set([...(before?.lost ?? []), ...lost]),
      })
    }
    rows.set(key, row)
  }
  const folded = new Map<string, Map<string, string[]>>()
  for (const [key, row] of rows) {
    const [event = '', kind = ''] = key.split('\0')
    const cells = dialects.map(dialect => cell(row.get(dialect))).join(' | ')
    const kinds = folded.get(cells) ?? new Map<string, string[]>()
    kinds.set(event, [...(kinds.get(event) ?? []), kind])
    folded.set(cells, kinds)
  }
  const head = `| event | ${dialects.map(dialect => `\`${dialect}\``).join(' | ')} |\n|---|${dialects.map(() => '---|').join('')}`
  const body = [...folded].map(([cells, kinds]) => {
    const events = [...kinds].map(([event, of]) => `${event} (${[...new Set(of)].join(', ')})`)
    return `| ${events.join('; ')} | ${cells} |`
  })
  return `### ${title}\n\n${[head, ...body].join('\n')}\n`
}

const cell = (told: Told | undefined): string =>
  told === undefined ? '' : `\`${told.name}\`${told.lost.size === 0 ? '' : `, without ${[...told.lost].join(', ')}`}`
