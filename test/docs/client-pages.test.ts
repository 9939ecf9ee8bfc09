/** What a client's page says by hand of a denied call, held to the adapter. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { adapters } from '../../scripts/outcomes/callers.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'

const sectionOf = (id: string): string =>
  readFileSync(`docs/clients/${id}.md`, 'utf8').split('\n## When a call is denied\n')[1]?.split('\n## ')[0] ?? ''

/** The events that `init` registers; a bridge has them all. */
const registered = ({ install, events }: ClientAdapter): readonly string[] => {
  const found: string[] = []
  const command = (name: string) => {
    found.push(name)
    return { executable: 'tfy-hook', args: [] }
  }
  const scope = install.scopes.includes('user') ? 'user' : 'project'
  const ground = { scope, system: 'linux', env: {}, home: '~', root: '.' } as const
  install.writes(ground, { command, budgetMs: 10_000, version: undefined, closed: true })
  return found.length === 0 ? Object.keys(events) : found
}

it.each(adapters.map(adapter => [adapter.id, adapter] as const))('%s: whether it can ask', (id, adapter) => {
  const section = sectionOf(id)
  // VS Code reads Copilot's file, and calls the events by names of its own.
  const names = registered(adapter).map(name => name.toLowerCase())
  const asks = Object.entries(adapter.events).some(([name, { can }]) => names.includes(name.toLowerCase()) && can.ask)
  expect(section).not.toBe('')
  expect(/^(?:The call|The model|The task)/.test(section.trim())).toBe(true)
  expect(
    /`ask` becomes `deny`(?:[.,;]| because)/.test(section.replace(/; for `Read`.*|; without a screen it becomes `deny`/, '')),
  ).toBe(!asks)
})
