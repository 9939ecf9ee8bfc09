/** What docs/use/quick-start.md says of each client by hand, held to the adapter. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { adapters } from '../../scripts/outcomes/callers.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'

const page = readFileSync('docs/use/quick-start.md', 'utf8')
const sectionOf = (title: string): string => page.split(`\n### ${title}\n`)[1]?.split('\n##')[0] ?? ''

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

it.each(adapters.map(adapter => [adapter.id, adapter] as const))(
  '%s: whether it can ask, and where its page is',
  (id, adapter) => {
    const section = sectionOf(adapter.title)
    // VS Code reads Copilot's file, and calls the events by names of its own.
    const names = registered(adapter).map(name => name.toLowerCase())
    const asks = Object.entries(adapter.events).some(([name, { can }]) => names.includes(name.toLowerCase()) && can.ask)
    expect(section).toContain(`(../clients/${id}.md)`)
    expect(section.includes('Questions are denials')).toBe(!asks)
  },
)
