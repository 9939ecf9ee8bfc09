/** What is new in a client since the last recorded run, as a list of work. The record is `recorded.json`; `npm run e2e -- --latest --record` writes it. */

import { readFileSync, writeFileSync } from 'node:fs'
import { at } from '../../project/project.ts'
import type { Inventory } from './inventory.ts'

export type Record = Readonly<{ [client: string]: Inventory }>

const file = at('scripts/e2e/canary/recorded.json')

export const recorded = (): Record => JSON.parse(readFileSync(file, 'utf8')) as Record

/** One line for each client and kind, so that a change of a version is a change of few lines. */
export const record = (fresh: Record): void => {
  const all = Object.entries({ ...recorded(), ...fresh }).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const lines = all.map(([client, inventory]) => {
    const kinds = Object.entries(inventory).map(([kind, value]) => `    ${JSON.stringify(kind)}: ${JSON.stringify(value)}`)
    return `  ${JSON.stringify(client)}: {\n${kinds.join(',\n')}\n  }`
  })
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
}

/** What there is to do about a new name of each kind, and about one that is gone. */
const kinds = {
  events: ['register it, or say why not', 'the adapter names it no longer'],
  tools: ['name it in the tools of the adapter', 'a name to take out of the adapter, when no version has it'],
  settings: ['find out whether it keeps a hook from running; if so it is a switch', 'see whether a switch went with it'],
  variables: ['find out whether it keeps a hook from running; if so it is a switch', 'see whether a switch went with it'],
  options: ['find out whether it keeps a hook from running; if so it is a switch', 'see whether a switch went with it'],
} as const satisfies { readonly [kind in Exclude<keyof Inventory, 'version'>]: readonly [string, string] }

/** Markdown. Nothing for a client in which nothing is new. */
export const workList = (old: Record, fresh: Record): string => {
  const sections = Object.entries(fresh).flatMap(([client, now]) => {
    const before = old[client]
    if (before === undefined)
      return [`## ${client} ${now.version}\n\n- [ ] Never recorded: look at it whole, then \`--record\` it.\n`]
    const lines = Object.entries(kinds).flatMap(([kind, [added, gone]]) => {
      const [was, is] = [before[kind as keyof typeof kinds], now[kind as keyof typeof kinds]]
      // A client that asked the model nothing offered no tools: that says nothing about them.
      if (is.length === 0) return was.length === 0 ? [] : [`- [ ] ${kind}: none found, and ${was.length} before: see why`]
      return [
        ...is.filter(each => !was.includes(each)).map(each => `- [ ] ${kind}, new: \`${each}\` (${added})`),
        ...was.filter(each => !is.includes(each)).map(each => `- [ ] ${kind}, gone: \`${each}\` (${gone})`),
      ]
    })
    if (before.version !== now.version) lines.unshift(`- [ ] the pin in scripts/e2e/clients is ${before.version}`)
    return lines.length === 0 ? [] : [`## ${client} ${before.version} to ${now.version}\n\n${lines.join('\n')}\n`]
  })
  return sections.length === 0 ? 'Nothing is new.\n' : sections.join('\n')
}
