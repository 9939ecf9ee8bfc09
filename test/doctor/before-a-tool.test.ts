/** A call before a tool is evidence, by whatever name a client's payloads have for the event. */

import { expect, it } from 'vitest'
import { load } from '../../src/adapters/clients.gen.ts'
import { isTool } from '../../src/cli/commands/registration/guards.ts'

const adapters = await Promise.all(Object.values(load).map(async one => (await one()).default))

it.each(adapters.map(({ id, events }) => [id, events] as const))('%s', (id, events) => {
  const names = Object.entries(events).flatMap(([name, { when }]) => (when.endsWith('before every tool') ? [name] : []))
  expect(names.filter(name => !isTool(id, name))).toEqual([])
  const after = Object.entries(events).flatMap(([name, { when }]) => (/\b(?:finished|returned|ended)$/.test(when) ? [name] : []))
  expect(after.filter(name => isTool(id, name))).toEqual([])
})
