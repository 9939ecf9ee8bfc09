/** Tables in the documentation that the adapters themselves can tell. */

import { readdirSync, readFileSync } from 'node:fs'
import type { Can, ClientAdapter } from '../../src/core/adapter.ts'
import { at } from '../project/project.ts'
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

/** Whether a registered event before a tool can be answered with a question. */
const asks = ({ events }: ClientAdapter): boolean =>
  Object.values(events).some(({ category, can }) => can.ask && (category === 'input' || category === 'mcp-pre'))

/** Complete clients first; the others are recognised and answered by the rule for unknown clients. */
export const clientsTable = (clients: readonly Client[]): string => {
  const adapters = clients.filter(isAdapter)
  const detected = clients.filter(client => !isAdapter(client))
  return table(
    ['client', '`--client`', 'events', 'can be blocked', '`ask`', 'checked against'],
    [
      ...adapters.map(client => [
        `[${client.title}](${client.id}.md)`,
        `\`${client.id}\``,
        String(Object.keys(client.events).length),
        String(Object.values(client.events).filter(({ can }) => can.deny === 'block').length),
        asks(client) ? 'yes' : 'becomes `deny`',
        client.verified,
      ]),
      ...detected.map(({ id, title }) => [title, `\`${id}\``, none, none, none, 'recognised only, no adapter']),
    ],
  )
}

/** Every decision record by its heading. */
export const decisionsList = (): string =>
  readdirSync(at('docs/adr'))
    .filter(name => /^\d/.test(name))
    .sort()
    .map(
      name =>
        `- [${readFileSync(at(`docs/adr/${name}`), 'utf8')
          .split('\n', 1)[0]
          ?.slice(2)}](${name})\n`,
    )
    .join('')
