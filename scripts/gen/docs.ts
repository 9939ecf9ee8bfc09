/** Tables in the documentation that the adapters themselves can tell. */

import type { Can, ClientAdapter } from '../../src/core/adapter.ts'
import type { Client } from './registry.ts'

const none = '–'

/** Puts a block between `<!-- gen:name -->` and `<!-- /gen -->`. A page without the markers stays as it is. */
export const fill = (page: string, name: string, block: string): string => {
  const open = `<!-- gen:${name} -->`
  const from = page.indexOf(open)
  const to = page.indexOf('<!-- /gen -->', from)
  return from < 0 || to < 0 ? page : `${page.slice(0, from)}${open}\n${block}${page.slice(to)}`
}

const row = (cells: readonly string[]): string => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  row(head) + row(head.map(() => '---')) + rows.map(row).join('')

const deny: Readonly<Record<Can['deny'], string>> = { block: 'blocks', feedback: 'feedback', none }

const mark = (can: boolean): string => (can ? 'yes' : none)

/** One row per event: how it is classified, and what the client honours in the answer. */
export const eventsTable = (client: ClientAdapter): string =>
  table(
    ['event', 'when', 'category', 'guardrail', 'deny', 'ask', 'rewrite input', 'rewrite output', 'context', 'message'],
    Object.entries(client.events).map(([name, { when, category, guardrail, can }]) => [
      `\`${name}\``,
      when,
      category,
      guardrail === null ? none : `\`${guardrail}\``,
      deny[can.deny],
      mark(can.ask),
      mark(can.rewriteInput),
      mark(can.rewriteOutput),
      mark(can.context),
      mark(can.message),
    ]),
  )

const isAdapter = (client: Client): client is ClientAdapter => 'events' in client

/** Complete clients first; the others are recognised and answered by the rule for unknown clients. */
export const clientsTable = (clients: readonly Client[]): string => {
  const adapters = clients.filter(isAdapter)
  const detected = clients.filter(client => !isAdapter(client))
  return table(
    ['client', 'events', 'can be blocked', 'verified on'],
    [
      ...adapters.map(({ id, title, events, verified }) => [
        `[${title}](docs/clients/${id}.md) (\`${id}\`)`,
        String(Object.keys(events).length),
        String(Object.values(events).filter(({ can }) => can.deny === 'block').length),
        verified,
      ]),
      ...detected.map(({ id, title }) => [`${title} (\`${id}\`)`, none, none, 'detected only']),
    ],
  )
}
